"""Rows of every kind come out of an archive as they went in."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db.models import Field, ForeignKey

from webapp.cli.archive import read_row, row_text, tables

VALUES: dict[str, Any] = {
    "AutoField": 7,
    "BigAutoField": 7,
    "BigIntegerField": 2**40,
    "BinaryField": b"\x00\xff vector",
    "BooleanField": True,
    "CharField": "目次\n",
    "DateField": date(2026, 2, 28),
    "DateTimeField": datetime(2026, 2, 28, 23, 59, 59, 123456, tzinfo=UTC),
    "EmailField": "reader@example.org",
    "FloatField": 0.1,
    "IntegerField": -1,
    "JSONField": {"notes": ["日本", None, 1.5]},
    "PositiveIntegerField": 1,
    "TextField": "\u2028 \x00 and \U0001f600",
}
"""A value of each kind of column that a library has; a new kind needs one here."""


def _columns() -> list[tuple[str, Field[Any, Any]]]:
    return [(model._meta.label, field) for model in tables() for field in model._meta.concrete_fields]


def _value(field: Field[Any, Any]) -> Any:
    while isinstance(field, ForeignKey):
        field = field.target_field
    return VALUES[type(field).__name__]


@pytest.mark.parametrize(
    "field", [pytest.param(field, id=f"{label}.{field.name}") for label, field in _columns()]
)
def test_a_value_of_every_column_comes_back(field: Field[Any, Any]) -> None:
    (value, nothing) = read_row([field, field], row_text([_value(field), None]))
    assert value == _value(field)
    assert nothing is None
