"""Finding documents by their words, over passages."""
