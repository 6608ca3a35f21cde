"""Finds the few values because of which a column is text instead of numbers or dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.io.columns import cell_grammar
from core.io.columns.text_columns import arrow_texts
from core.io.findings import Obstacle
from core.model import Column, ColumnKind, ReadOptions, Source

# Maximum number of values that can be reviewed.
_MOST_VALUES = 20
# Up to this share of the distinct values, texts are codes even if most cells contain them.
_MOST_CODES = 0.1
# A column of dates does not have more distinct texts than this.
_MOST_DATES = 100_000
_CODES = "^-?0[0-9]+$"


def find_obstacle(column: Column, source: Source) -> Obstacle | None:
    """Return why a text column is not numbers or dates; ``None`` if it is really text.

    Parameters
    ----------
    column : Column
        Any column; only text columns have obstacles.
    source : Source
        The file, which determines the spelling of numbers and dates. Formats with declared column
        types have no obstacles, and dates of a workbook are not texts.

    Returns
    -------
    Obstacle or None
        Its `elsewhere` is empty; see `core.io.profiling.column_profiles`.
    """
    options, is_text = source.options, source.kind.is_text
    declared = not is_text and not source.kind.is_sheet
    if declared or column.kind is not ColumnKind.TEXT:
        return None
    odd, kind = _not_numbers(column.categories, options), ColumnKind.NUMBER
    if odd is None and is_text:
        odd, kind = _not_dates(column.categories, options), ColumnKind.DATE
    if odd is None:
        return None
    codes = column.values[~column.missing].astype(np.int64)
    counts = np.bincount(codes, minlength=len(column.categories))
    # One or two texts among many numbers are codes, such as "does not apply", even if frequent.
    if len(odd) > _MOST_CODES * len(column.categories) and 2 * int(counts[odd].sum()) >= int(
        counts.sum()
    ):
        return None
    found = [(column.categories[place], int(counts[place])) for place in odd]
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return Obstacle(kind, len(column.categories), tuple(found))


def _few(odd: Sequence[int], distinct: int) -> bool:
    return 0 < len(odd) <= _MOST_VALUES and 2 * len(odd) < distinct


def _not_numbers(categories: Sequence[str], options: ReadOptions) -> list[int] | None:
    """Return the indices of texts that are not numbers, if all others are."""
    texts = arrow_texts(categories)
    pattern = cell_grammar.number_pattern(options.decimal)
    if options.thousands:
        grouped = cell_grammar.grouped_pattern(options.decimal, options.thousands)
        pattern = f"{pattern}|{grouped}"
    numeric = pc.match_substring_regex(texts, pattern)
    odd = np.flatnonzero(~numeric.to_numpy()).tolist()
    if not _few(odd, len(categories)):
        return None
    # A leading zero always indicates codes.
    if pc.any(pc.match_substring_regex(texts, _CODES)).as_py():
        return None
    numbers = pa.chunked_array([texts.filter(numeric).combine_chunks()])
    if cell_grammar.beyond_float(numbers, options.decimal):
        return None
    return odd


def _not_dates(categories: Sequence[str], options: ReadOptions) -> list[int] | None:
    """Return the indices of texts that are not dates, if all others have exactly one layout."""
    if len(categories) > _MOST_DATES:
        return None
    layouts = (options.dates,) if options.dates else cell_grammar.DATE_FORMATS
    found = [_odd_dates(categories, layout, bool(options.dates)) for layout in layouts]
    few = sorted((odd for odd in found if _few(odd, len(categories))), key=len)
    if not few or (len(few) > 1 and len(few[0]) == len(few[1])):
        return None
    return few[0]


def _odd_dates(categories: Sequence[str], layout: str, declared: bool) -> list[int]:
    """Return the indices of texts that are not dates of a layout, up to a limit."""
    pattern = cell_grammar.date_pattern(layout)
    if declared:
        pattern = pattern.replace("{2}", "{1,2}")
    matcher, parts = re.compile(pattern), re.findall("%(.)", layout)
    odd: list[int] = []
    for place, text in enumerate(categories):
        match = matcher.match(text)
        found = {} if match is None else dict(zip(parts, match.groups(), strict=True))
        try:
            date(int(found["Y"]), int(found["m"]), int(found["d"]))
        except (KeyError, ValueError):
            # The text has another form, or the date is not in the calendar.
            odd.append(place)
            if len(odd) > _MOST_VALUES:
                break
    return odd
