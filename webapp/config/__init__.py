"""Settings, environment, checks, URLs, ASGI."""
