"""The two forms of a log line, for people and for programs. Neither tells a secret nor lets a message forge a line."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from webapp.observability.request import request_id

HIDDEN = "[hidden]"

LEAST_SECRET = 6
"""Shorter settings would hide parts of ordinary words."""

_SHAPES = re.compile(
    r"mok_[A-Za-z0-9_-]+"
    r"|(?<=sign-in/)[^\s/?#\"']+"
    r"|(?i:(?<=bearer )\S+|(?<=basic )\S{8,})"
    r"|(?i:(?<=mokuji_session=)[^;\s\"']+|(?<=mokuji_csrf=)[^;\s\"']+)"
    r"|(?<=://)[^/\s:@]*:[^/\s@]+(?=@)"
)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


class _Formatter(logging.Formatter):
    """What both forms share: the message on one line, and secrets hidden wherever they stand.

    secrets: values of settings that must not be told.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._secrets = sorted({text for text in secrets if len(text) >= LEAST_SECRET}, key=len, reverse=True)

    def hide(self, text: str) -> str:
        """Return a text without the secrets that stand in it."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return _SHAPES.sub(HIDDEN, text)

    def _message(self, record: logging.LogRecord) -> str:
        return _CONTROLS.sub(lambda found: repr(found[0])[1:-1], self.hide(record.getMessage()))

    def _trace(self, record: logging.LogRecord) -> str:
        parts = [self.formatException(record.exc_info)] if record.exc_info else []
        if record.stack_info:
            parts.append(self.formatStack(record.stack_info))
        return self.hide("\n".join(parts))


class RefusalsOnOneLine(logging.Filter):
    """Lets lines of Django pass, without the traceback where one tells of a refusal such as 403 or 404."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True, always."""
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        return True


class LineFormatter(_Formatter):
    """One line for a person; a traceback follows it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the request's id in brackets where there is one."""
        made = f" [{found}]" if (found := request_id()) else ""
        head = f"{self.formatTime(record)} {record.levelname} {record.name}{made}: {self._message(record)}"
        trace = self._trace(record)
        return f"{head}\n{trace}" if trace else head


class JsonFormatter(_Formatter):
    """One JSON object a line. A record's `facts` (given as `extra={"facts": {...}}`) are members of their own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object as text."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._message(record),
        }
        if found := request_id():
            line["request_id"] = found
        for name, value in getattr(record, "facts", {}).items():
            line[name] = self.hide(value) if isinstance(value, str) else value
        if trace := self._trace(record):
            line["error"] = trace
        return json.dumps(line, ensure_ascii=True, default=str)
