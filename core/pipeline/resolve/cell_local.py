"""Checks that each cell of a private run was read independently of the other cells.

The readers determine a column's type from all of its cells. Under differential privacy that
decision must not change how any single cell is interpreted; otherwise one record would affect all
others, and no noise would hide it. Ambiguous cells must therefore be declared, or they are refused.
"""

from __future__ import annotations

import numpy as np

from core.errors import Problem, Where
from core.model import Attribute, Column, ColumnKind, Scale, Source

_ISO = "%Y-%m-%d"
_CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)
_FIRST_GROUPED = 1000


def file_problems(source: Source) -> list[Problem]:
    """Return a problem for a sheet without a header, whose columns would depend on its cells."""
    if source.kind.is_sheet and not source.options.header:
        return [Problem("dp-sheet-without-header", Where(field="input.options.header"))]
    return []


def reading_problems(attribute: Attribute, column: Column, source: Source) -> list[Problem]:
    """Return problems with a masked column in which one cell affected how others were read.

    Parameters
    ----------
    attribute : Attribute
        A masked one.
    column : Column
        As read, before it is cast to the kind that its scale needs.
    source : Source
        Contains the declarations on the file.
    """
    if column.shared_cells:
        return [Problem("dp-merged-cells", Where(attribute.name, field="input"))]
    if attribute.scale is Scale.DATE and _is_guessed(column, source):
        field = "input.options.dates"
        return [Problem("dp-dates-undeclared", Where(attribute.name, field=field))]
    if attribute.scale in _CATEGORICAL and _is_respelled(column, source):
        return [Problem("dp-categories-respelled", Where(attribute.name))]
    return []


def _is_guessed(column: Column, source: Source) -> bool:
    """Return whether the date layout of a text file was inferred from all of its dates.

    ISO dates are unambiguous in every file.
    """
    if not source.kind.is_text or column.kind is not ColumnKind.DATE:
        return False
    return column.date_format not in (_ISO, source.options.dates)


def _is_respelled(column: Column, source: Source) -> bool:
    """Return whether category names were first read as numbers or dates.

    Names that are integers are restored exactly. Names that are other numbers or dates are restored
    only depending on the other cells: next to a text, ``1e3`` stays ``1e3``; otherwise it becomes
    ``1000``.
    """
    if column.kind in (ColumnKind.NUMBER, ColumnKind.DATE):
        return True
    if column.kind is not ColumnKind.INTEGER or not source.options.thousands:
        return False
    return bool((np.abs(column.values) >= _FIRST_GROUPED).any())
