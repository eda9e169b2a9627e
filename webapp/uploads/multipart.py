"""multipart/form-data as a stream: files go to the store as they come, short fields are kept."""

from __future__ import annotations

from collections.abc import Callable

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from webapp.library.errors import BadRequest, TooBig
from webapp.library.file_store import IncomingWriter
from webapp.uploads.bodies import Arrival, too_large

MAX_FILES = 1_000
MAX_FIELDS = 50
MAX_FIELD_BYTES = 64 * 1024


def boundary_of(content_type: str) -> bytes | None:
    """Return the boundary that a Content-Type names, or None when it is no multipart/form-data with one."""
    media_type, options = parse_options_header(content_type)
    if media_type != b"multipart/form-data":
        return None
    return options.get(b"boundary") or None


class MultipartBody:
    """Takes the bytes of a multipart body. Any part with a file name is a file, whatever its field."""

    def __init__(self, boundary: bytes, writer: Callable[[], IncomingWriter], *, limit: int) -> None:
        """Raise BadRequest for a boundary that cannot be used. limit: bytes of the largest file."""
        self.fields: dict[str, str] = {}
        self._new_writer, self._limit = writer, limit
        self._arrivals: list[Arrival] = []
        self._writer: IncomingWriter | None = None
        self._file_name = ""
        self._field: tuple[str, bytearray] | None = None
        self._headers: dict[bytes, bytes] = {}
        self._header: tuple[bytearray, bytearray] = (bytearray(), bytearray())
        self._ended = False
        try:
            self._parser = MultipartParser(
                boundary,
                {
                    "on_part_begin": self._part_begins,
                    "on_header_field": lambda data, start, end: self._header[0].extend(data[start:end]),
                    "on_header_value": lambda data, start, end: self._header[1].extend(data[start:end]),
                    "on_header_end": self._header_ends,
                    "on_headers_finished": self._headers_end,
                    "on_part_data": self._part_goes_on,
                    "on_part_end": self._part_ends,
                    "on_end": self._body_ends,
                },
                max_header_count=16,
                max_header_size=16 * 1024,
            )
        except FormParserError as error:
            raise BadRequest(f"The multipart boundary cannot be used: {error}.") from None

    def feed(self, data: bytes) -> None:
        """Take the next bytes. Raises BadRequest for what is no multipart body and TooBig over a limit."""
        try:
            self._parser.write(data)
        except FormParserError:
            raise BadRequest(
                "The multipart body is broken. Send it again, built by your HTTP library."
            ) from None

    def finish(self) -> list[Arrival]:
        """Return the files, whole and durable. Raises BadRequest for a body cut off or without a file."""
        if not self._ended:
            raise BadRequest("The multipart body was cut off before its end. Send it again.")
        if not self._arrivals:
            raise BadRequest("The form holds no file. Send one in the field `file`, with a file name.")
        return self._arrivals

    def discard(self) -> None:
        """Forget every file that came."""
        if self._writer is not None:
            self._writer.discard()
            self._writer = None
        for arrival in self._arrivals:
            arrival.file.path.unlink(missing_ok=True)

    def _part_begins(self) -> None:
        self._headers = {}
        self._header = (bytearray(), bytearray())

    def _header_ends(self) -> None:
        name, value = self._header
        self._headers[bytes(name).strip().lower()] = bytes(value)
        self._header = (bytearray(), bytearray())

    def _headers_end(self) -> None:
        kind, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        if kind != b"form-data":
            raise BadRequest(
                "A part of the form has no Content-Disposition: form-data. Build it by your HTTP library."
            )
        if b"filename" in options:
            if len(self._arrivals) >= MAX_FILES:
                raise TooBig(f"More than {MAX_FILES:,} files in one request. Send them in several.")
            self._file_name = _text(options[b"filename"])
            self._writer = self._new_writer()
            return
        if len(self.fields) >= MAX_FIELDS:
            raise TooBig(f"More than {MAX_FIELDS} fields in one form. Leave those out that are not files.")
        self._field = (_text(options.get(b"name", b"")), bytearray())

    def _part_goes_on(self, data: bytes, start: int, end: int) -> None:
        if self._writer is not None:
            if self._writer.size + end - start > self._limit:
                raise too_large(self._limit)
            self._writer.write(memoryview(data)[start:end])
        elif self._field is not None:
            if len(self._field[1]) + end - start > MAX_FIELD_BYTES:
                raise TooBig(
                    f"The form field {self._field[0]!r} is longer than 64 KB. Send files with a file name."
                )
            self._field[1].extend(data[start:end])

    def _part_ends(self) -> None:
        if self._writer is not None:
            self._arrivals.append(Arrival(self._writer.finish(), self._file_name))
            self._writer = None
        elif self._field is not None:
            name, value = self._field
            self.fields[name] = _text(bytes(value))
            self._field = None

    def _body_ends(self) -> None:
        self._ended = True


def _text(value: bytes) -> str:
    """Return a value of a form: UTF-8 as browsers send it, with their three escapes undone."""
    text = value.decode("utf-8", "replace")
    return text.replace("%22", '"').replace("%0D", "").replace("%0A", "")
