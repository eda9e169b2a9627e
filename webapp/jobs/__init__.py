"""Indexing jobs and the messages that tell of them."""
