"""What can go wrong with a request, as sentences that name the mend. Transports translate the kinds.

LibraryError
    NotFound      an id that does not exist, or that one may not see: both answer alike
    BadRequest    arguments that cannot be used
    Refused       known, but not allowed for this caller
    Conflict      not possible in the present state
        StaleOutline  it was changed by somebody else meanwhile
    TooBig        over a limit
    TooMany       over what the caller may do in a time; it says when to go on
    Unavailable   cannot be done now; try again later
"""

from __future__ import annotations

from ingest.domain.cleaning import clean


class LibraryError(Exception):
    """The root. str(error) is for a person or an agent; code is for programs.

    It may name what others called something, so it holds no invisible character, whoever put one there.
    """

    code = "error"

    def __str__(self) -> str:
        """Return the sentence as people see it."""
        return clean(super().__str__()).text


class NotFound(LibraryError):
    """Nothing with this id, as far as the caller may know."""

    code = "not-found"


class BadRequest(LibraryError):
    """Arguments that cannot be used; the message says what is valid."""

    code = "bad-request"


class Refused(LibraryError):
    """The caller lacks a right."""

    code = "forbidden"


class Conflict(LibraryError):
    """The present state does not allow it."""

    code = "conflict"


class StaleOutline(Conflict):
    """An outline changed since the caller read it."""

    code = "stale-outline"


class TooBig(LibraryError):
    """Over a limit, which the message names."""

    code = "too-large"


class TooMany(LibraryError):
    """More than the caller may do in a time. wait: seconds until it may go on."""

    code = "too-many-requests"

    def __init__(self, message: str = "", *, wait: int = 60) -> None:
        super().__init__(message)
        self.wait = wait


class Unavailable(LibraryError):
    """Cannot be answered now."""

    code = "unavailable"
