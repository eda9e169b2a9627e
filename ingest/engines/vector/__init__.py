"""Finding documents by their meaning, one vector each."""
