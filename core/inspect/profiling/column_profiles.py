"""Profiles columns, suggests their roles and scales, and finds why they are text.

A column may be text instead of numbers or dates only because of a few values.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.array_types import Floats, Int32s, Ints
from core.inspect.profiling.known_codes import are_known_codes
from core.inspect.profiling.known_orders import read_numbered_order
from core.inspect.profiling.name_clues import about_firms
from core.inspect.profiling.role_suggestions import Facts, suggest
from core.io.columns import cell_grammar
from core.io.columns.cell_grammar import number_pattern
from core.io.columns.tagged_columns import number_of
from core.io.columns.text_columns import arrow_texts
from core.io.findings import ColumnProfile, Obstacle
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, ColumnKind, Dataset, ReadOptions, Scale, Source

_MOST_ORDERED = 200
_Values = Ints | Floats | Int32s
Evidence = tuple[str, Mapping[str, object]]

_LEADING_ZERO = "^-?0[0-9]+$"
_LONG = "^-?[0-9]{16,}$"
_MARKS = "".join(cell_grammar.THOUSANDS)
_GROUPED = rf"^-?[1-9][0-9]{{0,2}}(?:[{_MARKS}][0-9]{{3}})+(?:[.,][0-9]*)?$"
_DAY = r"^[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}$"
_Figures = tuple[float | None, float | None, float | None, float | None, float | None]
_NONE: _Figures = (None, None, None, None, None)

# Maximum number of values that can be reviewed.
_MOST_VALUES = 20
# Up to this share of the distinct values, texts are codes even if most cells contain them.
_MOST_CODES = 0.1
# A column of dates does not have more distinct texts than this.
_MOST_DATES = 100_000


def profile(
    dataset: Dataset, job: Job | None = None, source: Source | None = None
) -> tuple[ColumnProfile, ...]:
    """Profile each column, with a suggested role and scale.

    The phase is ``profiling`` and counts columns. With `source`, the profiles of text columns list
    the values because of which they are not numbers or dates, except for formats with declared
    column types.
    """
    job = job or Job()
    job.start_phase("profiling", len(dataset.columns))
    profiles: list[ColumnProfile] = []
    firms = about_firms(dataset.names)
    for column in dataset.columns:
        profiles.append(_profile_column(column, firms, job, source))
        job.update(len(profiles))
    return _add_elsewhere(profiles, CancellableSequence(dataset.columns, job))


def _profile_column(column: Column, firms: bool, job: Job, source: Source | None) -> ColumnProfile:
    missing = int(np.count_nonzero(column.missing))
    present = column.values[~column.missing] if missing else column.values
    if column.kind is ColumnKind.TEXT:
        distinct, figures = len(column.categories), _NONE
    else:
        distinct, figures = run_cancellable(lambda: _figures(present), job, len(present))
    minimum, maximum, mean, median, std = figures
    facts = Facts(
        column.name,
        f"{column.name} {column.labels.variable}",
        column.kind,
        len(present),
        distinct,
        minimum,
        maximum,
        measure=column.labels.measure,
        labelled=_is_labelled(column, minimum, maximum),
        firms=firms,
        has_known_codes=column.kind.is_numeric and are_known_codes(present, distinct),
    )
    code, needed = run_cancellable(lambda: evidence(column, len(present)), job, len(present))
    suggestion = suggest(replace(facts, has_grouped_numbers=code == "evidence-grouped"))
    find = partial(_order, column, present, distinct)
    order = run_cancellable(find, job, len(present)) if suggestion.scale is Scale.ORDINAL else ()
    obstacle = None
    if source is not None:
        compare = partial(find_obstacle, column, source)
        obstacle = run_cancellable(compare, job, len(column.categories))
    return ColumnProfile(
        column.name,
        column.kind,
        distinct,
        missing,
        *(minimum, maximum, mean, median, std),
        suggested_role=suggestion.role,
        suggested_scale=suggestion.scale,
        reason=suggestion.reason,
        reason_params=suggestion.params,
        evidence=code,
        evidence_params=needed,
        label=column.labels.variable,
        suggested_order=order,
        is_weight=suggestion.is_weight and (minimum or 0) > 0 and not missing,
        is_clear=suggestion.is_clear,
        obstacle=obstacle,
    )


def _order(column: Column, present: _Values, distinct: int) -> tuple[str, ...]:
    """Order the codes, or the texts by the numbers in front of them, if they are few."""
    if column.kind is ColumnKind.INTEGER and distinct <= _MOST_ORDERED:
        return tuple(str(code) for code in np.unique(present).tolist())
    if column.kind is ColumnKind.TEXT and len(column.categories) <= _MOST_ORDERED:
        numbered = read_numbered_order(column.categories)
        return numbered.ordered if numbered is not None and not numbered.unplaced else ()
    return ()


def _is_labelled(column: Column, minimum: float | None, maximum: float | None) -> bool:
    """Check whether values that occur have labels, not only missing codes."""
    if minimum is None or maximum is None:
        return False
    codes = (number_of(code) for code, _ in column.labels.values)
    return any(code is not None and minimum <= code <= maximum for code in codes)


def _figures(
    values: _Values,
) -> tuple[int, _Figures]:
    """Compute the number of distinct values, minimum, maximum, mean, median and deviation."""
    if not len(values):
        return 0, _NONE
    ordered = np.sort(values)
    distinct = 1 + int(np.count_nonzero(ordered[1:] != ordered[:-1]))
    middle = len(ordered) // 2
    low, high = float(ordered[middle if len(ordered) % 2 else middle - 1]), float(ordered[middle])
    # Halved before adding, because the sum of two huge numbers would be infinite.
    median = low if low == high else low / 2 + high / 2
    with np.errstate(over="ignore", invalid="ignore"):
        mean, std = float(values.mean(dtype=np.float64)), float(values.std(dtype=np.float64))
    return distinct, (float(ordered[0]), float(ordered[-1]), mean, median, std)


def evidence(column: Column, present: int) -> Evidence:
    """Choose the code of a sentence and its parameters, never a cell's value."""
    if column.kind is ColumnKind.TEXT:
        texts = arrow_texts(column.categories)
        if not len(texts):
            return "evidence-empty", {}
        number = pc.or_(*(pc.match_substring_regex(texts, number_pattern(sign)) for sign in ".,"))
        digits = pc.match_substring_regex(texts, _LEADING_ZERO)
        numeric = pc.or_(number, digits)
        grouped = pc.match_substring_regex(texts, _GROUPED)
        n_others = len(texts) - _count(pc.or_(numeric, grouped))
        if not n_others and _count(digits):
            return "evidence-leading-zeros", {"count": _count(digits)}
        if not n_others and _count(pc.match_substring_regex(texts, _LONG)):
            return "evidence-long", {}
        if _count(grouped) and 2 * n_others < len(texts):
            return "evidence-grouped", {"count": _count(grouped), "distinct": len(texts)}
        if not n_others:
            return "evidence-numbers-as-text", {}
        if _count(pc.match_substring_regex(texts, _DAY)) == len(texts):
            return "evidence-dates-unclear", {}
        if 2 * n_others < len(texts):
            return "evidence-mostly-numbers", {"count": n_others, "distinct": len(texts)}
        if n_others == len(texts):
            return "evidence-text-all", {}
        return "evidence-text", {"count": n_others, "distinct": len(texts)}
    params: dict[str, object] = {"count": present}
    if column.kind is ColumnKind.DATE:
        params["layout"] = column.date_format
    return f"evidence-{column.kind}", params


def _count(flags: Any) -> int:
    return int(pc.sum(flags).as_py() or 0)


def _add_elsewhere(
    profiles: Iterable[ColumnProfile], columns: Sequence[Column]
) -> tuple[ColumnProfile, ...]:
    """Add the other columns with the same values to the obstacles of the profiles.

    A missing code applies to the whole file, so these cells would be missing as well.
    """
    profiles = tuple(profiles)
    sought = {text for p in profiles if p.obstacle for text, _ in p.obstacle.values}
    places: dict[str, dict[str, int]] = {text: {} for text in sought}
    for column in columns:
        for text in sought if column.categories else ():
            code = bisect_left(column.categories, text)
            if code < len(column.categories) and column.categories[code] == text:
                places[text][column.name] = int(np.count_nonzero(column.values == code))
    completed = []
    for profile in profiles:
        if profile.obstacle is not None:
            cells: dict[str, int] = {}
            for text, _ in profile.obstacle.values:
                for name, count in places[text].items():
                    if name != profile.name:
                        cells[name] = cells.get(name, 0) + count
            obstacle = replace(profile.obstacle, elsewhere=tuple(sorted(cells.items())))
            profile = replace(profile, obstacle=obstacle)
        completed.append(profile)
    return tuple(completed)


def find_obstacle(column: Column, source: Source) -> Obstacle | None:
    """Find why a text column is not numbers or dates; ``None`` if it is really text.

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
        Its `elsewhere` is empty as long as the other columns are unknown.
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
    counts = column.count_categories()
    # One or two texts among many numbers are codes, such as "does not apply", even if frequent.
    if len(odd) > _MOST_CODES * len(column.categories) and 2 * int(counts[odd].sum()) >= int(
        counts.sum()
    ):
        return None
    values = [(column.categories[code], int(counts[code])) for code in odd]
    values.sort(key=lambda pair: (-pair[1], pair[0]))
    return Obstacle(kind, len(column.categories), tuple(values))


def _few(odd: Sequence[int], distinct: int) -> bool:
    return 0 < len(odd) <= _MOST_VALUES and 2 * len(odd) < distinct


def _not_numbers(categories: Sequence[str], options: ReadOptions) -> list[int] | None:
    """Find the indices of texts that are not numbers, if all others are."""
    texts = arrow_texts(categories)
    pattern = cell_grammar.number_pattern(options.decimal)
    if options.thousands:
        grouped = cell_grammar.group_pattern(options.decimal, options.thousands)
        pattern = f"{pattern}|{grouped}"
    numeric = pc.match_substring_regex(texts, pattern)
    odd = np.flatnonzero(~numeric.to_numpy()).tolist()
    if not _few(odd, len(categories)):
        return None
    # A leading zero always indicates codes.
    if pc.any(pc.match_substring_regex(texts, _LEADING_ZERO)).as_py():
        return None
    numbers = pa.chunked_array([texts.filter(numeric).combine_chunks()])
    if cell_grammar.beyond_float(numbers, options.decimal):
        return None
    return odd


def _not_dates(categories: Sequence[str], options: ReadOptions) -> list[int] | None:
    """Find the texts that are not dates, by index, if all others have exactly one layout."""
    if len(categories) > _MOST_DATES:
        return None
    layouts = (options.dates,) if options.dates else cell_grammar.DATE_FORMATS
    odd_by_layout = [_odd_dates(categories, layout, bool(options.dates)) for layout in layouts]
    few = sorted((odd for odd in odd_by_layout if _few(odd, len(categories))), key=len)
    if not few or (len(few) > 1 and len(few[0]) == len(few[1])):
        return None
    return few[0]


def _odd_dates(categories: Sequence[str], layout: str, declared: bool) -> list[int]:
    """Find the texts that are not dates of a layout, by index, up to a limit."""
    pattern = cell_grammar.date_pattern(layout)
    if declared:
        pattern = pattern.replace("{2}", "{1,2}")
    matcher, parts = re.compile(pattern), re.findall("%(.)", layout)
    odd: list[int] = []
    for code, text in enumerate(categories):
        match = matcher.match(text)
        date_parts = {} if match is None else dict(zip(parts, match.groups(), strict=True))
        try:
            date(int(date_parts["Y"]), int(date_parts["m"]), int(date_parts["d"]))
        except (KeyError, ValueError):
            # The text has another form, or the date is not in the calendar.
            odd.append(code)
            if len(odd) > _MOST_VALUES:
                break
    return odd
