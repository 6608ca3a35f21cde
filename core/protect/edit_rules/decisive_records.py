"""Finds the few records of a file on which alone the judgement of its rules depends.

What `core.protect.edit_rules.judgement` asks of a file is whether some record violates a rule, has
a cell without a value, has a value and lacks another one, or has a negative, a positive or a
decimal number; and what the largest numbers are. One record for each of these answers as all do. So
the rules of a file that does not fit into memory are judged by the records that were picked from
its parts, and from those picked before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, inapplicable_cells, rule_of, rule_outcome
from core.kernels.numerics.grouping import refine
from core.model import ColumnKind
from core.rules import columns_of

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def decisive_records(records: Records) -> Ints:
    """Return the positions of records by which `judged` judges as by all of them.

    Parameters
    ----------
    records : Records
        At least one, with rules that can be evaluated.

    Returns
    -------
    numpy.ndarray of int64, shape (r,)
        Ascending; a few for each rule and for each masked column.
    """
    inapplicable = inapplicable_cells(records.columns, records.schema)
    observed = {
        column.name: ~column.missing & ~inapplicable.get(column.name, np.bool_(0))
        for column in records.columns
    }
    found = [0]
    for rule in map(rule_of, records.recipe.rules):
        found += _first(rule_outcome(rule, records.columns, records.schema).violated)
        alike = np.zeros(len(records), dtype=np.int64)
        for name in columns_of(rule):
            alike = refine(alike, observed[name].astype(np.int64))
        found += np.unique(alike, return_index=True)[1].tolist()
    for column in records.columns:
        for cells in (column.missing, ~observed[column.name]):
            found += _first(cells)
        if column.kind is not ColumnKind.TEXT:
            # A number of each sign, a decimal number, and the smallest and largest.
            numbers = np.where(observed[column.name], column.values, 0)
            for cells in (numbers < 0, numbers > 0, np.rint(numbers) != numbers):
                found += _first(cells)
            found += [int(numbers.argmin()), int(numbers.argmax())]
    return np.unique(np.array(found, dtype=np.int64))


def _first(cells: Bools) -> list[int]:
    """Return the position of the first record of some, if there is one."""
    return [int(cells.argmax())] if cells.any() else []
