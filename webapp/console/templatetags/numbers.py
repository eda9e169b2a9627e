"""Numbers as people read them."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def grouped(value: int) -> str:
    """Return a number with its thousands apart."""
    return f"{value:,}"
