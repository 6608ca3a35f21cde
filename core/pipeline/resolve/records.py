"""Determines which records can be released under the missing-value policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Severity
from core.model import Dataset, MissingPolicy, Role, Schema
from core.pipeline.resolve.scales import cells_problem

# Of more columns, only those with the most missing values are named.
_NAMED = 5


class ConfidentialUse(NamedTuple):
    """How a method uses the confidential columns.

    Attributes
    ----------
    works_on : bool
        Whether the clusters depend on them.
    needs_all : bool
        Whether it allows no missing values there, as when t is promised.
    """

    works_on: bool
    needs_all: bool


def kept_records(
    schema: Schema, dataset: Dataset, policy: MissingPolicy, use: ConfidentialUse
) -> tuple[NDArray[np.int64], list[Problem]]:
    """Return the positions of the records to release, and problems about the others.

    Parameters
    ----------
    schema : Schema
        All of its attributes are in `dataset`.
    dataset : Dataset
        The input.
    policy : MissingPolicy
        ``LEAVE_OUT`` leaves out records with a missing quasi-identifier, and with a missing
        confidential value if the method uses those; ``USE_OBSERVED`` keeps all records.
    use : ConfidentialUse
        How the method uses the confidential columns.

    Returns
    -------
    kept : numpy.ndarray of int64, shape (r,)
        Ascending positions.
    problems : list of Problem
        A warning with the number of records left out; errors if no record remains, or if missing
        confidential values are not allowed.
    """
    names = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)]
    confidential = [a.name for a in schema.with_role(Role.CONFIDENTIAL)]
    if policy is MissingPolicy.USE_OBSERVED:
        found = _missing_confidential(confidential, dataset) if use.needs_all else []
        return np.arange(dataset.rows, dtype=np.int64), found
    incomplete, lacking = np.zeros(dataset.rows, dtype=np.bool_), dict[str, int]()
    for name in names + (confidential if use.works_on else []):
        missing = dataset.column(name).missing
        incomplete |= missing
        lacking[name] = int(missing.sum())
    return np.flatnonzero(~incomplete).astype(np.int64), _left_out(incomplete, lacking)


def _left_out(incomplete: NDArray[np.bool_], lacking: Mapping[str, int]) -> list[Problem]:
    """Return a warning; its counts by column are for the window and never logged."""
    count = int(incomplete.sum())
    if not count:
        return []
    if count == len(incomplete):
        return [Problem("no-records")]
    costly = sorted((-cells, name) for name, cells in lacking.items() if cells)
    columns = [f"{name} ({-cells:,})" for cells, name in costly[:_NAMED]]
    if len(costly) > _NAMED:
        columns.append("…")
    params = {"count": count, "columns": columns}
    return [Problem("records-left-out", params=params, severity=Severity.WARNING)]


def _missing_confidential(names: list[str], dataset: Dataset) -> list[Problem]:
    problems = []
    for name in names:
        column = dataset.column(name)
        absent = np.flatnonzero(column.missing)
        if len(absent):
            found = cells_problem("missing-in-closeness", column, absent, len(absent), dataset)
            problems.append(found)
    return problems
