"""Requests are signed as the examples of the S3 reference are (Signature Version 4, payload in a single chunk).

These examples are the judge here; what a store answers is understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.s3_server import FakeS3
from webapp.library.s3_client import NOTHING, S3Client, S3Error, sign
from webapp.library.storage_address import StorageAddress

EXAMPLE = StorageAddress(
    "https://examplebucket.s3.amazonaws.com",
    bucket="",
    prefix="",
    region="us-east-1",
    key="AKIAIOSFODNN7EXAMPLE",
    secret="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    cache_bytes=1,
)
THEN = datetime(2013, 5, 24, tzinfo=UTC)
DATE = "Fri, 24 May 2013 00:00:00 GMT"
WELCOME = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"


@pytest.mark.parametrize(
    ("method", "target", "digest", "more", "signature"),
    [
        (
            "GET",
            "/test.txt",
            NOTHING,
            {"range": "bytes=0-9"},
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT",
            "/test%24file.text",
            WELCOME,
            {"date": DATE, "x-amz-storage-class": "REDUCED_REDUNDANCY"},
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        (
            "GET",
            "/?max-keys=2&prefix=J",
            NOTHING,
            {},
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)
def test_a_request_is_signed_as_the_published_example(
    method: str, target: str, digest: str, more: dict[str, str], signature: str
) -> None:
    headers = sign(EXAMPLE, method, EXAMPLE.endpoint + target, digest=digest, now=THEN, more=more)
    assert headers["authorization"].endswith(f"Signature={signature}")


@pytest.fixture
def bucket() -> Iterator[FakeS3]:
    with FakeS3() as bucket:
        yield bucket


@pytest.fixture
def client(bucket: FakeS3) -> Iterator[S3Client]:
    opened = S3Client(
        StorageAddress(bucket.url, bucket.bucket, "", "us-east-1", bucket.key, bucket.secret, cache_bytes=1)
    )
    yield opened
    opened.close()


def test_keys_of_any_characters_are_listed_in_pages(bucket: FakeS3, client: S3Client) -> None:
    bucket.objects = {f"a b/{name}": b"" for name in ("ü&1", "+", "~x", "1=2", "<&>", "plain", "日本")}
    bucket.objects["elsewhere"] = b""
    assert list(client.keys("a b/")) == sorted(key for key in bucket.objects if key.startswith("a b/"))


def test_an_answer_of_a_moment_is_asked_for_again(bucket: FakeS3, client: S3Client, tmp_path: Path) -> None:
    left = ["first", "second"]
    bucket.answer = lambda method, key: (
        (503, b"<Error><Code>SlowDown</Code></Error>") if left and left.pop() else None
    )
    (tmp_path / "file").write_bytes(b"")
    client.put("kept", tmp_path / "file", sha256=NOTHING)
    assert bucket.objects == {"kept": b""}


def test_other_bytes_than_announced_are_not_taken(bucket: FakeS3, client: S3Client, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"other")
    with pytest.raises(S3Error):
        client.put("kept", tmp_path / "file", sha256=NOTHING)
    assert bucket.objects == {}


@pytest.mark.parametrize("body", [b"", b"<html>", b"<Error/>", b"\0"])
def test_an_answer_that_is_no_xml_is_an_error_all_the_same(
    bucket: FakeS3, client: S3Client, body: bytes
) -> None:
    bucket.answer = lambda method, key: (418, body)
    with pytest.raises(S3Error, match="418"):
        client.check("")
