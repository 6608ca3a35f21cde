"""A column as the writers of SPSS and Stata files take it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.errors import Problem
from core.io.columns.spelling import spelled
from core.io.statistical.statistics_limits import becomes_text
from core.model import Column, ColumnKind, FileKind


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """One variable, ready to be written.

    Attributes
    ----------
    name, label, format, measure : str
        As the file is to have them; empty where it need not say.
    values : dict
        Labels by code: numbers, texts, or letters of special missing ones.
    missing : list
        Declared missing codes; ranges as ``{"lo": .., "hi": ..}``.
    cells : pyarrow.Array
        Numbers (NaN where missing) or texts.
    letters : numpy.ndarray of uint8, or None
        Letters of special missing numbers, 0 for none.
    integer : bool
        Whether the numbers are to be stored as whole ones of 32 bits.
    warnings : tuple of Problem
        What the file does not hold.
    """

    name: str
    label: str
    format: str
    measure: str
    values: dict[float | str, str]
    missing: list[object]
    cells: pa.Array
    letters: NDArray[np.uint8] | None = None
    integer: bool = False
    warnings: tuple[Problem, ...] = field(default=())


def is_written_as_text(column: Column, kind: FileKind) -> bool:
    """Tell whether a column's cells are written as texts."""
    return column.kind is ColumnKind.TEXT or becomes_text(column, kind) is not None


def texts_of(column: Column, order: NDArray[np.int64], masked: bool) -> pa.Array:
    """Return the cells as they are spelled."""
    return spelled(column, order, masked, ".")


def cut(label: str, most: int) -> str:
    """Return a label in at most so many bytes of UTF-8."""
    return label.encode()[:most].decode(errors="ignore")
