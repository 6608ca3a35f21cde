"""Converts columns to Stata variables."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.array_types import Bytes
from core.errors import Problem, Severity, Where
from core.io.columns.tagged_columns import number_of
from core.io.statistical.statistics_variable import Variable, cut, is_written_as_text, texts_of
from core.io.statistical.variable_formats import SIXTY, STATA, clock_of
from core.io.typed_tables.table_header import Cells
from core.model import Column, ColumnKind, FileKind

_LONGEST_LABEL, _LONGEST_VALUE_LABEL = 80, 32_000
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Range of 32-bit integers; those beyond represent missing values.
_LEAST, _MOST = -(2**31) + 1, 2**31 - 28


def stata_variable(column: Column, order: NDArray[Any], masked: bool) -> Variable:
    """Build the Stata variable of a column."""
    as_text = is_written_as_text(column, FileKind.STATA)
    letters = {} if as_text or masked else stata_letters(column)
    values = {} if as_text else _values(column, letters)
    letter_codes = {code for code in values if isinstance(code, str)}
    is_long = not as_text and column.kind is not ColumnKind.NUMBER
    if is_long:
        first_day, last_day = _LEAST + SIXTY, _MOST - SIXTY
        is_long = bool(((column.values >= first_day) & (column.values <= last_day)).all())
    if as_text:
        # Texts have no special missing values: all are empty.
        cells = texts_of(column, order, True)
    else:
        numbers = column.values.astype(np.float64)
        if column.kind is ColumnKind.DATE:
            numbers = numbers + SIXTY
        numbers[column.missing] = np.nan
        cells = pa.array(numbers[order])
    marks: Bytes | None = None
    if letters and column.missing_text is not None:
        spellings, index = column.missing_text
        signs = np.array([ord(letters.get(code, "\0")) for code in spellings] + [0], dtype=np.uint8)
        marks = np.where(column.missing, signs[index], 0).astype(np.uint8)[order]
    return Variable(
        column.name,
        column.labels.variable[:_LONGEST_LABEL],
        "" if as_text else _format(column, masked),
        "",
        values,
        [*sorted(letter_codes.union(letters.values()))],
        cells,
        marks,
        is_long,
        _warnings(column, as_text, masked, letters),
    )


def _format(column: Column, masked: bool) -> str:
    input_format = column.labels.format if column.labels.dialect == STATA else ""
    is_date = clock_of(STATA, input_format).cells is Cells.DATE
    if column.kind is ColumnKind.DATE:
        return input_format if is_date and not re.match(r"%-?t[cC]", input_format) else "%td"
    if (
        input_format.startswith("%")
        and not is_date
        and not input_format.endswith("s")
        and not masked
    ):
        return input_format
    return "%12.0g"


def stata_letters(column: Column) -> dict[str, str]:
    """Find the letter of each spelling of a missing number; ``.b`` keeps its own."""
    if column.missing_text is None:
        return {}
    spellings = [code for code in column.missing_text[0] if code]
    letter_of = {code: code[1] for code in spellings if re.fullmatch(r"\.[a-z]", code)}
    letter_of |= {c: c[1].lower() for c in spellings if re.fullmatch(r"\.[A-Z]", c)}
    free = [letter for letter in _LETTERS if letter not in letter_of.values()]
    without_letter = [code for code in spellings if code not in letter_of]
    return letter_of | dict(zip(without_letter, free, strict=False))


def _values(column: Column, letters: dict[str, str]) -> dict[float | str, str]:
    """Build the labels of integers and letters; a letter takes over the label of its code."""
    labels: dict[float | str, str] = {
        letter: code for code, letter in letters.items() if not code.startswith(".")
    }
    for code, label in column.labels.values:
        text = cut(label, _LONGEST_VALUE_LABEL)
        number = number_of(code)
        if code in letters:
            labels[letters[code]] = text
        elif re.fullmatch(r"\.[a-z]", code):
            labels[code[1]] = text
        elif number is not None and number.is_integer() and _LEAST <= number <= _MOST:
            labels[int(number)] = text
    return labels


def _warnings(
    column: Column, as_text: bool, masked: bool, letters: dict[str, str]
) -> tuple[Problem, ...]:
    """List warnings of what Stata cannot hold."""
    warnings = []

    def warn(code: str, **params: object) -> None:
        warnings.append(Problem(code, Where(column.name), params, Severity.WARNING))

    labels = column.labels
    if len(labels.variable) > _LONGEST_LABEL:
        warn("labels-cut")
    moved = [code for code in letters if not code.startswith(".")]
    if moved:
        warn("missing-codes-as-letters", count=len(moved))
    gone = column.missing_text[0] if as_text and not masked and column.missing_text else ()
    if any(gone):
        warn("missing-codes-lost", count=sum(code != "" for code in gone))
    labels_kept = _values(column, letters) if not as_text else {}
    lost = sum(
        (number_of(code) is None and not code.startswith(".")) or number_of(code) not in labels_kept
        for code, _ in labels.values
        if code not in letters and not re.fullmatch(r"\.[a-zA-Z]", code)
    )
    if lost:
        warn("value-labels-lost", count=lost, kind=FileKind.STATA.value)
    return tuple(warnings)
