"""/metrics of `mokuji worker`, which has no web server: one small thread, asked every few seconds at most."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from webapp.observability import metrics

SILENCE_SECONDS = 5


def _handler(token: str) -> type[BaseHTTPRequestHandler]:
    wanted = f"Bearer {token}".encode()

    class Handler(BaseHTTPRequestHandler):
        timeout = SILENCE_SECONDS

        def do_GET(self) -> None:
            given = self.headers.get("Authorization", "").encode("utf-8", "replace")
            if self.path != "/metrics":
                self._answer(404, b"There is only /metrics here.\n")
            elif token and not compare_digest(given, wanted):
                self._answer(401, b"Send MOKUJI_METRICS_TOKEN: `Authorization: Bearer ...`.\n")
            else:
                self._answer(200, metrics.render(), metrics.MEDIA_TYPE)

        def _answer(self, status: int, body: bytes, media_type: str = "text/plain") -> None:
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: who scrapes, scrapes for ever."""

    return Handler


@contextmanager
def serving_metrics(host: str, port: int, token: str) -> Iterator[int]:
    """Answer /metrics while the block runs; yields the port. Raises OSError when it cannot listen there."""
    server = ThreadingHTTPServer((host, port), _handler(token))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
