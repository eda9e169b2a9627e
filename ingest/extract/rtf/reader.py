"""Reads the control words of an RTF file one by one: what is text, where it goes and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ingest.extract.rtf.fonts import FontTable, codec_of_page
from ingest.extract.rtf.state import Into, State, Weight
from ingest.extract.rtf.styles import Style, StyleSheet
from ingest.extract.rtf.texts import Texts
from ingest.extract.rtf.tokens import Kind, Token
from ingest.extract.rtf.words import CHARACTERS, DATE_PARTS, INFO, READ_STARRED, SIGNS, SKIPPED
from ingest.extract.rtf.writing import CellLook, ParagraphWriter, Seen

_DEEPEST = 10_000
_LARGEST = 3_276
"""Half-points of the largest type that word processors set."""


class RtfReader:
    """Feeds paragraphs to a writer. After `read`, info and the counts are complete."""

    def __init__(self, styles: StyleSheet, writer: ParagraphWriter) -> None:
        self._styles = styles
        self._writer = writer
        self._fonts = FontTable()
        self._state = State()
        self._stack: list[State] = []
        self._texts = Texts(self._fonts)
        self._entry = Style()
        self._entry_number: int | None = 0
        self._marker = ""
        self._labels = 0
        self._look = CellLook()
        self.info: dict[str, str] = {}
        self.pictures = self.comments = 0

    @property
    def hidden(self) -> int:
        """How many characters nobody sees."""
        return self._texts.hidden

    def read(self, source: Iterable[Token]) -> None:
        """Read a whole file."""
        for token in source:
            if token.kind is Kind.TEXT or token.kind is Kind.BYTE:
                self._texts.add(token.data)
            elif token.kind is Kind.WORD:
                self._word(token.name, token.number)
            elif token.kind is Kind.SYMBOL:
                self._sign(token.name)
            elif token.kind is Kind.OPEN:
                self._open()
            else:
                self._close()
        self._end_paragraph()
        self._writer.finish()

    def _open(self) -> None:
        self._texts.end_group(self._state)
        if len(self._stack) < _DEEPEST:
            self._stack.append(self._state)
            self._state = self._state.inner()

    def _close(self) -> None:
        self._texts.end_group(self._state)
        ended = self._state
        if not self._stack:
            return
        self._state = self._stack.pop()
        into = ended.into
        if into is self._state.into and into not in (Into.STYLES, Into.FONTS, Into.INFO):
            return
        if into is Into.NOTE:
            self._end_note()
        elif into is Into.MARKER:
            self._marker = " ".join(self._texts.take(Into.MARKER).split())
        elif into is Into.STYLES:
            self._end_style(ended)
        elif into is Into.DEFAULTS:
            self._styles.everywhere = ended.weight
        elif into is Into.FONTS:
            self._fonts.close(self._texts.take(Into.FONTS).strip())
        elif into is Into.INFO and ended.field:
            text = " ".join(self._texts.take(Into.INFO).split())
            if text:
                self.info.setdefault(ended.field, text)

    def _end_note(self) -> None:
        text = self._texts.take(Into.NOTE)
        if text.strip() and not self._state.hidden:
            self._labels += 1
            self._texts.put(f"[^{self._labels}]", self._state)
            self._writer.note(str(self._labels), text)

    def _end_style(self, ended: State) -> None:
        name = self._texts.take(Into.STYLES).strip().rstrip(";").strip()
        if name and self._entry_number is not None:
            self._entry.name = name
            self._entry.weight, self._entry.wide_weight = ended.weight, ended.wide_weight
            self._styles.add(self._entry_number, self._entry)
        self._entry, self._entry_number = Style(), 0

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._state.starred = True
        elif sign in "\r\n":
            self._word("par", None)
        elif sign in SIGNS:
            self._texts.add_sign(sign, SIGNS[sign], self._state)

    def _word(self, name: str, number: int | None) -> None:
        if name == "u":
            self._texts.add_character(number or 0, self._state)
            return
        if self._texts.skips_one():
            return
        self._texts.flush(self._state)
        state = self._state
        starred, state.starred = state.starred, False
        if state.into is Into.NOTHING:
            self.pictures += name in ("pngblip", "jpegblip", "emfblip", "wmetafile", "dibitmap")
            return
        handler = _HANDLERS.get(name)
        if name in SKIPPED or (starred and handler is None and name not in READ_STARRED):
            self.comments += name == "annotation"
            self.pictures += name == "pict"
            state.into = Into.NOTHING
        elif name in CHARACTERS:
            self._texts.put(CHARACTERS[name], state)
        elif handler is not None:
            handler(self, number)
        elif name in INFO and state.into is Into.INFO:
            state.field = name
        elif name in DATE_PARTS and state.into is Into.INFO:
            self._texts.put(f"{number or 0:02d} ", state)

    def _end_paragraph(self, _number: int | None = None) -> None:
        self._texts.flush(self._state)
        if self._state.into is Into.NOTE:
            self._texts.put("\n", self._state)
            return
        if self._state.into is not Into.BODY:
            return
        text, code, loudness = self._texts.take_paragraph()
        marker, self._marker = self._marker, ""
        self._writer.paragraph(Seen(text, marker, code, loudness), self._state)

    def _end_cell(self, _number: int | None) -> None:
        self._state.in_table = True
        self._end_paragraph()
        self._writer.cell()

    def _end_row(self, _number: int | None) -> None:
        self._writer.row()

    def _begin_row(self, _number: int | None) -> None:
        self._writer.looks, self._look = [], CellLook()

    def _define_cell(self, _number: int | None) -> None:
        self._writer.looks.append(self._look)
        self._look = CellLook()

    def _goes_into(self, into: Into) -> None:
        self._state.into = into

    def _set_style(self, number: int | None) -> None:
        if self._state.into is Into.STYLES:
            self._entry_number = number or 0
        else:
            self._state.style = number

    def _set_outline(self, number: int | None) -> None:
        if self._state.into is Into.STYLES:
            self._entry.outline = number
        else:
            self._state.outline = number

    def _set_base(self, number: int | None) -> None:
        if self._state.into is Into.STYLES:
            self._entry.based_on = number

    def _set_no_paragraph_style(self, _number: int | None) -> None:
        """Styles of characters, tables and sections have numbers of their own."""
        if self._state.into is Into.STYLES:
            self._entry_number = None

    def _set_font(self, number: int | None) -> None:
        if self._state.into is Into.FONTS:
            self._fonts.open(number)
        self._state.font = number

    def _set_wide_font(self, number: int | None) -> None:
        if self._state.in_wide and not self._state.aside:
            self._state.wide = number

    def _set_charset(self, number: int | None) -> None:
        if self._state.into is Into.FONTS:
            self._fonts.set_charset(number)

    def _set_font_page(self, number: int | None) -> None:
        if self._state.into is Into.FONTS:
            self._fonts.set_page(number)

    def _set_page(self, number: int | None) -> None:
        self._fonts.codec = codec_of_page(number)

    def _set_mac(self, _number: int | None) -> None:
        self._fonts.codec = "mac_roman"


def _setting(name: str, *, default: int) -> Callable[[RtfReader, int | None], None]:
    """Return a handler that stores a number, or whether it is not 0, in the state."""

    def store(reader: RtfReader, number: int | None) -> None:
        value = default if number is None else number
        known = getattr(reader._state, name)
        setattr(reader._state, name, bool(value) if isinstance(known, bool) else max(0, min(value, 100_000)))

    return store


def _sensible(half_points: int | None) -> int | None:
    return min(half_points, _LARGEST) if half_points and half_points > 0 else None


def _into(into: Into) -> Callable[[RtfReader, int | None], None]:
    return lambda reader, _: reader._goes_into(into)


def _wide(on: bool) -> Callable[[RtfReader, int | None], None]:
    def store(reader: RtfReader, _number: int | None) -> None:
        reader._state.in_wide, reader._state.aside = on, False

    return store


def _aside(on: bool) -> Callable[[RtfReader, int | None], None]:
    return lambda reader, _: setattr(reader._state, "aside", on)


def _merged(name: str) -> Callable[[RtfReader, int | None], None]:
    return lambda reader, _: setattr(reader._look, name, True)


_Handler = Callable[[RtfReader, int | None], None]
_HANDLERS: dict[str, _Handler] = {
    "par": RtfReader._end_paragraph,
    "sect": RtfReader._end_paragraph,
    "page": RtfReader._end_paragraph,
    "cell": RtfReader._end_cell,
    "nestcell": RtfReader._end_paragraph,
    "row": RtfReader._end_row,
    "trowd": RtfReader._begin_row,
    "cellx": RtfReader._define_cell,
    "clmrg": _merged("across"),
    "clvmrg": _merged("down"),
    "pard": lambda reader, _: reader._state.new_paragraph(),
    "plain": lambda reader, _: reader._state.plain(),
    "intbl": _setting("in_table", default=1),
    "ilvl": _setting("list_level", default=0),
    "li": _setting("indent", default=0),
    "uc": _setting("skip", default=1),
    "v": _setting("hidden", default=1),
    "deleted": _setting("deleted", default=1),
    "s": RtfReader._set_style,
    "outlinelevel": RtfReader._set_outline,
    "sbasedon": RtfReader._set_base,
    "f": RtfReader._set_font,
    "af": RtfReader._set_wide_font,
    "fcharset": RtfReader._set_charset,
    "cpg": RtfReader._set_font_page,
    "ansicpg": RtfReader._set_page,
    "mac": RtfReader._set_mac,
    "deff": lambda reader, number: setattr(reader._fonts, "default", number),
    "b": lambda reader, number: reader._state.say(Weight(bold=number != 0)),
    "fs": lambda reader, number: reader._state.say(Weight(size=_sensible(number))),
    "ab": lambda reader, number: reader._state.say_aside(Weight(bold=number != 0)),
    "afs": lambda reader, number: reader._state.say_aside(Weight(size=_sensible(number))),
    "rtlch": _aside(True),
    "ltrch": _aside(False),
    "shptxt": lambda reader, _: setattr(reader._state, "boxed", True),
    "cs": RtfReader._set_no_paragraph_style,
    "ds": RtfReader._set_no_paragraph_style,
    "ts": RtfReader._set_no_paragraph_style,
    "dbch": _wide(True),
    "loch": _wide(False),
    "hich": _wide(False),
    "fonttbl": _into(Into.FONTS),
    "stylesheet": _into(Into.STYLES),
    "defchp": _into(Into.DEFAULTS),
    "info": _into(Into.INFO),
    "listtext": _into(Into.MARKER),
    "pntext": _into(Into.MARKER),
    "footnote": _into(Into.NOTE),
}
