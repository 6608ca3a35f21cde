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
    each = {}
    for name, ranked in job.each(ranked_confidential(released, schema).items()):
        emd = emd_of_groups(labels, ranked)
        # A group without observed values has no distribution to compare with the file's.
        observed = np.bincount(labels[ranked.ranks >= 0], minlength=len(emd)) > 0
        total = sum_of_emd(len(labels))
        total.add(emd[observed])
        mean = total.total() / max(1, int(observed.sum()))
        each[name] = least_distinct(labels, ranked), float(emd.max()), mean
    uniques = int((sizes_before == 1).sum()), int((sizes == 1).sum())
    return measures_of_groups((int(sizes.min()), int(sizes.max()), len(sizes)), uniques, each)


def measures_of_groups(
    sizes: tuple[int, int, int],
    uniques: tuple[int, int],
    confidential: Mapping[str, tuple[int, float, float]],
) -> tuple[Measure, ...]:
    """Return the measures of what was counted in groups.

    Parameters
    ----------
    sizes : tuple of int
        Size of the smallest and of the largest group, and number of groups.
    uniques : pair of int
        Groups of one record before and after.
    confidential : Mapping of str to tuple of int, float and float
        For each confidential column p, and the largest and the mean EMD of a group.
    """
    higher, lower, neither = Direction.HIGHER, Direction.LOWER, Direction.NEITHER
    smallest, largest, groups = sizes
    found = [
        Measure("k", float(smallest), "records", higher),
        Measure("groups", float(groups), "1", neither),
        Measure("largest-group", float(largest), "records", neither),
        Measure("uniques-before", float(uniques[0]), "records", neither),
        Measure("uniques-after", float(uniques[1]), "records", lower),
    ]
    if confidential:
        p, t, _ = zip(*confidential.values(), strict=True)
        found += [Measure("p", float(min(p)), "1", higher), Measure("t", max(t), "1", lower)]
    for name, (own_p, most, mean) in confidential.items():
        found += [
            Measure("p", float(own_p), "1", higher, name),
            Measure("emd-largest", most, "1", lower, name),
            Measure("emd-mean", mean, "1", lower, name),
        ]
    return tuple(found)


def sum_of_emd(records: int) -> PartSum:
    """Return a sum for the EMD of the groups of so many records; equal in whatever parts it is."""
    return PartSum(1.0, records)
