"""What the style sheets of a page declare for each of its elements: the cascade, as far as it hides or shows.

Rules that hold only where this cannot be told (the size of a container, say) make what they set unknown, so that
neither they nor what they may override hides anything.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from ingest.extract.html.css import Block, Declaration, declarations_of, sheet_of
from ingest.extract.html.media import holds_on_screen, is_supported
from ingest.extract.html.properties import is_valid, longhands, words
from ingest.extract.html.selectors import Meter, Node, SelectorIndex, TooManySteps

UNKNOWN = "?"
"""The value of a property that may be set to something else."""

_MOST_CHARACTERS = 1_500_000
_MOST_RULES = 20_000
"""What is read of the style sheets of one page."""

_MOST_STEPS = 4_000_000
_MOST_KEPT = 20
_MOST_OWN = 30
_A_SETTING = 20
_LONGEST_VALUE = 1_000
_LONGEST_SELECTOR = 2_000
_LAST_FRAME = re.compile(r"\bto\b|\b100%", re.I)
_DATA = re.compile(r"\bdata:[^)\"'\s]*")
_Layer = tuple[float, ...]
_OUTSIDE: _Layer = (math.inf,)


@dataclass(frozen=True, slots=True)
class Setting:
    """One property, set. name: as it was declared, perhaps for several properties at once."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class _Rule:
    """Declarations under one list of selectors. layer, order: which of two rules wins."""

    declared: tuple[tuple[tuple[str, ...], Setting, bool], ...]
    layer: _Layer
    order: int


_Fit = tuple[tuple[int, ...], _Rule]
"""How much a rule weighs for an element, and the rule."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What a rule stands in. selector: of the rule around it, which `&` stands for."""

    layer: _Layer = _OUTSIDE
    names: tuple[str, ...] = ()
    certain: bool = True
    selector: str = ""


Declared = dict[str, Setting]
"""What is declared for an element, by property; names of custom properties begin with two hyphens."""


@dataclass(slots=True)
class Sheet:
    """The rules of a page.

    folded: whether the case of classes and ids does not count. too_large: whether some of them could not be followed.
    imports: whether it names others.
    """

    folded: bool = False
    count: int = 0
    too_large: bool = False
    imports: bool = False
    motions: dict[str, tuple[Declaration, ...]] = field(default_factory=dict)
    """What named animations end with."""

    _layers: dict[tuple[str, ...], float] = field(default_factory=dict)
    _room: int = _MOST_CHARACTERS
    _styles: dict[str, _Rule] = field(default_factory=dict)
    _index: SelectorIndex = field(init=False)

    def __post_init__(self) -> None:
        self._index = SelectorIndex(folded=self.folded)

    def add(self, text: str, *, media: str = "") -> None:
        """Take in one style sheet. media: what it holds for, as a list of media queries."""
        holds = holds_on_screen(media)
        if holds is False:
            return
        text = _DATA.sub("", text)
        self.too_large = self.too_large or len(text) > self._room
        for block in sheet_of(text[: self._room]):
            self._take(block, _Around(certain=holds is True))
        self._room = max(0, self._room - len(text))
        self.too_large = self.too_large or bool(self._index.refused)

    def _take(self, block: Block, around: _Around) -> None:
        if block.keyword:
            self._take_at_rule(block, around)
            return
        selector = _nested(block.prelude, around.selector)
        self._add_rule(selector, block.declared, around)
        if block.inside and len(selector) <= _LONGEST_SELECTOR:
            within = _Around(around.layer, around.names, around.certain, selector)
            for inner in block.inside:
                self._take(inner, within)

    def _take_at_rule(self, block: Block, around: _Around) -> None:
        keyword = block.keyword
        if keyword == "import":
            self.imports = True
        elif keyword == "layer":
            self._take_layer(block, around)
        elif keyword in ("keyframes", "-webkit-keyframes"):
            self._take_motion(block)
        elif keyword in ("media", "supports", "container", "scope"):
            self._take_condition(block, around)

    def _take_condition(self, block: Block, around: _Around) -> None:
        holds: bool | None = None
        selector = around.selector
        if block.keyword == "media":
            holds = holds_on_screen(block.prelude)
        elif block.keyword == "supports":
            holds = is_supported(block.prelude)
        elif block.keyword == "scope" and block.prelude.startswith("(") and block.prelude.count("(") == 1:
            holds, selector = True, block.prelude[1:].partition(")")[0]
        if holds is not False:
            self._go_inside(
                block, _Around(around.layer, around.names, around.certain and holds is True, selector)
            )

    def _take_layer(self, block: Block, around: _Around) -> None:
        for name in block.prelude.split(",") if block.prelude else [f"\0{len(self._layers)}"]:
            names = (*around.names, *name.strip().split("."))
            layer = tuple(
                self._layers.setdefault(names[:end], len(self._layers)) for end in range(1, len(names) + 1)
            )
            if block.inside is not None:
                self._go_inside(block, _Around((*layer, math.inf), names, around.certain, around.selector))

    def _take_motion(self, block: Block) -> None:
        for frame in block.inside or ():
            if _LAST_FRAME.search(frame.prelude):
                self.motions[block.prelude.strip("\"'").lower()] = frame.declared

    def _go_inside(self, block: Block, around: _Around) -> None:
        if around.selector and block.declared:
            self._add_rule(around.selector, block.declared, around)
        for inner in block.inside or ():
            self._take(inner, around)

    def _add_rule(self, selector: str, declared: tuple[Declaration, ...], around: _Around) -> None:
        settings = _settings(declared, certain=around.certain)
        if not settings:
            return
        self.count += 1
        if self.count > _MOST_RULES:
            self.too_large = True
            return
        self._index.add(selector, _Rule(settings, around.layer, self.count))

    def declared_for(self, node: Node, style: str) -> Declared:
        """Return what is declared for an element. style: its own `style` attribute."""
        fitting = self._matching(node)
        if style:
            own = self._styles.get(style)
            if own is None:
                own = self._styles[style] = _Rule(_settings(declarations_of(style)), _OUTSIDE, 0)
            fitting.append(((1, 0, 0, 0), own))
        if not fitting:
            return {}
        if not self._has_room(node, fitting):
            fitting = [fit for fit in fitting if fit[1].order == 0 and len(fit[1].declared) < _MOST_OWN]
        found: Declared = {}
        fitting.sort(key=lambda fit: (fit[0][0], fit[1].layer, fit[0], fit[1].order))
        _set(found, fitting, important=False)
        fitting.sort(key=lambda fit: (fit[0][0], tuple(-part for part in fit[1].layer), fit[0], fit[1].order))
        _set(found, fitting, important=True)
        return found

    def _has_room(self, node: Node, fitting: list[_Fit]) -> bool:
        try:
            node.meter.spend(_A_SETTING * sum(len(rule.declared) for _, rule in fitting))
        except TooManySteps:
            self.too_large = True
            return False
        return True

    def _matching(self, node: Node) -> list[_Fit]:
        if not self.count or node.meter.left < 0:
            return []
        try:
            return [((0, *specificity), rule) for specificity, rule in self._index.matching(node)]
        except TooManySteps:
            self.too_large = True
            return []


def _set(found: Declared, fitting: list[_Fit], *, important: bool) -> None:
    for _, rule in fitting:
        for names, setting, is_important in rule.declared:
            if is_important is important:
                found.update(dict.fromkeys(names, setting))


def _settings(
    declared: tuple[Declaration, ...], *, certain: bool = True
) -> tuple[tuple[tuple[str, ...], Setting, bool], ...]:
    """Return what declarations set that matters here."""
    found = []
    for each in declared:
        names = (each.name,) if each.name.startswith("--") else longhands(each.name)
        if names and (each.name.startswith("--") or is_valid(each.name, each.value)):
            value = each.value if certain and len(each.value) <= _LONGEST_VALUE else UNKNOWN
            found.append((names, Setting(each.name, value), each.important))
    return tuple(found)


def _nested(selector: str, around: str) -> str:
    """Return the selector of a rule inside another."""
    if not around:
        return selector.replace("&", ":root")
    whole = f":is({around})"
    if "&" in selector or ":scope" in selector:
        return selector.replace(":scope", "&").replace("&", whole)
    return ", ".join(f"{whole} {one.strip()}" for one in words(selector, by=","))


@dataclass(slots=True)
class Shelf:
    """The style sheets of the pages of one file. meter: counts the steps of matching them to all its pages."""

    meter: Meter = field(default_factory=lambda: Meter(_MOST_STEPS))
    _known: dict[tuple[bool, tuple[tuple[str, str], ...]], Sheet] = field(default_factory=dict)

    def sheet_of(self, texts: tuple[tuple[str, str], ...], *, folded: bool) -> Sheet:
        """Return the rules of the style sheets of a page together. texts: with the media of each, in order."""
        sheet = self._known.get((folded, texts))
        if sheet is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            sheet = self._known[folded, texts] = Sheet(folded)
            for text, media in texts:
                sheet.add(text, media=media)
        return sheet
