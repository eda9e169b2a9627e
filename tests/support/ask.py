"""How API tests ask: `ask(method, path, body=None, status=200)` returns the parsed answer, or fails."""

from __future__ import annotations

import json
from typing import Any, Protocol

from django.test import Client


class Ask(Protocol):
    """Sends a request to the API and checks the status of its answer."""

    def __call__(self, method: str, path: str, body: Any = None, status: int = 200) -> Any: ...


def asking(http: Client) -> Ask:
    """Return an Ask that sends through this client."""

    def ask(method: str, path: str, body: Any = None, status: int = 200) -> Any:
        payload = "" if body is None else json.dumps(body)
        response = http.generic(method, f"/api/v1{path}", payload, "application/json")
        assert response.status_code == status, (response.status_code, response.content[:500])
        return response.json() if response.content else None

    return ask
