"""Receiving files: authorise, stream, limit, hash, deduplicate, store, enqueue."""
