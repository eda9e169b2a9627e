import hashlib
from pathlib import Path

import pytest

from ingest.domain.errors import PasswordNeeded
from ingest.extract.docx import extract
from ingest.extract.office_key import PasswordLock
from ingest.extract.protocol import Limits, SourceFile
from tests.support.locked_office import locked_with_sha1
from tests.support.word_file import paragraph, word_file


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_a_file_that_office_2010_locked_opens_with_its_password_and_with_no_other(
    tmp_path: Path, bits: int
) -> None:
    said = [f"The lamp of pier {pier} {hashlib.sha1(bytes([pier])).hexdigest()}" for pier in range(250)]
    plain = word_file(tmp_path / "a.docx", "".join(map(paragraph, said)))
    path = locked_with_sha1(plain, "licht", key_bits=bits)

    found = extract(SourceFile(path, "a.docx", "", "licht"), limits=Limits())
    assert [line.text for line in found.lines if line.text] == said
    with pytest.raises(PasswordNeeded, match="Wrong password"):
        extract(SourceFile(path, "a.docx", "", "dunkel"), limits=Limits())
    with pytest.raises(PasswordNeeded, match="Enter it"):
        extract(SourceFile(path, "a.docx", ""), limits=Limits())


def test_lengths_that_are_none_of_aes_are_an_error() -> None:
    with pytest.raises(ValueError, match="key"):
        PasswordLock(bytes(16), 1, 160, bytes(16), bytes(32), bytes(32)).opened("licht")
