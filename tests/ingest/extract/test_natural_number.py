from ingest.extract.natural_number import natural


def test_only_a_few_decimal_digits_are_a_number() -> None:
    assert [natural(text) for text in ("0", "42", "٣", "²", "-1", "1.5", "", None, "9" * 5_000)] == [
        0, 42, 3, None, None, None, None, None, None,
    ]  # fmt: skip
