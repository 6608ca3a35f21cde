"""Merges clusters until each combination of a scenario's columns is shared by k records.

Unlike a limit on groups, this depends on all clusters together: several that are released with the
same categories count together, and merging can take records away from a combination of others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, by_first_appearance
from core.jobs import Job
from core.protect.key_sets.key_set import KeySet
from core.protect.merging import centroids_of

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
        waiting = np.unique(labels[short])
        waiting = waiting[np.bincount(part)[part[waiting]] > 1]
        if not len(waiting):
            return labels
        labels, merged = _pass(points, labels, part, waiting.tolist(), nominal, job)
        steps += merged


def _pass(
    points: NDArray[np.float64],
    labels: Ints,
    part: Ints,
    waiting: Sequence[int],
    nominal: Sequence[Nominal],
    job: Job,
) -> tuple[Ints, int]:
    """Return the clusters after each waiting one has merged, and the number of merges."""
    centroids, left = centroids_of(points, labels, nominal), np.bincount(part)
    root, touched, merged = np.arange(len(part)), set[int](), 0
    for cluster in waiting:
        job.check()
        if cluster in touched or left[part[cluster]] == 1:
            continue
        into, gone = centroids.merge(cluster)
        root[gone] = into
        left[part[cluster]] -= 1
        touched.update((into, gone))
        merged += 1
    for cluster in range(len(root)):
        # A root has a smaller number than the clusters merged into it.
        root[cluster] = root[root[cluster]]
    return by_first_appearance(root[labels]), merged
