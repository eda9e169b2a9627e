"""Stores, guards and serves documents. webapp.bridge is the only door to ingest."""
