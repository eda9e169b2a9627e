from __future__ import annotations

from pathlib import Path

import pytest

from ingest.domain import formats
from ingest.domain.document import Extraction, texts
from ingest.extract.code.extraction import extract
from ingest.extract.protocol import Limits, SourceFile


def read(tmp_path: Path, text: str, media_type: str, name: str = "a") -> Extraction:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    return extract(SourceFile(path, name, media_type), limits=Limits())


def sections(extraction: Extraction) -> list[tuple[int, int, str]]:
    return [(hint.line, hint.level, hint.title) for hint in extraction.hints.headings]


PYTHON = '''\
"""Lamps of the harbour, and who lights them."""
import os  # noqa: F401

# Nobody lights them by day.


@final
class Lamp(Base):
    """A lamp that burns at night."""

    height: int = 3

    # It was once green.
    @property
    def colour(self) -> str:
        """Return the colour of the light."""
        def inner(): ...
        return "red"


if os.name:
    async def light(lamp: Lamp) -> None:
        pass
'''


def test_python_classes_and_functions_are_sections(tmp_path: Path) -> None:
    extraction = read(tmp_path, PYTHON, formats.PYTHON)
    assert sections(extraction) == [(7, 1, "Lamp"), (13, 2, "colour()"), (22, 1, "light()")]
    assert "\n".join(texts(extraction.lines)) + "\n" == PYTHON
    assert extraction.native
    assert extraction.named_by_file


def test_only_comments_and_docstrings_are_read_out(tmp_path: Path) -> None:
    prose = read(tmp_path, PYTHON, formats.PYTHON).prose
    assert prose is not None
    assert [line for line in prose if line] == [
        "Lamps of the harbour, and who lights them.",
        "Nobody lights them by day.",
        "A lamp that burns at night.",
        "It was once green.",
        "Return the colour of the light.",
    ]
    assert prose[14] == "It was once green."


SOURCES = [
    (
        formats.JAVASCRIPT,
        "a.js",
        """\
import x from "y";
/** Lights a lamp. */
export function light(lamp) { function no() {} }
export default class Harbour {
  #n = 1;
  enter(ship) { return 1; }
  leave = (ship) => 2;
}
const wait = async (ms) => { };
module.exports.later = function () {};
(function () { function inside() {} })();
""",
        [
            (2, 1, "light()"),
            (4, 1, "Harbour"),
            (6, 2, "enter()"),
            (7, 2, "leave()"),
            (9, 1, "wait()"),
            (10, 1, "module.exports.later()"),
            (11, 1, "inside()"),
        ],
    ),
    (
        formats.TYPESCRIPT,
        "a.tsx",
        """\
export interface Lamp {
  height: number;
  light(): void;
}
type Name = string;
export const View = (props: Lamp) => <div>{props.height}</div>;
namespace Harbour {
  export abstract class Pier<T> {
    abstract moor(): void;
    constructor(private x: number) {}
  }
}
enum Colour { Red }
""",
        [
            (1, 1, "Lamp"),
            (3, 2, "light()"),
            (5, 1, "Name"),
            (6, 1, "View()"),
            (7, 1, "Harbour"),
            (8, 2, "Pier"),
            (9, 3, "moor()"),
            (10, 3, "constructor()"),
            (13, 1, "Colour"),
        ],
    ),
    (
        formats.JAVA,
        "A.java",
        """\
package a;
/**
 * A lamp.
 */
@Entity
public class Lamp<T> extends Base {
    public Lamp(int x) {}
    @Override
    public String toString() { return ""; }
    interface Light { void on(); }
    enum Colour { RED }
    record Point(int x) {}
}
""",
        [
            (2, 1, "Lamp"),
            (7, 2, "Lamp()"),
            (8, 2, "toString()"),
            (10, 2, "Light"),
            (11, 2, "Colour"),
            (12, 2, "Point"),
        ],
    ),
    (
        formats.C,
        "a.c",
        """\
#include <stdio.h>
struct lamp { int x; };
/* Lights it. */
static int *light(struct lamp *l, int n)
{
    return 0;
}
#ifdef X
void off(void) { }
#endif
int proto(int a);
int variable = 3;
typedef struct { int y; } pier_t;
""",
        [(2, 1, "lamp"), (3, 1, "light()"), (9, 1, "off()"), (11, 1, "proto()")],
    ),
    (
        formats.CPP,
        "a.cpp",
        """\
namespace harbour {
template <typename T>
class Lamp : public Base {
public:
  explicit Lamp(int x);
  ~Lamp() {}
  int height() const { return 1; }
  int width_ = 2;
};
}
void harbour::Lamp<int>::light(int n) {}
int main() { return 0; }
""",
        [
            (1, 1, "harbour"),
            (2, 2, "Lamp"),
            (5, 3, "Lamp()"),
            (6, 3, "~Lamp()"),
            (7, 3, "height()"),
            (11, 1, "harbour::Lamp<int>::light()"),
            (12, 1, "main()"),
        ],
    ),
    (
        formats.C_SHARP,
        "a.cs",
        """\
namespace Harbour {
  /// <summary>A lamp.</summary>
  public class Lamp : Base {
    public Lamp() {}
    public int Height { get; set; }
    public async Task Light(int n) { }
  }
  interface ILight { void On(); }
}
""",
        [(1, 1, "Harbour"), (2, 2, "Lamp"), (4, 3, "Lamp()"), (6, 3, "Light()"), (8, 2, "ILight")],
    ),
    (
        formats.GO,
        "a.go",
        """\
package harbour

// Lamp burns.
type Lamp struct {
	height int
}

// Light lights it.
func (l *Lamp) Light(n int) error {
	return nil
}

func main() {}
""",
        [(3, 1, "Lamp"), (8, 1, "Lamp.Light()"), (13, 1, "main()")],
    ),
    (
        formats.RUST,
        "a.rs",
        """\
/// A lamp.
#[derive(Debug)]
pub struct Lamp { h: u32 }
impl fmt::Display for Lamp {
    fn fmt(&self) -> u32 { 1 }
}
pub trait Light { fn on(&self); }
mod tests {
    fn works() {}
}
macro_rules! lit { () => {} }
""",
        [
            (1, 1, "Lamp"),
            (4, 1, "impl fmt::Display for Lamp"),
            (5, 2, "fmt()"),
            (7, 1, "Light"),
            (8, 1, "tests"),
            (9, 2, "works()"),
            (11, 1, "lit"),
        ],
    ),
    (
        formats.RUBY,
        "a.rb",
        """\
module Harbour
  # A lamp.
  class Lamp < Base
    attr_reader :x
    def light(n)
    end
    def self.make
    end
  end
end
""",
        [(1, 1, "Harbour"), (2, 2, "Lamp"), (5, 3, "light()"), (7, 3, "make()")],
    ),
    (
        formats.PHP,
        "a.php",
        """\
<html><?php
namespace Harbour;
/** A lamp. */
class Lamp {
    public function light(int $n): void {}
}
function off() {}
interface Light {}
?>
<p>words</p>
""",
        [(2, 1, "Harbour"), (3, 1, "Lamp"), (5, 2, "light()"), (7, 1, "off()"), (8, 1, "Light")],
    ),
    (
        formats.KOTLIN,
        "a.kt",
        """\
package a
/** A lamp. */
data class Lamp(val height: Int) : Base() {
    fun light(n: Int): Int = 1
    companion object {
        fun make() {}
    }
}
object Harbour
fun main() {}
""",
        [
            (2, 1, "Lamp"),
            (4, 2, "light()"),
            (5, 2, "companion object"),
            (6, 3, "make()"),
            (9, 1, "Harbour"),
            (10, 1, "main()"),
        ],
    ),
    (
        formats.SWIFT,
        "a.swift",
        """\
/// A lamp.
struct Lamp: Light {
    init(height: Int) {}
    func light(_ n: Int) -> Int { 1 }
}
extension Lamp { func off() {} }
protocol Light { func on() }
""",
        [(1, 1, "Lamp"), (3, 2, "init()"), (4, 2, "light()"), (6, 1, "Lamp"), (7, 1, "Light")],
    ),
    (
        formats.SHELL,
        "a.sh",
        "#!/bin/sh\n# Lights it.\nlight() {\n  echo 1\n}\nfunction off { :; }\n",
        [(1, 1, "light()"), (6, 1, "off()")],
    ),
    (
        formats.CSS,
        "a.css",
        "/* Lamps */\n.lamp, a:hover { color: red }\n@media print {\n  .x { a: b }\n}\n",
        [(1, 1, ".lamp, a:hover"), (3, 1, "@media print"), (4, 2, ".x")],
    ),
]


@pytest.mark.parametrize(
    ("media_type", "name", "text", "expected"), SOURCES, ids=[name for _, name, _, _ in SOURCES]
)
def test_each_language_has_its_sections(
    tmp_path: Path, media_type: str, name: str, text: str, expected: list[tuple[int, int, str]]
) -> None:
    assert sections(read(tmp_path, text, media_type, name)) == expected


def test_a_header_of_cpp_is_read_as_one(tmp_path: Path) -> None:
    text = "namespace a {\nclass Lamp {\npublic:\n  void on();\n};\n}\n"
    assert [title for _, _, title in sections(read(tmp_path, text, formats.C, "lamp.h"))] == [
        "a",
        "Lamp",
        "on()",
    ]


def test_broken_code_gives_what_can_be_parsed(tmp_path: Path) -> None:
    text = "def one():\n    pass\n\nclass (((\n\ndef two(:\n    x = [\n\ndef three():\n    pass\n"
    titles = [title for _, _, title in sections(read(tmp_path, text, formats.PYTHON))]
    assert "one()" in titles
    assert "three()" in titles


def test_the_words_above_a_definition_begin_its_section(tmp_path: Path) -> None:
    text = "// Light lights the lamp\n// of the harbour.\nfunc Light() {}\n"
    prose = read(tmp_path, text, formats.GO).prose
    assert prose == ("", "", "Light lights the lamp of the harbour.")


def test_a_licence_and_code_in_comments_are_not_read_out(tmp_path: Path) -> None:
    text = (
        "// Copyright 2024 Ada Byron\n// Licensed to everybody.\n\nint x; // eslint-disable\n"
        "// return old(x);\n// 灯台の光を点ける\nvoid f() {}\n"
    )
    prose = read(tmp_path, text, formats.C).prose
    assert prose is not None
    assert [line for line in prose if line] == ["灯台の光を点ける"]


@pytest.mark.parametrize(
    "media_type", [formats.PYTHON, formats.JAVASCRIPT, formats.C, formats.CPP, formats.RUST]
)
@pytest.mark.parametrize("sign", ["(", "{", "[", "a{", "'", "/*", "def f(", "\\"])
def test_deep_and_broken_code_ends(tmp_path: Path, media_type: str, sign: str) -> None:
    assert read(tmp_path, (sign * 40 + "\n") * 40, media_type).lines


def test_a_very_long_line_has_no_sections(tmp_path: Path) -> None:
    extraction = read(tmp_path, "function f(){}" * 5_000, formats.JAVASCRIPT)
    assert sections(extraction) == []
    assert extraction.coverage.notes
