from ingest.card.language_model import rank


def test_languages_are_ranked_with_probabilities() -> None:
    ranked = rank("Il gatto è sul tavolo e guarda dalla finestra")

    assert ranked[0][0] == "it"
    assert abs(sum(chance for _, chance in ranked) - 1) < 0.01
    assert ranked == sorted(ranked, key=lambda pair: -pair[1])
