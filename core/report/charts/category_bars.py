"""Counts the records of each category, with rare categories combined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.log.declared.original_comparison import Bar
from core.model import Column, ColumnKind
from core.report.formatting import report_text

MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class CategoryBars:
    """The bars of categories in drawing order, with their names.

    Attributes
    ----------
    n_combined : int
        How many categories the last bar holds together, which then has no name; 0 if none.
    """

    bars: tuple[Bar, ...]
    names: tuple[str, ...]
    n_combined: int


def category_bars(original: Column, released: Column, fewest_records: int) -> CategoryBars:
    """Count the records of each category of an unordered column before and after protection.

    The most frequent categories come first, each with no or at least `fewest_records` original
    records. The rest are combined, so that no rare category is named.
    """
    counts = {name: [count, 0] for name, count in _count_categories(original).items()}
    for name, count in _count_categories(released).items():
        counts.setdefault(name, [0, 0])[1] = count
    ranked = sorted(counts.items(), key=lambda item: (-max(item[1]), item[0]))
    shown = [item for item in ranked if item[1][0] == 0 or item[1][0] >= fewest_records]
    shown = shown[:MOST_SHOWN]
    shown_names = {name for name, _ in shown}
    combined = [item for item in ranked if item[0] not in shown_names]
    while shown and 0 < sum(count for _, (count, _) in combined) < fewest_records:
        combined.append(shown.pop())
    pairs = [pair for _, pair in shown]
    if combined:
        pairs.append([sum(pair[side] for _, pair in combined) for side in (0, 1)])
    bars = tuple(Bar(i, i, *pair) for i, pair in enumerate(pairs))
    return CategoryBars(bars, tuple(name for name, _ in shown), len(combined))


def label_bars(names: Sequence[str], n_combined: int) -> tuple[str, ...]:
    """List the labels of the bars, that of the combined categories last."""
    if not n_combined:
        return tuple(names)
    return (*names, report_text("other-categories", count=n_combined))


def _count_categories(column: Column) -> Counter[str]:
    """Count the records of each category that occurs."""
    names: Sequence[str]
    if column.kind is ColumnKind.TEXT:
        names, counts = column.categories, column.count_categories()
    else:
        values, counts = np.unique(column.values[~column.missing], return_counts=True)
        names = [str(value) for value in values.tolist()]
    return Counter({name: int(n) for name, n in zip(names, counts, strict=True) if n})
