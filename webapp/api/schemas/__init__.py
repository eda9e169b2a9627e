"""What goes over the wire, as pydantic models. They are the source of docs/reference/openapi.json."""
