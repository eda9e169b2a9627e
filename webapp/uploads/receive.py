"""Files that have arrived become documents: detect, dedupe, register, enqueue. Nothing is lost in silence.

The way before this: the transport authorises, then streams the body into the file store within the limit,
hashing it on the way (`uploads.bodies`, `uploads.multipart`, `uploads.resumable`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from ingest.domain.errors import Cancelled, ExtractionError
from webapp.accounts.models import User
from webapp.bridge import indexing
from webapp.bridge.detection import detect
from webapp.jobs.messages import document_changed
from webapp.library.access import Reader, get_collection, require_role, require_write
from webapp.library.errors import BadRequest, Conflict
from webapp.library.models import Collection, Document, Role
from webapp.library.services import DEFAULT_COLLECTION, NewFile, Registered, default_collection, register_file
from webapp.uploads.bodies import Arrival
from webapp.uploads.file_names import clean_file_name, clean_source, short_type

_MILLISECONDS_FROM = 100_000_000_000
"""Numbers from here on are milliseconds: as seconds they would lie beyond the year 5000."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a sender says about its files, as it was sent. Empty means nothing was said.

    collection: name or id. source: what identifies the file over time. modified: ISO 8601 or seconds.
    """

    collection: str = ""
    source: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where files will go, decided before they are there.

    collection: None for the caller's own one, which is made when the files have come, not for an upload that fails.
    """

    reader: Reader
    collection: Collection | None
    source: str = ""
    modified_at: datetime | None = None
    document: Document | None = None


def plan(user: User, reader: Reader, wishes: Wishes, *, document: Document | None = None) -> Plan:
    """Decide where files go. Raises NotFound for an unknown collection, BadRequest for a bad value, and Refused
    where the caller may not add documents: before a byte of them is sent.
    """
    modified_at = parse_modified(wishes.modified)
    source = clean_source(wishes.source)
    collection = _destination(user, reader, wishes, document)
    if collection is not None:
        require_role(reader, collection, Role.EDITOR)
    else:
        require_write(reader)
    return Plan(reader, collection, source, modified_at, document)


def _destination(user: User, reader: Reader, wishes: Wishes, document: Document | None) -> Collection | None:
    if document is not None:
        return document.collection
    if wishes.collection.strip():
        return get_collection(reader, wishes.collection.strip())
    if not reader.limited:
        return Collection.objects.filter(owner=user, name=DEFAULT_COLLECTION).first()
    mine = Collection.objects.filter(pk__in=reader.roles).order_by("name", "id")
    takes = [collection for collection in mine if reader.has_role(collection.pk, Role.EDITOR)]
    if len(takes) != 1:
        names = ", ".join(repr(collection.name) for collection in takes[:20]) or "none it may add to"
        raise BadRequest(f"This token is limited to chosen collections. Name one of them: {names}.")
    return takes[0]


def receive(where: Plan, arrivals: Sequence[Arrival]) -> list[Registered]:
    """Register files and have them indexed. One that cannot be read becomes a failed document.

    Raises BadRequest when several files claim one source or one document.
    """
    if len(arrivals) > 1 and (where.source or where.document is not None):
        raise BadRequest("One source or document takes one file. Send each file in a request of its own.")
    reader, collection = where.reader, where.collection
    if collection is None:
        collection = default_collection(User.objects.get(pk=reader.user_id))
        reader = reader if collection.pk in reader.roles else reader.owning(collection)
    return [_receive_one(reader, collection, where, arrival) for arrival in arrivals]


def _receive_one(reader: Reader, collection: Collection, where: Plan, arrival: Arrival) -> Registered:
    file = _described(where, arrival)
    with transaction.atomic():  # a revision and its job: never one without the other
        registered = register_file(
            reader,
            collection=collection,
            stored=arrival.file,
            file=file,
            document=where.document,
        )
        if registered.revision is not None:
            if file.failure is not None:
                document_changed(registered.document.pk)
            else:
                indexing.enqueue(registered.revision.pk)
        elif registered.document.failure_code == Cancelled.code:
            return _read_again(registered)
    return registered


def _read_again(registered: Registered) -> Registered:
    """Have a file read that is there, but whose reading was stopped: whoever sends it once more wants it read."""
    try:
        again = indexing.reindex(registered.document)
    except Conflict:  # it is being read already
        return registered
    return Registered(registered.document, again, "revised")


def _described(where: Plan, arrival: Arrival) -> NewFile:
    name = clean_file_name(arrival.name)
    failure: ExtractionError | None = None
    try:
        media_type, file_type = detect(arrival.file.path, name)
    except ExtractionError as error:
        media_type, file_type, failure = "application/octet-stream", short_type(name), error
    return NewFile(
        file_name=name,
        media_type=media_type,
        file_type=file_type,
        source=where.source,
        modified_at=where.modified_at,
        failure=failure,
    )


def parse_modified(text: str) -> datetime | None:
    """Return the time that a sender gave, None for none. Raises BadRequest with what is valid."""
    given = text.strip()
    if not given:
        return None
    try:
        if given.replace(".", "", 1).isascii() and given.replace(".", "", 1).isdecimal():
            number = float(given)
            return datetime.fromtimestamp(number / 1000 if number >= _MILLISECONDS_FROM else number, tz=UTC)
        moment = datetime.fromisoformat(given)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        raise BadRequest(
            f"`modified` is {given[:40]!r}, but must be a time such as 2024-05-31T14:00:00Z or Unix seconds."
        ) from None
