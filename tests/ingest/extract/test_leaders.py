"""The page number at the end of an entry, and the dots before it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.leaders import Tail, find_leader, split_tail

_SPECIFIED = re.compile(
    r"^(.*?\S)?[\s.·…‥・．。_\-]*?(?<![\d.,(\[:/–-])[\s.·…‥・．]*?\b([0-9]{1,4}|[ivxlc]{1,7})\s*$"
)
"""The same in one pattern, which needs quadratic time."""

_SIGNS = st.text(alphabet="a第1iv .…。-–(,\u3000", min_size=1, max_size=10)


@given(_SIGNS)
def test_the_number_at_the_end_is_what_the_pattern_finds(text: str) -> None:
    text = text.strip()
    found = _SPECIFIED.match(text)
    assert split_tail(text) == (Tail(found[1] or "", found[2]) if found else None)


def test_a_title_and_its_page_number_are_parted_at_the_dots() -> None:
    assert split_tail("1.2 Tides of the sea . . . . . 17") == ("1.2 Tides of the sea", "17")
    assert split_tail("Preface … iv") == ("Preface", "iv")


def test_the_end_of_a_longer_number_is_no_page_number() -> None:
    assert split_tail("Version 3.12") is None
    assert split_tail("see A-12") is None
    assert split_tail("12345") is None
    assert split_tail("the music") is None


def test_leaders_are_dots_in_a_row() -> None:
    assert find_leader("Tides . . . . 4") is not None
    assert find_leader("潮汐……4") is not None
    assert find_leader("e.g. the U.S. tides 4") is None
    assert find_leader("No dots at all 4") is None
