"""Strata: parts of the file that are partitioned separately (manual: methods#strata)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

import numpy as np

from core.array_types import Floats, Ints
from core.encode import Nominal
from core.errors import Problem, PromiseBroken
from core.jobs import Job, run_parallel
from core.kernels.indexes.shared_passes import MOST, processors
from core.model import Step
from core.protect.partition_method import Partition
from core.protect.task import Task

# Fewest records of a stratum that is a part of its own. There may be as many strata as clusters
# of units; several threads would wait for the interpreter longer than they compute.
_LEAST_RECORDS = 512


def partition_strata(
    partition: Callable[[Task, Job], Partition],
    task: Task,
    strata: Ints,
    job: Job,
    phases: int = 1,
    threads: int | None = None,
) -> Partition:
    """Partition each stratum separately, several in parallel.

    Parameters
    ----------
    task : Task
        All records, standardised over the whole file.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record, numbered from 0 by first appearance. Clusters are numbered in the
        same way, stratum by stratum.
    job : Job
        Receives the progress of all strata in a single phase.
    phases : int
        Number of phases that the method starts for each stratum.
    threads : int, optional
        Number of strata in parallel; default: the number of processors.
    """
    count = int(strata.max()) + 1
    if count == 1:
        return partition(task, job)
    sizes = np.bincount(strata)
    members = np.split(np.argsort(strata, kind="stable"), np.cumsum(sizes)[:-1])
    # Each large stratum alone, all small ones together.
    small = np.flatnonzero(sizes < _LEAST_RECORDS).tolist()
    turns = [[stratum] for stratum in np.flatnonzero(sizes >= _LEAST_RECORDS).tolist()]
    turns += [small] if small else []
    parts = [
        partial(_in_turn, partition, task, [members[stratum] for stratum in turn]) for turn in turns
    ]
    units = [int(sizes[turn].sum()) for turn in turns]
    job.start_phase("clustering", len(strata))
    threads = threads or min(processors(), MOST)
    outcomes = run_parallel(parts, units, [phases * len(turn) for turn in turns], job, threads)
    of_stratum = dict(zip(chain.from_iterable(turns), chain.from_iterable(outcomes), strict=True))
    labels = np.empty(len(strata), dtype=np.int64)
    clusters, steps = 0, [Step("strata", {"strata": count})]
    for stratum, positions in enumerate(members):
        stratum_partition = of_stratum[stratum]
        labels[positions] = clusters + stratum_partition.labels
        clusters += int(stratum_partition.labels.max()) + 1
        steps += stratum_partition.steps
    return Partition(labels, tuple(steps))


def _in_turn(
    partition: Callable[[Task, Job], Partition], task: Task, strata: Sequence[Ints], job: Job
) -> list[Partition]:
    return [partition(task.part(positions), job) for positions in strata]


def keep_apart(points: Floats, strata: Ints, nominal: Sequence[Nominal] = ()) -> Floats:
    """Add a further coordinate to `points` that separates the strata.

    The shape of `points` is (n, d), that of the result (n, d + 1), or (n, d) for one stratum.
    Distances within a stratum are unchanged to the last bit.
    """
    count = int(strata.max()) + 1
    if count == 1:
        return points
    return _with_part(
        points,
        strata,
        _distance_apart(longest(points), [attribute.squares for attribute in nominal]),
    )


def longest(points: Floats) -> float:
    """Return the largest squared length of points, shape (n, d)."""
    return float((points * points).sum(axis=1).max(initial=0.0))


def _distance_apart(square: float, nominal: Sequence[Floats]) -> float:
    """Compute the distance by which strata are kept apart.

    `square` is the largest squared length of a point (`longest`); `nominal` are the squared
    distances, shape (d,), that each nominal attribute adds.
    """
    widest = math.sqrt(sum(float(squares.max(initial=0.0)) for squares in nominal))
    return 4.0 * (1.0 + widest + math.sqrt(square))


def _with_part(points: Floats, strata: Ints, far: float) -> Floats:
    """Return points with a further coordinate, by which their strata are `far` apart."""
    return np.ascontiguousarray(np.column_stack((points, far * strata)))


def hold_apart(labels: Ints, strata: Ints, code: str) -> None:
    """Raise `PromiseBroken` with a problem of this code if a cluster extends over two strata.

    Raises
    ------
    PromiseBroken
        If t can only be kept by merging clusters of different strata.
    """
    lowest = np.full(int(labels.max()) + 1, strata.max(), dtype=np.int64)
    highest = np.zeros_like(lowest)
    np.minimum.at(lowest, labels, strata)
    np.maximum.at(highest, labels, strata)
    crossing = int(np.count_nonzero(lowest != highest))
    if crossing:
        raise PromiseBroken(Problem(code, params={"count": crossing}))
