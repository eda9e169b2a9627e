"""Patterns of `grep`: RE2, whose time grows with the text alone, whatever the pattern. Nothing here can hang."""

from __future__ import annotations

import re

import re2

from webapp.library.errors import BadRequest

MAX_LENGTH = 500
_MAX_MEMORY = 8 * 1024 * 1024

_BEYOND_A_LINE = re.compile(r"\\[AzZ]|\(\?[a-zA-Z]*-|\(\?\^")
"""What a pattern says of the whole text or of its own flags: many lines cannot be tried at once then."""


class Pattern:
    """A compiled pattern. Positions are in characters."""

    def __init__(self, pattern: str, *, ignore_case: bool = False) -> None:
        """Compile. Raises BadRequest that names what is wrong and what is valid."""
        if not pattern or len(pattern) > MAX_LENGTH:
            raise BadRequest(f"pattern has {len(pattern):,} characters, but needs 1 to {MAX_LENGTH}.")
        options = re2.Options()
        options.case_sensitive = not ignore_case
        options.log_errors = False
        options.max_mem = _MAX_MEMORY
        try:
            self._line = re2.compile(pattern, options)
            self._block = (
                None if _BEYOND_A_LINE.search(pattern) else re2.compile(f"(?m)(?:{pattern})", options)
            )
        except (re2.error, UnicodeEncodeError) as error:
            raise BadRequest(_wrong(pattern, error)) from None

    def may_match(self, lines: list[str]) -> bool:
        """Return False when surely none of the lines matches: much quicker than asking for each."""
        return self._block is None or self._block.search("\n".join(lines)) is not None

    def find(self, line: str) -> tuple[int, int] | None:
        """Return where the first match in a line begins and ends, or None."""
        found = self._line.search(line)
        return found.span() if found else None


def _wrong(pattern: str, error: Exception) -> str:
    told = error.args[0] if error.args else str(error)
    reason = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
    escaped = re.sub(r"([\\.+*?()\[\]{}|^$])", r"\\\1", pattern)
    hint = (
        " RE2 knows no back references and no look-around."
        if re.search(r"\\[1-9]|\(\?[=!<]", pattern)
        else ""
    )
    return (
        f"The pattern cannot be used ({reason[:200]}).{hint} To find these characters themselves, escape them:"
        f" {escaped[:200]}"
    )
