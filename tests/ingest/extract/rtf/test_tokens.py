from ingest.extract.rtf.tokens import Kind, Token, tokens


def test_a_file_is_groups_words_signs_codes_and_text() -> None:
    found = list(tokens(rb"{\b-1 a b\'e9\~\par}" + b"\r\n"))

    assert found == [
        Token(Kind.OPEN),
        Token(Kind.WORD, "b", -1),
        Token(Kind.TEXT, data=b"a b"),
        Token(Kind.BYTE, data=b"\xe9"),
        Token(Kind.SYMBOL, "~"),
        Token(Kind.WORD, "par"),
        Token(Kind.CLOSE),
    ]


def test_binary_data_is_passed_over() -> None:
    assert list(tokens(rb"\bin3 {{{x")) == [Token(Kind.TEXT, data=b"x")]
