from __future__ import annotations

from ingest.extract.code.sections import guess_definitions


def test_definitions_are_guessed_by_their_looks() -> None:
    lines = [
        "export async function light(x) {",
        "  pub(crate) fn off() {}",
        "class Lamp",
        "    def burn(self):",
        "a function of light",
        "define x",
    ]
    assert list(guess_definitions(lines, range(10))) == [
        (0, 1, "light()"),
        (1, 2, "off()"),
        (2, 1, "Lamp"),
        (3, 2, "burn()"),
    ]
