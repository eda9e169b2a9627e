import pytest

from ingest.domain.titles import (
    ABSTRACT_TITLES,
    CONTENTS_TITLES,
    GENERIC_TITLES,
    SKIPPED_TITLES,
    bare_title,
    is_junk_title,
    is_nobody,
    is_numbered,
)

JUNK = r"""
Microsoft Word - x.doc|Microsoft Word - Jahresbericht 2020 (final).docx
Microsoft PowerPoint - talk.pptx|PowerPoint Presentation|PowerPoint プレゼンテーション
PowerPoint 演示文稿|PowerPoint-Präsentation|Présentation PowerPoint|Presentación de PowerPoint
untitled|Untitled-1|Untitled Document|(untitled)|無題|無題のドキュメント|无标题|無標題|제목 없음
Ohne Titel|Unbenannt|Sans titre|Sin título|Senza titolo|Без названия|Безымянный|Document1
Dokument 1|文書 1|文档1|ドキュメント1|문서1|Presentation2|Slide 1|スライド 1|幻灯片 1|Folie 1
Sheet1|Book1|タイトル|标题|Title|Titel|[Document title]|Click to add title
[Type the document title]|单击此处添加标题|report.docx|Final_Report_v2.pdf|main.tex|thesis.dvi
brochure.indd|scan.tiff|notes.md|12345|2024-01-02|---|...|\title{My paper}|LaTeX document
D:\work\x.doc|/home/me/x/paper|https://example.org/a|0123456789abcdef0123|PII: S0140-6736(05)1
doi:10.1000/182|Microsoft Word|LibreOffice|Adobe Photoshop|pdfTeX|IMG_20200101|Scan 2020-01-01
þÿT|a|N/A|none|Blank|Normal.dotm
"""
GOOD = r"""
Annual Report 2024|A History of Typewriters|Word processing for beginners|The LaTeX Companion
Document management systems|Presentation skills|Title IX compliance|What is in a title?
目次の作り方|文書管理規程|标题党的传播研究|Jahresbericht 2020|C++|Writer's handbook
The untitled generation|10.1 Release notes|Office space planning|Sheet metal work
ISO 9001:2015 checklist|GB/T 7714—2015 规则|PDF/A in a nutshell|Slide rules and how to use them
Understanding robots.txt|.NET in practice|Node.js|Draft treaty
"""
NOBODY = r"""
Administrator|admin|user|User1|unknown|Microsoft|Microsoft Office User|管理者|ユーザー|微软用户
用户|Windows User|-|python-docx|Adobe Acrobat|root|PC|DESKTOP-4F3A|me@example.org|pdfTeX
"""


def listed(text: str) -> list[str]:
    return text.strip().replace("\n", "|").split("|")


@pytest.mark.parametrize(
    "title", ["12. Mai 2013", "2022 年4 月5 日", "September 2022", "v1.2", *listed(JUNK)]
)
def test_placeholders_programs_and_file_names_are_junk(title: str) -> None:
    assert is_junk_title(title)


@pytest.mark.parametrize("title", listed(GOOD))
def test_real_titles_are_kept(title: str) -> None:
    assert not is_junk_title(title)


@pytest.mark.parametrize("name", [*listed(NOBODY), "", " "])
def test_accounts_and_programs_are_nobody(name: str) -> None:
    assert is_nobody(name)


@pytest.mark.parametrize(
    "name",
    ["Ada Lovelace", "山田太郎", "李雷", "김철수", "J. R. R. Tolkien", "O'Brien", "ACME GmbH", "Wordsworth"],
)
def test_people_and_bodies_are_authors(name: str) -> None:
    assert not is_nobody(name)


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("1.2 Scope", "scope"),
        ("Chapter 3: Results", "results"),
        ("第３章　まとめ", "まとめ"),
        ("一、目的", "目的"),
        ("CONTENTS", "contents"),
        ("目　次", "目次"),
        ("Table of Contents:", "tableofcontents"),
    ],
)
def test_titles_compare_without_number_case_and_width(title: str, bare: str) -> None:
    assert bare_title(title) == bare


@pytest.mark.parametrize(
    "title", ["1 Scope", "1.2.3 Scope", "第3章 結果", "（二）范围", "IV. Results", "Chapter 3"]
)
def test_numbers_before_a_title_are_seen(title: str) -> None:
    assert is_numbered(title)


@pytest.mark.parametrize(
    "title", ["Scope", "2001 was a good year", "I am here", "vi for beginners", "目的", "一般規定"]
)
def test_titles_without_a_section_number_are_not_numbered(title: str) -> None:
    assert not is_numbered(title)


def test_the_sets_hold_the_names_in_several_languages() -> None:
    assert {"contents", "目次", "目录", "목차", "inhalt", "оглавление"} <= CONTENTS_TITLES
    assert {"abstract", "概要", "摘要", "초록", "zusammenfassung"} <= ABSTRACT_TITLES
    assert {"license", "著作権", "版权"} <= SKIPPED_TITLES <= GENERIC_TITLES
    assert "" not in GENERIC_TITLES


def test_a_section_that_is_called_by_its_number_alone_has_no_title() -> None:
    assert [bare_title(title) for title in ("Section 1.1", "Chapter 2", "Kapitel 3.4.1", "第3章")] == [""] * 4
