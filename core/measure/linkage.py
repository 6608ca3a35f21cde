"""Disclosure by distance-based record linkage."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Int32s, Ints
from core.encode import MeasuredTable, Standard, first_of_groups
from core.jobs import CancellableSequence, Job, drive
from core.kernels.linkage.linkage import Linkage, shares
from core.kernels.linkage.mixed_linkage import MixedLinkage
from core.kernels.numerics.sums import exact_mean
from core.kernels.trees.kdtree import KdTree
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.measure.triple_linkage import linkage_by_triples
from core.measure.unit_linkage import shares_of_linked_units
from core.model import Direction, Measure
from core.table import empty, pieces

# Boxes of smaller leaves take more memory than they save time.
_LEAF = 32


def disclosure_by_linkage(
    masked: Sequence[Pair],
    released: MeasuredTable,
    job: Job,
    nominal: Sequence[NominalPair] = (),
    linked_unit: Ints | None = None,
) -> tuple[Measure, ...]:
    """Compute DLD, the share of records that an intruder links correctly.

    Rebollo-Monedero et al. (2016); manual: measures#disclosure-risk.

    Original and released quasi-identifiers are each standardised with their own mean and deviation.
    A released record is linked if the nearest original is its own; a tie among `c` originals counts
    as ``1/c``. Missing values are replaced by the mean. A nominal attribute adds its squared
    semantic distance, in units of the original mean over all pairs; a missing category is replaced
    by the original mode.

    Where readers see which records belong to one unit, whole units are linked instead: records one
    by one would understate what an intruder can do.

    Parameters
    ----------
    linked_unit : numpy.ndarray of int64, shape (n,), optional
        Unit of each record, if the numbers of units are released.

    Raises
    ------
    Cancelled
        If the job was cancelled.
    """
    # No name holds the groups, which the search forgets.
    by_triples = linkage_by_triples(masked, nominal, released.schema, released.key_groups, job)
    if linked_unit is not None:
        share = shares_of_linked_units(linked_unit, masked, nominal, released.key_groups, job)
    elif nominal:
        share = _mixed_share(masked, nominal, released.key_groups, job)
    else:
        share = shares(_link_records(masked, released, job))
    return (Measure("linkage", 100.0 * exact_mean(share), "%", Direction.LOWER), *by_triples)


def _link_records(masked: Sequence[Pair], released: MeasuredTable, job: Job) -> Int32s:
    groups = released.key_groups
    firsts = _Firsts(masked, first_of_groups(groups))
    original_columns = [
        (pair.before, pair.scale_before) for pair in CancellableSequence(masked, job)
    ]
    slots = np.arange(len(groups), dtype=np.int32)
    tree = KdTree(_points(original_columns), slots, owned=True, leaf=_LEAF)
    del slots
    # Building a tree node is quick compared with a search; both share one progress bar.
    job.start_phase("linking", tree.total + len(firsts.records))
    drive(tree.step, job)
    links = Linkage(tree, firsts, groups)
    # The search takes the most memory of a run.
    tree.forget_positions()
    del groups
    released.forget_groups()

    def step(budget: int) -> tuple[int, bool]:
        done, finished = links.step(budget)
        return tree.total + done, finished

    drive(step, job)
    return links.linked


class _Firsts:
    """The standardised first record of each group, in batches."""

    def __init__(self, masked: Sequence[Pair], records: Int32s) -> None:
        self._masked, self.records = masked, records

    def __getitem__(self, groups: slice) -> Floats:
        chosen = self.records[groups]
        points = np.empty((len(chosen), len(self._masked)))
        for i, pair in enumerate(self._masked):
            points[:, i] = np.nan_to_num(pair.scale_after.apply(pair.after[chosen]), nan=0.0)
        return points


def _mixed_share(
    masked: Sequence[Pair],
    nominal: Sequence[NominalPair],
    groups: Ints,
    job: Job,
) -> Floats:
    original_points, released_points = (np.empty((len(groups), 0)) for _ in range(2))
    if masked:
        original_points = _points([(pair.before, pair.scale_before) for pair in masked])
        released_points = _points([(pair.after, pair.scale_after) for pair in masked])
    job.check()
    original_nominal = [pair.before.filled().for_kernel() for pair in nominal]
    modes = [int(np.argmax(pair.before.counts())) for pair in nominal]
    released_categories = [
        np.where(pair.after < 0, mode, pair.after)
        for pair, mode in zip(nominal, modes, strict=True)
    ]
    links = MixedLinkage(
        original_points, original_nominal, released_points, np.array(released_categories), groups
    )
    job.start_phase("linking", links.total)
    drive(links.step, job)
    return links.share


def _points(columns: Sequence[tuple[Floats, Standard]]) -> Floats:
    """Standardise at least one column."""
    points: Floats = empty((len(columns[0][0]), len(columns)))
    for i, (values, scale) in enumerate(columns):
        for piece in pieces(len(values)):
            points[piece, i] = np.nan_to_num(scale.apply(values[piece]), copy=False, nan=0.0)
    return points
