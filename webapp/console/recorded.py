"""Pages whose every change is written into the audit log, by names that say nothing of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from webapp.audit.services import record
from webapp.console.changes import changes_of
from webapp.console.look import Page
from webapp.library.errors import LibraryError

_CHANGES = "mokuji.changes"
"""Where a request carries what its form changes, from the saving to the recording."""


class RecordedPage(Page):
    """A page that records what is added, changed and deleted on it."""

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        """Note what the form changes, before it does."""
        request.META[_CHANGES] = changes_of(form)
        return super().save_form(request, form, change)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Record what was added, and what it was given."""
        record(f"{self.opts.model_name}-added", str(obj), detail=request.META.pop(_CHANGES, None))
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Record what was changed, from what to what."""
        record(f"{self.opts.model_name}-changed", str(obj), detail=request.META.pop(_CHANGES, None))
        return super().log_change(request, obj, message)

    def note(self, request: HttpRequest, obj: Model, action: str, flag: int = CHANGE) -> None:
        """Record an action on one row, in the audit log and in the row's history."""
        record(action, str(obj))
        self.entry(request, obj, action, flag).save()

    def entry(self, request: HttpRequest, obj: Model, action: str, flag: int) -> LogEntry:
        """Return a line of the row's history, not saved yet."""
        return LogEntry(
            user_id=request.user.pk or 0,
            content_type=ContentType.objects.get_for_model(obj, for_concrete_model=False),
            object_id=str(obj.pk),
            object_repr=str(obj)[:200],
            action_flag=flag,
            change_message=action,
        )

    def each(
        self,
        request: HttpRequest,
        rows: Iterable[Any],
        act: Callable[[Any], Any],
        *,
        action: str,
        recorded: bool = False,
        called: Callable[[Any], str] = str,
    ) -> None:
        """Do something with each row; say how many were done, and for the others why not.

        recorded: the service writes it into the audit log itself. called: what a row is called there.
        """
        done, refused = 0, []
        for row in rows:
            try:
                act(row)
            except LibraryError as error:
                refused.append(f"{called(row)}: {error}")
                continue
            if not recorded:
                record(action, called(row))
            self.entry(request, row, action, CHANGE).save()
            done += 1
        if done:
            messages.success(request, _("Done: %(count)d.") % {"count": done})
        for sentence in refused[:10]:
            messages.warning(request, sentence)
        if len(refused) > 10:
            messages.warning(request, _("And %(count)d more.") % {"count": len(refused) - 10})


class ShownPage(RecordedPage):
    """A page on which nothing is added or changed by hand."""

    def has_add_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Nothing is changed by hand here."""
        return False

    def has_delete_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Nothing is deleted here."""
        return False


Told = tuple[list[Any], dict[str, int], set[str], list[Any]]


class RemovingPage(RecordedPage):
    """A page whose rows are deleted by the product's services, never by a cascade of the database."""

    def remove(self, row: Any) -> None:
        """Delete one row by a service. Raises LibraryError with the reason why it cannot be."""
        raise NotImplementedError

    def goes_along(self, row: Any) -> str:
        """Return a sentence of what goes along with a row."""
        return ""

    def loses(self, row: Any) -> dict[str, Any] | None:
        """Return who loses something with a row, for the audit log."""
        return None

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Told:
        """Return what the question names: the rows, and in a sentence what goes along. Nothing is collected."""
        rows: Sequence[Any] = list(objs)
        told = [" ".join(filter(None, (f"{row}.", self.goes_along(row)))) for row in rows]
        return told, {str(self.opts.verbose_name_plural): len(rows)}, set(), []

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Ask, then delete one row, outside a transaction: services take the engines' lock before the database's."""
        try:
            return self._delete_view(request, object_id, extra_context)
        except LibraryError as error:
            messages.error(request, str(error))
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
            return HttpResponseRedirect(reverse(name, args=(object_id,)))

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete one row and record it."""
        entry = self.entry(request, obj, f"{self.opts.model_name}-deleted", DELETION)
        detail = self.loses(obj)
        self.remove(obj)
        record(entry.change_message, entry.object_repr, detail=detail)
        entry.save()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete each row; name those that cannot be."""
        for row in queryset:
            try:
                self.delete_model(request, row)
            except LibraryError as error:
                messages.error(request, str(error))

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Record nothing yet: what cannot be deleted is not."""
        return []
