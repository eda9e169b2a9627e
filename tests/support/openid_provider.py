"""A small OpenID provider on this machine: it signs in at once whom the test says, and checks its client."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.server
import json
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

CLIENT, SECRET = "mokuji", "a secret: of the client"


@dataclass
class Provider:
    """Where it is and what it says. claims: of whom it signs in; None says no. changed: put over honest claims.

    sends: what it adds to the address that it sends people back to.
    """

    issuer: str = ""
    claims: dict[str, Any] | None = field(default_factory=dict)
    changed: dict[str, Any] = field(default_factory=dict)
    userinfo: dict[str, Any] = field(default_factory=dict)
    algorithms: list[str] = field(default_factory=lambda: ["RS256", "none", "HS256"])
    algorithm: str = "RS256"
    calls_itself: str = ""
    sends: dict[str, str] = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "first"}))
    published: RSAKey | None = None
    asked: list[dict[str, str]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.calls_itself or self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": self.algorithms,
        }

    def keys(self) -> dict[str, Any]:
        return {"keys": [(self.published or self.key).as_dict(private=False)]}

    def token(self, asked: dict[str, str]) -> dict[str, Any]:
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked.get("nonce"),
            **(self.claims or {}), **self.changed,
        }  # fmt: skip
        header = {"alg": self.algorithm, "kid": self.key.kid}
        if self.algorithm == "none":
            parts = (
                base64.urlsafe_b64encode(json.dumps(each).encode()).rstrip(b"=") for each in (header, claims)
            )
            signed = b".".join((*parts, b"")).decode()
        elif self.algorithm == "HS256":  # signed with the public key, which everybody has
            signed = jwt.encode(header, claims, OctKey.import_key(self.key.as_pem(private=False)))
        else:
            signed = jwt.encode(header, claims, self.key, algorithms=[self.algorithm])
        return {"access_token": "opaque", "token_type": "Bearer", "expires_in": 600, "id_token": signed}

    def redeem(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """Return the tokens for a code, or None when anything about the request is wrong."""
        name, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or (name, secret) not in {(CLIENT, SECRET), (CLIENT, quote(SECRET, safe=""))}:
            return None
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        proved = base64.urlsafe_b64encode(digest).decode().rstrip("=") == asked.get("code_challenge")
        same = form.get("redirect_uri") == asked["redirect_uri"]
        return self.token(asked) if proved and same and asked.get("code_challenge_method") == "S256" else None


@contextlib.contextmanager
def openid_provider() -> Iterator[Provider]:
    """Serve at http://127.0.0.1:PORT."""
    provider = Provider()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                self._authorize({name: values[0] for name, values in parse_qs(parts.query).items()})
                return
            pages = {
                "/.well-known/openid-configuration": provider.configuration,
                "/keys": provider.keys,
                "/userinfo": lambda: provider.userinfo,
            }
            self._say(pages[parts.path]())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            tokens = provider.redeem(form, self.headers.get("Authorization", ""))
            self._say(tokens or {"error": "invalid_grant"}, 200 if tokens else 400)

        def _authorize(self, asked: dict[str, str]) -> None:
            provider.asked.append(asked)
            code = secrets.token_urlsafe(8)
            provider.codes[code] = asked
            told = {"code": code} if provider.claims is not None else {"error": "access_denied"}
            told |= {"state": asked["state"], **provider.sends}
            self.send_response(302)
            self.send_header("Location", f"{asked['redirect_uri']}?{urlencode(told)}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _say(self, document: dict[str, Any], status: int = 200) -> None:
            body = json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.issuer = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join(10)
