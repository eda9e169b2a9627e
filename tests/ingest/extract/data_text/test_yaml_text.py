from __future__ import annotations

from pathlib import Path

from ingest.domain.document import Extraction, texts
from ingest.extract.data_text.yaml_text import extract
from ingest.extract.protocol import Limits, SourceFile


def read(tmp_path: Path, text: str) -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    return extract(SourceFile(path, "a.yaml", "application/yaml"), limits=Limits())


def sections(extraction: Extraction) -> list[tuple[int, int, str]]:
    return [(hint.line, hint.level, hint.title) for hint in extraction.hints.headings]


def test_top_level_keys_are_sections(tmp_path: Path) -> None:
    text = '# A comment about every lamp here\nname: x\n"quoted key": 1\n'
    text += "note: |\n  text\n  key: no\nlist:\n- a\n- b: c\n"
    extraction = read(tmp_path, text)
    assert sections(extraction) == [(2, 1, "name"), (3, 1, "quoted key"), (4, 1, "note"), (7, 1, "list")]
    assert "\n".join(texts(extraction.lines)) + "\n" == text
    assert extraction.prose is not None
    assert extraction.prose[0] == "A comment about every lamp here"


def test_long_keys_have_sections_inside(tmp_path: Path) -> None:
    services = "".join(f"  s{n}:\n    image: x\n    note: y\n" for n in range(12))
    found = sections(read(tmp_path, f"services:\n{services}volumes:\n  a:\n"))
    assert found[:3] == [(1, 1, "services"), (2, 2, "s0"), (5, 2, "s1")]
    assert found[-1] == (38, 1, "volumes")
    steps = "".join(f"- name: step {n}\n  run: x\n  with:\n    name: no\n" for n in range(10))
    assert sections(read(tmp_path, f"steps:\n{steps}end: 1\n"))[:3] == [
        (1, 1, "steps"),
        (2, 2, "step 0"),
        (6, 2, "step 1"),
    ]


def test_entries_of_a_list_are_named_by_their_labels(tmp_path: Path) -> None:
    text = "- hosts: all\n  name: 'Install'\n- plain words\n-\n  id: 7\n"
    assert sections(read(tmp_path, text)) == [(1, 1, "Install"), (3, 1, "plain words"), (4, 1, "7")]


def test_several_documents_are_named_by_kind_and_name(tmp_path: Path) -> None:
    text = (
        "---\nkind: Deployment\nmetadata:\n  name: web\n---\nkind: Service\nmetadata:\n  name: out\nspec: 1\n"
    )
    found = sections(read(tmp_path, text))
    assert (2, 1, "Deployment web") in found
    assert (6, 1, "Service out") in found
    assert (9, 2, "spec") in found


def test_aliases_that_multiply_are_only_text(tmp_path: Path) -> None:
    text = "a0: &a0 [lol]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
    )
    extraction = read(tmp_path, text)
    assert len(extraction.lines) == 40
    assert len(sections(extraction)) == 40


def test_the_title_of_an_interface_names_it(tmp_path: Path) -> None:
    assert read(tmp_path, "openapi: 3.1.0\ninfo:\n  title: 'Lamps API'\n").metadata.title == "Lamps API"


def test_odd_text_ends_in_time(tmp_path: Path) -> None:
    assert read(tmp_path, "- " * 50_000 + "\n" + "{{ x }}\n" * 1_000 + "a" * 100_000).lines
    assert read(tmp_path, "".join(" " * n + f"k{n}:\n" for n in range(1_500))).lines
    assert len(sections(read(tmp_path, "- a\n" * 5_000))) == 100
