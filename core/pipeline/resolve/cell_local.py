"""Whether each cell of a private run was read on its own, whatever the other cells are.

The readers look at all cells of a column to find its type. Under differential privacy a decision
like that must not change how any one cell is understood: otherwise one record moves all others,
and no noise hides it. What a cell could mean in two ways is therefore declared or refused.
"""

from __future__ import annotations

import numpy as np

from core.errors import Problem, Where
from core.model import Attribute, Column, ColumnKind, Scale, Source

_ISO = "%Y-%m-%d"
_CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)
_FIRST_GROUPED = 1000


def file_problems(source: Source) -> list[Problem]:
    """Refuse a sheet without a header: which columns there are would follow from their cells."""
    if source.kind.is_sheet and not source.options.header:
        return [Problem("dp-sheet-without-header", Where(field="input.options.header"))]
    return []


def reading_problems(attribute: Attribute, column: Column, source: Source) -> list[Problem]:
    """Refuse a masked column in which one cell decided how the others were read.

    Parameters
    ----------
    attribute : Attribute
        A masked one.
    column : Column
        As it was read, before it was brought to the kind that its scale needs.
    source : Source
        Says what was declared of the file.
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
    """Return whether the layout of a text file's dates was found by looking at all of them.

    ISO days are the same in every file, and no other layout has them.
    """
    if not source.kind.is_text or column.kind is not ColumnKind.DATE:
        return False
    return column.date_format not in (_ISO, source.options.dates)


def _is_respelled(column: Column, source: Source) -> bool:
    """Return whether cells that are category names were read as numbers or dates first.

    Names of whole numbers come back as they were. Those of other numbers and dates do only where
    all cells are such: beside a text ``1e3`` is ``1e3``, else it is ``1000``.
    """
    if column.kind in (ColumnKind.NUMBER, ColumnKind.DATE):
        return True
    if column.kind is not ColumnKind.INTEGER or not source.options.thousands:
        return False
    return bool((np.abs(column.values) >= _FIRST_GROUPED).any())
