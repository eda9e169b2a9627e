from __future__ import annotations

import time

from ingest.extract.html.looks import filled, style_of
from ingest.extract.html.sheets import UNKNOWN, Setting


def test_variables_are_filled_in_from_around_and_from_each_other() -> None:
    declared = {
        "display": Setting("display", "var(--a)"),
        "--a": Setting("--a", "var(--b)"),
        "--b": Setting("--b", "var(--outer)"),
    }
    assert style_of(declared, {"--outer": "none"})("display") == "none"


def test_a_variable_that_names_itself_or_is_missing_says_nothing() -> None:
    declared = {"display": Setting("display", "var(--a)"), "--a": Setting("--a", "var(--a)")}
    assert style_of(declared, {"--a": "none"})("display") == ""
    assert filled("x var(--missing, y(var(--no,z)))", {}) == "x y(z)"
    assert filled("var(--missing)", {}) is None


def test_what_is_filled_in_has_to_be_valid() -> None:
    declared = {"display": Setting("display", "var(--a)")}
    assert style_of(declared, {"--a": "nonsense"})("display") == ""
    assert style_of({"display": Setting("display", UNKNOWN)}, {})("display") == UNKNOWN
    assert style_of({"display": Setting("all", "unset")}, {})("display") == "inline"
    assert style_of({"color": Setting("color", "inherit")}, {})("color") == ""


def test_variables_that_grow_without_end_take_no_time() -> None:
    names = [f"--v{number}" for number in range(500)]
    laughs = {
        name: Setting(name, f"var({after}) " * 10)
        for name, after in zip(names, [*names[1:], "--v0"], strict=True)
    }
    start = time.process_time()
    style_of({**laughs, "display": Setting("display", "var(--v0)")}, {"--v499": "x"})
    assert time.process_time() - start < 2
