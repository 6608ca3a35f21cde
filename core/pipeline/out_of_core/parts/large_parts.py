"""Forms the clusters of each part of a file in the scratch folder, such as a stratum, on its own.

What comes out is that of `core.protect.strata.partition_strata` on the same records in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.model import Plan, Step
from core.pipeline.out_of_core.large_blocks import LargeBlocks, partition_of
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.part_records import (
    LABEL,
    BucketOfFile,
    PartRecords,
    WholeFile,
    kinds_of,
)
from core.pipeline.out_of_core.sorting.sorted_runs import SortedRuns
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.blocks import BlockEngine
from core.protect.blocks.block_work import BlockFound, partition_block
from core.protect.blocks.lazy_pieces import Lazily
from core.protect.spec import Partition
from core.protect.strata import strata_step
from core.protect.task import Task

Ints = NDArray[np.int64]
# The phases of a part in blocks: cutting, routing, clustering and repairing.
_PHASES = 4
# Small parts are sent to a worker so many records at a time.
_SENT = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class PartsFound:
    """What was found in all parts.

    Attributes
    ----------
    sizes : numpy.ndarray of int64, shape (c,)
        Number of records of each cluster; they are numbered part by part.
    part : numpy.ndarray of int64, shape (c,)
        The part of each cluster.
    """

    sizes: Ints
    part: Ints
    steps: tuple[Step, ...]


def groups_of_records(
    plan: Plan, points: LargePoints, records: PartRecords, work: Workplace, engine: BlockEngine
) -> LargeBlocks | SortedRuns:
    """Return what partitions records of any number, as the method of the plan does."""
    if METHODS[plan.project.recipe.method.name].sorts:
        return SortedRuns(plan, points, records, work)
    return LargeBlocks(plan, points, records, work, engine)


class LargeParts:
    """Partitions each part of a file.

    Parameters
    ----------
    plan : Plan
        With a method that works in blocks, or that sorts the records once.
    """

    def __init__(
        self,
        plan: Plan,
        points: LargePoints,
        parts: PartsOfFile,
        work: Workplace,
        engine: BlockEngine,
    ) -> None:
        scale = plan.project.recipe.scale
        self._plan, self._points, self._parts = plan, points, parts
        # The most records that the method gets in memory.
        self._most = work.rows if scale is None else scale.block
        self._work, self._engine = work, engine

    def run(self, take: Callable[[Rows], None], job: Job) -> PartsFound:
        """Pass all records, with their final clusters, to `take`; return what was found.

        `take` gets all records of some clusters at a time, as rows with the field `LABEL`.
        """
        whole = WholeFile(self._points.columns, self._parts, self._work.rows)
        if len(self._parts.sizes) == 1:
            sizes, steps = self._groups(whole).run(take, job)
            return PartsFound(sizes, np.zeros(len(sizes), np.int64), steps)
        bins = self._bins()
        kinds = kinds_of(self._points.columns)
        with RoutedRows(self._work.place("parts"), kinds, int(bins[-1]) + 1) as routed:
            job.start_phase("routing", len(whole))
            for start, rows in whole.rows():
                job.update(start)
                routed.add(rows, bins[rows[LABEL]])
            return self._each(routed, bins, take, job)

    def _groups(self, records: PartRecords) -> LargeBlocks | SortedRuns:
        return groups_of_records(self._plan, self._points, records, self._work, self._engine)

    def _bins(self) -> Ints:
        """Return the bucket of each part: several small ones share one, in their order."""
        found, filled, at = np.empty(len(self._parts.sizes), np.int64), 0, -1
        for part, size in enumerate(self._parts.sizes.tolist()):
            if at < 0 or filled + size > self._work.rows or size > self._most:
                at, filled = at + 1, 0
            # Nothing else comes into the bucket of a larger part.
            filled += size if size <= self._most else self._work.rows
            found[part] = at
        return found

    def _each(
        self, routed: RoutedRows, bins: Ints, take: Callable[[Rows], None], job: Job
    ) -> PartsFound:
        begin = np.searchsorted(bins, np.arange(int(bins[-1]) + 2)).tolist()
        found, done = _Found(take, len(bins)), 0
        job.start_phase("clustering", int(self._parts.sizes.sum()))
        for at, first in enumerate(begin[:-1]):
            sizes = self._parts.sizes[first : begin[at + 1]]
            records = int(sizes.sum())
            share = PartJob.following(job, done, records, _PHASES)
            if len(sizes) == 1 and records > self._most:
                bucket = BucketOfFile(routed, at, records, self._points.columns)
                found.note(*self._groups(bucket).run(found.take, share))
            else:
                self._small(routed.bucket(at), sizes, found, share)
            done += records
            job.update(done)
        return found.all()

    def _small(self, rows: Rows, sizes: Ints, found: _Found, job: Job) -> None:
        """Partition several parts, each of which is in memory as a whole."""
        parts = np.split(rows[np.argsort(rows[LABEL], kind="stable")], np.cumsum(sizes)[:-1])
        # Several parts are sent together.
        sent = (np.cumsum(sizes) - sizes) // _SENT
        turns = [np.flatnonzero(sent == turn).tolist() for turn in np.unique(sent).tolist()]
        pieces = Lazily(len(turns), lambda at: [self._points.task_of(parts[i]) for i in turns[at]])
        units = [int(sizes[turn].sum()) for turn in turns]
        job.start_phase("clustering", len(rows))
        several = partial(partition_several, partition_of(self._plan))
        each = chain.from_iterable(self._engine.map(several, pieces, units, job))
        for part, one in zip(parts, each, strict=True):
            part[LABEL] = one.labels
            found.take(part)
            found.note(one.table.sizes, one.steps)


class _Found:
    """The clusters of the parts so far, numbered part by part."""

    def __init__(self, take: Callable[[Rows], None], parts: int) -> None:
        self._take, self._clusters = take, 0
        self._sizes: list[Ints] = []
        self._steps = [strata_step(parts)]

    def take(self, rows: Rows) -> None:
        """Pass on the rows of the next part, whose clusters are numbered from 0."""
        rows[LABEL] += self._clusters
        self._take(rows)

    def note(self, sizes: Ints, steps: tuple[Step, ...]) -> None:
        """Note the sizes of a part's clusters, all of whose rows were passed on, and its steps."""
        self._sizes.append(sizes)
        self._steps += steps
        self._clusters += len(sizes)

    def all(self) -> PartsFound:
        """Return what was found in all parts."""
        part = np.repeat(np.arange(len(self._sizes)), [len(each) for each in self._sizes])
        return PartsFound(np.concatenate(self._sizes), part, tuple(self._steps))


def partition_several(
    partition: Callable[[Task, Job], Partition], tasks: list[Task], job: Job
) -> list[BlockFound]:
    """Partition the records of each task by a method."""
    found, done = [], 0
    job.start_phase("clustering", sum(len(task.points) for task in tasks))
    for task in tasks:
        share = PartJob.following(job, done, len(task.points))
        found.append(partition_block(partition, task, share))
        done += len(task.points)
    return found
