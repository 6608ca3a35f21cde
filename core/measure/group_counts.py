"""Groups of equal records, and k, p and t counted on released columns alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked, emd_of_groups, group_records, ranked_confidential
from core.encode.not_applicable import all_written_back
from core.jobs import Job
from core.kernels.closeness.emd import distinct_in_groups
from core.kernels.numerics.part_sums import PartSum
from core.model import Column, Direction, Measure, Role, Schema

Ints = NDArray[np.int64]


def groups_of(
    columns: Sequence[Column], schema: Schema, job: Job | None = None
) -> NDArray[np.int64]:
    """Return each record's group of equal quasi-identifiers, shape (n,).

    Without quasi-identifiers all records form one group. Codes of questions that were not asked are
    values, because readers see them. Raises `Cancelled` if the job is cancelled.
    """
    names = {attribute.name for attribute in schema.with_role(Role.QUASI_IDENTIFIER)}
    chosen = [column for column in columns if column.name in names]
    chosen = list(all_written_back(chosen, schema))
    if not chosen:
        return np.zeros(len(columns[0]), dtype=np.int64)
    return group_records(chosen, job)


def count_k(columns: Sequence[Column], schema: Schema, job: Job | None = None) -> int:
    """Return the size of the smallest group of equal quasi-identifiers.

    Parameters
    ----------
    columns : sequence of Column
        The released columns.
    schema : Schema
        With the roles of the columns.
    job : Job, optional
        Raises `Cancelled` if it is cancelled.
    """
    return int(np.bincount(groups_of(columns, schema, job)).min())


def count_p(columns: Sequence[Column], schema: Schema) -> dict[str, int]:
    """Return the minimum number of distinct confidential values in a group.

    Returns
    -------
    dict of str to int
        For each confidential attribute; missing values are not counted.
    """
    labels = groups_of(columns, schema)
    ranked = ranked_confidential(columns, schema)
    return {name: least_distinct(labels, values) for name, values in ranked.items()}


def least_distinct(labels: NDArray[np.int64], ranked: Ranked) -> int:
    """Return the minimum number of distinct values of an attribute in a group."""
    return int(distinct_in_groups(labels, ranked.ranks, ranked.count).min())


def count_t(columns: Sequence[Column], schema: Schema, job: Job | None = None) -> dict[str, float]:
    """Return the largest EMD of a group; raise `Cancelled` if the job is cancelled.

    Manual: t-closeness#distance-of-a-group-from-the-file.

    Returns
    -------
    dict of str to float
        For each confidential attribute, over the observed values; hierarchical if the values have a
        tree, total variation if they have neither tree nor order.
    """
    labels = groups_of(columns, schema, job)
    ranked = ranked_confidential(columns, schema)
    return {
        name: float(emd_of_groups(labels, values).max(initial=0.0))
        for name, values in ranked.items()
    }


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
        emd = emd_of_groups(labels, ranked)
        # A group without observed values has no distribution to compare with the file's.
        observed = np.bincount(labels[ranked.ranks >= 0], minlength=len(emd)) > 0
        total = sum_of_emd(len(labels))
        total.add(emd[observed])
        mean = total.total() / max(1, int(observed.sum()))
        own = (
            Measure("p", float(least_distinct(labels, ranked)), "1", Direction.HIGHER, name),
            Measure("emd-largest", float(emd.max()), "1", Direction.LOWER, name),
            Measure("emd-mean", mean, "1", Direction.LOWER, name),
        )
        each.append(own)
    if not each:
        return ()
    p, t = min(found[0].value for found in each), max(found[1].value for found in each)
    return (
        Measure("p", p, "1", Direction.HIGHER),
        Measure("t", t, "1", Direction.LOWER),
        *(measure for found in each for measure in found),
    )


def sum_of_emd(records: int) -> PartSum:
    """Return a sum for the EMD of the groups of so many records; equal in whatever parts it is."""
    return PartSum(1.0, records)
