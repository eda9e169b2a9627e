"""A stand-in for an S3-compatible store: real HTTP, path-style, signatures checked, uploads in parts."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from tests.support.stand_in import Answer, StandIn

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
        self._parts: dict[str, dict[int, bytes]] = {}
        self._lock = threading.RLock()

    def receive(self, method: str, target: str, headers: Any, raw: bytes) -> Answer:
        parts = urlsplit(target)
        bucket, _, key = unquote(parts.path).lstrip("/").partition("/")
        asked = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        with self._lock:
            self.requests.append((method, key))
            if scripted := self.answer(method, key):
                return scripted
            if not self._is_signed(method, target, headers):
                return _refusal(403, "SignatureDoesNotMatch")
            if bucket != self.bucket:
                return _refusal(404, "NoSuchBucket")
            status, content = self._route(method, key, asked, raw)
        return _ranged(status, content, headers.get("Range", "") if method == "GET" else "")

    def _route(self, method: str, key: str, asked: dict[str, str], raw: bytes) -> tuple[int, bytes]:
        match method:
            case "GET" if not key:
                return self._list(asked)
            case "POST" if "uploads" in asked:
                upload = f"upload-{len(self._parts)}"
                self._parts[upload] = {}
                return _xml("InitiateMultipartUploadResult", f"<UploadId>{upload}</UploadId>")
            case "PUT" if "uploadId" in asked:
                self._parts[asked["uploadId"]][int(asked["partNumber"])] = raw
                return 200, b""
            case "POST" if "uploadId" in asked:
                self.objects[key] = b"".join(
                    part for _, part in sorted(self._parts.pop(asked["uploadId"]).items())
                )
                return _xml("CompleteMultipartUploadResult", f"<Key>{escape(key)}</Key>")
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

    def _is_signed(self, method: str, target: str, headers: Any) -> bool:
        """Sign the request again with the secret, as the real store does, and compare."""
        found = re.match(
            r"AWS4-HMAC-SHA256 Credential=([^/]+)/\d{8}/([^/]+)/s3/aws4_request, "
            r"SignedHeaders=([^,]+), Signature=(\w+)",
            headers.get("Authorization", ""),
        )
        if found is None or found[1] != self.key:
            return False
        signed = {name: headers.get(name, "") for name in found[3].split(";")}
        again = AWSRequest(method, self.url + target, headers=signed)
        again.context = {"timestamp": headers.get("X-Amz-Date"), "payload_signing_enabled": True}
        signer = _Again(Credentials(self.key, self.secret), "s3", found[2])
        return signer.signature_of(again, headers.get("X-Amz-Content-SHA256", "")) == found[4]


class _Again(SigV4Auth):
    def signature_of(self, request: AWSRequest, content_digest: str) -> str:
        headers = self.headers_to_sign(request)
        parts = urlsplit(request.url)
        query = "&".join(
            sorted(part if "=" in part else f"{part}=" for part in parts.query.split("&") if part)
        )
        canonical = "\n".join(
            [
                request.method,
                parts.path,
                query,
                self.canonical_headers(headers) + "\n",
                self.signed_headers(headers),
                content_digest,
            ]
        )
        return str(self.signature(self.string_to_sign(request, canonical), request))


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
