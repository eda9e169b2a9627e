"""The door to ingest: actors, ports, engines, worker."""
