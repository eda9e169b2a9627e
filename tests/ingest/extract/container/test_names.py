from __future__ import annotations

import pytest

from ingest.extract.container.names import FreePaths, decoded_names, is_leftover, safe_path


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a/b.md", "a/b.md"),
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/passwd", "etc/passwd"),
        ("C:\\Users\\x.md", "Users/x.md"),
        ("a/./b//c", "a/b/c"),
        ("..", "unnamed"),
        ("", "unnamed"),
        ("a/\u202egnp.md", "a/gnp.md"),
        ("two\nlines.md", "two lines.md"),
        ("e\u0301.md", "é.md"),
        ("資料/計画.md", "資料/計画.md"),
    ],
)
def test_a_name_becomes_a_path_of_plain_steps(name: str, safe: str) -> None:
    assert safe_path(name) == safe


def test_long_names_stay_apart_and_keep_their_ending() -> None:
    first, second = safe_path("x" * 900 + "1.md"), safe_path("x" * 900 + "2.md")
    assert first != second
    assert first.endswith(".md")
    deep = safe_path("/".join(f"folder{n}" for n in range(400)) + "/a.md")
    assert len(deep) <= 400
    assert deep.endswith("/a.md")


def test_a_second_file_of_one_name_gets_a_number() -> None:
    free = FreePaths()
    taken = [free.take(path) for path in ("a/b.md", "a/b.md", "a/b (2).md", "a/b.md", "c", "c")]
    assert taken == ["a/b.md", "a/b (2).md", "a/b (2) (2).md", "a/b (3).md", "c", "c (2)"]


@pytest.mark.parametrize(
    "path",
    [
        "__MACOSX/._a.md",
        "a/.DS_Store",
        "Thumbs.db",
        "x/.git/config",
        "node_modules/p/readme.md",
        "._a",
        "~$a.docx",
    ],
)
def test_what_systems_and_tools_leave_behind_is_known(path: str) -> None:
    assert is_leftover(path)


@pytest.mark.parametrize("path", ["a.md", "git/config", ".env", "a/modules/x", "desktop.init"])
def test_what_people_put_there_is_no_leftover(path: str) -> None:
    assert not is_leftover(path)


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        (["会議の資料.txt", "計画書（最終）.docx"], "cp932"),
        (["会议通知.txt", "工作计划和总结.docx"], "gb18030"),
        (["Übung.txt", "straße.md"], "utf-8"),
        (["plain.txt"], "ascii"),
    ],
)
def test_names_without_a_stated_encoding_are_read_together(names: list[str], encoding: str) -> None:
    assert decoded_names([name.encode(encoding) for name in names]) == names
