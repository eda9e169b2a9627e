"""Sign-in, tokens, collections and the state of the server."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from webapp.api.schemas.documents import CollectionRef
from webapp.api.schemas.payload import Payload
from webapp.api.schemas.text import Moment, Name, Secret
from webapp.library.models import Role

Scope = Literal["read", "write"]
Tool = Literal["search", "outline", "read", "grep", "browse"]
Locale = Literal["en", "ja", "zh-Hans"]


class Limits(BaseModel):
    """What the server accepts."""

    max_upload_bytes: int
    outline_budget: int
    read_lines: int
    search_results: int


class Person(BaseModel):
    """Who is signed in."""

    id: int
    username: str
    is_admin: bool
    has_password: bool
    email: str = Field(description="Where mail for them goes; empty: nowhere. Administrators set it.")
    second_factor: bool = Field(description="Whether their sign-in asks for a code.")
    language: str = Field(description="Chosen interface language; empty: the browser decides.")


class SessionState(BaseModel):
    """Who the caller is. Send csrf_token as header X-CSRFToken with every changing request."""

    signed_in: bool
    user: Person | None
    csrf_token: str
    locale: Locale
    code_needed: bool = Field(description="Whether a sign-in of this browser waits for its code.")
    mail: bool = Field(description="Whether a new password can be asked for by mail.")
    provider: str = Field(
        description="Name of the OpenID provider by which people may sign in, at /oidc/begin; empty for none."
    )
    limits: Limits
    version: str


class SignIn(Payload):
    """A name and a password."""

    username: Name
    password: Secret


class LinkSecret(Payload):
    """The secret of a one-time link."""

    secret: Secret


class Code(Payload):
    """A code of an authenticator app, or a recovery code."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "123 456"}]})

    code: Annotated[Secret, Field(max_length=64)]


class OwnPassword(Payload):
    """The password once more, where there is one."""

    password: Secret | None = None


class PasswordAndCode(OwnPassword):
    """The password once more, where there is one, and a code."""

    code: Annotated[Secret, Field(max_length=64)]


class SecondFactorState(BaseModel):
    """Whether a sign-in asks for a code."""

    on: bool
    recovery_codes: int = Field(description="How many were not used yet.")


class SecondFactorSecret(BaseModel):
    """What an authenticator app needs. It is shown here and never again."""

    secret: str = Field(description="To be typed where no picture can be read.")
    address: str = Field(description="`otpauth://`, what the picture says.")
    picture: str = Field(description="A QR code, as a `data:` address of an SVG picture.")


class RecoveryCodes(BaseModel):
    """Codes that work once each, for who lost the app. They are shown here and never again."""

    codes: list[str]


class Forgotten(Payload):
    """Who needs a new password."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"who": "somebody@example.org"}]})

    who: Name = Field(description="A name or a mail address.")


class PasswordChange(Payload):
    """A new password; the old one is needed when there is one."""

    new_password: Secret
    old_password: Secret | None = None
    username: Name | None = Field(
        default=None, description="A new name, only together with the first password."
    )


class AccountChange(Payload):
    """What to change about oneself."""

    language: Locale | Literal[""]


class Invitation(Payload):
    """Somebody to invite."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"username": "newcomer"}]})

    username: Annotated[Name, Field(max_length=150)]
    admin: bool = False
    email: Annotated[str, Field(max_length=254)] = Field(
        default="", description="Their mail address. The link is mailed there when the server sends mail."
    )


class OneTimeLink(BaseModel):
    """A link that signs in once, within a day, and asks for a password. It is shown here and never again."""

    user_id: int
    link: str
    mailed: bool = Field(description="Whether the person has been mailed it.")


class SessionItem(BaseModel):
    """Where somebody is signed in."""

    id: int
    created_at: datetime
    address: str = Field(description="Where it was begun from.")
    agent: str = Field(description="What the browser said it is.")
    current: bool = Field(description="Whether it is the one that asks.")


class TokenItem(BaseModel):
    """A token without its secret."""

    id: int
    name: str
    start: str = Field(description="The first characters, to recognise it by.")
    scopes: list[Scope]
    collections: list[CollectionRef] | None = Field(description="What it is limited to; null: not limited.")
    tools: list[Tool] | None = Field(description="Verbs it is limited to; null: not limited.")
    calls_per_minute: int | None
    tokens_per_day: int | None
    client: str | None = Field(
        description="Client id of the program that you let in by OAuth; null for a token that you made."
    )
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


class NewToken(Payload):
    """A token to make."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Claude Code"}]})

    name: Annotated[Name, Field(max_length=100)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=2)] = ["read"]
    expires_at: Moment | None = None
    collections: Annotated[list[Name] | None, Field(min_length=1, max_length=200)] = Field(
        default=None, description="Names or ids of the only collections that exist for it."
    )
    tools: Annotated[list[Tool] | None, Field(min_length=1)] = Field(
        default=None, description="The only verbs it may use; nothing else is open to it then."
    )
    calls_per_minute: Annotated[int | None, Field(ge=1, le=100_000)] = None
    tokens_per_day: Annotated[int | None, Field(ge=1, le=2_000_000_000)] = None


class IssuedToken(BaseModel):
    """A new token. The secret is shown here once and never again."""

    token: TokenItem
    secret: str


class CollectionItem(BaseModel):
    """A collection, how many documents it holds, and what the caller may do in it."""

    id: int
    name: str
    document_count: int
    created_at: datetime
    owner: str = Field(description="The name of whom it belongs to.")
    role: Role = Field(description="The caller's; an owner is a manager.")
    shared: bool = Field(description="Whether it has members besides its owner.")


class CollectionName(Payload):
    """The name of a collection."""

    name: Name


class Member(BaseModel):
    """A person or a group that a collection is shared with."""

    id: int
    user: str | None
    group: str | None
    role: Role
    since: datetime


class NewMember(Payload):
    """Whom to share with, by name: a user or a group; and as what."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"group": "research", "role": "reader"}]})

    user: Annotated[Name | None, Field(max_length=150)] = None
    group: Annotated[Name | None, Field(max_length=150)] = None
    role: Role = Role.READER


class NewOwner(Payload):
    """Whom to hand a collection over to."""

    user: Annotated[Name, Field(max_length=150)]


class StateCounts(BaseModel):
    """How many documents stand where."""

    received: int
    extracting: int
    searchable: int
    complete: int
    failed: int


class ServerStatus(BaseModel):
    """How far the work is. The counts are of the documents that the caller may see."""

    documents: int
    states: StateCounts
    searchable: int = Field(description="Documents that can be found by their words.")
    embedded: int = Field(description="Documents that can be found by their meaning, too.")
    semantic_progress: float | None = Field(description="0 to 1; null when semantic search is off.")
    semantic: str = Field(
        description="`ready`, `warming`, `off`, or why it is unavailable.", examples=["ready"]
    )
    queue: int = Field(description="Jobs that wait or run.")
    versions: dict[str, str]
    limits: Limits
