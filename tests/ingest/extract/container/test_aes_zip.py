"""Zips that are encrypted by AES open with their password and no other."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import PasswordNeeded
from ingest.domain.parts import Part
from tests.support.containers import aes_locked

Unpack = Callable[..., Extraction]
BytesOf = Callable[[Part], bytes]
TEXT = "".join(random.Random(5).choices("abcdefgh \n", k=300_000)).encode()


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_the_right_password_opens_it(unpack: Unpack, bytes_of: BytesOf, strength: int) -> None:
    (part,) = unpack(aes_locked("a.txt", TEXT, "sesame", strength=strength), "a.zip", password="sesame").parts
    assert (part.path, part.failure_code) == ("a.txt", "")
    assert bytes_of(part) == TEXT


@pytest.mark.parametrize("password", [None, "wrong"])
def test_no_password_and_a_wrong_one_ask_for_it(unpack: Unpack, password: str | None) -> None:
    with pytest.raises(PasswordNeeded):
        unpack(aes_locked("a.txt", TEXT, "sesame"), "a.zip", password=password)


def test_bytes_that_were_changed_are_noticed(unpack: Unpack) -> None:
    data = bytearray(aes_locked("a.txt", TEXT, "sesame"))
    data[60_000] ^= 1
    with pytest.raises(PasswordNeeded):  # nothing of it can be read: it is asked for once more
        unpack(bytes(data), "a.zip", password="sesame")
