"""The settings an operator may give: environment variables that begin with MOKUJI_, checked at start.

`docs/reference/settings.md` is tested against SETTINGS.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PREFIX = "MOKUJI_"


class BadSetting(Exception):
    """A setting cannot be used; the message names it, what is wrong and what is valid."""


def _text(value: str) -> str:
    return value.strip()


def _names(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _folder(value: str) -> Path:
    if "\0" in value or not value.strip():
        raise ValueError("a folder's path")
    return Path(value).expanduser().resolve()


def _flag(value: str) -> bool:
    if value.lower() in {"1", "true", "yes", "on"}:
        return True
    if value.lower() in {"0", "false", "no", "off", ""}:
        return False
    raise ValueError("1 or 0")


def _number(low: int, high: int) -> Callable[[str], int]:
    def parse(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            raise ValueError(f"a whole number from {low} to {high}") from None
        if not low <= number <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return number

    return parse


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError("one of " + ", ".join(choices))
        return value.lower()

    return parse


def _address(value: str) -> str:
    address = value.strip().rstrip("/")
    if address and not address.startswith(("http://", "https://")):
        raise ValueError("an address that begins with http:// or https://")
    return address


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable: its name, its default as it would be written, its parser and its meaning."""

    name: str
    default: str
    parse: Callable[[str], Any]
    meaning: str


SETTINGS: tuple[Setting, ...] = (
    Setting("MOKUJI_DATA", "./data", _folder, "Folder that holds everything Mokuji keeps."),
    Setting(
        "MOKUJI_SECRET_KEY",
        "",
        _text,
        "Key that signs sessions. Empty: one is made and kept in the data folder.",
    ),
    Setting(
        "MOKUJI_ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        _names,
        "Host names, separated by commas, under which the server may be reached.",
    ),
    Setting(
        "MOKUJI_PUBLIC_URL",
        "",
        _address,
        "Address that people and agents use, when it is not the host and port of `serve`.",
    ),
    Setting(
        "MOKUJI_LOG_LEVEL",
        "info",
        _one_of("debug", "info", "warning", "error"),
        "Least severe message that is logged.",
    ),
    Setting("MOKUJI_MAX_UPLOAD_MB", "200", _number(1, 100_000), "Largest file that is accepted, in MB."),
    Setting("MOKUJI_INDEX_WORKERS", "2", _number(1, 64), "Documents that are extracted at the same time."),
    Setting(
        "MOKUJI_EXTRACT_SECONDS",
        "600",
        _number(1, 86_400),
        "Seconds after which reading one file is stopped.",
    ),
    Setting(
        "MOKUJI_EXTRACT_MEMORY_MB",
        "1024",
        _number(128, 65_536),
        "Memory that reading one file may use, in MB.",
    ),
    Setting(
        "MOKUJI_SEARCH_TIMEOUT_MS",
        "3000",
        _number(100, 60_000),
        "Milliseconds after which a search answers without the path that is late.",
    ),
    Setting(
        "MOKUJI_EMBEDDING",
        "on",
        _flag,
        "Whether documents are embedded for semantic search. Off: keyword search only.",
    ),
)


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
            raise BadSetting(f"{setting.name} is {raw!r}, but must be {error}.") from None
    return values
