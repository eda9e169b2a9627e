"""Headings without numbers in plain text: underlined, in capitals, at the margin, marked, or known by name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from ingest.domain.titles import CONTENTS_TITLES, GENERIC_TITLES, bare_title
from ingest.outline.chains import MIN_HEADINGS, Candidate
from ingest.outline.plain_lines import PlainLines, columns, is_capitals, is_rule, is_title_like

CAPITALS_RANK = 2
_SIGNS_OF_CODE = frozenset("<>@=|/(){}[]_;©")
_MARKED = re.compile(r"^(?:(?P<mark>[■□◆◇●○▼▽▲△★☆◎])[\s　]*(?P<name>[^\s　].*)|【(?P<boxed>[^】]+)】)$")
_SENTENCE = re.compile(r"[.!?。！？:：]$")
_MARGIN = 60
"""Columns of an unnumbered title at the margin of an indented text."""

_CLOSING = (
    "Conclusion|Conclusions|Discussion|Results|Methods|Materials and methods|Related work|Future work|Glossary"
    "|Appendix|Appendices|Annex|Schedule|Rationale|Specification|Motivation|Examples"
    "|Author's Address|Authors' Addresses|Security Considerations|Further reading"
    "|Fazit|Schluss|Literatur|Literaturverzeichnis|Anhang|Bibliographie|Annexes"
    "|Conclusión|Conclusiones|Bibliografía|Anexo|Conclusioni|Bibliografia|Заключение|Литература|Приложение"
    "|附則|附则|附录|附錄|附件|付録|別表|結論|结论|結語|结语|总结|總結|おわりに|終わりに|まとめ|むすび|結び|参考資料"
    "|參考文獻|致謝|考察|結果|注釈|用語集|부칙|결론|맺음말|참고문헌|부록|별표"
)
KNOWN = (GENERIC_TITLES | {bare_title(title) for title in _CLOSING.split("|")}) - CONTENTS_TITLES
"""Bare titles of sections that need no number to be known."""


def underlined(lines: PlainLines) -> list[Candidate]:
    """Return underlined titles; each style of underline is a level, in the order in which the styles appear."""
    styles: dict[str, int] = {}
    found: list[Candidate] = []
    for number in range(1, len(lines)):
        sign = lines.underline(number)
        if sign:
            style = sign + ("^" if lines.overlined(number) else "")
            found.append(
                Candidate(number, styles.setdefault(style, len(styles) + 1), lines.text(number), 0.8)
            )
    return found if len(found) > MIN_HEADINGS else []


def manual_page(lines: PlainLines) -> list[Candidate]:
    """Return the headings of a manual page: capitals at the left, subheadings a little in, text further in."""
    found: list[Candidate] = []
    for number in range(1, len(lines) + 1):
        text = lines.text(number)
        if not text or not lines.starts_block(number) or not lines.stands_out(number):
            before = number > 1 and found and found[-1].line == number - 1
            if not (text and before and lines.stands_out(number)):
                continue
        indent = lines.indent(number)
        if indent == 0 and is_capitals(text):
            found.append(Candidate(number, 1, text, 0.8))
        elif found and 2 <= indent <= 4 and is_title_like(text) and _is_outside_body(lines, number):
            found.append(Candidate(number, 2, text, 0.7))
    top = sum(candidate.rank == 1 for candidate in found)
    return found if top >= 3 and lines.body_indent > 0 else []


def _is_outside_body(lines: PlainLines, number: int) -> bool:
    return not lines.is_inside_body(number) and not lines.text(number).endswith((".", "!", "?"))


def capitals(lines: PlainLines) -> list[Candidate]:
    """Return lines in capitals, and centred ones, that stand alone."""
    found: list[Candidate] = []
    for number in range(1, len(lines) + 1):
        text = lines.text(number)
        if text and lines.starts_block(number) and _stands_like_a_title(lines, number, text):
            found.append(Candidate(number, CAPITALS_RANK, text, 0.6))
    return found


def _stands_like_a_title(lines: PlainLines, number: int, text: str) -> bool:
    alone = not lines.text(number + 1)
    if is_capitals(text) and not lines.is_inside_body(number) and (alone or lines.stands_out(number)):
        return True
    centred = lines.indent(number) >= 8 and abs(lines.indent(number) * 2 + columns(text) - 72) <= 12
    following = lines.next_filled(number)
    begins_text = bool(following) and lines.indent(following) <= 6 and not is_rule(lines.text(following))
    worded = is_title_like(text) and text[-1] != "." and not set(text) & _SIGNS_OF_CODE
    worded = worded and not text[0].islower()
    return centred and alone and begins_text and worded


def named(lines: PlainLines) -> list[Candidate]:
    """Return lines that stand alone and say what sections are called (Abstract, References, 附則), the last of each."""
    found = {
        bare_title(lines.text(number)): Candidate(number, CAPITALS_RANK, lines.text(number), 0.65)
        for number in range(1, len(lines) + 1)
        if 2 <= len(lines.text(number)) <= 40
        and lines.text(number)[0] != "#"
        and not _SENTENCE.search(lines.text(number))
        and lines.is_alone(number)
        and lines.next_filled(number)
        and not lines.is_inside_body(number)
        and bare_title(lines.text(number)) in KNOWN
        and not is_rule(lines.text(number))
    }
    return list(found.values())


def at_margin(lines: PlainLines) -> list[Candidate]:
    """Return the titles at the left of a text whose body is indented; each once in the document."""
    if not lines.is_hanging:
        return []
    found = [
        Candidate(number, CAPITALS_RANK, text, 0.6)
        for number in range(1, len(lines) + 1)
        if (text := lines.text(number))
        and lines.indent(number) == 0
        and lines.starts_block(number)
        and lines.stands_out(number)
        and not lines.text(number + 1)
        and _is_worded(text)
    ]
    times = Counter(candidate.title for candidate in found)
    return [candidate for candidate in found if times[candidate.title] == 1]


def _is_worded(text: str) -> bool:
    if columns(text) > _MARGIN or not is_title_like(text) or _SENTENCE.search(text):
        return False
    if bare_title(text) in CONTENTS_TITLES or set(text) & _SIGNS_OF_CODE:
        return False
    return not text[0].islower() and not text[0].isdecimal()


def marked(lines: PlainLines) -> list[Candidate]:
    """Return titles behind the same square, diamond or the like, or in 【 】, with text under most of them."""
    by_mark: dict[str, list[Candidate]] = defaultdict(list)
    for number in range(1, len(lines) + 1):
        match = _MARKED.match(lines.text(number)) if lines.text(number)[:1] in "■□◆◇●○▼▽▲△★☆◎【" else None
        if match and columns(lines.text(number)) <= _MARGIN and not _SENTENCE.search(lines.text(number)):
            title = match["name"] or match["boxed"]
            by_mark[match["mark"] or "【"].append(Candidate(number, 1, title, 0.6))
    found: list[Candidate] = []
    for candidates in by_mark.values():
        own = {candidate.line for candidate in candidates}
        filled = [c for c in candidates if (after := lines.next_filled(c.line)) and after not in own]
        if len(candidates) > MIN_HEADINGS and len(filled) * 4 >= len(candidates) * 3:
            place = len({candidate.rank for candidate in found}) + 1
            found += [Candidate(c.line, place, c.title, c.confidence) for c in candidates]
    return found
