"""What a stand-in for Meilisearch holds and finds: words set apart by blanks, its ranking rules in their order.

It knows plain words only, which is all that the adapter sends; of its rules those that the contract needs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = dict[str, Any]
MOST_POSITIONS = 65_535
MOST_TERMS = 10
_TERM = re.compile(r'"([^"]*)"|(\S+)')
_ONE_OF = re.compile(r'(\w+) (NOT )?IN \[("[^"]*"(?:, "[^"]*")*)\]')
_COMPARED = re.compile(r'(\w+) (=|!=|>=|<=) "([^"]*)"')


class BadFilter(Exception):
    pass


class Rows:
    """The documents of one index."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.settings: dict[str, Any] = {}
        self._having: dict[str, set[str]] = defaultdict(set)
        self._words: dict[str, dict[str, list[str]]] = {}

    def put(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self.drop([row["id"]])
            self.rows[row["id"]] = row
            names = self.settings.get("searchableAttributes", [])
            words = {name: str(row.get(name, "")).split()[:MOST_POSITIONS] for name in names}
            self._words[row["id"]] = words
            for some in words.values():
                for word in some:
                    self._having[word].add(row["id"])

    def drop(self, keys: Iterable[str]) -> None:
        for key in keys:
            if self.rows.pop(key, None) is not None:
                for some in self._words.pop(key).values():
                    for word in some:
                        self._having[word].discard(key)

    def matching(self, conditions: Any) -> list[str]:
        """Keys of the rows that pass a filter: a string, or a list of which all (an inner list: any) must hold."""
        every = [conditions] if isinstance(conditions, str) else conditions or []
        tests = [[self._test(one) for one in ([each] if isinstance(each, str) else each)] for each in every]
        return [
            key
            for key, row in self.rows.items()
            if all(any(all(test(row) for test in tests) for tests in some) for some in tests)
        ]

    def _test(self, condition: str) -> list[Any]:
        tests: list[Any] = []
        for part in condition.split(" AND "):
            listed, compared = _ONE_OF.fullmatch(part), _COMPARED.fullmatch(part)
            found = listed or compared
            if found is None:
                raise BadFilter(f"Was expecting an operation, found `{part}`")
            if found[1] not in self.settings.get("filterableAttributes", []):
                raise BadFilter(f"Attribute `{found[1]}` is not filterable.")
            if listed:
                wanted = set(re.findall('"([^"]*)"', listed[3]))
                tests.append(_membership(listed[1], wanted, inside=not listed[2]))
            elif compared:
                tests.append(_comparison(*compared.groups()))
        return tests

    def search(self, query: Mapping[str, Any]) -> tuple[list[tuple[float, Row]], int]:
        """Return scored rows, best first, one for each value of `distinct`, and how many there are."""
        allowed = self.matching(query["filter"]) if "filter" in query else None
        terms = [m[1].split() if m[1] is not None else [m[2]] for m in _TERM.finditer(query.get("q") or "")]
        bent = [m[1] is None for m in _TERM.finditer(query.get("q") or "")]
        ways = [self._ways(term, loose) for term, loose in list(zip(terms, bent, strict=True))[:MOST_TERMS]]
        keys = set(self.rows) if allowed is None else set(allowed)
        for way in ways:
            keys &= set().union(*(self._with(words) for words, _ in way)) if way else set()
        scored = [(score, self.rows[key]) for key in keys if (score := self._score(key, ways)) > 0]
        scored.sort(key=lambda found: -found[0])
        if distinct := query.get("distinct"):
            if distinct not in self.settings.get("filterableAttributes", []):
                raise BadFilter(f"Attribute `{distinct}` is not filterable and thus, cannot be used.")
            first: dict[Any, tuple[float, Row]] = {}
            for found in scored:
                first.setdefault(found[1][distinct], found)
            scored = list(first.values())
        return scored, len(scored)

    def _ways(self, term: list[str], loose: bool) -> list[tuple[list[str], int]]:
        """A term and its misspellings, each with its number of typos."""
        ways = [(term, 0)]
        smallest = self.settings.get("typoTolerance", {}).get("minWordSizeForTypos", {}).get("oneTypo", 5)
        if loose and len(term[0]) >= smallest:
            ways += [([word], 1) for word, keys in self._having.items() if keys and _near(word, term[0])]
        return ways

    def _with(self, words: list[str]) -> set[str]:
        keys = set.intersection(*(self._having[word] for word in words)) if words else set()
        if len(words) < 2:
            return keys
        return {key for key in keys if any(_places(words, some) for some in self._words[key].values())}

    def _score(self, key: str, ways: Sequence[Sequence[tuple[list[str], int]]]) -> float:
        """Typos first, then nearness, then the best attribute, then the place in it, then whether it is all."""
        names = list(self._words[key])
        typos = rank = place = exact = 0.0
        seen: list[tuple[int, int]] = []
        for way in ways:
            found = [
                (typo, number, at, len(some) == len(words))
                for words, typo in way
                for number, name in enumerate(names)
                if (some := self._words[key][name]) and (at := _first(words, some)) is not None
            ]
            if not found:
                return 0.0
            typo, number, at, whole = min(found, key=lambda each: each[:3])
            typos, rank, place, exact = typos + typo, rank + number, place + at, exact + whole
            seen.append((number, at))
        apart = sum(min(8, abs(a[1] - b[1])) if a[0] == b[0] else 8 for a, b in pairwise(seen))
        number = max(len(ways), 1)
        shares = (
            1 - typos / (number + 1),
            1 - apart / (8 * number + 1),
            1 - rank / (number * len(names) + 1),
            1 - min(place, 999) / 1_000,
            (1 + exact) / (number + 1),
        )
        return sum(share * 0.9 * 0.1**order for order, share in enumerate(shares))


def _values(value: Any) -> set[str]:
    return {str(each).lower() for each in (value if isinstance(value, list) else [value])}


def _membership(name: str, wanted: set[str], *, inside: bool) -> Any:
    return lambda row: bool(_values(row[name]) & wanted) == inside


def _comparison(name: str, sign: str, value: str) -> Any:
    if sign in {"=", "!="}:
        return lambda row: (value.lower() in _values(row[name])) == (sign == "=")
    number = float(value)
    return lambda row: row[name] >= number if sign == ">=" else row[name] <= number


def _first(words: list[str], some: list[str]) -> int | None:
    places = _places(words, some)
    return places[0] if places else None


def _places(words: list[str], some: list[str]) -> list[int]:
    try:
        start = some.index(words[0])
    except ValueError:
        return []
    return [at for at in range(start, len(some)) if some[at : at + len(words)] == words][:1]


def _near(word: str, other: str) -> bool:
    """Whether two words differ by one letter more, fewer, other or swapped."""
    if word == other or abs(len(word) - len(other)) > 1 or word[0] != other[0]:
        return False
    at = next(
        (i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other))
    )
    return (
        word[at + 1 :] == other[at:]
        or word[at:] == other[at + 1 :]
        or word[at + 1 :] == other[at + 1 :]
        or (word[at : at + 2] == other[at : at + 2][::-1] and word[at + 2 :] == other[at + 2 :])
    )
