"""Takes labels, categories and missing codes from columns that no released record explains.

They may be those of a record that was left out, and a label may name a person or place of a column
that is not released.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.columns.tagged_columns import number_of
from core.model import Column, ColumnKind, Labels
from core.table import pieces

_WORD = re.compile(r"\w[\w.'’-]*\w|\w")
_MOST_WORDS, _FEWEST_LETTERS = 4, 4


def without_unused(column: Column, is_masked: bool) -> Column:
    """Take categories, labels and missing codes from a column that no cell has."""
    column = _with_categories_in_use(_with_missing_in_use(column))
    labels = column.labels
    if not labels.values and not labels.missing:
        return column
    codes = _codes_in_use(column)
    codes_of_missing = set[str]()
    if column.missing_text is not None and not is_masked:
        codes_of_missing.update(column.missing_text[0])
    values = (pair for pair in labels.values if pair[0] in codes | codes_of_missing)
    missing = (ends for ends in labels.missing if _holds_any(ends, codes_of_missing))
    return replace(column, labels=replace(labels, values=tuple(values), missing=tuple(missing)))


def without_names(labels: Labels, hidden: Sequence[Column]) -> Labels:
    """Take texts from labels that name a cell of a column of texts that is not released."""
    texts = [column.categories for column in hidden if column.kind is ColumnKind.TEXT]
    variable = "" if _names_any(labels.variable, texts) else labels.variable
    values = tuple(pair for pair in labels.values if not _names_any(pair[1], texts))
    return replace(labels, variable=variable, values=values)


def _names_any(label: str, sorted_texts: Sequence[Sequence[str]]) -> bool:
    """Find whether some words of a label are one of the texts; common words are no names."""
    return any(
        texts[position] == words
        for words in _phrases(label)
        for texts in sorted_texts
        if (position := bisect_left(texts, words)) < len(texts)
    )


def _phrases(label: str) -> Iterator[str]:
    """List up to four words of a label that follow each other and may be a name or a number."""
    spans = [match.span() for match in _WORD.finditer(label)]
    for first, (start, _) in enumerate(spans):
        for _, end in spans[first : first + _MOST_WORDS]:
            words = label[start:end]
            if len(words) >= _FEWEST_LETTERS and not words.islower():
                yield words


def _holds_any(ends: tuple[str, str], codes: set[str]) -> bool:
    """Find whether a range of missing codes holds one of some codes."""
    low, high = map(number_of, ends)
    numbers = (number_of(code) for code in codes)
    return not codes.isdisjoint(ends) or (
        low is not None
        and high is not None
        and any(number is not None and low <= number <= high for number in numbers)
    )


def _with_missing_in_use(column: Column) -> Column:
    """Take spellings of missing cells that no record has, and number the others again."""
    if column.missing_text is None:
        return column
    spellings, index = column.missing_text
    used = _numbers_in_use(index, len(spellings))
    if len(used) == len(spellings):
        return column
    new_codes = np.full(len(spellings) + 1, -1, dtype=np.int16)
    new_codes[used] = np.arange(len(used))
    kept_spellings = tuple(spellings[i] for i in used.tolist())
    return replace(
        column, missing_text=(kept_spellings, new_codes[index]) if any(kept_spellings) else None
    )


def _with_categories_in_use(column: Column) -> Column:
    """Take categories from a column of texts that no record has, and number the others again."""
    if column.kind is not ColumnKind.TEXT:
        return column
    used = _numbers_in_use(column.values, len(column.categories))
    if len(used) == len(column.categories):
        return column
    new_codes = np.full(len(column.categories) + 1, -1, dtype=column.values.dtype)
    new_codes[used] = np.arange(len(used))
    categories = tuple(column.categories[i] for i in used.tolist())
    return replace(column, values=new_codes[column.values], categories=categories)


def _codes_in_use(column: Column) -> set[str]:
    """List the codes with a label that a cell has, or all texts of a column of texts."""
    if column.kind is ColumnKind.TEXT:
        return set(column.categories)
    numbers = ((number_of(code), code) for code, _ in column.labels.values)
    codes = {number: code for number, code in numbers if number is not None}
    values_in_use: set[float] = set()
    for piece in pieces(len(column)):
        present = column.values[piece][~column.missing[piece]]
        values_in_use.update(np.intersect1d(present, list(codes)).tolist())
    return {codes[value] for value in values_in_use}


def _numbers_in_use(numbers: NDArray[Any], count: int) -> NDArray[np.intp]:
    """List the numbers from 0 below `count` that occur in a long array; -1 is not one of them."""
    occurs = np.zeros(count + 1, dtype=np.bool_)
    for piece in pieces(len(numbers)):
        occurs[numbers[piece]] = True
    return np.flatnonzero(occurs[:count])
