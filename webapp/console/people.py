"""Users and groups: invited, deactivated, led in again by a one-time link, deleted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ingest.domain.cleaning import unseen
from webapp.accounts import identities, mail, second_factor, services
from webapp.accounts.models import User
from webapp.console.look import ChooseMany, ChooseOne, RowForm, display
from webapp.console.recorded import RemovingPage
from webapp.console.site import console
from webapp.library import people
from webapp.library.errors import Conflict
from webapp.library.models import Membership


class UserForm(RowForm):
    """What an administrator may set about a user."""

    language = forms.ChoiceField(
        choices=(("", _("the browser's")), ("en", "English"), ("ja", "日本語"), ("zh-Hans", "简体中文")),
        required=False,
        label=_("Language"),
        widget=ChooseOne,
    )

    me: User | None = None
    """Who changes it; set by the page."""

    class Meta:
        model = User
        fields = ("username", "email", "is_active", "is_superuser", "language", "groups")
        labels = {"is_superuser": _("Administrator")}
        help_texts = {
            "username": _("Letters, digits and @ . + - _"),
            "email": _("Where invitations and links for a new password are mailed."),
            "is_active": _("May sign in. Without it, sessions and tokens end at once."),
            "is_superuser": _("May use this console. Sees no more documents for it."),
            "groups": _("Collections are shared with groups."),
        }

    def clean(self) -> dict[str, Any]:
        """Let nobody lock themselves out."""
        values = super().clean() or self.cleaned_data
        stays = values.get("is_active", True) and values.get("is_superuser", True)
        if self.me is not None and self.instance.pk == self.me.pk and not stays:
            raise ValidationError(_("You cannot take your own rights. Ask another administrator."))
        return values


@admin.register(User, site=console)
class UserPage(RemovingPage):
    """Who may sign in, and who administrates."""

    form = UserForm
    list_display = ("username", "email", "standing", "administrator", "guarded", "last_login", "date_joined")
    list_filter = ("is_active", "is_superuser", "groups")
    search_fields = ("username", "email")
    ordering = ("username",)
    autocomplete_fields = ("groups",)
    fieldsets = (
        (None, {"fields": (("username", "email"), "language")}),
        (_("Rights"), {"fields": (("is_active", "is_superuser"), "groups")}),
        (_("Times"), {"fields": (("last_login", "date_joined"),)}),
    )
    add_fieldsets = ((None, {"fields": (("username", "email"), "is_superuser", "groups")}),)
    readonly_fields = ("last_login", "date_joined")
    list_select_related = ("second_factor",)
    actions = ("make_link", "reset_second_factor", "unbind", "deactivate", "activate")

    @display(description=_("State"), label={_("active"): "success", _("inactive"): "danger"})
    def standing(self, user: User) -> Any:
        """Return whether the user may sign in."""
        return _("active") if user.is_active else _("inactive")

    @display(description=_("Administrator"), boolean=True, ordering="is_superuser")
    def administrator(self, user: User) -> bool:
        """Return whether the user administrates."""
        return user.is_superuser

    @display(description=_("Second factor"), boolean=True)
    def guarded(self, user: User) -> bool:
        """Return whether their sign-in asks for a code."""
        factor = getattr(user, "second_factor", None)
        return factor is not None and factor.confirmed_at is not None

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **options: Any
    ) -> Any:
        """Return the form, which knows who uses it."""
        return type("UserForm", (super().get_form(request, obj, change, **options),), {"me": request.user})

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save a user. A new one has no password yet: the link that invites them is shown once."""
        obj.is_staff = obj.is_superuser
        if not change:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)
        if not change:
            self._show_link(request, obj, kind="invitation")
        elif "is_active" in form.changed_data and not obj.is_active:
            services.deactivate(obj)

    @admin.action(description=_("Make a one-time link to sign in and set a new password"))
    def make_link(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Show for each a link that signs in once and asks for a new password."""
        for user in chosen.filter(is_active=True)[:20]:
            self._show_link(request, user)
            self.note(request, user, "link-made")

    @admin.action(description=_("Turn off the second factor of the selected users"))
    def reset_second_factor(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Let users in without a code who lost their app and their recovery codes."""
        guarded = chosen.filter(second_factor__isnull=False)
        self.each(request, guarded, second_factor.turn_off, action="second-factor-reset")

    @admin.action(description=_("Forget whom the selected users are at the sign-in provider"))
    def unbind(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Let the verified mail address decide anew, for who has another account at the provider now."""
        bound = chosen.filter(identities__isnull=False).distinct()
        self.each(request, bound, identities.unbind, action="identity-forgotten")

    @admin.action(description=_("Deactivate the selected users"))
    def deactivate(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """End sessions and tokens of users at once, and let them in no more."""
        self.each(
            request,
            chosen.filter(is_active=True),
            self._not_me(request, services.deactivate),
            action="user-deactivated",
        )

    @admin.action(description=_("Activate the selected users"))
    def activate(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Let users in again. Their tokens stay revoked."""
        self.each(request, chosen.filter(is_active=False), services.activate, action="user-activated")

    def goes_along(self, row: User) -> str:
        """Say what goes along, and what is in the way."""
        return gettext("With their tokens, memberships, empty collections and the log of their calls.")

    def remove(self, row: User) -> None:
        """Delete a user who owns no documents."""
        people.remove_user(row)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete a user, who is not oneself."""
        self._not_me(request, lambda user: None)(obj)
        super().delete_model(request, obj)

    def _not_me(self, request: HttpRequest, act: Any) -> Any:
        def do(user: User) -> None:
            if user.pk == request.user.pk:
                raise Conflict(gettext("You cannot do this to yourself. Ask another administrator."))
            act(user)

        return do

    def _show_link(self, request: HttpRequest, user: User, *, kind: str = "link") -> None:
        link = f"{settings.SERVED_AT}/sign-in/{services.create_sign_in_link(user, new_password=True)}"
        if mail.is_set_up() and user.email:
            self._tell_mail(request, user, mail.try_link(user, link, kind=kind))
        text = gettext("Give %(name)s this link. It signs in once, within a day, and is not shown again:") % {
            "name": user.username
        }
        messages.success(request, format_html('{} <code class="once">{}</code>', text, link))

    def _tell_mail(self, request: HttpRequest, user: User, why_not: str) -> None:
        known = {"address": user.email, "reason": why_not}
        if why_not:
            messages.warning(request, gettext("No mail went to %(address)s: %(reason)s.") % known)
        else:
            messages.success(request, gettext("The link was mailed to %(address)s.") % known)


class GroupForm(RowForm):
    """A group's name and people."""

    people = forms.ModelMultipleChoiceField(
        User.objects.order_by("username"), required=False, label=_("People"), widget=ChooseMany
    )

    class Meta:
        model = Group
        fields = ("name",)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.instance.pk:
            self.initial["people"] = list(self.instance.user_set.order_by("username"))

    def clean_name(self) -> str:
        """Want a name that people can see: collections are shared by it."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if unseen(name):
            raise ValidationError(_("A name cannot hold characters that nobody sees."))
        return name


@admin.register(Group, site=console)
class GroupPage(RemovingPage):
    """Groups, with which collections are shared."""

    form = GroupForm
    list_display = ("name", "people_count")
    search_fields = ("name",)
    fields = ("name", "people")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        """Return groups with the number of their people."""
        rows: QuerySet[Group] = super().get_queryset(request).annotate(size=Count("user"))
        return rows

    @display(description=_("People"), ordering="size")
    def people_count(self, group: Any) -> int:
        """Return how many people are in it."""
        return int(group.size)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the group's people; who sees more or less is told so by the signals of that."""
        super().save_related(request, form, formsets, change)
        form.instance.user_set.set(form.cleaned_data["people"])

    def loses(self, row: Group) -> dict[str, Any]:
        """Name the people of a group, and what was shared with it."""
        people = row.user_set.order_by("username").values_list("username", flat=True)
        shared = Membership.objects.filter(group=row).select_related("collection").order_by("pk")
        return {"people": {"removed": list(people)}, "unshared": [str(each) for each in shared]}

    def remove(self, row: Group) -> None:
        """Delete a group and the memberships it has; its people are told by the signals of that."""
        row.delete()
