"""Finds columns that are ratios or products of two others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations

import numpy as np

from core.array_types import Floats
from core.inspect.structure.rank_agreement import agreement, average_ranks, squared_correlation
from core.inspect.structure.ratio_screening import combine, screen_pairs
from core.inspect.structure.table_blocks import TableBlocks
from core.jobs import Job

# A relation over few records occurs by chance.
_FEWEST_ROWS = 30


@dataclass(frozen=True, slots=True)
class RatioRelation:
    """A column that is a ratio or product of two others, or has the order of one.

    `kind` is ``ratio`` (first by second) or ``product``.
    """

    target: str
    kind: str
    first: str
    second: str
    r_squared: float


def find_ratios(
    table: TableBlocks,
    small: Mapping[str, Floats],
    targets: Sequence[str],
    factors: Sequence[str],
    thresholds: tuple[float, float],
    job: Job,
) -> Iterator[RatioRelation]:
    """Yield the ratios and products of two factors that determine a target.

    Parameters
    ----------
    small : Mapping of str to numpy.ndarray of float64, shape (m,)
        Those of numbers in records from all over the file; NaN where missing.
    targets, factors : sequence of str
        Columns that may be a ratio or product, and those it is made of.
    thresholds : tuple of two float
        The R² that values or ranks must exceed, and the R² of ranks that must be reached by values
        that do, so that a few large records do not suffice.
    """
    if not targets:
        return
    finite = [name for name in targets if np.isfinite(small[name]).all()]
    ranked = {name: average_ranks(small[name]) for name in finite}
    ratios = [("ratio", *pair) for pair in permutations(factors, 2)]
    products = [("product", *pair) for pair in combinations(factors, 2)]
    threshold = min(thresholds) - 0.01
    for (kind, first, second), screened_targets in screen_pairs(
        (*ratios, *products), small, targets, threshold, job
    ):
        job.check()
        combined = combine(kind, small[first], small[second])
        for target in _promising(combined, small, ranked, screened_targets, threshold):
            blocks = partial(_blocks, table, kind, (target, first, second))
            r_squared = agreement(blocks, table.rows, thresholds, job)
            if r_squared > thresholds[0]:
                yield RatioRelation(target, kind, first, second, r_squared)


def _blocks(
    table: TableBlocks, kind: str, names: tuple[str, str, str]
) -> Iterator[tuple[Floats, Floats]]:
    """Yield the blocks of a target and of the function of two factors."""
    for target, first, second in table.numbers(names):
        yield target, combine(kind, first, second)


def _promising(
    combined: Floats,
    small: Mapping[str, Floats],
    ranked: Mapping[str, Floats],
    targets: Sequence[str],
    threshold: float,
) -> Iterator[str]:
    """Yield the targets whose ranks agree with a function in the sampled records."""
    finite = np.isfinite(combined)
    if np.count_nonzero(finite) < _FEWEST_ROWS:
        return
    all_finite = bool(finite.all())
    ranks = average_ranks(combined[finite])
    for target in targets:
        if all_finite and target in ranked:
            by_ranks = squared_correlation(ranked[target], ranks)
        else:
            values = small[target][finite]
            present = np.isfinite(values)
            # Ranks keep their order if some records are left out.
            by_ranks = squared_correlation(average_ranks(values[present]), ranks[present])
        if by_ranks >= threshold:
            yield target
