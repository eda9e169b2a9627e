from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webapp.library.errors import BadRequest, TooBig
from webapp.library.file_store import LocalFileStore
from webapp.uploads.multipart import MAX_FIELD_BYTES, MultipartBody, boundary_of

BOUNDARY = b"----frame"


def part(content: bytes, disposition: str, *headers: str) -> bytes:
    head = "\r\n".join([f"Content-Disposition: {disposition}", *headers])
    return b"--" + BOUNDARY + b"\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n"


def whole(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--" + BOUNDARY + b"--\r\n"


FILE = part(b"# One", 'form-data; name="file"; filename="one.md"', "Content-Type: text/markdown")
FIELD = part("法律".encode(), 'form-data; name="collection"')


@pytest.fixture
def store(tmp_path: Path) -> LocalFileStore:
    return LocalFileStore(tmp_path)


def body_of(store: LocalFileStore, limit: int = 1_000) -> MultipartBody:
    return MultipartBody(BOUNDARY, store.writer, limit=limit)


def files_in(store: LocalFileStore) -> list[Path]:
    return [path for path in store.root.rglob("*") if path.is_file()]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(size=st.integers(1, 40), content=st.binary(max_size=200))
def test_files_and_fields_arrive_however_the_body_is_cut(
    store: LocalFileStore, size: int, content: bytes
) -> None:
    raw = whole(FIELD, FILE, part(content, 'form-data; name="x"; filename="報告.pdf"'))
    body = body_of(store)
    for start in range(0, len(raw), size):
        body.feed(raw[start : start + size])
    arrivals = body.finish()
    assert [(a.name, a.file.path.read_bytes()) for a in arrivals] == [
        ("one.md", b"# One"),
        ("報告.pdf", content),
    ]
    assert body.fields == {"collection": "法律"}
    body.discard()
    assert files_in(store) == []


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ('a\\"b.md', 'a"b.md'),
        ("a%22b.md", 'a"b.md'),
        ("", ""),
        ("../x.md", "../x.md"),
        ("100%.md", "100%.md"),
    ],
)
def test_file_names_are_taken_as_browsers_send_them(store: LocalFileStore, sent: str, name: str) -> None:
    body = body_of(store)
    body.feed(whole(part(b"x", f'form-data; name="file"; filename="{sent}"')))
    assert body.finish()[0].name == name
    body.discard()


def test_a_body_that_was_cut_off_is_refused(store: LocalFileStore) -> None:
    raw = whole(FILE)
    for length in range(len(raw) - 4):
        body = body_of(store)
        body.feed(raw[:length])
        with pytest.raises(BadRequest):
            body.finish()
        body.discard()
    assert files_in(store) == []


@pytest.mark.parametrize(
    "raw", [b"not multipart at all", whole(part(b"x", "attachment")), b"--" + BOUNDARY + b"\r\n\0: x\r\n\r\n"]
)
def test_what_is_no_form_is_refused(store: LocalFileStore, raw: bytes) -> None:
    body = body_of(store)
    with pytest.raises(BadRequest):
        body.feed(raw)


def test_a_form_without_a_file_is_refused(store: LocalFileStore) -> None:
    body = body_of(store)
    body.feed(whole(FIELD))
    with pytest.raises(BadRequest, match="no file"):
        body.finish()


def test_limits_hold_while_streaming(store: LocalFileStore) -> None:
    body = body_of(store, limit=10)
    with pytest.raises(TooBig, match="Too large"):
        body.feed(whole(part(b"x" * 11, 'form-data; name="file"; filename="a"')))
    body.discard()
    with pytest.raises(TooBig, match="64 KB"):
        body_of(store).feed(whole(part(b"x" * (MAX_FIELD_BYTES + 1), 'form-data; name="note"')))
    with pytest.raises(TooBig, match="fields"):
        body_of(store).feed(whole(*(part(b"x", f'form-data; name="f{n}"') for n in range(51))))
    assert files_in(store) == []


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ("multipart/form-data; boundary=abc", b"abc"),
        ('Multipart/Form-Data; boundary="a b"', b"a b"),
        ("multipart/form-data", None),
        ("multipart/mixed; boundary=abc", None),
        ("text/plain; boundary=abc", None),
        ("", None),
    ],
)
def test_the_boundary_is_read_from_the_content_type(content_type: str, boundary: bytes | None) -> None:
    assert boundary_of(content_type) == boundary


def test_a_boundary_that_is_too_long_is_refused(store: LocalFileStore) -> None:
    with pytest.raises(BadRequest, match="boundary"):
        MultipartBody(b"x" * 500, store.writer, limit=1)
