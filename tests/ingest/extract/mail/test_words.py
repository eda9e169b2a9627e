"""Headers and bodies in the encodings that mail programs really use, and misuse."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta, timezone

import pytest

from ingest.extract.mail.words import header_text, moment, people, shown, text_of


def word(text: str, codec: str, label: str) -> str:
    return f"=?{label}?B?{base64.b64encode(text.encode(codec)).decode()}?="


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Plain subject", "Plain subject"),
        (word("会議の案内", "iso2022_jp", "ISO-2022-JP"), "会議の案内"),
        (word("会议通知：朱镕基", "gb18030", "gb2312"), "会议通知：朱镕基"),
        (word("會議", "big5", "big5"), "會議"),
        (word("회의 안내", "cp949", "ks_c_5601-1987"), "회의 안내"),
        ("=?iso-8859-1?Q?Caf=E9_au_lait?=", "Café au lait"),
        ("Re: =?utf-8?Q?=C3=9Cbung?= (fwd)", "Re: Übung (fwd)"),
        ("=?utf-8?Q?a?=\r\n =?utf-8?Q?b?=", "ab"),
        ("Folded\r\n subject", "Folded subject"),
        ("=?utf-8?B?not base64!?=", None),
        ("=?no-such-charset?Q?text?=", "text"),
        ("\x1b$B2q5D\x1b(B", "会議"),
    ],
)
def test_a_header_is_one_line_of_text(raw: str, text: str | None) -> None:
    found = header_text(raw)
    assert found == text if text is not None else "\n" not in found


def test_a_character_that_two_encoded_words_share_is_whole() -> None:
    data = "会議".encode()
    halves = [f"=?utf-8?B?{base64.b64encode(half).decode()}?=" for half in (data[:4], data[4:])]
    assert header_text(" ".join(halves)) == "会議"


def test_bare_bytes_in_a_header_are_read() -> None:
    raw = "会议的通知和安排".encode("gb18030").decode("ascii", "surrogateescape")
    assert header_text(raw) == "会议的通知和安排"


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("山田です。".encode("iso2022_jp"), "ISO-2022-JP", "山田です。"),
        (b"\x1b$B-!|b\x1b(B and ASCII", "iso-2022-jp", "①\u9ad9 and ASCII"),
        ("朱镕基".encode("gb18030"), "gb2312", "朱镕基"),
        ("〜と～".encode("cp932", "replace"), "shift_jis", None),
        ("naïve".encode("cp1252"), "us-ascii", "naïve"),
        (b"caf\xe9 \x93quoted\x94", "iso-8859-1", "café “quoted”"),
        ("Тест кодировки письма".encode("koi8-r"), "koi8-r", "Тест кодировки письма"),
        ("text".encode("utf-16-le"), "utf-16-le", "text"),
        (b"text", "no-such-charset", "text"),
    ],
)
def test_a_body_is_read_as_what_it_is(data: bytes, charset: str, text: str | None) -> None:
    found = text_of(data, charset)
    assert found == text if text is not None else "\ufffd" not in found


def test_people_have_names_and_addresses() -> None:
    raw = [
        '"Doe, Jane" <jane@example.org>, bob@example.org',
        word("山田 太郎", "iso2022_jp", "ISO-2022-JP") + " <y@x.jp>",
    ]
    found = people(raw)
    assert [shown(person) for person in found] == [
        "Doe, Jane <jane@example.org>",
        "bob@example.org",
        "山田 太郎 <y@x.jp>",
    ]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Fri, 31 May 2024 14:00:00 +0900", datetime(2024, 5, 31, 14, tzinfo=timezone(timedelta(hours=9)))),
        ("31 May 2024 05:00:00 -0000", datetime(2024, 5, 31, 5, tzinfo=UTC)),
        ("yesterday", None),
        ("", None),
        (None, None),
        ("Fri, 31 May 99999 14:00:00 +0900", None),
    ],
)
def test_a_date_is_a_time_or_nothing(raw: object, expected: datetime | None) -> None:
    assert moment(raw) == expected
