"""The few requests of the S3 protocol that a file store needs, signed (AWS Signature Version 4) and path-style.

Written out because the official client asks for versions that other libraries here cannot take, and is a hundred times
larger than what we ask of it. Sources: the S3 API reference and "Authenticating Requests (AWS Signature Version 4)".
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, urlsplit

import httpx
from lxml import etree

from webapp.library.storage_address import StorageAddress

NOTHING = hashlib.sha256(b"").hexdigest()
BLOCK = 1 << 20
_CONNECT_SECONDS, _SILENT_SECONDS = 5.0, 60.0
_ATTEMPTS = 3
_AGAIN = {500, 502, 503, 504}


class S3Error(Exception):
    """An answer that is no success: status and the store's own code, such as NoSuchKey."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}".strip())
        self.status, self.code = status, code


class S3Client:
    """Asks one bucket. Use from any thread. Raises S3Error, and httpx.TransportError when nobody answers."""

    def __init__(self, address: StorageAddress) -> None:
        self._address = address
        self._http = httpx.Client(
            base_url=address.endpoint,
            timeout=httpx.Timeout(_SILENT_SECONDS, connect=_CONNECT_SECONDS),
            trust_env=False,
        )

    def put(self, key: str, path: Path, *, sha256: str) -> None:
        """Upload a file. sha256: the digest of its bytes, which the store checks."""
        for attempt in range(1, _ATTEMPTS + 1):
            with path.open("rb") as file:
                size = {"content-length": str(path.stat().st_size)}
                request = self._request("PUT", key, digest=sha256, headers=size, content=_blocks(file))
                answer = self._http.send(request)
            if answer.status_code not in _AGAIN or attempt == _ATTEMPTS:
                _check(answer)
                return

    def size(self, key: str) -> int | None:
        """Return the size of what is kept, or None."""
        answer = self._send("HEAD", key)
        if answer.status_code == 404:
            return None
        _check(answer)
        return int(answer.headers["content-length"])

    def modified(self, key: str) -> float:
        """Return when something came, in seconds since 1970."""
        answer = self._send("HEAD", key)
        _check(answer)
        return parsedate_to_datetime(answer.headers["last-modified"]).timestamp()

    @contextmanager
    def reading(self, key: str) -> Iterator[Iterator[bytes]]:
        """Yield the bytes of what is kept, in blocks."""
        answer = self._http.send(self._request("GET", key), stream=True)
        try:
            if answer.status_code != 200:
                answer.read()
                _check(answer)
            yield answer.iter_bytes(BLOCK)
        finally:
            answer.close()

    def delete(self, key: str) -> None:
        """Delete something; what is not there is no error."""
        answer = self._send("DELETE", key)
        if answer.status_code != 404:
            _check(answer)

    def keys(self, prefix: str, *, most: int = 1000) -> Iterator[str]:
        """Yield every key that begins with a prefix. most: keys of one answer."""
        asked = {"list-type": "2", "prefix": prefix, "max-keys": str(most)}
        while True:
            answer = self._send("GET", "", asked)
            _check(answer)
            page = _parsed(answer.content)
            yield from (found.findtext("{*}Key") or "" for found in page.iter("{*}Contents"))
            after = page.findtext("{*}NextContinuationToken")
            if not after:
                return
            asked["continuation-token"] = after

    def check(self, prefix: str) -> None:
        """Ask for one key."""
        asked = {"list-type": "2", "prefix": prefix, "max-keys": "1"}
        _check(self._send("GET", "", asked))

    def close(self) -> None:
        """Give connections back."""
        self._http.close()

    def _send(self, method: str, key: str, asked: Mapping[str, str] | None = None) -> httpx.Response:
        answer = self._http.send(self._request(method, key, asked))
        for _ in range(1, _ATTEMPTS):
            if answer.status_code not in _AGAIN:
                break
            answer = self._http.send(self._request(method, key, asked))
        return answer

    def _request(
        self,
        method: str,
        key: str,
        asked: Mapping[str, str] | None = None,
        *,
        digest: str = NOTHING,
        headers: Mapping[str, str] | None = None,
        content: Iterator[bytes] | None = None,
    ) -> httpx.Request:
        path = f"/{self._address.bucket}/{key}" if key else f"/{self._address.bucket}"
        target = _path(path) + (f"?{_query(asked)}" if asked else "")
        signed = sign(
            self._address, method, f"{self._address.endpoint}{target}", digest=digest, now=datetime.now(UTC)
        )
        return self._http.build_request(
            method, target, headers={**signed, **(headers or {})}, content=content
        )


def sign(
    address: StorageAddress,
    method: str,
    url: str,
    *,
    digest: str,
    now: datetime,
    more: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return the headers that make a request one of the key's holder. more: further headers to sign, lower case.

    url: with its path and query as they will be sent. digest: SHA-256 of the body.
    """
    parts = urlsplit(url)
    moment = now.strftime("%Y%m%dT%H%M%SZ")
    headers = {"host": parts.netloc, "x-amz-content-sha256": digest, "x-amz-date": moment, **(more or {})}
    names = ";".join(sorted(headers))
    canonical = "\n".join(
        [
            method,
            parts.path,
            parts.query,
            *(f"{name}:{headers[name].strip()}" for name in sorted(headers)),
            "",
            names,
            digest,
        ]
    )
    scope = f"{moment[:8]}/{address.region}/s3/aws4_request"
    told = f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = f"AWS4{address.secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, told.encode(), "sha256").hex()
    credential = f"{address.key}/{scope}"
    return headers | {
        "authorization": f"AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders={names}, Signature={signature}"
    }


def _path(path: str) -> str:
    return quote(path, safe="/-_.~")


def _query(asked: Mapping[str, str]) -> str:
    return "&".join(f"{quote(name, safe='-_.~')}={quote(asked[name], safe='-_.~')}" for name in sorted(asked))


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    while block := file.read(BLOCK):
        yield block


def _check(answer: httpx.Response) -> None:
    if answer.is_success:
        return
    try:
        code = _parsed(answer.content).findtext("{*}Code") or ""
    except etree.XMLSyntaxError:
        code = ""
    raise S3Error(answer.status_code, code)


def _parsed(content: bytes) -> etree._Element:
    return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))
