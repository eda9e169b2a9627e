import pytest

from ingest.extract.east_asian_faces import has_east_asian, is_gothic


@pytest.mark.parametrize(
    "name",
    [
        "ＭＳ ゴシック",
        "MS PGothic",
        "游ゴシック Light",
        "黑体",
        "SimHei",
        "微软雅黑",
        "Meiryo UI",
        "돋움",
        "Noto Sans CJK SC",
    ],
)
def test_gothic_faces_are_known_by_their_names(name: str) -> None:
    assert is_gothic(name)


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "ＭＳ 明朝",
        "Yu Mincho",
        "宋体",
        "SimSun",
        "仿宋_GB2312",
        "KaiTi",
        "바탕",
        "Noto Serif CJK JP",
        "Arial",
    ],
)
def test_other_faces_are_none(name: str | None) -> None:
    assert not is_gothic(name)


@pytest.mark.parametrize(
    ("text", "has"), [("灯台", True), ("a ひ", True), ("등", True), ("Straße — 1", False), ("", False)]
)
def test_letters_of_east_asia_are_known(text: str, has: bool) -> None:
    assert has_east_asian(text) is has
