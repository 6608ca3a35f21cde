"""Merges clusters until each combination of a scenario's columns is shared by k records.

Unlike a limit on groups, this depends on all clusters together: several that are released with the
same categories count together, and merging can take records away from a combination of others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, by_first_appearance
from core.jobs import Job
from core.protect.key_sets.key_set import KeySet
from core.protect.merging import Mergeable, centroids_of

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def merge_for_key_sets(
    points: NDArray[np.float64],
    labels: Ints,
    parts: Ints,
    key_sets: Sequence[KeySet],
    job: Job,
    nominal: Sequence[Nominal] = (),
) -> Ints:
    """Merge clusters with records that share their values with too few, until there are none.

    In each pass every such cluster merges with the nearest one of its part, unless one of the two
    has merged in this pass; then the combinations are counted again. A cluster that is alone in
    its part stays as it is, so that the release may still have too small combinations.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers, without the nominal ones; those of different parts are
        farther from each other than those of the same.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 by first appearance, as are those returned.
    parts : numpy.ndarray of int64, shape (n,)
        The part of each record, whose clusters never merge with those of another.
    key_sets : sequence of KeySet
        At least one.
    job : Job
        Its phase is the caller's. Raises `Cancelled` if it is cancelled.
    nominal : sequence of Nominal, optional
        The nominal quasi-identifiers.
    """
    steps = 0
    while True:
        job.update(steps)
        short = np.zeros(len(labels), dtype=np.bool_)
        for key_set in key_sets:
            short |= key_set.short(labels)
        part = parts[np.unique(labels, return_index=True)[1]]
        waiting = waiting_clusters(np.bincount(labels, weights=short) > 0, part)
        if not len(waiting):
            return labels
        centroids = centroids_of(points, labels, nominal)
        root = merge_waiting(centroids, lambda _into, _gone: None, part, waiting, job)
        steps += int(np.count_nonzero(root != np.arange(len(root))))
        labels = by_first_appearance(root[labels])


def waiting_clusters(short: Bools, part: Ints) -> Ints:
    """Return the clusters that merge in a pass.

    Parameters
    ----------
    short : numpy.ndarray of bool, shape (clusters,)
        Whether a cluster has a record that shares its values with too few.
    part : numpy.ndarray of int64, shape (clusters,)
        The part of each.
    """
    return np.flatnonzero(short & (np.bincount(part)[part] > 1))


def merge_waiting(
    centroids: Mergeable,
    merged: Callable[[int, int], object],
    part: Ints,
    waiting: Ints,
    job: Job,
) -> Ints:
    """Merge each waiting cluster with the nearest one; return the cluster that each is part of.

    Parameters
    ----------
    centroids : Mergeable
        Of all clusters, numbered by first appearance.
    merged : callable
        Called with the cluster that stays and the one that goes.
    part : numpy.ndarray of int64, shape (clusters,)
        The part of each.
    waiting : numpy.ndarray of int64
        From `waiting_clusters`; one that another one merged with in this pass is passed over.
    job : Job
        Can be cancelled.
    """
    left, root, touched = np.bincount(part), np.arange(len(part)), set[int]()
    for cluster in waiting.tolist():
        job.check()
        if cluster in touched or left[part[cluster]] == 1:
            continue
        into, gone = centroids.merge(cluster)
        merged(into, gone)
        root[gone] = into
        left[part[cluster]] -= 1
        touched.update((into, gone))
    for cluster in range(len(root)):
        # A root has a smaller number than the clusters merged into it.
        root[cluster] = root[root[cluster]]
    return root
