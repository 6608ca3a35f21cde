"""Measures of groups: k, p and t, counted on the released columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked, emd_of_groups
from core.jobs import Job
from core.measure.group_counts import groups_of, least_distinct, ranked_confidential
from core.model import Column, Direction, Measure, Schema

Ints = NDArray[np.int64]


def privacy_reached(
    schema: Schema, original: Sequence[Column], released: Sequence[Column], job: Job
) -> tuple[Measure, ...]:
    """Return the number of groups, k, uniques before and after, p and t.

    For each confidential attribute: p, the minimum number of distinct values in a group, and the
    largest and mean EMD between a group and the file (manual: measures#disclosure-risk). Raises
    `Cancelled` if the job is cancelled.
    """
    sizes_before = np.bincount(groups_of(original, schema, job))
    job.check()
    labels = groups_of(released, schema, job)
    job.check()
    sizes = np.bincount(labels)
    counted = (
        Measure("k", float(sizes.min()), "records", Direction.HIGHER),
        Measure("groups", float(len(sizes)), "1", Direction.NEITHER),
        Measure("largest-group", float(sizes.max()), "records", Direction.NEITHER),
        Measure("uniques-before", float((sizes_before == 1).sum()), "records", Direction.NEITHER),
        Measure("uniques-after", float((sizes == 1).sum()), "records", Direction.LOWER),
    )
    return counted + _of_confidential(labels, ranked_confidential(released, schema), job)


def _of_confidential(
    labels: Ints, confidential: Mapping[str, Ranked], job: Job
) -> tuple[Measure, ...]:
    each = []
    for name, ranked in confidential.items():
        job.check()
        each.append(_of_one(labels, name, ranked))
    if not each:
        return ()
    p, t = min(found[0].value for found in each), max(found[1].value for found in each)
    return (
        Measure("p", p, "1", Direction.HIGHER),
        Measure("t", t, "1", Direction.LOWER),
        *(measure for found in each for measure in found),
    )


def _of_one(labels: Ints, name: str, ranked: Ranked) -> tuple[Measure, Measure, Measure]:
    emd = emd_of_groups(labels, ranked)
    # A group without observed values has no distribution to compare with the file's.
    observed = np.bincount(labels[ranked.ranks >= 0], minlength=len(emd)) > 0
    mean = float(emd[observed].mean()) if observed.any() else 0.0
    return (
        Measure("p", float(least_distinct(labels, ranked)), "1", Direction.HIGHER, name),
        Measure("emd-largest", float(emd.max()), "1", Direction.LOWER, name),
        Measure("emd-mean", mean, "1", Direction.LOWER, name),
    )
