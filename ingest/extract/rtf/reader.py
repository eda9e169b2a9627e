"""Reads the control words of an RTF file one by one: what is text, where it goes and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ingest.extract.rtf.fonts import Font, codec_of_charset, codec_of_page, is_multi_byte
from ingest.extract.rtf.state import Into, State
from ingest.extract.rtf.styles import Style, StyleSheet
from ingest.extract.rtf.tokens import Kind, Token
from ingest.extract.rtf.writing import CellLook, ParagraphWriter

_DEEPEST = 10_000
_SKIPPED_NAMES = """
    colortbl pict objdata header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn
    aftnsep aftnsepc aftncn xe tc rxe bkmkstart bkmkend fldinst listtable listoverridetable rsidtbl generator
    themedata colorschememapping datastore latentstyles nonshppict private revtbl filetbl pgptbl
    template comment operator company manager category doccomm hlinkbase annotation atnid atnauthor atnref
    atndate falt panose sp fontemb fontfile listname levelnumbers leveltext objclass objname
"""
_SKIPPED = frozenset(_SKIPPED_NAMES.split())
_READ_STARRED = frozenset(
    {"shpinst", "shptxt", "footnote", "ud", "title", "nesttableprops", "shppict", "cs", "ts"}
)
_INFO = frozenset({"title", "author", "keywords", "subject", "creatim", "revtim"})
_CHARACTERS = {
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "zwj": "\u200d",
    "zwnj": "\u200c",
}
_SIGNS = {"~": "\u00a0", "_": "-", "\\": "\\", "{": "{", "}": "}", "-": "", "\t": "\t"}


class RtfReader:
    """Feeds paragraphs to a writer. After `read`, info and the counts are complete."""

    def __init__(self, styles: StyleSheet, writer: ParagraphWriter) -> None:
        self._styles = styles
        self._writer = writer
        self._fonts: dict[int, Font] = {}
        self._codec = "cp1252"
        self._default_font: int | None = None
        self._state = State()
        self._stack: list[State] = []
        self._bytes = bytearray()
        self._skip = 0
        self._texts: dict[Into, list[str]] = {into: [] for into in Into}
        self._entry = Style()
        self._entry_number = 0
        self._code: bool | None = None
        self._marker = ""
        self._labels = 0
        self._look = CellLook()
        self.info: dict[str, str] = {}
        self.pictures = self.hidden = self.comments = 0

    def read(self, source: Iterable[Token]) -> None:
        """Read a whole file."""
        for token in source:
            if token.kind is Kind.TEXT or token.kind is Kind.BYTE:
                self._characters(token.data)
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
        self._flush()
        self._skip = 0
        if len(self._stack) < _DEEPEST:
            self._stack.append(self._state)
            self._state = self._state.inner()

    def _close(self) -> None:
        self._flush()
        self._skip = 0
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
            self._marker = " ".join("".join(self._take(Into.MARKER)).split())
        elif into is Into.STYLES:
            self._end_style()
        elif into is Into.FONTS:
            self._end_font()
        elif into is Into.INFO and ended.field:
            text = " ".join("".join(self._take(Into.INFO)).split())
            if text:
                self.info.setdefault(ended.field, text)

    def _end_note(self) -> None:
        text = "".join(self._take(Into.NOTE))
        if text.strip() and not self._state.hidden:
            self._labels += 1
            self._put(f"[^{self._labels}]")
            self._writer.note(str(self._labels), text)

    def _end_style(self) -> None:
        name = "".join(self._take(Into.STYLES)).strip().rstrip(";").strip()
        if name:
            self._entry.name = name
            self._styles.add(self._entry_number, self._entry)
        self._entry, self._entry_number = Style(), 0

    def _end_font(self) -> None:
        name = "".join(self._take(Into.FONTS)).strip().rstrip(";").strip()
        if name and self._state.font is None and self._entry_number in self._fonts:
            self._fonts[self._entry_number].name = name.split(";")[0]

    def _take(self, into: Into) -> list[str]:
        found, self._texts[into] = self._texts[into], []
        return found

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._state.starred = True
        elif sign in "\r\n":
            self._word("par", None)
        elif sign in _SIGNS:
            if self._bytes and is_multi_byte(self._current_codec()):
                self._characters(sign.encode("latin-1"))
            elif self._skip:
                self._skip -= 1
            else:
                self._flush()
                self._put(_SIGNS[sign])

    def _characters(self, data: bytes) -> None:
        if self._skip:
            kept = data[self._skip :]
            self._skip -= len(data) - len(kept)
            data = kept
        self._bytes += data

    def _current_codec(self) -> str:
        state = self._state
        number = state.wide if state.in_wide and state.wide is not None else state.font
        font = self._fonts.get(number if number is not None else self._default_font or 0)
        return (font.codec if font else None) or self._codec

    def _flush(self) -> None:
        """Decode the bytes that wait: characters of several bytes may have come in several tokens."""
        if self._bytes:
            data, self._bytes = bytes(self._bytes), bytearray()
            self._put(data.decode("ascii" if data.isascii() else self._current_codec(), "replace"))

    def _put(self, text: str) -> None:
        state = self._state
        if state.into is Into.NOTHING or not text:
            return
        if state.into is Into.BODY and (state.hidden or state.deleted):
            self.hidden += len(text.strip()) if state.hidden else 0
            return
        self._texts[state.into].append(text)
        if state.into is Into.BODY and text.strip():
            number = state.font if state.font is not None else self._default_font
            font = self._fonts.get(number or 0)
            self._code = bool(font and font.one_width) and self._code is not False

    def _word(self, name: str, number: int | None) -> None:
        if name == "u":
            self._unicode(number or 0)
            return
        if self._skip:
            self._skip -= 1
            return
        self._flush()
        state = self._state
        starred, state.starred = state.starred, False
        if state.into is Into.NOTHING:
            self.pictures += name in ("pngblip", "jpegblip", "emfblip", "wmetafile", "dibitmap")
            return
        handler = _HANDLERS.get(name)
        if name in _SKIPPED or (starred and handler is None and name not in _READ_STARRED):
            self.comments += name == "annotation"
            self.pictures += name == "pict"
            state.into = Into.NOTHING
        elif name in _CHARACTERS:
            self._put(_CHARACTERS[name])
        elif handler is not None:
            handler(self, number)
        elif name in _INFO and state.into is Into.INFO:
            state.field = name
        elif name in _DATE_PARTS and state.into is Into.INFO:
            self._texts[Into.INFO].append(f"{number or 0:02d} ")

    def _unicode(self, number: int) -> None:
        if self._skip:
            self._skip -= 1
            return
        self._flush()
        if -65_536 < number < 0x110000:
            self._put(chr(number & 0xFFFF if number < 0 else number))
        self._skip = self._state.skip

    def _end_paragraph(self, _number: int | None = None) -> None:
        self._flush()
        if self._state.into is Into.NOTE:
            self._texts[Into.NOTE].append("\n")
            return
        if self._state.into is not Into.BODY:
            return
        text = joined("".join(self._take(Into.BODY)))
        marker, self._marker = self._marker, ""
        code, self._code = bool(self._code), None
        self._writer.paragraph(text, self._state, marker=marker, code=code)

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

    def _set_font(self, number: int | None) -> None:
        if self._state.into is Into.FONTS:
            self._entry_number = number or 0
            self._fonts.setdefault(self._entry_number, Font())
        else:
            self._state.font = number

    def _set_wide_font(self, number: int | None) -> None:
        if self._state.in_wide:
            self._state.wide = number

    def _set_charset(self, number: int | None) -> None:
        if self._state.into is Into.FONTS and self._entry_number in self._fonts:
            self._fonts[self._entry_number].codec = codec_of_charset(number)

    def _set_font_page(self, number: int | None) -> None:
        if self._state.into is Into.FONTS and number and self._entry_number in self._fonts:
            self._fonts[self._entry_number].codec = codec_of_page(number)

    def _set_page(self, number: int | None) -> None:
        self._codec = codec_of_page(number)

    def _set_mac(self, _number: int | None) -> None:
        self._codec = "mac_roman"


def joined(text: str) -> str:
    """Return text with its surrogates, which stand as two numbers, as one character each."""
    if not any("\ud800" <= character <= "\udfff" for character in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


_DATE_PARTS = frozenset({"yr", "mo", "dy", "hr", "min"})


def _setting(name: str, *, default: int) -> Callable[[RtfReader, int | None], None]:
    """Return a handler that stores a number, or whether it is not 0, in the state."""

    def store(reader: RtfReader, number: int | None) -> None:
        value = default if number is None else number
        known = getattr(reader._state, name)
        setattr(reader._state, name, bool(value) if isinstance(known, bool) else max(0, min(value, 100_000)))

    return store


def _into(into: Into) -> Callable[[RtfReader, int | None], None]:
    return lambda reader, _: reader._goes_into(into)


def _wide(on: bool) -> Callable[[RtfReader, int | None], None]:
    return lambda reader, _: setattr(reader._state, "in_wide", on)


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
    "deff": lambda reader, number: setattr(reader, "_default_font", number),
    "dbch": _wide(True),
    "loch": _wide(False),
    "hich": _wide(False),
    "fonttbl": _into(Into.FONTS),
    "stylesheet": _into(Into.STYLES),
    "info": _into(Into.INFO),
    "listtext": _into(Into.MARKER),
    "pntext": _into(Into.MARKER),
    "footnote": _into(Into.NOTE),
}
