"""Source code: its own lines; classes and functions as sections; comments as its words."""
