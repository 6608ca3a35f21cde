"""Disclosure by distance-based record linkage."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import standard
from core.jobs import CancellableSequence, Job, drive
from core.kernels.linkage.linkage import Linkage, shares
from core.kernels.linkage.mixed_linkage import MixedLinkage
from core.kernels.numerics.sums import exact_mean
from core.kernels.trees.kdtree import KdTree
from core.measure.group_counts import groups_of
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Column, Direction, Measure, Schema

Floats = NDArray[np.float64]


def disclosure_by_linkage(
    masked: Sequence[Pair],
    schema: Schema,
    released: Sequence[Column],
    job: Job,
    nominal: Sequence[NominalPair] = (),
) -> tuple[Measure, ...]:
    """Return DLD, the share of records that an intruder links correctly.

    Rebollo-Monedero et al. (2016); manual: measures#disclosure-risk.

    Original and released quasi-identifiers are each standardised with their own mean and deviation.
    A released record is linked if the nearest original is its own; a tie among `c` originals counts
    as ``1/c``. Missing values are replaced by the mean. A nominal attribute adds its squared
    semantic distance, in units of the original mean over all pairs; a missing category is replaced
    by the original mode.

    Raises
    ------
    Cancelled
        If the job was cancelled.
    """
    share = (
        _mixed_share(masked, nominal, groups_of(released, schema, job), job)
        if nominal
        else shares(_linked(masked, schema, released, job))
    )
    return (Measure("linkage", 100.0 * exact_mean(share), "%", Direction.LOWER),)


def _linked(
    masked: Sequence[Pair], schema: Schema, released: Sequence[Column], job: Job
) -> NDArray[np.int32]:
    groups = groups_of(released, schema, job)
    # The first record of each group; groups are numbered by first appearance.
    reached = np.maximum.accumulate(groups)
    new = np.append(True, reached[1:] > reached[:-1])
    records = np.flatnonzero(new).astype(np.int32)
    del reached, new
    firsts = _Firsts(CancellableSequence([pair.after for pair in masked], job), records)
    tree = KdTree(_points(CancellableSequence([pair.before for pair in masked], job)), owned=True)
    # Building a tree node is quick compared with a search; both share one progress bar.
    job.start_phase("linking", tree.total + len(firsts.records))
    drive(tree.step, job)
    links = Linkage(tree, firsts, groups)
    # Freed early, because this would be the largest part of a run's memory.
    del groups
    tree.forget_positions()

    def step(budget: int) -> tuple[int, bool]:
        done, finished = links.step(budget)
        return tree.total + done, finished

    drive(step, job)
    return links.linked


class _Firsts:
    """The standardised first record of each group, in batches."""

    def __init__(self, columns: Sequence[Floats], records: NDArray[np.int32]) -> None:
        self._columns, self.records = columns, records
        self._scales = [standard(values) for values in columns]

    def __getitem__(self, groups: slice) -> Floats:
        chosen = self.records[groups]
        points = np.empty((len(chosen), len(self._columns)))
        for i, (values, scale) in enumerate(zip(self._columns, self._scales, strict=True)):
            points[:, i] = np.nan_to_num(scale.apply(values[chosen]), nan=0.0)
        return points


def _mixed_share(
    masked: Sequence[Pair],
    nominal: Sequence[NominalPair],
    groups: NDArray[np.int64],
    job: Job,
) -> Floats:
    before, after = (np.empty((len(groups), 0)) for _ in range(2))
    if masked:
        before = _points([pair.before for pair in masked])
        after = _points([pair.after for pair in masked])
    job.check()
    original = [pair.before.filled().for_kernel() for pair in nominal]
    modes = [int(np.argmax(pair.before.counts())) for pair in nominal]
    held = [
        np.where(pair.after < 0, mode, pair.after)
        for pair, mode in zip(nominal, modes, strict=True)
    ]
    links = MixedLinkage(before, original, after, np.array(held), groups)
    job.start_phase("linking", links.total)
    drive(links.step, job)
    return links.share


def _points(columns: Sequence[Floats]) -> Floats:
    """Return at least one column, standardised."""
    points = np.empty((len(columns[0]), len(columns)))
    for i, values in enumerate(columns):
        points[:, i] = np.nan_to_num(standard(values).apply(values), copy=False, nan=0.0)
    return points
