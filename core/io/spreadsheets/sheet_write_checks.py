"""What a sheet of a workbook cannot hold, told before it is written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused
from core.io.spreadsheets.sheet_limits import check_limits, kept_as_text
from core.model import Column, ReadOptions


def sheet_problems(
    columns: Sequence[Column],
    order: NDArray[np.int64],
    masked: frozenset[str],
    options: ReadOptions,
) -> tuple[Problem, ...]:
    """Return why the columns cannot be written (errors), and what would change (warnings)."""
    warnings = tuple(problem for column in columns if (problem := kept_as_text(column)))
    try:
        check_limits(columns, order, masked, options.header)
    except Refused as refused:
        return (*refused.problems, *warnings)
    return warnings
