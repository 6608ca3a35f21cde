"""Descriptive statistics of the original and of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.jobs import Job
from core.model import CATEGORICAL, Attribute, Column, ColumnKind

LEVELS = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
"""Of the quantiles that are given, the least and the largest value among them."""

_MOST_CLASSES = 12

MOST_CORRELATED = 40
"""Columns between which all correlations are computed; a file can have thousands."""

# Between a code and its label.
_LABELLED = " — "
OTHERS = "…"
"""Stands for all values without a class of their own."""


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """A summary of a numeric column.

    Attributes
    ----------
    count, missing : int
        Number of records with and without a value.
    mean, deviation : float
        Mean and standard deviation (with n - 1); NaN if there are too few values.
    quantiles : numpy.ndarray of float64, shape (7,)
        At `LEVELS`, interpolated linearly.
    weighted_total : float or None
        Sum of the values times survey weights; ``None`` without weights.
    """

    count: int
    missing: int
    mean: float
    deviation: float
    quantiles: Floats
    total: float
    weighted_total: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A column before and after protection.

    Attributes
    ----------
    is_date : bool
        Whether its numbers are days since 1970-01-01.
    before, after : Summary or None
        ``None`` for a column of categories.
    categories : tuple of str
        The categories that occur before or after, in descending order of original frequency;
        otherwise empty.
    counts : numpy.ndarray of int64, shape (2, c)
        Number of records of each category before and after.
    """

    name: str
    is_date: bool
    before: Summary | None
    after: Summary | None
    categories: tuple[str, ...]
    counts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Correlations:
    """Pearson correlations of numeric columns, over the records with both values.

    Attributes
    ----------
    before, after : numpy.ndarray of float64, shape (m, m)
        NaN if one of the two is constant.
    """

    names: tuple[str, ...]
    before: Floats
    after: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CrossTable:
    """A cross table of two columns before and after protection.

    Attributes
    ----------
    rows, columns : tuple of str
        Values of the two columns; numbers are grouped into classes, rare values into `OTHERS`.
    before, after : numpy.ndarray of int64, shape (rows, columns)
        Records.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    before: Ints
    after: Ints


def is_numeric(column: Column, attribute: Attribute) -> bool:
    """Check whether a mean of the column is meaningful."""
    if column.kind is ColumnKind.TEXT or column.labels.values:
        return False
    return attribute.scale not in CATEGORICAL


def summarise(values: Floats, weights: Floats | None = None) -> Summary:
    """Summarise numbers, NaN where missing; missing weights count as 0."""
    known_values = values[~np.isnan(values)]
    count = len(known_values)
    weighted = None if weights is None else float(np.nansum(values * weights))
    return Summary(
        count,
        len(values) - count,
        float(known_values.mean()) if count else np.nan,
        float(known_values.std(ddof=1)) if count > 1 else np.nan,
        np.quantile(known_values, LEVELS) if count else np.full(len(LEVELS), np.nan),
        float(known_values.sum()),
        weighted,
    )


def describe(
    attributes: Sequence[Attribute],
    original: Mapping[str, Column],
    released: Mapping[str, Column],
    weight: str | None,
    job: Job,
) -> tuple[Described, ...]:
    """Describe each released column before and after protection.

    Parameters
    ----------
    before, after : Mapping of str to Column
        The whole original and the release; their records need not be paired.
    """
    sides = (original, released)
    weights = [None if weight is None else side[weight].floats() for side in sides]
    descriptions = []
    for attribute in job.each(attributes):
        name = attribute.name
        original_column, released_column = original[name], released[name]
        if is_numeric(original_column, attribute):
            summaries = [
                summarise(side[name].floats(), side_weights)
                for side, side_weights in zip(sides, weights, strict=True)
            ]
            date = original_column.kind is ColumnKind.DATE
            none = np.zeros((2, 0), dtype=np.int64)
            descriptions.append(Described(name, date, summaries[0], summaries[1], (), none))
        else:
            names, original_codes, released_codes = _align_categories(
                original_column, released_column
            )
            counts = np.array(
                [
                    np.bincount(codes[codes >= 0], minlength=len(names))
                    for codes in (original_codes, released_codes)
                ],
                dtype=np.int64,
            )
            descriptions.append(_describe_categories(name, names, counts))
    return tuple(descriptions)


def _describe_categories(name: str, names: Sequence[str], counts: Ints) -> Described:
    """Describe a column of categories by the records of each before and after, shape (2, c)."""
    order = [i for i in range(len(names)) if counts[:, i].any()]
    order.sort(key=lambda i: (-counts[0, i], -counts[1, i], names[i]))
    shown = tuple(names[i] for i in order)
    return Described(name, False, None, None, shown, counts[:, order])


def correlate_columns(
    names: Sequence[str], original: Mapping[str, Column], released: Mapping[str, Column], job: Job
) -> Correlations:
    """Compute the correlations of numeric columns before and after protection."""
    original_matrix = _correlate([original[name].floats() for name in names], job)
    released_matrix = _correlate([released[name].floats() for name in names], job)
    return Correlations(tuple(names), original_matrix, released_matrix)


def cross_tabulate(
    original: tuple[Column, Column],
    released: tuple[Column, Column],
    numeric: tuple[bool, bool],
    orders: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> CrossTable:
    """Count the combinations of two columns' values before and after.

    Parameters
    ----------
    numeric : pair of bool
        Which of them are numeric: columns with many values are cut at the original's quartiles.
    orders : pair of sequence of str
        The values of ordered columns from low to high; all others go by frequency.
    """
    axes = [_classify_axis(*axis) for axis in zip(original, released, numeric, orders, strict=True)]
    (rows, r_before, r_after), (columns, c_before, c_after) = axes
    shape = (len(rows), len(columns))
    return CrossTable(
        rows,
        columns,
        _count_cells(r_before, c_before, shape),
        _count_cells(r_after, c_after, shape),
    )


def _spell_values(column: Column) -> tuple[tuple[str, ...], Ints]:
    """Spell the distinct values, and index each record into them; -1 where missing."""
    if column.kind is ColumnKind.TEXT:
        return column.categories, column.values.astype(np.int64)
    distinct, codes = np.unique(column.values[~column.missing], return_inverse=True)
    index = np.full(len(column), -1, dtype=np.int64)
    index[~column.missing] = codes
    return _spell_codes(column, distinct.tolist()), index


def _spell_codes(column: Column, codes: Sequence[float]) -> tuple[str, ...]:
    """Spell codes of a column, with their labels."""
    labels = column.labels.meaning()
    texts = [f"{code:.15g}" for code in codes]
    return tuple(f"{text}{_LABELLED}{labels[text]}" if text in labels else text for text in texts)


def _align_categories(original: Column, released: Column) -> tuple[tuple[str, ...], Ints, Ints]:
    """Index the values of two columns in one list of their texts."""
    original_texts, released_texts = _spell_values(original), _spell_values(released)
    names = tuple(dict.fromkeys((*original_texts[0], *released_texts[0])))
    code_of = {name: i for i, name in enumerate(names)}
    codes = []
    for texts, index in (original_texts, released_texts):
        common_codes = np.array([*(code_of[text] for text in texts), -1], dtype=np.int64)
        codes.append(common_codes[index])
    return names, codes[0], codes[1]


def _correlate(columns: Sequence[Floats], job: Job) -> Floats:
    matrix = np.full((len(columns), len(columns)), np.nan)
    for i in job.each(range(len(columns))):
        for j in range(i + 1):
            has_both = ~np.isnan(columns[i]) & ~np.isnan(columns[j])
            x, y = columns[i][has_both], columns[j][has_both]
            if len(x) < 2 or np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
                continue
            x, y = x - x.mean(), y - y.mean()
            matrix[i, j] = matrix[j, i] = float((x @ y) / np.sqrt((x @ x) * (y @ y)))
    return matrix


def _classify_axis(
    original: Column, released: Column, numeric: bool, steps: Sequence[str]
) -> tuple[tuple[str, ...], Ints, Ints]:
    """Form the classes of an axis, and sort each record into one before and after."""
    if numeric:
        original_values, released_values = original.floats(), released.floats()
        if len(np.unique(original_values[~np.isnan(original_values)])) > _MOST_CLASSES:
            cuts = np.unique(
                np.quantile(original_values[~np.isnan(original_values)], (0.25, 0.5, 0.75))
            )
            ranges = (*(f"≤ {cut:.6g}" for cut in cuts), f"> {cuts[-1]:.6g}")
            classes = [
                np.where(np.isnan(values), -1, np.searchsorted(cuts, values, side="left"))
                for values in (original_values, released_values)
            ]
            return ranges, classes[0], classes[1]
    names, original_codes, released_codes = _align_categories(original, released)
    counts = np.bincount(original_codes[original_codes >= 0], minlength=len(names))
    order = sorted(range(len(names)), key=lambda i: (-int(counts[i]), names[i]))
    shown_values = order[:_MOST_CLASSES]
    if numeric:
        shown_values.sort(key=lambda i: float(names[i]))
    elif steps:
        rank = {step: position for position, step in enumerate(steps)}
        shown_values.sort(key=lambda i: rank.get(names[i].partition(_LABELLED)[0], len(rank)))
    # The last class is that of missing values, which have index -1.
    class_of = np.full(len(names) + 1, len(shown_values), dtype=np.int64)
    class_of[shown_values], class_of[-1] = np.arange(len(shown_values)), -1
    rare_class = (OTHERS,) if len(order) > len(shown_values) else ()
    return (
        (*(names[i] for i in shown_values), *rare_class),
        class_of[original_codes],
        class_of[released_codes],
    )


def _count_cells(rows: Ints, columns: Ints, shape: tuple[int, int]) -> Ints:
    has_both = (rows >= 0) & (columns >= 0)
    flat = rows[has_both] * shape[1] + columns[has_both]
    return np.bincount(flat, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int64)
