"""Determines which records can be released under the missing-value policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Ints
from core.encode.not_applicable import codes_of, set_apart, unanswered
from core.errors import Problem, warning
from core.model import Attribute, Dataset, MissingPolicy, Role, Schema
from core.pipeline.resolve.scales import cells_problem
from core.table import index_type

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


def select_kept_rows(
    schema: Schema, dataset: Dataset, policy: MissingPolicy, use: ConfidentialUse
) -> tuple[Ints, list[Problem]]:
    """Select the positions of the records to release, with problems about the others.

    Parameters
    ----------
    schema : Schema
        All of its attributes are in `dataset`.
    policy : MissingPolicy
        ``LEAVE_OUT`` leaves out records with a missing quasi-identifier, and with a missing
        confidential value if the method uses those; ``USE_OBSERVED`` keeps all records. A cell of a
        question that was not asked is not missing.

    Returns
    -------
    kept_rows : numpy.ndarray of int32, shape (r,)
        Ascending positions; int64 from 2**31 records on.
    problems : list of Problem
        A warning with the number of records left out; errors if no record remains, or if missing
        confidential values are not allowed.
    """
    confidential = schema.with_role(Role.CONFIDENTIAL)
    problems = _list_unasked(confidential, dataset) if use.needs_all else []
    if policy is MissingPolicy.USE_OBSERVED:
        for attribute in confidential if use.needs_all else ():
            column = dataset.column(attribute.name)
            absent = np.flatnonzero(unanswered(column, attribute))
            if len(absent):
                code = "missing-in-closeness"
                problems.append(cells_problem(code, column, absent, len(absent), dataset))
        return np.arange(dataset.rows, dtype=index_type(dataset.rows)), problems
    incomplete, lacking = np.zeros(dataset.rows, dtype=np.bool_), dict[str, int]()
    for name, missing in without_answer(schema, dataset, use.works_on).items():
        incomplete |= missing
        lacking[name] = int(missing.sum())
    kept_rows: NDArray[Any] = np.flatnonzero(~incomplete).astype(index_type(dataset.rows))
    return kept_rows, [*problems, *_left_out(incomplete, lacking)]


def without_answer(
    schema: Schema, dataset: Dataset, works_on_confidential: bool
) -> dict[str, Bools]:
    """Return the records that lack a value, by each column that the method works with.

    Parameters
    ----------
    schema : Schema
        All of its attributes are in `dataset`.
    dataset : Dataset
        The input, of `n` records.
    works_on_confidential : bool
        Whether the clusters depend on the confidential columns.

    Returns
    -------
    dict of str to numpy.ndarray of bool, shape (n,)
        By the name of the column. A cell of a question that was not asked does not lack one.
    """
    confidential = schema.with_role(Role.CONFIDENTIAL) if works_on_confidential else ()
    attributes = (*schema.with_role(Role.QUASI_IDENTIFIER), *confidential)
    return {a.name: unanswered(dataset.column(a.name), a) for a in attributes}


def _list_unasked(attributes: Sequence[Attribute], dataset: Dataset) -> list[Problem]:
    """List an error for each column with cells of questions that were not asked."""
    problems = []
    for attribute in attributes:
        if attribute.not_applicable:
            column = set_apart(dataset.column(attribute.name), attribute)
            cells = np.flatnonzero(codes_of(column, attribute))
            if len(cells):
                problem = cells_problem(
                    "closeness-not-applicable", column, cells, len(cells), dataset
                )
                problems.append(problem)
    return problems


def _left_out(incomplete: Bools, lacking: Mapping[str, int]) -> list[Problem]:
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
    return [warning("records-left-out", count=count, columns=columns)]
