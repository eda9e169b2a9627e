"""What a form changed, for the audit log: from what to what, and who was added or taken out."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet

_SECRET = frozenset({"password", "secret", "digest"})


def changes_of(form: Any) -> dict[str, Any]:
    """Return what a valid form changes by the names of its fields: `{"from", "to"}`, or `{"added", "removed"}`.

    Of a secret only that it changed. Of a row that is added, what was given: `{"to"}` or `{"added"}`.
    """
    new = form.instance.pk is None or form.instance._state.adding
    changes: dict[str, Any] = {}
    for name in form.changed_data:
        before, after = form.initial.get(name), form.cleaned_data.get(name)
        if name in _SECRET:
            changes[name] = {}
        elif _is_many(before) or _is_many(after):
            changes[name] = _members(before or (), after or ())
        else:
            changes[name] = {"from": _told(before), "to": _told(after)}
        if new:
            changes[name].pop("from", None)
            changes[name].pop("removed", None)
    return changes


def _members(before: Any, after: Any) -> dict[str, list[str]]:
    old, new = {str(each) for each in before}, {str(each) for each in after}
    return {"added": sorted(new - old), "removed": sorted(old - new)}


def _is_many(value: Any) -> bool:
    return isinstance(value, (list, tuple, set, QuerySet))


def _told(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int)):
        return value
    return value.pk if isinstance(value, Model) else str(value)
