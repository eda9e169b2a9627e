"""What stand-ins for servers share: real HTTP on a free port, answered by one method."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Answer = tuple[int, Any] | tuple[int, Any, Mapping[str, str]]
"""Status and body (bytes as they are, anything else as JSON), perhaps headers."""


class StandIn(ABC):
    """Start with `with`; it answers at `url`."""

    url = ""

    def __enter__(self) -> Self:
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _handle(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, body, *more = stand_in.receive(self.command, self.path, self.headers, raw)
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                headers = {"Content-Type": "application/json", "Content-Length": str(len(content))}
                self.send_response(status)
                for name, value in {**headers, **(more[0] if more else {})}.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _handle

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._serving = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._serving.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._serving.join(10)

    @abstractmethod
    def receive(self, method: str, target: str, headers: Any, raw: bytes) -> Answer:
        """Answer one request. Called by many threads."""
