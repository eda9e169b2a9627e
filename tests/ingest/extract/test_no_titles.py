import pytest

from ingest.extract.no_titles import is_no_title


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3: the lamp room",
        "表 2. 灯台",
        "The lamp ........ 12",
        "keeper@example.org",
        "• Oil",
        "Oil, wicks,",
        "x = 2y",
        "明かりが消える。番人が起きる",
        "The lamp is lit at dusk by the keeper.",
        "\ufffd\ufffd\ufffd a",
    ],
)
def test_what_reads_like_something_else_is_no_title(text: str) -> None:
    assert is_no_title(text, behind_number=None)


@pytest.mark.parametrize("text", ["The lamp room", "点灯", "Who may enter?", "Oil vs. gas", "Tables"])
def test_titles_are_titles(text: str) -> None:
    assert not is_no_title(text, behind_number=None)


def test_behind_a_number_a_title_may_hold_signs_but_be_no_command() -> None:
    assert not is_no_title("2 The force F = ma", behind_number="The force F = ma")
    assert is_no_title("2 /usr/bin", behind_number="/usr/bin")
