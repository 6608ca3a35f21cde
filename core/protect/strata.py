"""Strata: parts of the file that are partitioned each on its own (methods, section 3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.model import Step
from core.protect.spec import Partition
from core.protect.task import Task

Ints = NDArray[np.int64]


def partition_strata(
    partition: Callable[[Task, Job], Partition], task: Task, strata: Ints, job: Job
) -> Partition:
    """Partition each stratum on its own, in the order of their first records.

    Parameters
    ----------
    partition : callable
        The method.
    task : Task
        All records, standardised over the whole file.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record, numbered from 0 by first appearance.
    job : Job
        Told of the progress of each stratum.
    """
    count = int(strata.max()) + 1
    if count == 1:
        return partition(task, job)
    labels = np.empty(len(strata), dtype=np.int64)
    members = np.split(np.argsort(strata, kind="stable"), np.cumsum(np.bincount(strata))[:-1])
    clusters, steps = 0, [Step("strata", {"strata": count})]
    for positions in members:
        found = partition(task.part(positions), job)
        labels[positions] = clusters + found.labels
        clusters += int(found.labels.max()) + 1
        steps += found.steps
    return Partition(labels, tuple(steps))


def kept_apart(
    points: NDArray[np.float64], strata: Ints, nominal: Sequence[Nominal] = ()
) -> NDArray[np.float64]:
    """Return `points` with one more coordinate, by which no record is near another stratum's.

    Within a stratum the distances stay what they are, to the bit.
    """
    count = int(strata.max()) + 1
    if count == 1:
        return points
    widest = math.sqrt(sum(float(attribute.squares.max(initial=0.0)) for attribute in nominal))
    far = 4.0 * (1.0 + widest + float(np.sqrt((points * points).sum(axis=1).max())))
    return np.ascontiguousarray(np.column_stack((points, far * strata)))


def hold_apart(labels: Ints, strata: Ints) -> None:
    """Raise if a cluster reaches over two strata.

    Raises
    ------
    PromiseBroken
        If t could only be kept by merging clusters of different strata.
    """
    lowest = np.full(int(labels.max()) + 1, strata.max(), dtype=np.int64)
    highest = np.zeros_like(lowest)
    np.minimum.at(lowest, labels, strata)
    np.maximum.at(highest, labels, strata)
    crossing = int(np.count_nonzero(lowest != highest))
    if crossing:
        raise PromiseBroken(Problem("strata-too-far", params={"count": crossing}))
