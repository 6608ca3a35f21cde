"""Distributions of an attribute before and after protection, in common bins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.encode import numbers
from core.model import CATEGORICAL, Attribute, Column, ColumnKind, Scale

BINS = 40
# Columns more skew than this are counted in bins of equal width on an asinh scale.
_SKEW = 5.0

CATEGORIES = 20


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Counts of an attribute's values before and after, in the same bins.

    Attributes
    ----------
    edges : numpy.ndarray of float64, shape (b + 1,), or None
        Edges of the bins, in the column's units (dates: days since 1970-01-01); a bin includes its
        lower edge, the last one both edges. ``None`` for categories.
    categories : tuple of str
        The categories, one for each bin; empty for numbers.
    before, after : numpy.ndarray of int64, shape (b,)
        Number of records in each bin.
    others : int
        Number of rarer categories without a separate bin.
    linear_width : float or None
        For a very skewed column, the limit up to which its asinh scale is nearly linear.
    """

    name: str
    edges: Floats | None
    categories: tuple[str, ...]
    before: Ints
    after: Ints
    others: int = 0
    others_before: int = 0
    others_after: int = 0
    linear_width: float | None = None


def distribution(
    attribute: Attribute, original: Column, released: Column, bins: int = BINS
) -> Distribution:
    """Count the values of an attribute before and after, in the same bins.

    Parameters
    ----------
    attribute : Attribute
        Its scale determines whether ranges or categories are counted. Categories are in their
        declared order; otherwise these are the `CATEGORIES` most frequent ones in either table, in
        descending order of original frequency.
    before, after : Column
        The same attribute in the original and the released table; they need not be paired.
    bins : int
        Number of bins of equal width for numbers; integers of a narrow range get one bin each.
    """
    if original.kind is ColumnKind.TEXT or attribute.scale in CATEGORICAL:
        return _compare_categories(attribute, _counts(original), _counts(released))
    original_values, released_values = numbers(original, attribute), numbers(released, attribute)
    values = np.concatenate((original_values, released_values))
    values = values[~np.isnan(values)]
    width = None if attribute.scale is Scale.DATE else _linear_width(original_values)
    if len(values) == 0:
        edges = np.array([0.0, 1.0])
    else:
        extremes = float(values.min()), float(values.max())
        edges = _edges_of(extremes, bool((values == np.rint(values)).all()), width, bins)
    return Distribution(
        attribute.name,
        edges,
        (),
        count_in_bins(original_values, edges),
        count_in_bins(released_values, edges),
        linear_width=width,
    )


def _linear_width(values: Floats) -> float | None:
    """Compute the limit of the nearly linear scale of a very skewed column, else ``None``."""
    known_values = values[~np.isnan(values)]
    spread = float(known_values.std()) if len(known_values) else 0.0
    if (
        spread == 0.0
        or abs(float((((known_values - known_values.mean()) / spread) ** 3).mean())) <= _SKEW
    ):
        return None
    return float(np.median(np.abs(known_values[known_values != 0.0])))


def _edges_of(
    extremes: tuple[float, float], are_whole: bool, width: float | None, bins: int = BINS
) -> Floats:
    """Compute the edges of bins between the extremes of both tables.

    If all values are whole, every bin has the same number of integers; otherwise some would stand
    out without reason. With a `width` the scale is linear only up to it.
    """
    low, high = extremes
    if width is not None:
        scaled = np.arcsinh(np.array(extremes) / width)
        edges = width * np.sinh(np.linspace(float(scaled[0]), float(scaled[1]), bins + 1))
        # Rounding must not exclude the extremes.
        edges[0], edges[-1] = extremes
        return np.asarray(edges)
    if are_whole:
        step = max(1.0, np.ceil((high - low + 1) / bins))
        return np.arange(low - 0.5, high + step, step)
    return np.linspace(low, high if high > low else low + 1.0, bins + 1)


def count_in_bins(values: Floats, edges: Floats) -> Ints:
    """Count the values in each bin, without NaN."""
    return np.histogram(values[~np.isnan(values)], edges)[0].astype(np.int64)


def _compare_categories(
    attribute: Attribute, original_counts: Mapping[str, int], released_counts: Mapping[str, int]
) -> Distribution:
    """Compare how often each category occurs before and after."""
    names = attribute.order
    if not names:
        # A release may contain many records of a category absent from the original, such as a
        # parent.
        frequent = sorted(
            original_counts.keys() | released_counts.keys(),
            key=lambda c: (-max(original_counts.get(c, 0), released_counts.get(c, 0)), c),
        )[:CATEGORIES]
        names = tuple(
            sorted(
                frequent, key=lambda c: (-original_counts.get(c, 0), -released_counts.get(c, 0), c)
            )
        )
    original_bins = np.array([original_counts.get(name, 0) for name in names], dtype=np.int64)
    released_bins = np.array([released_counts.get(name, 0) for name in names], dtype=np.int64)
    return Distribution(
        attribute.name,
        None,
        names,
        original_bins,
        released_bins,
        others=len(original_counts.keys() | released_counts.keys()) - len(names),
        others_before=sum(original_counts.values()) - int(original_bins.sum()),
        others_after=sum(released_counts.values()) - int(released_bins.sum()),
    )


def _counts(column: Column) -> dict[str, int]:
    """Count each category, or each number spelled as a category."""
    values, counts = np.unique(column.values[~column.missing], return_counts=True)
    if column.kind is ColumnKind.TEXT:
        names = [column.categories[code] for code in values.tolist()]
    else:
        names = [str(value) for value in values.tolist()]
    return dict(zip(names, counts.tolist(), strict=True))
