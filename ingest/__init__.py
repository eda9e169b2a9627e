"""Turns a file into numbered lines, an outline, passages and two index entries. Plain Python, no web."""
