"""What every lexical index must find in each language: the part of the contract beside contract.py."""

from __future__ import annotations

import pytest

from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry
from tests.ingest.engines.lexical.contract import Fixtures, found

FOUND = [
    ("We deployed the servers.", "deployment of a server"),
    ("Running policies", "run policy"),
    ("Café au lait", "cafe"),
    ("cafe au lait", "CAFÉ"),
    ("Straße", "strasse"),
    ("NAÏVE Übergröße", "naive übergrösse"),
    ("Москва — столица", "москва"),
    ("مُحَمَّد", "محمد"),
    ("हिन्दी भाषा", "हिन्दी"),
    ("Cafe\u0301", "café"),
    ("ﬁle", "file"),
    ("ＡＢＣ１２３", "abc123"),
    ("ABC123", "ａｂｃ１２３"),
    ("soft\u00adware", "software"),
    ("zero\u200bwidth", "zerowidth"),
    ("この文書はサーバーの設定方法を説明します。", "サーバー"),
    ("この文書はサーバの設定方法を説明します。", "サーバー 設定"),
    ("ｻｰﾊﾞｰの設定", "サーバー"),
    ("サーバーの設定", "ｻｰﾊﾞｰ"),
    ("が\u304b\u3099", "がが"),
    ("機械学習による需要予測", "機械学習"),
    ("機械学習による需要予測", "需要予測"),
    ("りんごの栽培", "りんご"),
    ("東京都の人口", "東京都"),
    ("第3章 結論", "第3章"),
    ("Dockerコンテナを起動する", "docker コンテナ"),
    ("Dockerコンテナを起動する", "Dockerコンテナ"),
    ("保健室", "健"),
    ("健康", "健"),
    ("本", "本"),
    ("软件包的文件名", "软件包"),
    ("软件包的文件名", "文件名"),
    ("計算機科學", "計算機"),
    ("这是一个部署指南", "部署"),
    ("서버를 재시작합니다", "서버"),
    ("서버를 재시작합니다", "서버가 재시작"),
    ("데이터베이스에서 조회", "데이터베이스"),
    ("물", "물"),
    ("ระบบปฏิบัติการ", "ระบบ"),
    ("𠮷野家", "𠮷野家"),
]
"""A text, and a query that finds it."""

IDENTIFIERS = [
    ("call read_file here", "read_file"),
    ("call read_file here", "read file"),
    ("call read_file here", "readFile"),
    ("call readFile here", "read_file"),
    ("call readFile here", "readfile"),
    ("call readFile here", "read file"),
    ("class HTTPServerError", "server error"),
    ("since v1.2.3 of it", "v1.2.3"),
    ("since v1.2.3 of it", "1.2.3"),
    ("since 1.2.3 of it", "v1.2.3"),
    ("a foo-bar thing", "foo-bar"),
    ("a foo-bar thing", "foobar"),
    ("a foo-bar thing", "foo bar"),
    ("an e-mail", "email"),
    ("os.path.join(a)", "os.path.join"),
    ("os.path.join(a)", "path.join"),
    ("see /etc/ssh/sshd_config", "sshd_config"),
    ("see /etc/ssh/sshd_config", "/etc/ssh/sshd_config"),
    ("Node.js rocks", "nodejs"),
    ("don't panic", "dont"),
    ("in C++ only", "C++"),
    ("in C# only", "c#"),
    ("SHA-256 sum", "sha256"),
    ("on 2024-03-15", "2024-03-15"),
]
"""A text with an identifier, and a spelling of it."""

NOT_FOUND = [
    ("見学", "健"),
    ("健康", "見"),
    ("か", "が"),
    ("university", "verse"),
    ("京", "東"),
    ("日本語", "本日"),
    ("read the file", "thread"),
]
"""A text, and a query that must not find it."""


class ReadsLanguages(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def texts(cls, shared: LexicalIndex) -> dict[str, int]:
        texts = dict.fromkeys(text for text, _ in FOUND + IDENTIFIERS + NOT_FOUND)
        numbers = {text: number for number, text in enumerate(texts, start=1)}
        shared.replace([entry(number, text) for text, number in numbers.items()])
        return numbers

    @pytest.mark.parametrize(("text", "query"), FOUND)
    def test_a_text_is_found_by(
        self, shared: LexicalIndex, texts: dict[str, int], text: str, query: str
    ) -> None:
        assert texts[text] in found(shared, query)

    @pytest.mark.parametrize(("text", "query"), NOT_FOUND)
    def test_a_text_is_not_found_by(
        self, shared: LexicalIndex, texts: dict[str, int], text: str, query: str
    ) -> None:
        assert texts[text] not in found(shared, query)

    @pytest.mark.parametrize(("text", "query"), IDENTIFIERS)
    def test_identifiers_are_found_whole_and_in_parts(
        self, shared: LexicalIndex, texts: dict[str, int], text: str, query: str
    ) -> None:
        assert texts[text] in found(shared, query)[:3]

    def test_the_exact_version_comes_first(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "version 3.2.1"), entry(2, "version 1.2.3"), entry(3, "version 1.2.30")])
        assert found(index, "1.2.3")[0] == 2

    def test_a_whole_word_comes_before_a_piece_of_a_longer_one(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "東京都の寺"), entry(2, "京都の寺だ")])
        assert found(index, "京都") == [2, 1]

    def test_a_question_in_japanese_finds_its_subject(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "これは例です。教えてください。") for number in range(1, 60)])
        index.replace([entry(100, "バックアップは毎晩作成される。")])
        assert found(index, "バックアップとは何ですか。教えてください。")[0] == 100
