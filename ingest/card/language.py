"""The language of a document, as BCP 47: by script, then by function words, then by the kept identifier.

What the file declares is only a prior: Word writes `en-US` into Japanese documents. Regions and scripts are
dropped (`zh`, not `zh-Hant`), so that a filter by `zh` finds every Chinese document.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter

from ingest.card.scripts import (
    ARABIC,
    CJK,
    CYRILLIC,
    DEVANAGARI,
    HAN,
    HANGUL,
    KANA,
    LANGUAGE_OF_SCRIPT,
    LATIN,
    count_scripts,
    ideographs,
    is_common_in_japan,
    standards_of,
)
from ingest.card.stopwords import STOPWORDS

UNDETERMINED = "und"

_MODEL = "ingest.card.language_model"
_SAMPLE = 24_000
_SHORT = 200
_CJK_SHARE, _CJK_SHARE_OF_SHORT = 0.04, 0.15
"""Share of ideographs and kana above which a text that its words do not decide is read as CJK."""
_FEWEST_WORDS = 0.25
"""Share of words of three letters and more below which a text is a table of codes or printed letter by letter."""
_MODEL_SAMPLE = 6_000
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

_LANGUAGES_OF_SCRIPT = {
    CYRILLIC: "ru uk be bg sr mk kk ky mn",
    ARABIC: "ar fa ur ps ug",
    DEVANAGARI: "hi mr ne",
    LATIN: "af az br bs ca cs cy da de en eo es et eu fi fo fr ga gl hr ht hu id is it jv ku la lb lt lv mg "
    "ms mt nb nl nn no oc pl pt qu ro rw se sk sl sq sv sw tl tr vi vo wa xh zu",
}
_CANDIDATES = {script: frozenset(codes.split()) for script, codes in _LANGUAGES_OF_SCRIPT.items()}
_CYRILLIC_MARKS = {"uk": "їєґ", "ru": "ыэ", "other": "ўәғқңөұүһјљњћђџѓќ"}
_FALLBACK = {CYRILLIC: "ru", ARABIC: "ar", DEVANAGARI: "hi"}
_SCRIPT_OF = {language: script for script, languages in _CANDIDATES.items() for language in languages} | {
    language: script for script, language in LANGUAGE_OF_SCRIPT.items()
}

_CHINESE_GRAMMAR = frozenset("的了是在们這这吗嗎呢吧你我他她它很都不也就把被")
_JAPANESE_WORDS = re.compile(
    "日本|会社|予算|売上|駅|有限会社|御中|仕様書|手順書|報告書|議事録|見積書|請求書|稟議|令和|平成|昭和|年度|概要書|取扱|株主|都道府県|東京|大阪|京都"
)
_CHINESE_WORDS = re.compile(
    "中文|部署|手冊|資料庫|軟體|網路|程式|檔案|伺服器|使用者|臺灣|台灣|專案|條例|条例|灯塔|燈塔|用户|用戶|合同|函数|人工智能|中华|中華人民"
)
_TIE = 0.2
"""What Chinese has ahead: ideographs that both languages write alike are likelier Chinese."""
_MOJIBAKE = re.compile("[ÂÃâãäåæçèéÐÑÏÎ×ØÙ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")


def base_tag(declared: str | None) -> str | None:
    """Return the language subtag of a declared tag (`en` of `en-US`), or None where it says nothing."""
    match = re.match(r"\s*([A-Za-z]{2,3})(?:[-_]|\s*$)", declared or "")
    if match is None:
        return None
    language = match.group(1).lower()
    return None if language in {"und", "zxx", "mul", "mis", "x"} else language


def sample(text: str, size: int = _SAMPLE) -> str:
    """Return a text of at most about `size` characters from its start, middle and end."""
    if len(text) <= size:
        return text
    third = size // 3
    middle = (len(text) - third) // 2
    return "\n".join((text[:third], text[middle : middle + third], text[-third:]))


def garbled_share(text: str) -> float:
    """Return the share of letters that look like UTF-8 read in a one-byte encoding (`cafÃ©`), 0 to 1."""
    looked_at = sample(text)
    letters = sum(count_scripts(looked_at).values())
    return min(1.0, 2 * len(_MOJIBAKE.findall(looked_at)) / letters) if letters else 0.0


def identify(text: str, declared: str | None = None) -> str:
    """Return the language of most of a text (prose only, if the caller can), `und` when it cannot be told.

    declared: the tag in the file's metadata, used as a prior and for texts that are too short to tell.
    """
    looked_at = sample(text)
    prior = base_tag(declared)
    counts = count_scripts(looked_at)
    if not counts:
        return prior or UNDETERMINED
    if garbled_share(looked_at) > 0.15:
        return UNDETERMINED
    script = _main_script(counts)
    if script in CJK:
        return _cjk_language(looked_at, counts, prior)
    if script in LANGUAGE_OF_SCRIPT:
        return LANGUAGE_OF_SCRIPT[script]
    if script == CYRILLIC and (language := _by_cyrillic_letters(looked_at)):
        return language
    language = _by_words(looked_at, prior, script)
    share = _CJK_SHARE if counts.total() >= _SHORT else _CJK_SHARE_OF_SHORT
    if language is None and sum(counts[name] for name in CJK) > share * counts.total():
        return _cjk_language(looked_at, counts, prior)
    return language or _by_model(looked_at, counts[script], prior, script)


def _main_script(counts: Counter[str]) -> str:
    """Return the script of most of the words. A CJK character weighs four letters, kana six.

    It says as much as half a word, and the Latin letters of a Chinese or Japanese text are names.
    """
    weights = {name: float(count) for name, count in counts.items() if name not in CJK}
    cjk = 4 * (counts[HAN] + counts[HANGUL]) + 6 * counts[KANA]
    if cjk >= max(weights.values(), default=0.0):
        return max(CJK, key=lambda name: counts[name])
    return max(weights, key=lambda name: weights[name])


def _cjk_language(text: str, counts: Counter[str], prior: str | None) -> str:
    cjk = sum(counts[name] for name in CJK)
    if counts[HANGUL] >= 0.3 * cjk:
        return "ko"
    kinds = Counter(standards_of(character) for character in ideographs(text))
    if counts[KANA] > max(0.04 * cjk, kinds["G"]):
        return "ja"
    return _han_language(text, kinds, prior)


def _han_language(text: str, kinds: Counter[str], prior: str | None) -> str:
    """Decide a text of ideographs alone by characters and words that only one language writes.

    Short forms that China shares with Japan (会) beside full forms (議) are Japanese: China writes 会议 or 會議.
    Full forms that are common in Japan say a little for it, those that are rare there say Chinese (發, 體).
    """
    full = [character for character in ideographs(text) if standards_of(character) == "JB"]
    common = sum(map(is_common_in_japan, full))
    chinese = 2.0 * (kinds["G"] + kinds["B"]) + sum(text.count(character) for character in _CHINESE_GRAMMAR)
    chinese += (len(full) - common) + 3.0 * len(_CHINESE_WORDS.findall(text)) + _TIE
    japanese = 2.0 * (kinds["J"] + min(kinds["GJ"], common)) + 3.0 * len(_JAPANESE_WORDS.findall(text))
    japanese += 0.3 * common + 0.1 * kinds["GJ"] - 0.1 * kinds["GB"]
    undecided = abs(japanese - chinese) <= _TIE
    if prior in {"zh", "ja", "ko"}:
        chinese += 2 * (prior == "zh")
        japanese += 2 * (prior == "ja")
    if undecided and prior == "ko":
        return "ko"
    return "ja" if japanese > chinese else "zh"


def _by_cyrillic_letters(text: str) -> str | None:
    """Tell Ukrainian and Russian by letters that only one of them writes; None for all others."""
    lower = text.lower()
    letters = max(1, count_scripts(lower)[CYRILLIC])
    share = {name: sum(map(lower.count, marks)) / letters for name, marks in _CYRILLIC_MARKS.items()}
    if share["uk"] > 0.004 and share["ru"] < 0.002 and share["other"] < 0.002:
        return "uk"
    return "ru" if share["ru"] > 0.008 and share["uk"] < 0.002 and share["other"] < 0.002 else None


def _by_words(text: str, prior: str | None, script: str) -> str | None:
    """Let the function words vote; None unless one language is far ahead."""
    words = Counter(word.lower().replace("’", "'") for word in _WORD.findall(text))
    total = sum(words.values())
    votes = sorted(
        (
            (sum(words[word] for word in words.keys() & stopwords) / total, language)
            for language, stopwords in STOPWORDS.items()
            if _SCRIPT_OF.get(language) == script
        ),
        reverse=True,
    )
    if total < 12 or not votes:
        return None
    best, language = votes[0]
    runner_up = votes[1][0]
    if language == prior:
        best *= 1.2
    return (
        language
        if (best >= 0.18 and best >= 1.4 * runner_up) or (best >= 0.09 and best >= 2.5 * runner_up)
        else None
    )


def _by_model(text: str, letters: int, prior: str | None, script: str) -> str:
    """Ask the identifier, among the languages of the script; short or doubtful texts get the declared tag."""
    fitting_prior = prior if prior and _SCRIPT_OF.get(prior) == script else None
    fallback = fitting_prior or _FALLBACK.get(script, UNDETERMINED)
    if letters < 4 or script not in _CANDIDATES:
        return fallback
    words = _WORD.findall(text)
    if sum(len(word) >= 3 for word in words) < _FEWEST_WORDS * len(words):
        return fallback
    ranked = importlib.import_module(_MODEL).rank(sample(text, _MODEL_SAMPLE))
    chances = {language: chance for language, chance in ranked if language in _CANDIDATES[script]}
    total = sum(chances.values())
    if total <= 0:
        return fallback
    if fitting_prior in chances:
        chances[fitting_prior] *= 4
        total = sum(chances.values())
    language = max(chances, key=lambda candidate: chances[candidate])
    agrees = any(word.lower() in STOPWORDS.get(language, ()) for word in _WORD.findall(text[:400]))
    needed = 0.5 if agrees or letters >= 60 else 0.8
    return language if chances[language] / total >= needed else fallback
