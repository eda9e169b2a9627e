"""The one module that knows unfold, which draws the console over Django's admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html
from unfold.admin import ModelAdmin as _ModelAdmin
from unfold.admin import TabularInline as _TabularInline
from unfold.decorators import display as _display
from unfold.sites import UnfoldAdminSite
from unfold.widgets import UnfoldAdminSelectMultipleWidget, UnfoldAdminSelectWidget

__all__ = ["ChooseMany", "ChooseOne", "Inline", "Page", "RowForm", "Site", "display", "named"]

ChooseMany = UnfoldAdminSelectMultipleWidget
ChooseOne = UnfoldAdminSelectWidget

_COMPARISONS = frozenset({"exact", "id__exact", "isnull", "isempty", "gte", "lt"})
"""What the filters beside a list write into addresses."""

_PARTS_OF_A_DATE = frozenset({"year", "month", "day", "gte", "lt"})

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:

    def display(**said: Any) -> Callable[[F], F]:
        """Say how a column is headed, ordered and drawn."""
        raise NotImplementedError

    RowForm = forms.ModelForm[Any]
    _SiteOf = admin.AdminSite

    class _PageOf(admin.ModelAdmin[Any]):
        def _delete_view(self, request: HttpRequest, object_id: str, extra_context: Any) -> Any: ...

    _InlineOf = admin.TabularInline[Any, Any]
else:
    display = _display
    RowForm = forms.ModelForm
    _PageOf, _InlineOf, _SiteOf = _ModelAdmin, _TabularInline, UnfoldAdminSite


def named(name: str) -> str:
    """Return the name of a file for a list: cut at the end of its column, whole when pointed at."""
    return format_html('<span class="named" title="{}">{}</span>', name, name)


class Page(_PageOf):
    """A list of rows and a page for each."""

    list_filter_submit = False
    list_per_page = 50
    show_full_result_count = False
    actions_on_top = True

    def filtered(self) -> set[str]:
        """Return the names of the columns that have a filter beside the list."""
        return {str(each[0] if isinstance(each, tuple) else each) for each in self.list_filter or ()}

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether an address may narrow the list by this: by the filters beside it, and by nothing else.

        Django allows every column of the table and every comparison: with `password__regex` one reads hashes,
        with `title__startswith` titles of documents that one may not see, and a pattern can take for ever.
        """
        field, _, comparison = lookup.partition("__")
        return (field in self.filtered() and comparison in _COMPARISONS) or (
            field == self.date_hierarchy and comparison in _PARTS_OF_A_DATE
        )


class Inline(_InlineOf):
    """Rows that belong to another, on its page."""

    extra = 0


class Site(_SiteOf):
    """The drawn site, its colours in a file of ours: a style in the page would need a weaker policy."""

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return what every page gets."""
        return {**super().each_context(request), "colors": None, "border_radius": None}

    def registered(self, model: type[Model]) -> bool:
        """Whether the console shows a model."""
        return model in self._registry
