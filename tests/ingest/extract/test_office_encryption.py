import zipfile
from pathlib import Path

import msoffcrypto
import pytest

from ingest.domain.errors import Damaged, PasswordNeeded, Unsupported
from ingest.extract.docx import extract
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.spreadsheet import xlsx
from tests.support.locked_office import locked_with_sha1
from tests.support.word_file import paragraph, word_file
from tests.support.workbook_file import SheetXml, rows, workbook_file


def encrypted(path: Path, password: str) -> Path:
    """Encrypt a file as Office does, after something was added to it that makes it as large as files are."""
    with zipfile.ZipFile(path, "a") as package:
        package.writestr(
            "media/picture.bin", bytes(i * 7919 % 251 for i in range(20_000)), zipfile.ZIP_STORED
        )
    with path.open("rb") as plain, path.with_suffix(".locked").open("wb") as locked:
        msoffcrypto.OfficeFile(plain).encrypt(password, locked)
    return path.with_suffix(".locked")


def test_the_right_password_opens_a_file(tmp_path: Path) -> None:
    path = encrypted(word_file(tmp_path / "a.docx", paragraph("The lamp")), "licht")
    book = encrypted(workbook_file(tmp_path / "b.xlsx", SheetXml("S", rows(["The lamp"]))), "licht")
    found = extract(SourceFile(path, "a.docx", "", "licht"), limits=Limits())
    sheets = xlsx.extract(SourceFile(book, "b.xlsx", "", "licht"), limits=Limits())

    assert [line.text for line in found.lines] == ["The lamp"]
    assert [line.text for line in sheets.lines][-1] == "The lamp"


def test_a_file_that_is_encrypted_without_a_secret_opens_as_in_excel(tmp_path: Path) -> None:
    path = workbook_file(tmp_path / "b.xlsx", SheetXml("S", rows(["The lamp"])))
    book = encrypted(path, "VelvetSweatshop")

    assert xlsx.extract(SourceFile(book, "b.xlsx", ""), limits=Limits()).lines[-1].text == "The lamp"


def test_no_password_and_a_wrong_one_are_told_apart(tmp_path: Path) -> None:
    path = encrypted(word_file(tmp_path / "a.docx", paragraph("The lamp")), "licht")
    with pytest.raises(PasswordNeeded, match="Enter it"):
        extract(SourceFile(path, "a.docx", ""), limits=Limits())
    with pytest.raises(PasswordNeeded, match="Wrong password"):
        extract(SourceFile(path, "a.docx", "", "dunkel"), limits=Limits())


@pytest.mark.parametrize("size", [600, 3_000, 5_000])
def test_a_cut_off_file_ends_with_a_reason(tmp_path: Path, size: int) -> None:
    path = encrypted(word_file(tmp_path / "a.docx", paragraph("The lamp" * 100)), "licht")
    data = path.read_bytes()
    path.write_bytes(data[:size] + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises((Damaged, Unsupported)):
        extract(SourceFile(path, "a.docx", "", "licht"), limits=Limits())


@pytest.mark.parametrize(
    "claims", [{"cipher": "DESX"}, {"hash_name": "WHIRLPOOL"}], ids=lambda each: next(iter(each))
)
def test_no_password_is_asked_for_where_none_can_help(tmp_path: Path, claims: dict[str, str]) -> None:
    plain = word_file(tmp_path / "a.docx", paragraph("The lamp" * 2_000))
    path = locked_with_sha1(plain, "licht", key_bits=128, **claims)
    for password in (None, "licht"):
        with pytest.raises(Unsupported, match="cannot be opened here, even with its password") as failure:
            extract(SourceFile(path, "a.docx", "", password), limits=Limits())
        assert "save it without the password" in str(failure.value)
