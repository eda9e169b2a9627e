"""The vocabulary: frozen dataclasses and pure functions, standard library only."""
