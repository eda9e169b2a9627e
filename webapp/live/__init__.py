"""The WebSocket channel."""
