import pytest

from ingest.extract.aes import block_encryptor, chained_plain


def test_blocks_and_chains_are_those_of_the_standard() -> None:
    # FIPS 197, C.1, and NIST SP 800-38A, F.2.2
    key = bytes.fromhex("000102030405060708090a0b0c0d0e0f")
    block = bytes.fromhex("00112233445566778899aabbccddeeff")
    assert block_encryptor(key).update(block).hex() == "69c4e0d86a7b0430d8cdb78070b4c55a"
    chained = bytes.fromhex("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")
    plain = chained_plain(
        chained, key=bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"), start=bytes(range(16))
    )
    assert plain.hex() == "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"


def test_what_is_no_whole_block_is_an_error() -> None:
    with pytest.raises(ValueError, match="block"):
        chained_plain(bytes(17), key=bytes(16), start=bytes(16))
