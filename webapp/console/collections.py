"""Collections and whom they are shared with."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.forms.formsets import DELETION_FIELD_NAME
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from webapp.audit.services import record
from webapp.bridge import indexing
from webapp.console.changes import changes_of
from webapp.console.look import Inline, RowForm, display
from webapp.console.recorded import RemovingPage, ShownPage
from webapp.console.site import console
from webapp.library.errors import Conflict
from webapp.library.models import Collection, Document, Membership


class MembershipForm(RowForm):
    """A user or a group, and what they may."""

    class Meta:
        model = Membership
        fields = ("user", "group", "role")

    def clean(self) -> dict[str, Any]:
        """Want one of user and group, and no membership of the owner."""
        values = super().clean() or self.cleaned_data
        if self.cleaned_data.get(DELETION_FIELD_NAME):
            return values
        user, group = values.get("user"), values.get("group")
        if bool(user) == bool(group):
            raise ValidationError(_("Choose a user or a group: one of the two."))
        if user is not None and self.instance.collection_id and self.instance.collection.owner_id == user.pk:
            raise ValidationError(_("The owner may do everything in it already."))
        return values


class Members(Inline):
    """Whom the collection is shared with."""

    model = Membership
    form = MembershipForm
    autocomplete_fields = ("user", "group")
    verbose_name = _("member")
    verbose_name_plural = _("members")


@admin.register(Collection, site=console)
class CollectionPage(RemovingPage):
    """Whose collections there are, how large, and who sees them."""

    list_display = ("name", "owner", "documents_count", "members_count", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    fields = (("name", "owner"), ("documents_count", "created_at"))
    readonly_fields = ("name", "owner", "documents_count", "created_at")
    inlines = (Members,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        """Return collections with their counts."""
        documents = Count("documents", distinct=True, filter=Q(documents__deleted_at=None))
        members = Count("memberships", distinct=True)
        rows: QuerySet[Collection] = super().get_queryset(request).annotate(held=documents, members=members)
        return rows

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People make their own collections."""
        return False

    @display(description=_("Documents"), ordering="held")
    def documents_count(self, collection: Any) -> int:
        """Return how many documents it holds."""
        return int(collection.held)

    @display(description=_("Members"), ordering="members")
    def members_count(self, collection: Any) -> int:
        """Return how many users and groups it is shared with."""
        return int(collection.members)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Save the members, and record each change by name."""
        former = {each.instance.pk: changes_of(each) for each in formset.initial_forms}
        super().save_formset(request, form, formset, change)
        for row in formset.new_objects:
            record("collection-shared", str(row))
        for row, _fields in formset.changed_objects:
            record("collection-shared", str(row), detail=former.get(row.pk))
        for row in formset.deleted_objects:
            record("collection-unshared", str(row))

    def goes_along(self, row: Collection) -> str:
        """Say how many documents go."""
        count = row.documents.count()
        return (
            str(_("With its %(count)d documents, their files and texts.") % {"count": count}) if count else ""
        )

    def remove(self, row: Collection) -> None:
        """Delete a collection with its documents, from the engines and the file store too."""
        indexing.remove(list(Document.objects.filter(collection=row).values_list("pk", flat=True)))
        if Document.objects.filter(collection=row).exists():
            raise Conflict(_("Some documents came or are being deleted yet. Try again in a minute."))
        row.delete()


@admin.register(Membership, site=console)
class MembershipPage(ShownPage):
    """All memberships. They are changed on the page of their collection."""

    list_display = ("collection", "user", "group", "role", "created_at")
    list_display_links = None
    list_select_related = ("collection", "user", "group")
    list_filter = ("role",)
    search_fields = ("collection__name", "user__username", "group__name")
