"""Limits of SPSS and Stata files, checked before writing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Problem, Severity, Where
from core.io.columns.cell_grammar import LARGEST_EXACT
from core.io.statistical.variable_formats import SIXTY, SPSS_FIRST
from core.model import Column, ColumnKind, FileKind


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a format.

    Attributes
    ----------
    name_bytes, name_letters : int
        Maximum length of names, in UTF-8 bytes and in characters.
    reserved : frozenset of str
        Reserved names, in capitals.
    any_case : bool
        Whether names are case-sensitive.
    text_bytes : int
        Maximum length of a text cell in bytes.
    ends_blank : bool
        Whether trailing blanks of texts are kept.
    largest : float
        Largest absolute value of a number.
    first_day : int
        First date, as days since 1970-01-01.
    """

    name: re.Pattern[str]
    name_bytes: int
    name_letters: int
    reserved: frozenset[str]
    any_case: bool
    text_bytes: int
    ends_blank: bool
    largest: float
    first_day: int


_SPSS_WORDS = "ALL AND BY EQ GE GT LE LT NE NOT OR TO WITH"
_STATA_WORDS = (
    "_ALL _B BYTE _COEF _CONS DOUBLE FLOAT IF IN INT LONG _N _PI _PRED _RC _SKIP STRL USING WITH"
)

LIMITS = {
    FileKind.SPSS: Limits(
        re.compile(r"[^\W\d_](?:[\w.$#@]*[\w$#@])?"),
        64,
        64,
        frozenset(_SPSS_WORDS.split()),
        False,
        32_767,
        False,
        # The largest float64 represents a missing value; in SPSS its negative.
        1.797e308,
        -SPSS_FIRST,
    ),
    FileKind.STATA: Limits(
        re.compile(r"[^\W\d]\w*"),
        128,
        32,
        frozenset(_STATA_WORDS.split()) | {f"STR{i}" for i in range(1, 2046)},
        True,
        32_767,
        True,
        8.988e307,
        -SIXTY - 657_438,
    ),
}


def table_problems(columns: Sequence[Column], kind: FileKind) -> Iterator[Problem]:
    """Yield what the format cannot hold: errors, and columns that become text."""
    limits = LIMITS[kind]
    for column in columns:
        long = (
            len(column.name.encode()) > limits.name_bytes or len(column.name) > limits.name_letters
        )
        if long:
            params = {"kind": kind.value, "most": limits.name_letters}
            yield Problem("name-too-long-for", Where(column.name), params)
        elif not limits.name.fullmatch(column.name) or column.name.upper() in limits.reserved:
            yield Problem("name-unfit-for", Where(column.name), {"kind": kind.value})
        if column.kind is ColumnKind.TEXT:
            texts = column.categories
            beyond = sum(len(text.encode()) > limits.text_bytes for text in texts)
            if beyond:
                params = {"kind": kind.value, "count": beyond, "most": limits.text_bytes}
                yield Problem("text-too-long-for", Where(column.name), params)
            odd = sum(
                "\0" in text or (not limits.ends_blank and text.endswith(" ")) for text in texts
            )
            if odd:
                yield Problem(
                    "text-unfit-for", Where(column.name), {"kind": kind.value, "count": odd}
                )
            if "" in texts and column.missing.any():
                yield Problem("text-empty-for", Where(column.name), {"kind": kind.value})
        elif column.kind is ColumnKind.NUMBER:
            count = int(np.count_nonzero(np.abs(column.values[~column.missing]) >= limits.largest))
            if count:
                yield Problem("number-too-large-for", Where(column.name), {"kind": kind.value})
        as_text_problem = becomes_text(column, kind)
        if as_text_problem:
            yield as_text_problem
    first_names: dict[str, str] = {}
    for column in () if limits.any_case else columns:
        first_name = first_names.setdefault(column.name.lower(), column.name)
        if first_name != column.name:
            params = {"kind": kind.value, "other": first_name}
            yield Problem("names-alike-for", Where(column.name), params)


def becomes_text(column: Column, kind: FileKind) -> Problem | None:
    """Warn if a column can only be written as text."""
    present = column.values[~column.missing]
    if column.kind is ColumnKind.INTEGER:
        beyond, code = np.abs(present) > LARGEST_EXACT, "integers-as-text-for"
    elif column.kind is ColumnKind.DATE:
        beyond, code = present < LIMITS[kind].first_day, "dates-as-text-for"
    else:
        return None
    count = int(np.count_nonzero(beyond))
    params = {"kind": kind.value, "count": count}
    return Problem(code, Where(column.name), params, Severity.WARNING) if count else None
