"""Which looks of a document are those of headings, and at which level each stands."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.domain.document import LayoutHint

MINOR_NUMBERS = frozenset({"paren", "circle"})
"""Numbers of list items as often as of headings."""

_CLASS_NUMBERS = frozenset(
    {"part", "chapter", "section", "decimal", "appendix", "han", "han-paren", "roman", "article"}
)
_ORDERED_NUMBERS = frozenset({"part", "chapter", "section", "decimal"})
_TOP_NUMBERS = frozenset({"part", "chapter", "appendix"})
_KEEP = 0.5
_LISTED = 4
_EAST_ASIAN = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_NON_WORD = re.compile(r"[\W_]+")
_Look = tuple[str, bool]
_Class = tuple[str, str, int, bool]
_Rank = tuple[float, bool, bool, int, int]


@dataclass(frozen=True, slots=True)
class StyledHeading:
    """A candidate that was kept: its level by style and number, and how far it can be trusted."""

    hint: LayoutHint
    level: int
    confidence: float


def squash(text: str) -> str:
    """Return only the letters and digits of a text, folded, for comparing titles."""
    return _NON_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())


def headings_by_style(hints: Sequence[LayoutHint], *, pages: int, slides: bool) -> list[StyledHeading]:
    """Return the candidates whose looks are those of headings, in document order, each with a level."""
    usable = list(hints) if slides else _without_labels(hints)
    usable = _numbered_in_sequence(_without_lists_of_titles(usable))
    scores = _style_scores(usable, pages)
    kept = sorted((h for h in usable if scores[_look(h)] >= _KEEP), key=lambda h: h.line)
    levels = _levels(kept)
    headings = [
        StyledHeading(hint, level, scores[_look(hint)]) for hint, level in zip(kept, levels, strict=True)
    ]
    return _without_continued_slides(headings) if slides else headings


def _look(hint: LayoutHint) -> _Look:
    return hint.style, hint.capitals


def is_heavy(hint: LayoutHint) -> bool:
    """Whether the style of a candidate is bold; the digits of its ink are no letters."""
    return "b" in hint.style.partition("#")[0]


def is_numbered(hint: LayoutHint) -> bool:
    """Whether a candidate has a number that headings rather than list items have."""
    return hint.number is not None and hint.number.kind not in MINOR_NUMBERS


def _without_labels(hints: Sequence[LayoutHint]) -> list[LayoutHint]:
    """The same small words again and again are labels."""
    seen = Counter(squash(hint.title) for hint in hints if not hint.number)
    return [h for h in hints if h.number or h.relative_size >= 1.07 or seen[squash(h.title)] < 3]


def _without_lists_of_titles(hints: Sequence[LayoutHint]) -> list[LayoutHint]:
    """Of numbered titles that come twice the last one is the heading; the others are a list of links to it."""
    last = {(hint.number.values, squash(hint.title)): hint.line for hint in hints if hint.number}
    listed = {
        hint.line
        for hint in hints
        if hint.number
        and last[hint.number.values, squash(hint.title)] != hint.line
        and hint.relative_size < 1.3
    }
    return [hint for hint in hints if hint.line not in listed] if len(listed) >= _LISTED else list(hints)


def _numbered_in_sequence(hints: Sequence[LayoutHint]) -> list[LayoutHint]:
    """Leave out numbered lines in the style of the text unless their numbers run on and no louder ones exist.

    Leave out, too, what is a measure or a year and no number of a heading.
    """
    loud: Counter[tuple[str, int]] = Counter()
    plain: defaultdict[tuple[str, int], list[LayoutHint]] = defaultdict(list)
    for hint in hints:
        if hint.number and hint.strong:
            loud[hint.number.kind, hint.number.depth] += 1
        elif hint.number:
            plain[hint.number.kind, hint.number.depth].append(hint)
    dropped = {
        hint.line
        for key, group in plain.items()
        if loud[key] >= 2 or not _runs_on(key, group)
        for hint in group
    }
    return [h for h in hints if h.line not in dropped and not _is_measure(h)]


def _runs_on(key: tuple[str, int], group: Sequence[LayoutHint]) -> bool:
    values = [hint.number.values for hint in group if hint.number]
    steps = sum(
        (b[:-1] != a[:-1] and b[-1] == 1) or (b[:-1] == a[:-1] and b[-1] == a[-1] + 1)
        for a, b in pairwise(values)
    )
    if len(group) < 3 or steps < 0.6 * (len(group) - 1) or values[0][-1] != 1:
        return False
    if key != ("decimal", 1):
        return True
    return values.count((1,)) == 1 and len({hint.page for hint in group}) > 1


def _is_measure(hint: LayoutHint) -> bool:
    """`0.5 mm`, `2019 was a good year`."""
    number = hint.number
    if number is None or number.kind != "decimal" or not hint.strong:
        return False
    return number.values[0] > 60 or number.values[-1] > 90


def _style_scores(hints: Sequence[LayoutHint], pages: int) -> dict[_Look, float]:
    """How much each look is that of headings, 0 to 1."""
    loud = [is_numbered(hint) for hint in hints if hint.strong]
    deep = any(
        is_numbered(h) and h.number and h.number.kind not in _TOP_NUMBERS and h.number.depth > 1
        for h in hints
    )
    mostly_numbered = deep and (sum(loud) >= max(4, 0.3 * len(loud)) or _long_sequence(hints))
    groups: defaultdict[_Look, list[LayoutHint]] = defaultdict(list)
    for hint in hints:
        groups[_look(hint)].append(hint)
    return {look: _style_score(group, pages, mostly_numbered) for look, group in groups.items()}


def _long_sequence(hints: Sequence[LayoutHint]) -> bool:
    """Whether headings that stand out are numbered through, however many others there are."""
    values = [h.number.values for h in hints if h.number and h.strong and h.number.kind == "decimal"]
    steps = sum(_follows(a, b) for a, b in pairwise(values))
    return len(values) >= 8 and steps > 0.7 * (len(values) - 1)


def _follows(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether a number is the next one: a sibling, a first child, or the next of an ancestor."""
    depth = len(after) - 1
    if len(after) == len(before) + 1:
        return after[:depth] == before and after[-1] == 1
    return len(after) <= len(before) and after[:depth] == before[:depth] and after[-1] == before[depth] + 1


def _style_score(group: Sequence[LayoutHint], pages: int, mostly_numbered: bool) -> float:
    first, count = group[0], len(group)
    size, bold = first.relative_size, is_heavy(first)
    purity = sum(hint.rows for hint in group) / max(1, first.style_rows)
    numbered = sum(is_numbered(hint) for hint in group) / count
    apart = sum(hint.apart for hint in group) / count
    score = 0.2 + 0.35 * min(1.0, max(0.0, (size - 1) / 0.2)) + 0.15 * bold + 0.1 * first.capitals
    score += 0.3 * numbered + 0.15 * apart
    marked = apart > 0.8 and purity > 0.5 and (bool(first.color) or first.italic or first.capitals)
    if first.color:
        score += 0.2 if marked else 0.05
    elif marked:
        score += 0.2
    score -= 0.35 * (purity < 0.5 and numbered < 0.6)
    score -= 0.4 * (count > 4 * pages and numbered < 0.5)
    score -= 0.3 * (count > 2 * pages and numbered < 0.5 and size < 1.15 and _are_short(group))
    score -= 0.2 * (size < 1.07 and not bold and not marked and numbered < 0.7)
    score -= 0.25 * (mostly_numbered and size < 1.07 and numbered < 0.2)
    return max(0.0, min(1.0, score))


def _are_short(group: Sequence[LayoutHint]) -> bool:
    """Whether most are single words, as the names of options and parameters are."""
    words = sum(len(hint.title.split()) < 2 and _room(hint.title) < 16 for hint in group)
    return words > 0.6 * len(group)


def _room(title: str) -> int:
    """How many letters a title has, those counted three times of which one is a syllable or more."""
    return len(title) + 2 * len(_EAST_ASIAN.findall(title))


def _levels(kept: Sequence[LayoutHint]) -> list[int]:
    """A depth of numbers makes a class; a heading without joins the shallowest class of its style."""
    joined: defaultdict[tuple[float, bool], list[_Class]] = defaultdict(list)
    own = [_number_class(hint) for hint in kept]
    for hint, cls in zip(kept, own, strict=True):
        if cls is not None:
            joined[hint.relative_size, is_heavy(hint)].append(cls)
    classes = [
        cls
        or min(
            joined[hint.relative_size, is_heavy(hint)],
            key=lambda c: c[2],
            default=("style", hint.style, 9, hint.capitals),
        )
        for hint, cls in zip(kept, own, strict=True)
    ]
    members: defaultdict[_Class, list[LayoutHint]] = defaultdict(list)
    for hint, cls in zip(kept, classes, strict=True):
        members[cls].append(hint)
    level = _class_levels(members)
    return [level[cls] for cls in classes]


def _number_class(hint: LayoutHint) -> _Class | None:
    number = hint.number
    if number is None or number.kind not in _CLASS_NUMBERS:
        return None
    return "number", number.kind, number.depth, False


def _rank(cls: _Class, group: Sequence[LayoutHint]) -> _Rank:
    """Larger, then bold, then capitals, then shallower numbers, then earlier."""
    half = len(group) / 2
    size = sorted(hint.relative_size for hint in group)[len(group) // 2]
    bold = sum(is_heavy(hint) for hint in group) > half
    return -size, not bold, not sum(hint.capitals for hint in group) > half, cls[2], group[0].line


def _class_levels(members: dict[_Class, list[LayoutHint]]) -> dict[_Class, int]:
    rank = {cls: _rank(cls, group) for cls, group in members.items()}
    order = sorted(rank, key=rank.__getitem__)
    _keep_number_order(order)
    lead = next((i for i, cls in enumerate(order) if cls[0] == "number"), -1)
    level: dict[_Class, int] = {}
    before: _Class | None = None
    depth = 0
    for i, cls in enumerate(order):
        if i < lead and len(members[cls]) < 3:
            continue  # big, rare and without a number: beside the first level, not above it
        same_looks = before is not None and rank[cls][:3] == rank[before][:3]
        decimals = before is not None and cls[1] == before[1] == "decimal"
        depth += not same_looks or decimals
        level[cls] = depth
        before = cls
    for cls in order:
        if cls not in level:
            level[cls] = level[order[lead]]
        if cls[1] == "appendix":
            chapter = level.get(("number", "chapter", 1, False))
            level[cls] = chapter or level.get(("number", "decimal", 1, False), level[cls])
    return level


def _keep_number_order(order: list[_Class]) -> None:
    """Numbers keep their own order, whatever their size."""
    ordered = [cls for cls in order if cls[1] in _ORDERED_NUMBERS]
    places = sorted(order.index(cls) for cls in ordered)
    ordered.sort(key=lambda cls: (cls[1] != "part", cls[1] != "chapter", cls[2]))
    for place, cls in zip(places, ordered, strict=True):
        order[place] = cls


def _without_continued_slides(headings: Sequence[StyledHeading]) -> list[StyledHeading]:
    """A slide that goes on repeats its title."""
    kept: list[StyledHeading] = []
    before = ""
    for heading in headings:
        title = squash(heading.hint.title)
        if title != before:
            kept.append(heading)
        before = title
    return kept
