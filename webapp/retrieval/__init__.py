"""The verbs: search, outline, read."""
