"""A stand-in for an S3-compatible store: real HTTP, path-style, signatures and digests checked."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.support.stand_in import Answer, StandIn
from webapp.library.s3_client import sign
from webapp.library.storage_address import StorageAddress

XMLNS = "http://s3.amazonaws.com/doc/2006-03-01/"
PAGE = 3
"""Keys of one page of a listing: few, so that listings have pages."""


class FakeS3(StandIn):
    """objects: what one bucket holds. `answer` takes method and key and gives an answer in place of the real one."""

    def __init__(
        self, *, bucket: str = "originals", key: str = "tester", secret: str = "very-secret"
    ) -> None:
        self.bucket, self.key, self.secret = bucket, key, secret
        self.objects: dict[str, bytes] = {}
        self.requests: list[tuple[str, str]] = []
        self.answer: Callable[[str, str], Answer | None] = lambda method, key: None
        self._lock = threading.RLock()

    def receive(self, method: str, target: str, headers: Any, raw: bytes) -> Answer:
        parts = urlsplit(target)
        bucket, _, key = unquote(parts.path).lstrip("/").partition("/")
        asked = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        with self._lock:
            self.requests.append((method, key))
            if scripted := self.answer(method, key):
                return scripted
            if not self._is_signed(method, target, headers, raw):
                return _refusal(403, "SignatureDoesNotMatch")
            if bucket != self.bucket:
                return _refusal(404, "NoSuchBucket")
            status, content = self._route(method, key, asked, raw)
        return _ranged(status, content, headers.get("Range", "") if method == "GET" else "")

    def _route(self, method: str, key: str, asked: dict[str, str], raw: bytes) -> tuple[int, bytes]:
        match method:
            case "GET" if not key:
                return self._list(asked)
            case "PUT":
                self.objects[key] = raw
                return 200, b""
            case "DELETE":
                self.objects.pop(key, None)
                return 204, b""
            case "GET" | "HEAD" if key in self.objects:
                return 200, self.objects[key]
        return _refusal(404, "NoSuchKey")

    def _list(self, asked: dict[str, str]) -> tuple[int, bytes]:
        after, most = asked.get("continuation-token", ""), min(PAGE, int(asked.get("max-keys", PAGE)))
        keys = sorted(key for key in self.objects if key.startswith(asked.get("prefix", "")) and key > after)
        page = keys[:most]
        told = "".join(f"<Contents><Key>{escape(key)}</Key></Contents>" for key in page)
        if len(keys) > len(page):
            told += f"<IsTruncated>true</IsTruncated><NextContinuationToken>{escape(page[-1])}</NextContinuationToken>"
        return _xml("ListBucketResult", told)

    def _is_signed(self, method: str, target: str, headers: Any, raw: bytes) -> bool:
        """Sign the request again with the secret, as the real store does, and compare.

        How to sign is judged by the store's published examples in tests/webapp/library/test_s3_client.py.
        """
        given, digest = headers.get("Authorization", ""), hashlib.sha256(raw).hexdigest()
        moment = headers.get("X-Amz-Date")
        if not moment or headers.get("X-Amz-Content-SHA256") != digest:
            return False
        address = StorageAddress(self.url, self.bucket, "", "us-east-1", self.key, self.secret, 1)
        now = datetime.strptime(moment, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        signed = sign(address, method, self.url + target, digest=digest, now=now)
        return (headers.get("Host"), given) == (signed["host"], signed["authorization"])


def _xml(root: str, inside: str) -> tuple[int, bytes]:
    return 200, f'<?xml version="1.0" encoding="UTF-8"?><{root} xmlns="{XMLNS}">{inside}</{root}>'.encode()


def _refusal(status: int, code: str) -> tuple[int, bytes]:
    return status, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()


def _ranged(status: int, content: bytes, asked: str) -> Answer:
    etag = f'"{hashlib.md5(content).hexdigest()}"'
    headers = {"Content-Type": "application/xml", "ETag": etag, "Last-Modified": formatdate(usegmt=True)}
    found = re.fullmatch(r"bytes=(\d+)-(\d*)", asked)
    if status != 200 or found is None:
        return status, content, headers
    first, last = int(found[1]), min(int(found[2] or len(content)), len(content) - 1)
    headers["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
    return 206, content[first : last + 1], headers
