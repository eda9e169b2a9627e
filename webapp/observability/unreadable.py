"""What Django raises over a body that is not what its header says, or that did not come whole: the sender's fault."""

from __future__ import annotations

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import RawPostDataException, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

UNREADABLE: tuple[type[Exception], ...] = (
    BadRequest,
    MultiPartParserError,
    RawPostDataException,
    SuspiciousOperation,
    UnreadablePostError,
)
