from ingest.extract.counted import counted


def test_a_noun_agrees_with_its_count() -> None:
    assert [counted(n, "slide") for n in (0, 1, 2_000)] == ["0 slides", "1 slide", "2,000 slides"]
