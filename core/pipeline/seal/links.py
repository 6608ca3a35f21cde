"""The numbers of units in a release: drawn at random, and checked against those of the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.encode import group_records
from core.encode.order_agreement import largest_by_chance, order_agreement
from core.errors import Problem, Where
from core.model import Column, ColumnKind, Project, Schema
from core.pipeline.seal.record_order import random_order
from core.protect.privacy import supply

# Beyond so many standard deviations a random order follows another one once in 10^9 cases.
_DEVIATIONS = 6.0
MOST_BY_CHANCE = 20
"""A random order leaves one unit at its place on average; more than 20, once in 10^19 cases."""


def links_of(unit: Ints, insecure_test_seed: int | None = None) -> Ints:
    """Return a new number of its unit for each record.

    The units are numbered from 1 in a secret random order. The numbers depend on the number of
    units alone and never on the original ones, so that those of two releases cannot be linked.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    insecure_test_seed : int, optional
        Makes the numbers reproducible for tests.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        In ``1..units``, equal for records of one unit.
    """
    # Separate from the noise and from the order of the records.
    entropy = supply(insecure_test_seed, apart="links")
    order = random_order(int(unit.max(initial=-1)) + 1, entropy).astype(np.int64)
    return 1 + order[unit]


def linked(columns: Sequence[Column], project: Project) -> tuple[Column, ...]:
    """Return the released columns with new numbers in the column that links units."""
    names = project.schema.links
    seed = project.recipe.insecure_test_seed
    return tuple(
        replace(column, values=links_of(group_records([column]), seed))
        if column.name in names
        else column
        for column in columns
    )


def link_problems(
    released: Sequence[Column], original: Sequence[Column], schema: Schema
) -> tuple[Problem, ...]:
    """List a problem if units have their original numbers in a release, or follow their order.

    Parameters
    ----------
    released, original : sequence of Column
        The same records in the same order.
    """
    original_columns = {column.name: column for column in original}
    released_columns = {column.name: column for column in released}
    problems = []
    for name in schema.links:
        numbers, links = _numbers(original_columns[name]), released_columns[name].values
        count = len(np.unique(links[numbers == links]))
        if count > MOST_BY_CHANCE:
            problems.append(Problem("link-original", Where(name), {"count": count}))
        elif _follow_order(links, numbers):
            problems.append(Problem("link-order", Where(name)))
    return tuple(problems)


def _follow_order(links: NDArray[np.generic], numbers: Floats) -> bool:
    """Check whether the units are numbered in their first order, or that of their numbers."""
    _, first_rows = np.unique(links, return_index=True)
    limit = largest_by_chance(len(first_rows), _DEVIATIONS)
    return any(
        order_agreement(links[first_rows], order) > limit
        for order in (first_rows, numbers[first_rows])
    )


def _numbers(column: Column) -> Floats:
    """Read the original numbers of units, shape (n,); -1 for any other text."""
    if column.kind is not ColumnKind.TEXT:
        return np.where(column.missing, -1.0, column.values.astype(np.float64))
    by_text = np.array([_number(text) for text in column.categories] + [-1.0])
    return np.asarray(by_text[column.values])


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return -1.0
