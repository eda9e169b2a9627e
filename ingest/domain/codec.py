"""The vocabulary as bytes: frozen dataclasses to JSON and back, as they travel between processes.

A dataclass becomes an object of its fields (those that hold their default are left out), a tuple an array, an
enum its value. Lines are by far the most numerous, so a tuple of lines is packed as texts, places and runs: each
place is written once for the run of lines that share it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ingest.domain.document import Line, Place

T = TypeVar("T")

Decoder = Callable[[Any], Any]


class CodecError(ValueError):
    """The bytes do not hold what they should."""


def dumps(value: object) -> bytes:
    """Return a dataclass of the vocabulary as UTF-8 JSON. Lone surrogates survive."""
    text = json.dumps(_encode(value), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def loads(kind: type[T], data: bytes) -> T:
    """Return the value of this type that `dumps` wrote. Raises CodecError on anything else."""
    try:
        raw = json.loads(data.decode("utf-8", "surrogatepass"))
        value = _decoder_of(kind)(raw)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise CodecError(f"Not an encoded {kind.__name__}: {error}") from error
    if not isinstance(value, kind):
        raise CodecError(f"Not an encoded {kind.__name__}.")
    return value


def _encode(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | int | float | NoneType):
        return value
    if isinstance(value, tuple):
        if value and isinstance(value[0], Line):
            return _pack(value)
        return [_encode(item) for item in value]
    if is_dataclass(value):
        return {
            field.name: _encode(held)
            for field in fields(value)
            if not _is_default(field, held := getattr(value, field.name))
        }
    raise TypeError(f"{type(value).__name__} is no part of the vocabulary")


def _is_default(field: Field[Any], held: Any) -> bool:
    if field.default is not MISSING:
        return type(held) is type(field.default) and bool(held == field.default)
    if field.default_factory is not MISSING:
        return bool(held == field.default_factory())
    return False


def _pack(lines: tuple[Line, ...]) -> dict[str, Any]:
    places: list[Any] = []
    runs: list[int] = []
    last: Place | None = None
    for line in lines:
        place = line.place
        if runs and (place is last or place == last):
            runs[-1] += 1
            continue
        places.append(place and [place.page, place.box, place.part, place.seconds])
        runs.append(1)
        last = place
    return {"texts": [line.text for line in lines], "places": places, "runs": runs}


def _unpack(raw: Any) -> tuple[Line, ...]:
    if isinstance(raw, list):
        if raw:
            raise CodecError("lines come packed")
        return ()
    texts = raw["texts"]
    if not all(type(text) is str for text in texts):
        raise CodecError("a line is no text")
    lines: list[Line] = []
    for run, packed in zip(raw["runs"], raw["places"], strict=True):
        place = None if packed is None else _place(packed)
        lines += [Line(text, place) for text in texts[len(lines) : len(lines) + run]]
    if len(lines) != len(texts):
        raise CodecError("lines and places differ in number")
    return tuple(lines)


def _place(packed: list[Any]) -> Place:
    page, box, part, seconds = packed
    return Place(page, None if box is None else tuple(box), part, seconds)


def _decoder_of(kind: Any) -> Decoder:
    """Return the function that turns parsed JSON into a value of this type."""
    return _decoder(kind)


@cache
def _decoder(kind: Any) -> Decoder:
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple_decoder(get_args(kind))
    if origin in (Union, UnionType):
        return _optional_decoder(get_args(kind))
    if kind is float:
        return _float
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if is_dataclass(kind):
        return _dataclass_decoder(kind)
    return lambda raw: _checked(raw, kind)


def _checked(raw: Any, kind: type) -> Any:
    if not isinstance(raw, kind):
        raise CodecError(f"{raw!r:.40} is no {kind.__name__}")
    return raw


def _float(raw: Any) -> float:
    return float(_checked(raw, int) if isinstance(raw, int) else _checked(raw, float))


def _tuple_decoder(inner: tuple[Any, ...]) -> Decoder:
    if len(inner) == 2 and inner[1] is Ellipsis:
        if inner[0] is Line:
            return _unpack
        return lambda raw: tuple(_decoder(inner[0])(item) for item in _checked(raw, list))
    return lambda raw: tuple(
        _decoder(kind)(item) for kind, item in zip(inner, _checked(raw, list), strict=True)
    )


def _optional_decoder(inner: tuple[Any, ...]) -> Decoder:
    (kind,) = (member for member in inner if member is not NoneType)
    return lambda raw: None if raw is None else _decoder(kind)(raw)


def _dataclass_decoder(kind: Any) -> Decoder:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]

    def decode(raw: Any) -> Any:
        known = {name: _decoder(hints[name])(raw[name]) for name in names if name in raw}
        return kind(**known)

    return decode
