"""What is found in a text whose headings are made by hand, whatever the format: the same story is told in each."""

from __future__ import annotations

LIGHTHOUSE = [
    ("1", "The Lighthouse"),
    ("1.1", "Building"),
    ("1.1.1", "Building at night"),
    ("1.2", "Keeping"),
    ("1.2.1", "Keeping at night"),
]
"""A title in the largest type, two headings in large, and one in the weight of bold under each."""
