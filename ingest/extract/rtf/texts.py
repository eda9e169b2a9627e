"""Characters of an RTF file on their way into text: decoded by their font, kept where their group puts them."""

from __future__ import annotations

from collections import Counter

from ingest.extract.east_asian_faces import has_east_asian
from ingest.extract.paragraph_looks import Look, Loudness
from ingest.extract.rtf.fonts import FontTable, is_multi_byte, joined
from ingest.extract.rtf.state import Into, State


class Texts:
    """What has been read so far, by where it goes. hidden: characters of the body that nobody sees."""

    def __init__(self, fonts: FontTable) -> None:
        self._fonts = fonts
        self._bytes = bytearray()
        self._skip = 0
        self._texts: dict[Into, list[str]] = {into: [] for into in Into}
        self._code: bool | None = None
        self._loudness: Loudness = Counter()
        self.hidden = 0

    def add(self, data: bytes) -> None:
        """Take bytes as they are, without those that only stand for a character that was given by its number."""
        if self._skip:
            kept = data[self._skip :]
            self._skip -= len(data) - len(kept)
            data = kept
        self._bytes += data

    def add_sign(self, sign: str, shown: str, state: State) -> None:
        """Take a control sign, which may be the second byte of a character; shown: what it stands for else."""
        if self._bytes and is_multi_byte(self._codec(state)):
            self.add(sign.encode("latin-1"))
        elif not self.skips_one():
            self.flush(state)
            self.put(shown, state)

    def add_character(self, number: int, state: State) -> None:
        """Take a character by its number; what stands for it in old readers is passed over."""
        if self.skips_one():
            return
        self.flush(state)
        if -65_536 < number < 0x110000:
            self.put(chr(number & 0xFFFF if number < 0 else number), state)
        self._skip = state.skip

    def skips_one(self) -> bool:
        """Return whether what comes only stands for a character that is there already, and pass over it."""
        if self._skip:
            self._skip -= 1
            return True
        return False

    def end_group(self, state: State) -> None:
        """Decode what waits at the end of a group, or before one begins."""
        self.flush(state)
        self._skip = 0

    def flush(self, state: State) -> None:
        """Decode the bytes that wait: characters of several bytes may have come in several tokens."""
        if self._bytes:
            data, self._bytes = bytes(self._bytes), bytearray()
            self.put(data.decode("ascii" if data.isascii() else self._codec(state), "replace"), state)

    def put(self, text: str, state: State) -> None:
        """Keep a text where its group puts it."""
        if state.into is Into.NOTHING or not text:
            return
        if state.into is Into.BODY and (state.hidden or state.deleted):
            self.hidden += len(text.strip()) if state.hidden else 0
            return
        self._texts[state.into].append(text)
        if state.into is Into.BODY and (count := len(text.strip())):
            self._code = self._fonts.font(state.font).one_width and self._code is not False
            weight, gothic = state.weight, None
            if has_east_asian(text):
                weight, gothic = state.wide_weight.over(weight), self._fonts.font(_shown_in(state)).gothic
            self._loudness[Look(weight.bold, weight.size, gothic)] += count

    def take(self, into: Into) -> str:
        """Return what went to a place, which is empty then."""
        found, self._texts[into] = self._texts[into], []
        return "".join(found)

    def take_paragraph(self) -> tuple[str, bool, Loudness]:
        """Return a paragraph of the body: its text, whether all of it is in type of one width, how loud it is."""
        code, self._code = bool(self._code), None
        loudness, self._loudness = self._loudness, Counter()
        return joined(self.take(Into.BODY)), code, loudness

    def _codec(self, state: State) -> str:
        return self._fonts.codec_of(_shown_in(state))


def _shown_in(state: State) -> int | None:
    """Return the number of the font that East Asian text is in."""
    return state.wide if state.in_wide and state.wide is not None else state.font
