"""The settings an operator may give: environment variables that begin with MOKUJI_, checked at start.

`docs/reference/settings.md` is tested against SETTINGS.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.config.setting_values import (
    address,
    bucket,
    database,
    domains,
    flag,
    folder,
    hosts,
    issuer,
    long_secret,
    mail_server,
    networks,
    number,
    one_of,
    redis,
    sender,
    text,
)
from webapp.observability import tracing

PREFIX = "MOKUJI_"


class BadSetting(Exception):
    """A setting cannot be used; the message names it, what is wrong and what is valid."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable: its name, its default as it would be written, its parser and its meaning."""

    name: str
    default: str
    parse: Callable[[str], Any]
    meaning: str


SETTINGS: tuple[Setting, ...] = (
    Setting("MOKUJI_DATA", "./data", folder, "Folder that holds everything Mokuji keeps."),
    Setting(
        "MOKUJI_SECRET_KEY",
        "",
        long_secret,
        "Key that signs sessions, of at least 16 characters. Empty: one is made and kept in the data folder.",
    ),
    Setting(
        "MOKUJI_ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        hosts,
        "Host names, separated by commas, under which the server may be reached.",
    ),
    Setting(
        "MOKUJI_PUBLIC_URL",
        "",
        address,
        "Address that people and agents use, when it is not the host and port of `serve`.",
    ),
    Setting(
        "MOKUJI_SESSION_HOURS",
        "336",
        number(1, 8_760),
        "Hours after which a sign-in of a browser ends, however it is used.",
    ),
    Setting(
        "MOKUJI_SESSION_IDLE_MINUTES",
        "10080",
        number(5, 525_600),
        "Minutes without use after which a sign-in of a browser ends.",
    ),
    Setting(
        "MOKUJI_TRUSTED_PROXIES",
        "127.0.0.1,::1",
        networks,
        "Addresses and networks of the proxies in front, separated by commas: their X-Forwarded-For is believed where "
        "MOKUJI_PUBLIC_URL is set.",
    ),
    Setting(
        "MOKUJI_LOG_LEVEL",
        "info",
        one_of("debug", "info", "warning", "error"),
        "Least severe message that is logged.",
    ),
    Setting(
        "MOKUJI_LOG_FORMAT",
        "line",
        one_of("line", "json"),
        "Form of the log: a line for people, or a JSON object a line with a line for each request.",
    ),
    Setting(
        "MOKUJI_METRICS_TOKEN",
        "",
        long_secret,
        "Secret that opens `/metrics`. Empty: tokens of administrators, and callers on this machine without a proxy.",
    ),
    Setting(
        "MOKUJI_OTLP_URL",
        "",
        address,
        "Address of an OpenTelemetry collector (OTLP over HTTP), as http://127.0.0.1:4318, that gets traces of "
        "requests, verbs and indexing (extra `telemetry`). Empty: none are sent.",
    ),
    Setting("MOKUJI_MAX_UPLOAD_MB", "200", number(1, 100_000), "Largest file that is accepted, in MB."),
    Setting(
        "MOKUJI_UPLOADS_PER_MINUTE",
        "6000",
        number(1, 1_000_000),
        "Most files that one person may send in a minute, by the browser and all their tokens.",
    ),
    Setting(
        "MOKUJI_UPLOAD_MB_PER_DAY",
        "100000",
        number(1, 1_000_000_000),
        "Most megabytes that one person may send in a day (UTC), by the browser and all their tokens.",
    ),
    Setting("MOKUJI_INDEX_WORKERS", "2", number(1, 64), "Documents that are extracted at the same time."),
    Setting(
        "MOKUJI_EXTRACT_SECONDS",
        "600",
        number(1, 86_400),
        "Seconds after which reading one file is stopped.",
    ),
    Setting(
        "MOKUJI_EXTRACT_MEMORY_MB",
        "1024",
        number(128, 65_536),
        "Memory that reading one file may use, in MB.",
    ),
    Setting(
        "MOKUJI_SEARCH_TIMEOUT_MS",
        "3000",
        number(100, 60_000),
        "Milliseconds after which a search answers without the path that is late.",
    ),
    Setting(
        "MOKUJI_EMBEDDING",
        "on",
        flag,
        "Whether documents are embedded for semantic search. Off: keyword search only.",
    ),
    Setting(
        "MOKUJI_EMBEDDING_MODEL",
        "",
        text,
        "Folder or name of a sentence-transformers model (extra `models`), or an address that speaks as OpenAI's "
        "embeddings do, as https://host/v1#model. Empty: the model that Mokuji brings.",
    ),
    Setting("MOKUJI_EMBEDDING_KEY", "", text, "Key for that address."),
    Setting(
        "MOKUJI_QUESTIONS",
        "",
        text,
        "JSON Lines file of questions with their documents: a new model answers only once it scores well enough on it.",
    ),
    Setting(
        "MOKUJI_QUESTIONS_AT_LEAST",
        "98",
        number(0, 1_000),
        "Percent of the present index's score that a new one needs.",
    ),
    Setting(
        "MOKUJI_OCR",
        "auto",
        one_of("auto", "off"),
        "Whether text in scans and pictures is recognised: when the extra `ocr` is installed, or never.",
    ),
    Setting(
        "MOKUJI_AUDIT_DAYS",
        "365",
        number(1, 36_500),
        "Days for which the record of sign-ins, tokens, sharing and deletions is kept.",
    ),
    Setting(
        "MOKUJI_DATABASE_URL",
        "",
        database,
        "PostgreSQL database, as postgresql://user:password@host:5432/name. Empty: SQLite in the data folder.",
    ),
    Setting(
        "MOKUJI_REDIS_URL",
        "",
        redis,
        "Redis or Valkey for the queue, the shared cache and live messages, as redis://host:6379/0.",
    ),
    Setting("MOKUJI_MEILISEARCH_URL", "", address, "Meilisearch server. Empty: an embedded keyword index."),
    Setting("MOKUJI_MEILISEARCH_KEY", "", text, "Its key; it may search, write and create indexes."),
    Setting("MOKUJI_QDRANT_URL", "", address, "Qdrant server. Empty: an embedded vector index."),
    Setting("MOKUJI_QDRANT_KEY", "", text, "Its key; it may write."),
    Setting(
        "MOKUJI_OAUTH",
        "on",
        flag,
        "Whether programs may ask people for access by OAuth. Off: tokens that people make are the only way.",
    ),
    Setting(
        "MOKUJI_OAUTH_PRIVATE_CLIENTS",
        "off",
        flag,
        "Whether programs may describe themselves at addresses of a private network (client-id metadata documents).",
    ),
    Setting(
        "MOKUJI_EMAIL_URL",
        "",
        mail_server,
        "Mail server for invitations and forgotten passwords, as smtps://user:password@host:465, or smtp:// for "
        "STARTTLS. Empty: no mail is sent.",
    ),
    Setting("MOKUJI_EMAIL_FROM", "", sender, "Who such mail is from, as Mokuji <mokuji@example.org>."),
    Setting(
        "MOKUJI_OIDC_ISSUER",
        "",
        issuer,
        "OpenID provider by which people may sign in, too, as https://login.example.org. Empty: by password only.",
    ),
    Setting("MOKUJI_OIDC_CLIENT_ID", "", text, "What this server is called there."),
    Setting("MOKUJI_OIDC_CLIENT_SECRET", "", text, "Its secret there."),
    Setting("MOKUJI_OIDC_NAME", "", text, "What the sign-in page calls the provider. Empty: its host name."),
    Setting(
        "MOKUJI_OIDC_CREATE",
        "",
        domains,
        "Domains of verified mail addresses for which accounts are made at the first sign-in, separated by commas; `*` "
        "for all. Empty: only people come in who have an account.",
    ),
    Setting(
        "MOKUJI_STORAGE_URL",
        "",
        bucket,
        "S3 bucket for the originals, as https://host/bucket/prefix. Empty: the folder `files` in MOKUJI_DATA.",
    ),
    Setting("MOKUJI_STORAGE_KEY", "", text, "Id of its access key; it may read, write, delete and list."),
    Setting("MOKUJI_STORAGE_SECRET", "", text, "The access key's secret."),
    Setting(
        "MOKUJI_STORAGE_REGION",
        "us-east-1",
        text,
        "The bucket's region; stores other than Amazon's ignore it.",
    ),
    Setting(
        "MOKUJI_STORAGE_CACHE_MB",
        "2048",
        number(1, 1_000_000),
        "Room on each machine's disk for originals that were fetched from the bucket, in MB.",
    ),
)

SECRETS = (
    "embedding_key",
    "secret_key",
    "metrics_token",
    "meilisearch_key",
    "qdrant_key",
    "database_url",
    "redis_url",
    "email_url",
    "oidc_client_secret",
    "storage_url",
    "storage_key",
    "storage_secret",
)
"""Settings that hold passwords."""


def read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return every setting, parsed, by name without prefix in lower case.

    Raises BadSetting for a value that cannot be used and for an unknown MOKUJI_ variable, since a
    misspelt setting would otherwise be ignored in silence. Names under MOKUJI_TEST_ are left alone.
    """
    known = {setting.name: setting for setting in SETTINGS}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known and not name.startswith("MOKUJI_TEST_"):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else " See docs/reference/settings.md."
            raise BadSetting(f"{name} is not a setting of Mokuji.{hint}")
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        raw = environ.get(setting.name, setting.default)
        try:
            values[setting.name.removeprefix(PREFIX).lower()] = setting.parse(raw)
        except ValueError as error:
            shown = "not usable" if setting.name.removeprefix(PREFIX).lower() in SECRETS else repr(raw)
            raise BadSetting(f"{setting.name} is {shown}, but must be {error}.") from None
    _check_together(values)
    return values


def is_shared(values: Mapping[str, Any]) -> bool:
    """Whether several processes work on one library: queue and keyword index are servers, not parts of a process."""
    return bool(values["redis_url"] and values["meilisearch_url"])


def _check_together(values: Mapping[str, Any]) -> None:
    """Several processes need every part to be a server. Raises BadSetting naming the one that is missing."""
    _check_storage(values)
    if values["otlp_url"] and not tracing.is_installed():
        raise BadSetting(
            "MOKUJI_OTLP_URL needs the extra `telemetry`: install mokuji[telemetry], or leave the setting out."
        )
    if values["email_url"] and not values["email_from"]:
        raise BadSetting("MOKUJI_EMAIL_FROM is missing: MOKUJI_EMAIL_URL needs it. Set it, or neither.")
    for name in ("oidc_client_id", "oidc_client_secret"):
        if values["oidc_issuer"] and not values[name]:
            raise BadSetting(f"MOKUJI_{name.upper()} is missing: MOKUJI_OIDC_ISSUER needs it.")
    if not values["meilisearch_url"] and not values["qdrant_url"]:
        return
    needed = ["database_url", "redis_url", "meilisearch_url"] + ["qdrant_url"] * values["embedding"]
    for name in needed:
        if not values[name]:
            raise BadSetting(
                f"MOKUJI_{name.upper()} is missing: with Meilisearch or Qdrant as servers, several processes share "
                "one library, and database, queue and both indexes must all be servers. Set it, or none of them."
            )


_LARGEST_IN_BUCKET_MB = 4_768
"""5 GB, what one request of the S3 protocol may carry."""


def _check_storage(values: Mapping[str, Any]) -> None:
    """A bucket needs its key, and the processes that look after documents which wait while it is away."""
    if not values["storage_url"]:
        return
    for name in ("storage_key", "storage_secret"):
        if not values[name]:
            raise BadSetting(
                f"MOKUJI_{name.upper()} is missing: MOKUJI_STORAGE_URL needs it. Set it, or neither."
            )
    if values["max_upload_mb"] > _LARGEST_IN_BUCKET_MB:
        raise BadSetting(
            f"MOKUJI_MAX_UPLOAD_MB is {values['max_upload_mb']}, but a bucket (MOKUJI_STORAGE_URL) takes files of "
            f"at most {_LARGEST_IN_BUCKET_MB} MB. Lower it."
        )
    if not is_shared(values):
        raise BadSetting(
            "MOKUJI_STORAGE_URL is for a team server: set MOKUJI_DATABASE_URL, MOKUJI_REDIS_URL, "
            "MOKUJI_MEILISEARCH_URL and MOKUJI_QDRANT_URL too. One process keeps originals in MOKUJI_DATA."
        )
