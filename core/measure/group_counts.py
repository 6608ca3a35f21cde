"""Groups of equal records, and k, p and t counted on released columns alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked, emd_of_groups, group_records, rank
from core.encode.not_applicable import all_written_back
from core.jobs import Job
from core.kernels.closeness.emd import distinct_in_groups
from core.model import Column, ColumnKind, Role, Schema


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
    return group_records(chosen or [_same(len(columns[0]))], job)


def _same(records: int) -> Column:
    zeros = np.zeros(records, dtype=np.int64)
    return Column("", ColumnKind.INTEGER, zeros, np.zeros(records, dtype=np.bool_))


def ranked_confidential(columns: Sequence[Column], schema: Schema) -> dict[str, Ranked]:
    """Return the ranked confidential attributes, in the schema's order."""
    named = {column.name: column for column in columns}
    return {a.name: rank(named[a.name], a) for a in schema.with_role(Role.CONFIDENTIAL)}


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
