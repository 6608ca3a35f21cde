"""The search for the combination of categories of each cluster.

Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.jobs import Job
from core.kernels.categories.combination_choice import (
    HALF_INTERVAL_BITS,
    Combinations,
    Gaps,
    Sums,
    add_choices,
    choose_least_changed,
    improve_choices,
)
from core.kernels.numerics.grouping import refine
from core.protect.representatives.calibration_targets import (
    CalibratedFile,
    gaps_of_nothing,
    sums_of_clusters,
    without_large_tables,
)
from core.protect.representatives.category_codes import CategoryCodes
from core.protect.representatives.withheld_categories import find_withheld

# Widths of squares: more half-intervals than any gap has, and half of one.
_MOST_BITS, _FEWEST_BITS = HALF_INTERVAL_BITS + 14, HALF_INTERVAL_BITS - 1
_MOST_ROUNDS = 3
_MANY_CLUSTERS = 50_000  # Each moves so little that a single round of each width comes as near.
# Of the clusters: when so few move in a round, the next would change little.
_FEW_MOVED = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceTask:
    """What each of `g` clusters can choose, and what their choices are to add up to.

    Attributes
    ----------
    combinations : Combinations
        The combinations of each cluster.
    sums : Sums
        What each cluster adds to the cells that it chooses.
    gaps : Gaps
        What a release without any record lacks.
    sequence : numpy.ndarray of int64, shape (g,)
        The sequence in which clusters choose.
    """

    combinations: Combinations
    sums: Sums
    gaps: Gaps
    sequence: Ints

    @property
    def n_targets(self) -> int:
        """Cells that are targets."""
        return sum(map(np.count_nonzero, (self.gaps.scales, self.gaps.pair_scales)))


def task_of(file: CalibratedFile, columns: Sequence[CategoryCodes], labels: Ints) -> ChoiceTask:
    """Collect what the clusters of columns can choose.

    Parameters
    ----------
    columns : sequence of CategoryCodes
        Masked by the same clusters.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record.
    """
    widths = np.array([column.width for column in columns], dtype=np.int64)
    first_categories = np.cumsum(widths) - widths
    combinations = _combinations_of(file, columns, labels, first_categories)
    file = without_large_tables(file, int(widths.sum()))
    sums, n_kinds = sums_of_clusters(file, labels)
    gaps = gaps_of_nothing(file, columns, n_kinds, first_categories)
    return ChoiceTask(combinations, sums, gaps, _sequence(file, labels))


def search_choices(task: ChoiceTask, job: Job, most_rounds: int | None = None) -> Ints:
    """Search the combination of each cluster, and leave the gaps of the choice in the task.

    Parameters
    ----------
    most_rounds : int, optional
        Rounds of each width of squares; default: three, and one where clusters are many.
    """
    combinations, sums, gaps = task.combinations, task.sums, task.gaps
    chosen: Ints = choose_least_changed(combinations)
    add_choices(chosen, combinations, sums, gaps)
    if most_rounds is None:
        most_rounds = _MOST_ROUNDS if len(chosen) <= _MANY_CLUSTERS else 1
    for bits in range(_MOST_BITS, _FEWEST_BITS - 1, -1):
        for _ in range(most_rounds):
            n_moved = improve_choices(chosen, task.sequence, bits, combinations, sums, gaps)
            job.check()
            if n_moved <= _FEW_MOVED * len(chosen):
                break
    return chosen


def _combinations_of(
    file: CalibratedFile, columns: Sequence[CategoryCodes], labels: Ints, first_categories: Ints
) -> Combinations:
    """List the combinations of each cluster, in the order of their categories.

    A record without a category has the typical one of its cluster; where a cluster has none, no
    combination has. A cluster all of whose combinations are withheld has the typical categories.
    """
    is_withheld = find_withheld(file, columns, labels)
    is_open = np.bincount(labels, ~is_withheld) > 0
    is_typical = is_withheld & ~is_open[labels]
    cells = [
        np.where(
            is_typical | (column.original_codes < 0) | (column.typical_codes < 0),
            column.typical_codes,
            column.original_codes,
        )
        for column in columns
    ]
    offered = np.flatnonzero(~is_withheld | is_typical)
    order = offered[np.lexsort([codes[offered] for codes in (*cells[::-1], labels)])]
    is_first = np.zeros(len(order), dtype=np.bool_)
    is_first[:1] = True
    for keys in (labels, *cells):
        is_first[1:] |= np.diff(keys[order]) != 0
    holders = order[is_first]
    groups = labels[holders]
    changed = np.zeros(len(holders), dtype=np.int64)
    for column, codes in zip(columns, cells, strict=True):
        observed = np.flatnonzero(column.original_codes >= 0)
        weights = file.weights[observed]
        pairs = refine(
            np.concatenate((labels[observed], groups)),
            np.concatenate((column.original_codes[observed], codes[holders])),
        )
        n_pairs = int(pairs.max(initial=-1)) + 1
        weights_alike = np.bincount(pairs[: len(observed)], weights, n_pairs)
        weights_of_clusters = np.bincount(labels[observed], weights, int(labels.max()) + 1)
        weights_lost = weights_of_clusters[groups] - weights_alike[pairs[len(observed) :]]
        changed += weights_lost.astype(np.int64)
    codes_of_holders = np.column_stack([codes[holders] for codes in cells])
    categories = np.where(codes_of_holders < 0, -1, codes_of_holders + first_categories)
    begin = np.searchsorted(groups, np.arange(int(labels.max()) + 2)).astype(np.int64)
    return Combinations(begin, np.ascontiguousarray(categories), changed)


def _sequence(file: CalibratedFile, labels: Ints) -> Ints:
    """Put the clusters in a sequence that no order of records changes: by what they contain."""
    n_clusters = int(labels.max()) + 1
    contents = np.zeros(n_clusters, dtype=np.uint64)
    np.add.at(contents, labels, file.contents)
    weights = np.bincount(labels, file.weights, n_clusters)
    firsts = np.empty(n_clusters, dtype=np.int64)
    firsts[labels[::-1]] = np.arange(len(labels))[::-1]
    return np.lexsort((firsts, weights, contents))
