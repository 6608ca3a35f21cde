"""Checks that each cell of a private run was read independently of the other cells.

The readers determine a column's type from all of its cells. Under differential privacy that
decision must not change how any single cell is interpreted; otherwise one record would affect all
others, and no noise would hide it. Ambiguous cells must therefore be declared, or they are refused.
"""

from __future__ import annotations

import numpy as np

from core.errors import Problem, Where
from core.model import CATEGORICAL, Attribute, Column, ColumnKind, Scale, Source

_ISO = "%Y-%m-%d"
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
    """
    if column.shared_cells:
        return [Problem("dp-merged-cells", Where(attribute.name, field="input"))]
    kind, options = column.kind, source.options
    if attribute.scale is Scale.DATE and source.kind.is_text and kind is ColumnKind.DATE:
        # The layout may have been inferred from all dates; ISO dates are unambiguous in every file.
        if column.date_format in (_ISO, options.dates):
            return []
        return [Problem("dp-dates-undeclared", Where(attribute.name, field="input.options.dates"))]
    if attribute.scale in CATEGORICAL:
        # Names that are integers are restored exactly. Names that are other numbers or dates are
        # restored only depending on the other cells: next to a text, ``1e3`` stays ``1e3``;
        # otherwise it becomes ``1000``.
        respelled = kind in (ColumnKind.NUMBER, ColumnKind.DATE)
        if kind is ColumnKind.INTEGER and options.thousands:
            respelled = bool((np.abs(column.values) >= _FIRST_GROUPED).any())
        if respelled:
            return [Problem("dp-categories-respelled", Where(attribute.name))]
    return []
