"""A PDF file as MuPDF sees it: pages, links, bookmarks, metadata. The only module that knows PyMuPDF."""

from __future__ import annotations

import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
from pymupdf import mupdf

from ingest.domain.document import BookmarkHint
from ingest.domain.errors import Damaged, EmptyFile, PasswordNeeded

Box = tuple[float, float, float, float]

_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_CLIP
_STRUCTURE_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_COLLECT_STRUCTURE
_EVERYWHERE = pymupdf.INFINITE_RECT()
_SHRINK_EVERY = 64
_MAX_BOOKMARKS = 50_000
_A_DRAWING = 20
_PIXELS = 600
_PAPER = 232
_LOOKED_AT = 1_200
_NOTICED = 8
_STRAY = 0.01
_NEIGHBOURS = 0.35
_BAND = 24
_ONE_BY_ONE = 100
_TEXT = frozenset({"fill-text", "stroke-text"})
_STRINGS = re.compile(rb"<[0-9A-Fa-f\s]+>(?=[^<>()]*T[jJ])|\((?:[^()\\]|\\.)*\)")
_SHOW_TEXT = re.compile(rb"\bT[jJ]\b")


class _Nowhere(io.TextIOBase):
    """Takes every text and keeps none; a file would stay open for ever."""

    def write(self, text: str) -> int:
        return len(text)


pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)
# PyMuPDF talks on standard output, which belongs to the protocol of the child process.
pymupdf.set_messages(stream=_Nowhere())


class UnreadablePage(Exception):
    """MuPDF could not make sense of one page; the rest of the file may be fine."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as MuPDF gives it. blocks: dicts of text (type 0) and vectors (type 3), unrotated coordinates.

    width and height are those of the page as it is shown; matrix maps a point to it, None for the identity.
    """

    width: float
    height: float
    blocks: list[dict[str, Any]]
    matrix: tuple[float, float, float, float, float, float] | None


@dataclass(frozen=True, slots=True)
class Link:
    """A link inside the file: where it lies on its page, and how to find the page that it leads to."""

    box: Box
    uri: str
    resolve: Callable[[str], int | None]

    @property
    def target(self) -> int | None:
        """The 0-based page; None where it leads nowhere. Resolved when asked for: that is slow in MuPDF."""
        return self.resolve(self.uri)


class PdfFile:
    """An open PDF. Close it, or use it as a context manager."""

    def __init__(self, path: Path, password: str | None = None) -> None:
        """Open a file. Raises EmptyFile, Damaged or PasswordNeeded."""
        if path.stat().st_size == 0:
            raise EmptyFile
        try:
            self._file = pymupdf.open(path, filetype="pdf")
        except Exception as error:
            raise Damaged from error
        if not self._file.is_pdf:
            self._file.close()
            raise Damaged("This is not a PDF, whatever its name says. Give it the ending of its real kind.")
        if self._file.needs_pass and not self._file.authenticate(password or ""):
            self._file.close()
            raise PasswordNeeded
        self._targets: dict[str, int | None] = {}
        self.page_count = self._count_pages()

    def __enter__(self) -> PdfFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _count_pages(self) -> int:
        """The number of pages; counting itself can fail on broken page trees."""
        try:
            count = int(self._file.page_count)
        except Exception as error:
            raise Damaged from error
        if count <= 0:
            raise Damaged
        return count

    @property
    def was_repaired(self) -> bool:
        """Whether the file's tables were broken and had to be made again: some of it may be missing."""
        return bool(self._file.is_repaired)

    def read(self, index: int) -> RawPage:
        """Parse one page (0-based), once. Text outside the page is included. Raises UnreadablePage."""
        if index and index % _SHRINK_EVERY == 0:
            pymupdf.TOOLS.store_shrink(100)
        try:
            page = self._file[index]
            data = page.get_textpage(clip=_EVERYWHERE, flags=_FLAGS).extractDICT()
            rect, matrix = page.rect, tuple(page.rotation_matrix) if page.rotation else None
        except Exception as error:
            raise UnreadablePage(str(error)) from error
        return RawPage(rect.width, rect.height, data["blocks"], matrix)

    @property
    def has_structure(self) -> bool:
        """Whether the file carries a structure tree, which says what its headings are."""
        try:
            return bool(self._file.xref_get_key(self._file.pdf_catalog(), "StructTreeRoot")[0] != "null")
        except Exception:
            return False

    def picture(
        self, index: int, *, dpi: int, longest: int, turn: int = 0
    ) -> tuple[int, int, bytes, float] | None:
        """Return a page (0-based) as width, height, RGB pixels and pixels for a point; None on trouble.

        longest: pixels that neither side passes. turn: degrees by which it is turned clockwise.
        """
        try:
            page = self._file[index]
            scale = min(dpi / 72, longest / max(page.rect.width, page.rect.height, 1.0))
            image = page.get_pixmap(
                matrix=pymupdf.Matrix(scale, scale).prerotate(turn), colorspace=pymupdf.csRGB, alpha=False
            )
            return image.width, image.height, bytes(image.samples), scale
        except Exception:
            return None

    def structure(self, index: int) -> str:
        """Return the text of a page (0-based) inside its structure tags, as MuPDF prints it; empty on trouble."""
        try:
            text = self._file[index].get_textpage(clip=_EVERYWHERE, flags=_STRUCTURE_FLAGS)
            buffer = mupdf.FzBuffer(16_384)
            output = mupdf.FzOutput(buffer)
            mupdf.fz_print_stext_page_as_xml_with_flags(output, text.this, 1, 0)
            output.fz_close_output()
            return bytes(buffer.fz_buffer_extract()).decode("utf-8", "replace")
        except Exception:
            return ""

    def shows_more_than_text(self, index: int) -> bool:
        """Whether a page without text shows something: a picture, a drawing, glyphs without a meaning."""
        try:
            page = self._file[index]
            drawn = Counter(kind for kind, _ in page.get_bboxlog())
            pictures = drawn["fill-image"] + drawn["fill-imgmask"] + drawn["fill-shade"]
            if pictures or drawn["fill-path"] + drawn["stroke-path"] >= _A_DRAWING:
                return True
            if drawn["fill-text"] + drawn["stroke-text"] + drawn["ignore-text"]:
                return not page.get_text().strip()
            return _SHOW_TEXT.search(page.read_contents()) is not None
        except Exception:
            return True

    def characters_shown(self, index: int) -> int:
        """About how many characters the instructions of a page show, whatever became of them."""
        try:
            content = self._file[index].read_contents()
        except Exception:
            return 0
        return sum(
            len(text) // 4 if text.startswith(b"<") else len(text) - 2 for text in _STRINGS.findall(content)
        )

    def pictures(self, index: int) -> list[Box]:
        """Return the boxes of the pictures on a page, in the coordinates of its text."""
        try:
            return [tuple(info["bbox"]) for info in self._file[index].get_image_info()]
        except Exception:
            return []

    def grounds(self, index: int, boxes: list[Box]) -> list[bool]:
        """Whether what is painted inside each box (coordinates of the page as shown) is darker than paper."""
        try:
            page = self._file[index]
            scale = min(1.0, _PIXELS / max(page.rect.width, page.rect.height, 1.0))
            image = page.get_pixmap(
                matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False
            )
            return [_is_dark(image, box, scale) for box in boxes]
        except Exception:
            return [True] * len(boxes)

    def pasted(self, index: int) -> list[Box]:
        """Return the boxes of text that pictures were painted over, in the coordinates of the text of a page."""
        try:
            page = self._file[index]
            images = page.get_images(full=True)
            content = page.read_contents() if images else b""
            text = content.find(b"BT")
            inside = any(image[-1] for image in images)
            after = (rb"/%s\s+Do\b" % re.escape(image[7].encode()) for image in images)
            if not inside and not any(re.compile(name).search(content, text) for name in after):
                return []
            return _under_pictures(page.get_bboxlog())
        except Exception:
            return []

    def cropped(self, index: int) -> str:
        """Return the text that lies on the sheet, but outside of what is shown of it; most pages show all."""
        try:
            page = self._file[index]
            sheet, shown = page.mediabox, page.cropbox
            if shown.width >= sheet.width - 1 and shown.height >= sheet.height - 1:
                return ""
            left, top = page.cropbox_position
            page.set_cropbox(sheet)
            try:
                words = page.get_text("words")
            finally:
                page.set_cropbox(shown)
            return " ".join(
                word[4]
                for word in words
                if not (left <= (word[0] + word[2]) / 2 <= left + shown.width)
                or not (top <= (word[1] + word[3]) / 2 <= top + shown.height)
            )
        except Exception:
            return ""

    def unseen(self, index: int, boxes: list[Box], others: list[Box]) -> list[bool | None]:
        """Whether a page looks the same without the text in each box (coordinates of the page as shown).

        others: boxes of text that is not judged; None where they leave too little of a box. A page that cannot be
        painted twice is taken for seen.
        """
        try:
            with pymupdf.open() as copy:
                copy.insert_pdf(self._file, from_page=index, to_page=index, links=False)
                page = copy[0]
                scale = min(1.0, _LOOKED_AT / max(page.rect.width, page.rect.height, 1.0))
                before = _gray(page, scale)
                taken_away = boxes if len(boxes) <= _ONE_BY_ONE else [tuple(page.rect)]
                for box in map(pymupdf.Rect, taken_away):
                    aside = _NEIGHBOURS * box.height if taken_away is boxes else 0.0
                    middle = pymupdf.Rect(box.x0, box.y0 + aside, box.x1, box.y1 - aside)
                    page.add_redact_annot(middle * page.derotation_matrix, fill=False)
                page.apply_redactions(images=0, graphics=0, text=0)
                after = _gray(page, scale)
                near = _by_height(others)
                return [
                    _is_same(before, after, box, near[int(box[1] + box[3]) // 2 // _BAND], scale)
                    for box in boxes
                ]
        except Exception:
            return [False] * len(boxes)

    def links(self, index: int) -> list[Link]:
        """Return the links of a page that stay in the file.

        Walks MuPDF's own list: `Page.get_links` and `Link.next` read all annotations anew for every link.
        """
        found: list[Link] = []
        try:
            page = self._file[index]
            link = page.first_link.this if page.first_link else None
            while link is not None and link.m_internal:
                uri = link.uri() or ""
                if uri.startswith("#"):
                    box = link.rect()
                    found.append(Link((box.x0, box.y0, box.x1, box.y1), uri, self._target))
                link = link.next()
        except Exception:
            return found
        return found

    def _target(self, uri: str) -> int | None:
        if uri not in self._targets:
            self._targets[uri] = self._resolve(uri)
        return self._targets[uri]

    def _resolve(self, uri: str) -> int | None:
        try:
            target = self._file.resolve_link(uri)[0]
        except Exception:
            return None
        return target if isinstance(target, int) and 0 <= target < self.page_count else None

    def bookmarks(self) -> tuple[BookmarkHint, ...]:
        """Return the file's own outline in order; broken targets have no page."""
        try:
            return tuple(self._walk_bookmarks())
        except Exception:
            return ()

    def _walk_bookmarks(self) -> Iterator[BookmarkHint]:
        """Depth first, with an own stack (files nest them 200 deep) and a guard against loops."""
        stack: list[tuple[Any, int]] = [(self._file.outline, 1)]
        seen: set[int] = set()
        while stack and len(seen) < _MAX_BOOKMARKS:
            item, level = stack.pop()
            if item is None or not item.this.m_internal:
                continue
            key = item.this.m_internal_value()
            if key in seen:
                continue
            seen.add(key)
            yield self._bookmark(item, level)
            stack.append((item.next, level))
            stack.append((item.down, level + 1))

    def _bookmark(self, item: Any, level: int) -> BookmarkHint:
        """One entry; MuPDF has already resolved the target of an internal one."""
        page: int | None = int(item.page) + 1
        if item.is_external or page is None or not 1 <= page <= self.page_count:
            page = None
        top = float(item.y) if page is not None and item.y else None
        return BookmarkHint((item.title or "").strip(), level, page, top)

    def metadata(self) -> dict[str, str]:
        """Return what the file says of itself: title, author, keywords, creationDate, modDate, language."""
        facts = {key: str(value) for key, value in (self._file.metadata or {}).items() if value}
        try:
            kind, value = self._file.xref_get_key(self._file.pdf_catalog(), "Lang")
        except Exception:
            return facts
        if kind == "string" and value:
            facts["language"] = value
        return facts


def _is_dark(image: Any, box: Box, scale: float) -> bool:
    """Whether at least half of some pixels inside a box are darker than paper."""
    left, right = (min(image.width - 1, max(0, int(x * scale))) for x in (box[0], box[2]))
    top, bottom = (min(image.height - 1, max(0, int(y * scale))) for y in (box[1], box[3]))
    columns = range(left, right + 1, max(1, (right - left) // 16))
    lines = range(top, bottom + 1, max(1, (bottom - top) // 4))
    dark = sum(image.pixel(x, y)[0] < _PAPER for x in columns for y in lines)
    return bool(2 * dark >= len(columns) * len(lines))


def _under_pictures(drawn: list[tuple[str, Box]]) -> list[Box]:
    """Return what was painted of text before a picture that came over it."""
    found: list[Box] = []
    pictures: list[Box] = []
    for kind, box in reversed(drawn):
        if kind == "fill-image":
            pictures.append(box)
        elif kind in _TEXT:
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            if any(over[0] <= x <= over[2] and over[1] <= y <= over[3] for over in pictures):
                found.append(box)
    return found


def _by_height(boxes: list[Box]) -> defaultdict[int, list[Box]]:
    """Boxes by the bands of the page that they reach into."""
    bands: defaultdict[int, list[Box]] = defaultdict(list)
    for box in boxes:
        for band in range(int(box[1]) // _BAND - 1, int(box[3]) // _BAND + 2):
            bands[band].append(box)
    return bands


def _gray(page: Any, scale: float) -> Any:
    return page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)


def _is_same(before: Any, after: Any, box: Box, others: list[Box], scale: float) -> bool | None:
    """Whether two pictures of a page are alike inside a box, but for stray pixels; None where others fill it."""
    left, right = (min(before.width, max(0, int(x * scale))) for x in (box[0], box[2] + 1 / scale))
    top, bottom = (min(before.height, max(0, int(y * scale))) for y in (box[1], box[3] + 1 / scale))
    columns = set(range(left, right))
    for other in others:
        middle = (other[1] + other[3]) / 2
        if box[1] < middle < box[3] and other[0] < box[2] and other[2] > box[0]:
            columns.difference_update(range(int(other[0] * scale) - 1, int(other[2] * scale) + 2))
    if 4 * len(columns) < right - left or top >= bottom or not columns:
        return None
    one, two = before.samples, after.samples
    starts = [y * before.stride for y in range(top, bottom)]
    changed = sum(abs(one[start + x] - two[start + x]) > _NOTICED for start in starts for x in columns)
    return bool(changed <= _STRAY * len(columns) * len(starts))
