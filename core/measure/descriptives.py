"""Descriptive statistics of the original and of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import CATEGORICAL, Attribute, Column, ColumnKind

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

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
    name : str
        The column.
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
    names : tuple of str
        The columns.
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
    """Return whether a mean of the column is meaningful."""
    if column.kind is ColumnKind.TEXT or column.labels.values:
        return False
    return attribute.scale not in CATEGORICAL


def values_of(column: Column) -> Floats:
    """Return the numbers of a column, NaN where missing."""
    return np.where(column.missing, np.nan, column.values.astype(np.float64))


def summary(values: Floats, weights: Floats | None = None) -> Summary:
    """Return a summary of numbers, NaN where missing; missing weights count as 0."""
    seen = values[~np.isnan(values)]
    count = len(seen)
    weighted = None if weights is None else float(np.nansum(values * weights))
    return Summary(
        count,
        len(values) - count,
        float(seen.mean()) if count else np.nan,
        float(seen.std(ddof=1)) if count > 1 else np.nan,
        np.quantile(seen, LEVELS) if count else np.full(len(LEVELS), np.nan),
        float(seen.sum()),
        weighted,
    )


def describe(
    attributes: Sequence[Attribute],
    before: Mapping[str, Column],
    after: Mapping[str, Column],
    weight: str | None,
    job: Job,
) -> tuple[Described, ...]:
    """Return a description of each released column before and after.

    Parameters
    ----------
    attributes : sequence of Attribute
        The released columns, in order.
    before, after : Mapping of str to Column
        The whole original and the release; their records need not be paired.
    weight : str or None
        The column of survey weights, if there is one.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    sides = (before, after)
    weights = [None if weight is None else values_of(side[weight]) for side in sides]
    found = []
    for attribute in job.each(attributes):
        name = attribute.name
        one, other = before[name], after[name]
        if is_numeric(one, attribute):
            summaries = [
                summary(values_of(side[name]), own)
                for side, own in zip(sides, weights, strict=True)
            ]
            date = one.kind is ColumnKind.DATE
            none = np.zeros((2, 0), dtype=np.int64)
            found.append(Described(name, date, summaries[0], summaries[1], (), none))
        else:
            names, first, second = _together(one, other)
            counts = np.array(
                [np.bincount(codes[codes >= 0], minlength=len(names)) for codes in (first, second)],
                dtype=np.int64,
            )
            found.append(_describe_categories(name, names, counts))
    return tuple(found)


def _describe_categories(name: str, names: Sequence[str], counts: Ints) -> Described:
    """Describe a column of categories.

    Parameters
    ----------
    name : str
        The column.
    names : sequence of str
        Its categories, each once.
    counts : numpy.ndarray of int64, shape (2, c)
        Number of records of each before and after.
    """
    order = [i for i in range(len(names)) if counts[:, i].any()]
    order.sort(key=lambda i: (-counts[0, i], -counts[1, i], names[i]))
    shown = tuple(names[i] for i in order)
    return Described(name, False, None, None, shown, counts[:, order])


def correlations(
    names: Sequence[str], before: Mapping[str, Column], after: Mapping[str, Column], job: Job
) -> Correlations:
    """Return the correlations of these numeric columns before and after."""
    first = _correlated([values_of(before[name]) for name in names], job)
    second = _correlated([values_of(after[name]) for name in names], job)
    return Correlations(tuple(names), first, second)


def cross_table(
    before: tuple[Column, Column],
    after: tuple[Column, Column],
    numeric: tuple[bool, bool],
    orders: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> CrossTable:
    """Count the combinations of two columns' values before and after.

    Parameters
    ----------
    before, after : pair of Column
        Both columns, of the original and of the release.
    numeric : pair of bool
        Which of them are numeric: columns with many values are cut at the original's quartiles.
    orders : pair of sequence of str
        The values of ordered columns from low to high; all others go by frequency.
    """
    axes = [_axis(*axis) for axis in zip(before, after, numeric, orders, strict=True)]
    (rows, r_before, r_after), (columns, c_before, c_after) = axes
    shape = (len(rows), len(columns))
    return CrossTable(
        rows,
        columns,
        _cell_counts(r_before, c_before, shape),
        _cell_counts(r_after, c_after, shape),
    )


def _texts(column: Column) -> tuple[tuple[str, ...], Ints]:
    """Return the distinct values as texts, and each record's index into them; -1 where missing."""
    if column.kind is ColumnKind.TEXT:
        return column.categories, column.values.astype(np.int64)
    seen, codes = np.unique(column.values[~column.missing], return_inverse=True)
    index = np.full(len(column), -1, dtype=np.int64)
    index[~column.missing] = codes
    return _spell_codes(column, seen.tolist()), index


def _spell_codes(column: Column, codes: Sequence[float]) -> tuple[str, ...]:
    """Spell codes of a column, with their labels."""
    labels = column.labels.meaning()
    texts = [f"{code:.15g}" for code in codes]
    return tuple(f"{text}{_LABELLED}{labels[text]}" if text in labels else text for text in texts)


def _together(one: Column, other: Column) -> tuple[tuple[str, ...], Ints, Ints]:
    """Return the values of both columns with common indices."""
    first, second = _texts(one), _texts(other)
    names = tuple(dict.fromkeys((*first[0], *second[0])))
    place = {name: i for i, name in enumerate(names)}
    codes = []
    for texts, index in (first, second):
        known = np.array([*(place[text] for text in texts), -1], dtype=np.int64)
        codes.append(known[index])
    return names, codes[0], codes[1]


def _correlated(columns: Sequence[Floats], job: Job) -> Floats:
    found = np.full((len(columns), len(columns)), np.nan)
    for i in job.each(range(len(columns))):
        for j in range(i + 1):
            seen = ~np.isnan(columns[i]) & ~np.isnan(columns[j])
            x, y = columns[i][seen], columns[j][seen]
            if len(x) < 2 or np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
                continue
            x, y = x - x.mean(), y - y.mean()
            found[i, j] = found[j, i] = float((x @ y) / np.sqrt((x @ x) * (y @ y)))
    return found


def _axis(
    one: Column, other: Column, numeric: bool, steps: Sequence[str]
) -> tuple[tuple[str, ...], Ints, Ints]:
    """Return the classes of an axis, and each record's class before and after."""
    if numeric:
        first, second = values_of(one), values_of(other)
        if len(np.unique(first[~np.isnan(first)])) > _MOST_CLASSES:
            cuts = np.unique(np.quantile(first[~np.isnan(first)], (0.25, 0.5, 0.75)))
            ranges = (*(f"≤ {cut:.6g}" for cut in cuts), f"> {cuts[-1]:.6g}")
            classes = [
                np.where(np.isnan(values), -1, np.searchsorted(cuts, values, side="left"))
                for values in (first, second)
            ]
            return ranges, classes[0], classes[1]
    names, before, after = _together(one, other)
    counts = np.bincount(before[before >= 0], minlength=len(names))
    order = sorted(range(len(names)), key=lambda i: (-int(counts[i]), names[i]))
    kept = order[:_MOST_CLASSES]
    if numeric:
        kept.sort(key=lambda i: float(names[i]))
    elif steps:
        rank = {step: at for at, step in enumerate(steps)}
        kept.sort(key=lambda i: rank.get(names[i].partition(_LABELLED)[0], len(rank)))
    # The last class is that of missing values, which have index -1.
    place = np.full(len(names) + 1, len(kept), dtype=np.int64)
    place[kept], place[-1] = np.arange(len(kept)), -1
    others = (OTHERS,) if len(order) > len(kept) else ()
    return (*(names[i] for i in kept), *others), place[before], place[after]


def _cell_counts(rows: Ints, columns: Ints, shape: tuple[int, int]) -> Ints:
    seen = (rows >= 0) & (columns >= 0)
    flat = rows[seen] * shape[1] + columns[seen]
    return np.bincount(flat, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int64)
