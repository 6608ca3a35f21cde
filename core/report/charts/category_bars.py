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
    others : int
        How many categories the last bar holds together, which then has no name; 0 if none.
    """

    bars: tuple[Bar, ...]
    names: tuple[str, ...]
    others: int


def category_bars(before: Column, after: Column, least: int) -> CategoryBars:
    """Return the bars of an unordered column before and after protection.

    The most frequent categories come first, each with no or at least `least` original records. All
    others are combined, so that no rare category is named.
    """
    counts = {name: [count, 0] for name, count in _counts(before).items()}
    for name, count in _counts(after).items():
        counts.setdefault(name, [0, 0])[1] = count
    ranked = sorted(counts.items(), key=lambda item: (-max(item[1]), item[0]))
    alone = [item for item in ranked if item[1][0] == 0 or item[1][0] >= least][:MOST_SHOWN]
    chosen = {name for name, _ in alone}
    rest = [item for item in ranked if item[0] not in chosen]
    while alone and 0 < sum(count for _, (count, _) in rest) < least:
        rest.append(alone.pop())
    names = tuple(name for name, _ in alone)
    pairs = [pair for _, pair in alone]
    if rest:
        pairs.append([sum(pair[side] for _, pair in rest) for side in (0, 1)])
    bars = tuple(Bar(i, i, before_, after_) for i, (before_, after_) in enumerate(pairs))
    return CategoryBars(bars, names, len(rest))


def label_bars(names: Sequence[str], others: int) -> tuple[str, ...]:
    """List the labels of the bars, that of the other categories last."""
    return (*names, report_text("other-categories", count=others)) if others else tuple(names)


def _counts(column: Column) -> Counter[str]:
    """Return the number of records of each category that occurs."""
    codes = column.values[~column.missing]
    names: Sequence[str] = column.categories
    if column.kind is not ColumnKind.TEXT:
        values, codes = np.unique(codes, return_inverse=True)
        names = [str(value) for value in values.tolist()]
    counts = np.bincount(codes, minlength=len(names))
    return Counter({name: int(n) for name, n in zip(names, counts, strict=True) if n})
