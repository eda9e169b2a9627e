from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.outline_score import Heading, score

ROOT = Path(__file__).parents[2]
TRUTH = [
    ("1 Introduction", 1, 1),
    ("1.1 Why", 2, 1),
    ("第２章　方法", 1, 3),
    ("一、目的", 2, 3),
    ("Notes", 1, 7),
]


def headings(rows, **changes):
    return [Heading(title, level, page, **changes) for title, level, page in rows]


def test_what_is_right_scores_one():
    result = score(headings(TRUTH), headings(TRUTH))
    assert [result[k] for k in ("precision", "recall", "f1", "level_accuracy", "parent_accuracy")] == [1] * 5


def test_nothing_said_scores_zero_unless_there_is_nothing_to_say():
    assert score(headings(TRUTH), [])["f1"] == 0
    assert score([], [])["f1"] == 1


def test_titles_agree_without_their_numbers_and_in_any_width():
    bare = [
        (new, level, page)
        for new, (_, level, page) in zip(["INTRODUCTION", "Why", "方法", "目的", "notes"], TRUTH, strict=True)
    ]
    assert score(headings(TRUTH), headings(bare))["f1"] == 1


@pytest.mark.parametrize(("apart", "f1"), [(1, 1.0), (2, 0.0)])
def test_a_heading_may_be_a_page_away_and_no_more(apart, f1):
    moved = [(title, level, page + apart) for title, level, page in TRUTH]
    assert score(headings(TRUTH), headings(moved))["f1"] == f1


def test_a_tree_that_starts_deeper_is_not_wrong_but_a_flat_one_is():
    deeper = [(title, level + 1, page) for title, level, page in TRUTH]
    flat = [(title, 1, page) for title, _, page in TRUTH]
    assert score(headings(TRUTH), headings(deeper))["level_accuracy"] == 1
    assert score(headings(TRUTH), headings(flat))["level_accuracy"] == 0.6
    assert score(headings(TRUTH), headings(flat))["parent_accuracy"] == 0.6


def test_optional_truths_count_neither_way():
    truth = [*headings(TRUTH), Heading("Index", 1, 9, optional=True)]
    assert score(truth, headings(TRUTH))["f1"] == 1
    assert score(truth, headings([*TRUTH, ("Index", 1, 9)]))["f1"] == 1


def test_without_places_headings_must_be_in_order():
    placeless = [Heading(title, level) for title, level, _ in TRUTH]
    assert score(placeless, placeless)["f1"] == 1
    assert score(placeless, placeless[::-1])["f1"] < 0.5


def test_a_heading_said_twice_counts_once():
    result = score(headings(TRUTH), headings([*TRUTH, *TRUTH]))
    assert result["recall"] == 1
    assert result["precision"] == 0.5


def test_anchors_belong_to_no_title():
    truth = [Heading("Reference {/*reference*/}", 1, 1), Heading("Usage {#usage}", 1, 1)]
    assert score(truth, [Heading("Reference", 1, 1), Heading("Usage", 1, 1)])["f1"] == 1


def test_the_script_scores_a_folder_and_ends_with_one_json_object(tmp_path):
    folder = tmp_path / "md"
    folder.mkdir()
    (folder / "en-lamps.md").write_text("# Lamps\n\nText.\n\n## Red lamps\n\nText.\n", encoding="utf-8")
    truth = [{"title": "Lamps", "level": 1, "line": 1}, {"title": "Red lamps", "level": 2, "line": 5}]
    (folder / "en-lamps.truth.json").write_text(json.dumps(truth), encoding="utf-8")
    command = [sys.executable, str(ROOT / "scripts" / "outline_score.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120, check=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["formats"]["md"]["f1"] == 1
    assert answer["formats"]["md"]["level_accuracy"] == 1
    assert answer["languages"]["en"]["documents"] == 1


def test_a_folder_without_truths_is_refused(tmp_path):
    command = [sys.executable, str(ROOT / "scripts" / "outline_score.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 2
    assert "truth.json" in done.stderr
