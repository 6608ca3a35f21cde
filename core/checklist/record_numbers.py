"""Which published columns number the records."""

from __future__ import annotations

import numpy as np

from core.encode.order_agreement import FEWEST_NUMBERS
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.model import Column, ColumnKind

# Numbers of records leave out few; amounts lie far apart.
_LARGEST_SPREAD = 2.0


def numbers_records(column: Column) -> bool:
    """Return whether a column numbers the records, nearly without gaps or by its name."""
    if len(column.values) < FEWEST_NUMBERS or not are_all_different(column):
        return False
    spread = float(column.values.max()) - float(column.values.min())
    is_dense = spread < _LARGEST_SPREAD * len(column.values)
    return is_dense or clue_of(column.name, column.name, firms=False) is Clue.IDENTIFIER


def are_all_different(column: Column) -> bool:
    """Return whether all cells are different whole numbers."""
    if column.kind is not ColumnKind.INTEGER or column.missing.any():
        return False
    return len(np.unique(column.values)) == len(column.values)
