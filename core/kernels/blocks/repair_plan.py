"""Which clusters are improved together, level by level.

The clusters of a level are divided by cuts that cross the borders of the blocks at an angle, so
that what a border has torn apart is together in one of the jobs. A job has all records of its
clusters; jobs of a level share no cluster and depend on nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.kernels.blocks.cluster_table import ClusterTable
from core.kernels.blocks.cuts import ROUGHLY, CutTree, find_blocks_at, plan_cuts_of_points
from core.kernels.blocks.sorting import Narrow, narrow
from core.kernels.blocks.turning import turn

LEVELS = 10
"""The most levels, each of all clusters, cut at other angles."""

# The most rounds of a level (`core.kernels.blocks.cluster_descent`).
_ROUNDS = 3
# The share of the records whose clusters lose most; no more than one job has, so that those that
# lose most of all, a few outliers far from everything, are certain to be together.
_TAIL = 0.1
# From this level on, one that lowers the loss by a smaller share is the last. The share is divided
# by the square of the columns: the more there are, the more levels gain nearly as much as the one
# before. In 8 columns it is 2.7 %.
_FIRST_TO_END, _WORTHWHILE = 1, 1.75
# No job is planned for fewer clusters.
_LEAST_CLUSTERS = 8
# Cuts are found by so many clusters of each job or up to twice as many, or by all of fewer ones.
_SAMPLED = 64


def rounds_of(level: int) -> range:
    """List the rounds of a level, at most, by their numbers."""
    return range(level * _ROUNDS, (level + 1) * _ROUNDS)


def is_last(level: int, columns: int, loss_before: float, loss_after: float) -> bool:
    """Say whether a level is the last one, given the loss of all clusters before and after it."""
    little = loss_before - loss_after <= _WORTHWHILE / columns**2 * loss_before
    return level == LEVELS - 1 or (level >= _FIRST_TO_END and little)


class LevelCuts(NamedTuple):
    """The cuts that divide all clusters into the jobs of a level.

    Attributes
    ----------
    cuts : CutTree
        They cut the turned centroids; a cluster's place is its number.
    step : int
        They were found by every `step`-th cluster; a power of 2.
    """

    level: int
    cuts: CutTree
    step: int

    def sides_of(self, numbers: Ints, centres: Floats) -> Narrow:
        """Find in which part of the cuts each of some clusters lies, from 0; shape (c,)."""
        sides = find_blocks_at(turn(centres, self.level + 1), numbers, self.cuts)
        return sides.astype(narrow(self.cuts.blocks))

    def sample_of(self, numbers: Ints, centres: Floats) -> Floats:
        """Return the centroids of those clusters by which later cuts are found; shape (s, m)."""
        return centres[_is_sampled(numbers, self.step)]


class RepairPlan:
    """Plans the jobs of all levels.

    Clusters are divided by where they lie after the level before, but by cuts that are known when
    that level begins: with the improved clusters comes in which part each then lies.

    Parameters
    ----------
    table : ClusterTable
        All clusters at the start.
    most : int
        About the most records of a job.

    Attributes
    ----------
    jobs : numpy.ndarray of int64, shape (g,)
        The job of each cluster at the present level, from 0. Each job has clusters. Those that lose
        most are together in job 0 of the first level, unless a single job has all clusters.
    """

    def __init__(self, table: ClusterTable, max_records: int) -> None:
        self._clusters = _most_clusters(table, max_records)
        self._step = 1 << max(0, (self._clusters // _SAMPLED).bit_length() - 1)
        self._sample = table.centres[:: self._step].copy()
        self._count, self._following = len(table.sizes), list[LevelCuts]()
        self.jobs = self._first_jobs(table, max_records)
        self._sides = np.empty_like(self.jobs)
        self.look_ahead(1)

    def look_ahead(self, level: int) -> None:
        """Find the cuts of a level, if there is one."""
        if level < LEVELS:
            self._following.append(self._cuts(level))

    @property
    def following(self) -> LevelCuts | None:
        """The cuts of the level after the present one, if there is one."""
        return self._following[0] if self._following else None

    def can_note(self, numbers: Ints, sides: Narrow, sample: Floats) -> bool:
        """Say whether `sides` and `sample` can be those of clusters; see `note`."""
        if self.following is None:
            return True
        shape = (int(np.count_nonzero(_is_sampled(numbers, self._step))), self._sample.shape[1])
        return (
            sides.shape == numbers.shape
            and sides.dtype.kind in "iu"
            and int(sides.min()) >= 0
            and int(sides.max()) < self.following.cuts.blocks
            and sample.shape == shape
            and bool(np.isfinite(sample).all())
        )

    def note(self, numbers: Ints, sides: Narrow, sample: Floats) -> None:
        """Note where clusters lie after the present level, unless it is the last one of all.

        Parameters
        ----------
        numbers : numpy.ndarray of int64, shape (c,)
            The clusters of a job.
        sides, sample : numpy.ndarray
            What `following` returned for them.
        """
        if self.following is None:
            return
        self._sides[numbers] = sides
        self._sample[numbers[_is_sampled(numbers, self._step)] // self._step] = sample

    def go_on(self) -> None:
        """Go on to the next level, after all clusters were noted."""
        cuts = self._following.pop(0).cuts
        used = np.bincount(self._sides, minlength=cuts.blocks) > 0
        # A job that would have no cluster is left out.
        self.jobs = (np.cumsum(used) - 1)[self._sides]

    def _cuts(self, level: int) -> LevelCuts:
        places = np.arange(0, self._count, self._step, dtype=np.int64)
        max_clusters = -(-self._clusters // self._step)
        cuts = plan_cuts_of_points(turn(self._sample, level + 1), places, max_clusters, ROUGHLY)
        return LevelCuts(level, cuts, self._step)

    def _first_jobs(self, table: ClusterTable, max_records: int) -> Ints:
        if self._count <= self._clusters:
            return np.zeros(self._count, dtype=np.int64)
        numbers = np.arange(self._count, dtype=np.int64)
        jobs = 1 + self._cuts(0).sides_of(numbers, table.centres).astype(np.int64)
        jobs[_tail(table, max_records)] = 0
        used = np.bincount(jobs) > 0
        return (np.cumsum(used) - 1)[jobs]


def _is_sampled(numbers: Ints, step: int) -> Bools:
    # A remainder would take several times longer.
    is_sampled: Bools = (numbers & (step - 1)) == 0
    return is_sampled


def _most_clusters(table: ClusterTable, max_records: int) -> int:
    # One more than there are blocks, as the borders are to lie elsewhere even in one column.
    jobs = -(-int(table.sizes.sum()) // max_records) + 1
    return max(_LEAST_CLUSTERS, -(-len(table.sizes) // jobs))


def _tail(table: ClusterTable, max_records: int) -> Ints:
    """Find the clusters that lose most for each record; at least one."""
    tail_records = min(float(max_records), _TAIL * float(table.sizes.sum()))
    loss_per_record = table.losses / table.sizes
    # No more can be among them than have so many records if all were the smallest.
    count = min(len(loss_per_record), 1 + int(tail_records) // int(table.sizes.min()))
    threshold = np.partition(loss_per_record, len(loss_per_record) - count)[
        len(loss_per_record) - count
    ]
    likely = np.flatnonzero(loss_per_record >= threshold)
    order = likely[np.argsort(-loss_per_record[likely], kind="stable")]
    reached = np.cumsum(table.sizes[order])
    return order[: max(1, int(np.searchsorted(reached, tail_records, side="right")))]
