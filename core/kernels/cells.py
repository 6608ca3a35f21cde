"""Tells what each cell of a column is: number, date or text, by a fixed grammar."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Classes of cells.
TEXT = 0
MISSING = 1
INTEGER = 2  # fits int64, no sign but minus, no leading zero
LONG_INTEGER = 3  # written like an integer but beyond int64
NUMBER = 4  # value in `numbers`
LONG_NUMBER = 5  # a number that needs the slow, exact conversion
INFINITE = 6
DATE_DASH_YMD = 7
DATE_SLASH_YMD = 8
DATE_DOT_YMD = 9
DATE_DOT_DMY = 10
DATE_SLASH_DMY = 11  # the first part is over 12
DATE_SLASH_MDY = 12  # the second part is over 12
DATE_SLASH_EITHER = 13
DATE_DASH_DMY = 14
DATE_DASH_MDY = 15
DATE_DASH_EITHER = 16
CLASSES = 17

# Digits behind the decimal sign of a cell with an exponent: as many as the value needs.
NO_DECIMALS = -1
_MOST_DECIMALS = 100

_DASH, _DOT, _SLASH, _PLUS, _ZERO = 45, 46, 47, 43, 48
_EXACT_POWERS = 10.0 ** np.arange(23)
_LARGEST_EXACT = 2**53
_MONTH_DAYS = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


@njit(cache=True, nogil=True)
def _digits(text: NDArray[np.uint8], at: int, count: int) -> int:
    """Return the number in `count` digits from `at`, or -1 if one is not a digit."""
    value = np.int64(0)
    for i in range(at, at + count):
        digit = np.int64(text[i]) - _ZERO
        if digit < 0 or digit > 9:
            return -1
        value = value * 10 + digit
    return int(value)


@njit(cache=True, nogil=True)
def _day_number(year: int, month: int, day: int) -> int:
    """Return days since 1970-01-01 in the Gregorian calendar, or a huge number if no date."""
    none = 1 << 40
    if year < 1 or month < 1 or month > 12 or day < 1:
        return none
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    last = 29 if month == 2 and leap else _MONTH_DAYS[month - 1]
    if day > last:
        return none
    # Years are counted from March, so that the leap day is the last of the year.
    y = year - 1 if month <= 2 else year
    m = month + 9 if month <= 2 else month - 3
    era = y // 400
    of_era = y - era * 400
    of_year = (153 * m + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


@njit(cache=True, nogil=True)
def _date(text: NDArray[np.uint8], at: int, month_first: bool) -> tuple[int, int]:
    """Return the class and the day number of ten bytes; class ``TEXT`` if they are no date."""
    none = 1 << 40
    mark = text[at + 4]
    if mark == text[at + 7] and mark in (_DASH, _SLASH, _DOT):
        year, month, day = _digits(text, at, 4), _digits(text, at + 5, 2), _digits(text, at + 8, 2)
        days = _day_number(year, month, day)
        if days == none:
            return TEXT, 0
        if mark == _DASH:
            return DATE_DASH_YMD, days
        return (DATE_SLASH_YMD if mark == _SLASH else DATE_DOT_YMD), days
    mark = text[at + 2]
    if mark != text[at + 5] or mark not in (_DASH, _SLASH, _DOT):
        return TEXT, 0
    first, second = _digits(text, at, 2), _digits(text, at + 3, 2)
    year = _digits(text, at + 6, 4)
    day_first = _day_number(year, second, first)
    if mark == _DOT:
        return (TEXT, 0) if day_first == none else (DATE_DOT_DMY, day_first)
    by_month = _day_number(year, first, second)
    offset = 0 if mark == _SLASH else DATE_DASH_DMY - DATE_SLASH_DMY
    if day_first != none and by_month != none:
        return DATE_SLASH_EITHER + offset, by_month if month_first else day_first
    if day_first != none:
        return DATE_SLASH_DMY + offset, day_first
    if by_month != none:
        return DATE_SLASH_MDY + offset, by_month
    return TEXT, 0


@njit(cache=True, nogil=True)
def _is_word(text: NDArray[np.uint8], at: int, end: int, word: NDArray[np.uint8]) -> bool:
    """Tell whether the bytes are `word` in capital or small letters."""
    same = end - at == word.size
    i = 0
    while same and i < word.size:
        same = text[at + i] | 32 == word[i]
        i += 1
    return same


_INF = np.frombuffer(b"inf", dtype=np.uint8)
_INFINITY = np.frombuffer(b"infinity", dtype=np.uint8)


@njit(cache=True, nogil=True)
def _number(
    text: NDArray[np.uint8], at: int, end: int, decimal: int, lenient: bool
) -> tuple[int, int, float, int]:
    """Return class, integer, number and decimals of a cell by the grammar of `classify`."""
    negative = text[at] == _DASH
    p = at + 1 if negative or text[at] == _PLUS else at
    if _is_word(text, p, end, _INF) or _is_word(text, p, end, _INFINITY):
        return INFINITE, 0, 0.0, 0
    if p > at and not negative and not lenient:
        return TEXT, 0, 0.0, 0
    mantissa = np.int64(0)  # of the first 18 digits
    significant = 0
    whole = 0
    decimals = 0
    behind = False
    first = p
    while p < end:
        digit = np.int64(text[p]) - _ZERO
        if 0 <= digit <= 9:
            if mantissa > 0 or digit > 0:
                significant += 1
            if significant <= 18:
                mantissa = mantissa * 10 + digit
            if behind:
                decimals += 1
            else:
                whole += 1
        elif text[p] == decimal and not behind:
            behind = True
        else:
            break
        p += 1
    if whole + decimals == 0 or (whole > 1 and text[first] == _ZERO and not lenient):
        return TEXT, 0, 0.0, 0
    if p < end:
        if text[p] | 32 != 101:
            return TEXT, 0, 0.0, 0
        p += 1
        if p < end and (text[p] == _DASH or text[p] == _PLUS):
            p += 1
        if p >= end or end - p > 9 or _digits(text, p, end - p) < 0:
            return TEXT, 0, 0.0, 0
        return LONG_NUMBER, 0, 0.0, NO_DECIMALS
    if not behind and not (negative and mantissa == 0):
        return _integer(text, first, end, negative, significant)
    if decimals > 22 or significant > 18 or mantissa > _LARGEST_EXACT:
        return LONG_NUMBER, 0, 0.0, min(decimals, _MOST_DECIMALS)
    # Both parts are exact, so that the one division rounds correctly.
    value = mantissa / _EXACT_POWERS[decimals]
    return NUMBER, 0, -value if negative else value, decimals


@njit(cache=True, nogil=True)
def _integer(
    text: NDArray[np.uint8], at: int, end: int, negative: bool, significant: int
) -> tuple[int, int, float, int]:
    """Return class, integer, number and decimals of a run of digits."""
    if significant > 19:
        return LONG_INTEGER, 0, 0.0, 0
    value = np.int64(0)
    for i in range(at, end):
        digit = np.int64(text[i]) - _ZERO
        # Counted downwards, since int64 reaches one further below zero.
        if value < -922337203685477580 or (value == -922337203685477580 and digit > 8):
            return LONG_INTEGER, 0, 0.0, 0
        value = value * 10 - digit
    if negative:
        return INTEGER, int(value), float(value), 0
    if value == -9223372036854775808:
        return LONG_INTEGER, 0, 0.0, 0
    return INTEGER, int(-value), float(-value), 0


@njit(cache=True, nogil=True)
def _code_of(
    text: NDArray[np.uint8],
    at: int,
    end: int,
    codes: NDArray[np.uint8],
    code_offsets: NDArray[np.int32],
) -> int:
    """Return which missing code the bytes are, or -1."""
    for c in range(code_offsets.size - 1):
        begin = code_offsets[c]
        if code_offsets[c + 1] - begin != end - at:
            continue
        same = True
        for i in range(end - at):
            if text[at + i] != codes[begin + i]:
                same = False
                break
        if same:
            return c
    return -1


@njit(cache=True, nogil=True)
def classify(
    text: NDArray[np.uint8],
    offsets: NDArray[np.int32],
    decimal: int,
    codes: NDArray[np.uint8],
    code_offsets: NDArray[np.int32],
    month_first: bool,
    lenient: bool,
    classes: NDArray[np.uint8],
    missing: NDArray[np.int16],
    integers: NDArray[np.int64],
    numbers: NDArray[np.float64],
    decimals: NDArray[np.int8],
) -> None:
    """Tell what each cell is, and its value.

    A number is ``-?digits``, with or without digits behind the decimal sign, with or without an
    exponent; one zero may lead only if it is the whole part. Plus signs, thousands marks,
    blanks, hexadecimal digits, underscores and currency make a cell text. A date has two
    digits for day and month and four for the year, all three parts by the same mark, and is in
    the calendar.

    Parameters
    ----------
    text : numpy.ndarray of uint8
        The cells' bytes, behind each other.
    offsets : numpy.ndarray of int32, shape (r + 1,)
        Where each begins, and the end.
    decimal : int
        The decimal sign's byte.
    codes, code_offsets : numpy.ndarray of uint8 and of int32, shape (c + 1,)
        Missing codes, behind each other.
    month_first : bool
        How ``DATE_SLASH_EITHER`` and ``DATE_DASH_EITHER`` are read.
    lenient : bool
        Whether a plus sign and leading zeros may stand in a number, as where the user declares
        that the column holds numbers.
    classes, missing, integers, numbers, decimals : numpy.ndarray, shape (r,)
        Out: class, index of the missing code or -1, value of an integer or date (days since
        1970-01-01), value of a number, digits behind the decimal sign.
    """
    for i in range(offsets.size - 1):
        at, end = offsets[i], offsets[i + 1]
        integers[i], numbers[i], decimals[i] = 0, 0.0, 0
        missing[i] = _code_of(text, at, end, codes, code_offsets)
        if missing[i] >= 0:
            classes[i] = MISSING
            continue
        if end == at:
            classes[i] = TEXT
            continue
        kind = TEXT
        if end - at == 10:
            kind, days = _date(text, at, month_first)
            integers[i] = days
        if kind == TEXT:
            kind, whole, value, places = _number(text, at, end, decimal, lenient)
            integers[i], numbers[i], decimals[i] = whole, value, places
        classes[i] = kind
