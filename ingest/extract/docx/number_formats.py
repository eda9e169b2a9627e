"""Numbers as Word writes them: decimal, roman, letters, circled, Japanese, Chinese, Korean."""

from __future__ import annotations

from collections.abc import Callable

_ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_HAN_DIGITS = "〇一二三四五六七八九"
_LEGAL_DIGITS = {"japaneseLegal": "〇壱弐参四伍六七八九", "chineseLegalSimplified": "零壹贰叁肆伍陆柒捌玖"}
_LEGAL_UNITS = {"japaneseLegal": "拾百阡", "chineseLegalSimplified": "拾佰仟"}
_CYRILLIC = "абвгдежзиклмнопрстуфхцчшщэюя"
_SEQUENCES = {
    "aiueo": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
}


def format_number(number: int, kind: str) -> str:
    """Return a number in one of Word's formats (ST_NumberFormat); unknown ones come out as decimals."""
    if number < 1 and kind not in {"decimal", "decimalZero"}:
        return str(number)
    writer = _WRITERS.get(kind)
    if writer is not None:
        return writer(number)
    sequence = _SEQUENCES.get(kind.removesuffix("FullWidth"))
    if sequence is not None:
        return sequence[(number - 1) % len(sequence)]
    return str(number)


def roman(number: int) -> str:
    """Return a Roman numeral; numbers from 4,000 on come out as decimals."""
    if number >= 4000:
        return str(number)
    written = ""
    for size, letters in _ROMAN:
        count, number = divmod(number, size)
        written += letters * count
    return written


def letters(number: int, alphabet: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ") -> str:
    """Return Word's letters: after Z come AA, BB, CC."""
    repeats, index = divmod(number - 1, len(alphabet))
    return alphabet[index] * min(repeats + 1, 20)


def chinese(number: int) -> str:
    """Return a number as it is read in Chinese, with 零 for a gap: 一百零三."""
    if number >= 10_000:
        return by_digit(number)
    written, gap = "", False
    for power in (3, 2, 1, 0):
        digit, number = divmod(number, 10**power)
        if digit == 0:
            gap = bool(written)
            continue
        written += "零" if gap else ""
        gap = False
        leading_ten = power == 1 and digit == 1 and not written
        written += ("" if leading_ten else _HAN_DIGITS[digit]) + ("十百千"[power - 1] if power else "")
    return written


def japanese(number: int) -> str:
    """Return a number as it is read in Japanese: 百三, 千二百."""
    if number >= 10_000:
        return by_digit(number)
    written = ""
    for power in (3, 2, 1, 0):
        digit, number = divmod(number, 10**power)
        if digit:
            one = digit == 1 and power > 0
            written += ("" if one else _HAN_DIGITS[digit]) + ("十百千"[power - 1] if power else "")
    return written


def by_digit(number: int, zero: str = "〇") -> str:
    """Return the digits one by one: 二〇二四."""
    return "".join(zero if digit == "0" else _HAN_DIGITS[int(digit)] for digit in str(number))


def circled(number: int) -> str:
    """Return ① to ⑳, ㉑ to ㊿, then decimals."""
    if number <= 20:
        return chr(0x2460 + number - 1)
    if number <= 35:
        return chr(0x3251 + number - 21)
    return chr(0x32B1 + number - 36) if number <= 50 else str(number)


def full_width(number: int) -> str:
    """Return full-width digits."""
    return "".join(chr(0xFF10 + int(digit)) for digit in str(number))


def ordinal(number: int) -> str:
    """Return an English ordinal: 1st, 12th, 23rd."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def legal(number: int, kind: str) -> str:
    """Return a number in the characters of deeds: 壱, 弐拾, 贰拾叁."""
    written = ""
    if number >= 10_000:
        return str(number)
    for power in (3, 2, 1, 0):
        digit, number = divmod(number, 10**power)
        if digit:
            written += _LEGAL_DIGITS[kind][digit] + (_LEGAL_UNITS[kind][power - 1] if power else "")
    return written


_WRITERS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02d}",
    "upperRoman": roman,
    "lowerRoman": lambda number: roman(number).lower(),
    "upperLetter": letters,
    "lowerLetter": lambda number: letters(number).lower(),
    "russianUpper": lambda number: letters(number, _CYRILLIC.upper()),
    "russianLower": lambda number: letters(number, _CYRILLIC),
    "ordinal": ordinal,
    "decimalFullWidth": full_width,
    "decimalFullWidth2": full_width,
    "decimalEnclosedCircle": circled,
    "decimalEnclosedCircleChinese": circled,
    "decimalEnclosedParen": lambda number: f"({number})",
    "decimalEnclosedFullstop": lambda number: f"{number}.",
    "numberInDash": lambda number: f"- {number} -",
    "japaneseCounting": japanese,
    "japaneseDigitalTenThousand": by_digit,
    "ideographDigital": by_digit,
    "chineseCounting": lambda number: chinese(number) if number < 100 else by_digit(number, "○"),
    "chineseCountingThousand": chinese,
    "taiwaneseCounting": lambda number: chinese(number) if number < 100 else by_digit(number, "○"),
    "taiwaneseCountingThousand": chinese,
    "ideographEnclosedCircle": lambda number: chr(0x3280 + number - 1) if number <= 10 else str(number),
    "japaneseLegal": lambda number: legal(number, "japaneseLegal"),
    "chineseLegalSimplified": lambda number: legal(number, "chineseLegalSimplified"),
    "ideographLegalTraditional": lambda number: legal(number, "chineseLegalSimplified"),
}
