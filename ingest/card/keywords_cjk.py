"""Keyword candidates of Japanese, Chinese and Korean, without a dictionary.

Japanese: runs of kanji and of katakana, and the compounds they form. Chinese: what lies between grammar
characters, as n-grams. Korean: words without their particles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from ingest.card.stopwords import STOPWORDS

_JA_RUN = re.compile("[\u4e00-\u9fff\u3005]+|[\u30a1-\u30fa\u30fc]{2,}")
_ZH_RUN = re.compile("[\u4e00-\u9fff]+")
_KO_WORD = re.compile("[가-힣A-Za-z0-9]+")

_ZH_CUT = re.compile(
    "[的了是在和与與或及把被就都也而但这這那其之吗嗎呢吧啊么麼什怎哪们們我你他她它很您让讓]+"
)
_ZH_EDGE = frozenset(
    "一不有会會要能可为為以从從到将將个個些此当當如若则則请請等于於中上下里裡后後前时時并並且又更最再还還只该該每由用给給向比跟没沒去来來做想看对對所同因过過被得着著使"
)

_ZH_LOOSE = re.compile(
    "^(?:个(?!人|体)|對|将|從|从|向|於|于).{2,}|.{2,}[到下后後时時前里裡中]$|^中(?:声|的|会)"
)
"""What begins or ends like half of a phrase (添加到, 情况下, 个临时响应)."""

_JA_STOP_TEXT = """
    場合 以下 以上 必要 可能 使用 利用 方法 一部 全体 自分 今回 最後 最初 後述 同様 通常 実際 現在 問題
    以前 以後 以外 以降 上記 下記 前述 次回 各種 一般 一般的 基本 基本的 具体的 非常 多数 複数 少数 今後
    一方 他方 部分 全部 全て 対応 実行 確認 説明 参照 記述 記載 指定 追加 変更 作成 表示 理由 結果 内容
    情報 関連 関係 種類 状態 時点 時間 年度 年間 月日 目的 概要 章 節 項 表 図 例 例外 際 等 者 物 的 性
    化 用 型 版 上 下 中 前 後 左 右 内 外 次 別 間 毎 提供 存在 意味 重要 有効 無効 特定 異 同 何 私 人
    今 時 度 回 本 名 語 文 一番 二番 一度 注意 場所 簡単 便利 自動 自動的 完全 同時 新規 既存 最新 独自
    ページ セクション ファイル サンプル ケース メモ トップ リンク ポイント
"""
_JA_STOP = frozenset(_JA_STOP_TEXT.split())
_ZH_GRAMMAR_TEXT = """
    可以 如果 使用 一个 一個 需要 我们 因为 因為 所以 进行 進行 通过 通過 以及 不会 就会 没有 沒有 例如
    其中 之后 之前 目前 当前 已经 已經 然后 然後 但是 不是 这个 这些 那些 任何 所有 每个 某些 某个 其他
    其它 同时 同時 为了 為了 由于 由於 对于 對於 关于 關於 根据 根據 以下 以上 如下 可能 应该 必须 能够
    不能 不要 或者 并且 而且 即可 参阅 參閱 会在 就是 还是 不必 包含 包括 提供
"""
_ZH_GRAMMAR = frozenset(_ZH_GRAMMAR_TEXT.split())
_ZH_STOP_TEXT = """
    表示 运行 启动
    方法 方式 问题 問題 情况 情況 部分 内容 內容 时候 時候 只有 只要 还有 還有 也就 并且 而且 或者 不能
    不要 应该 應該 必须 必須 能够 能夠 可能 一种 一種 一样 一些 很多 许多 非常 比较 首先 最后 最後 下面
    上面 这里 那里 可用 不同 相同 提供 包含 包括 支持 示例 例子 注意 说明 說明 参考 參考 更多 了解 信息
    資訊 本文 本章 本节 章节 第一 第二 第三 直接 自动 自動 重要 主要 具体 具體 一般 通常 实际 實際 现在
    現在 开始 開始 结束 结果 結果 时间 時間 名称 名稱 类型 文件 一下 并不 而不 将会 就是 还是 不必 若要
    即可 任意 有关 相关 相關 完成 添加 设置 创建 返回 想要 看到 得到 做到 作为 作為 使得 成为 第一个 多个
    两个 一次 时会 中会 将在
"""
_ZH_STOP = _ZH_GRAMMAR | frozenset(_ZH_STOP_TEXT.split())
_KO_PARTICLE = re.compile(
    "(?:으로부터|에서부터|이라는|라는|에서는|에게서|으로서|으로써|으로는|이나|에서|에게|까지|부터|으로|에는|에도|처럼|보다|마다|조차|마저|이며|하고|"
    "들은|들이|들을|들의|은|는|이|가|을|를|의|에|로|와|과|도|만|나)$"
)
_KO_VERB = re.compile(
    "(?:니다|하는|하여|하며|하고|된다|되는|되어|했다|한다|하지|해야|합니다|입니다|세요|습니다|지만|는데|려면|면서|도록|있는|없는|하면|되면)$"
)

_LONGEST = 6


def cjk_terms(text: str, language: str, words: Set[str] = frozenset()) -> Iterator[tuple[str, str, int]]:
    """Yield (key, form, words) for each candidate occurrence in a text of `ja`, `zh` or `ko`.

    words: for Chinese, the words that `chinese_words` found in the whole document.
    """
    if language == "ja":
        yield from _japanese(text)
    elif language == "zh":
        yield from ((gram, gram, 1) for gram in _grams(text, 2, _LONGEST) if gram in words)
    else:
        yield from ((word, word, 1) for word in _korean(text))


def chinese_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the n-grams of a document that return and are words, as far as their neighbours tell."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(_grams(text, 1, _LONGEST + 1))
    often = Counter({gram: count for gram, count in counts.items() if count > 1 or len(gram) == 1})
    return frozenset(often.keys() - torn_grams(often))


def _japanese(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield runs of one script, and two neighbours as a phrase of two words (検索 エンジン)."""
    previous_end, previous = -1, ""
    for match in _JA_RUN.finditer(text):
        run = match.group()
        if 2 <= len(run) <= 12 and run not in _JA_STOP:
            yield run, run, 1
        if match.start() == previous_end and len(previous + run) <= 14 and len(run) >= 2:
            yield f"{previous} {run}", previous + run, 2
        previous_end, previous = match.end(), run


def _grams(text: str, shortest: int, longest: int) -> list[str]:
    return [
        piece[start : start + length]
        for run in _ZH_RUN.findall(text)
        for piece in _ZH_CUT.split(run)
        for length in range(shortest, min(longest, len(piece)) + 1)
        for start in range(len(piece) - length + 1)
    ]


def _korean(text: str) -> Iterator[str]:
    for word in _KO_WORD.findall(text):
        if not "가" <= word[0] <= "힣" or word in STOPWORDS["ko"] or _KO_VERB.search(word):
            continue
        bare = _KO_PARTICLE.sub("", word) if len(word) >= 3 else word
        if len(bare) >= 2 and bare not in STOPWORDS["ko"]:
            yield bare


def torn_grams(counts: Mapping[str, int]) -> set[str]:
    """Return the Chinese n-grams that are no words: fillers, and what was cut out of longer words.

    An n-gram that (nearly) always stands inside one longer n-gram is a part of it; one that begins or ends
    with a grammar character is kept only where its characters are bound to each other (用户, 上下文).
    """
    torn = {term for term in counts if _is_chinese_filler(term)}
    for term, count in counts.items():
        if len(term) < 3:
            continue
        for part in (term[1:], term[:-1]):
            if counts.get(part, 0) <= 1.2 * count:
                torn.add(part)
        if (term[0] in _ZH_EDGE or term[-1] in _ZH_EDGE) and not _is_bound(term, counts):
            torn.add(term)
    torn.update(
        term
        for term in counts
        if len(term) == 2 and (term[0] in _ZH_EDGE or term[1] in _ZH_EDGE) and not _is_bound(term, counts)
    )
    return torn


def _is_chinese_filler(term: str) -> bool:
    if _ZH_LOOSE.match(term):
        return True
    return not 2 <= len(term) <= _LONGEST or term in _ZH_STOP or any(word in term for word in _ZH_GRAMMAR)


def _is_bound(term: str, counts: Mapping[str, int]) -> bool:
    """Whether the inner neighbour of a grammar character seldom stands without it."""
    bound = True
    if term[0] in _ZH_EDGE:
        bound = counts[term] >= 0.5 * counts.get(term[1:], 1)
    if term[-1] in _ZH_EDGE:
        bound = bound and counts[term] >= 0.5 * counts.get(term[:-1], 1)
    return bound
