"""Variables for the writers of SPSS and Stata files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from numpy.typing import NDArray

from core.array_types import Bytes
from core.errors import Problem
from core.io.columns.spelling import spell
from core.io.statistical.statistics_limits import becomes_text
from core.model import Column, ColumnKind, FileKind


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A variable to write.

    Attributes
    ----------
    name, label, format, measure : str
        Metadata in the file; empty if not needed.
    values : dict
        Labels by code: numbers, texts, or letters of special missing values.
    missing : list
        Declared missing codes; ranges as ``{"lo": .., "hi": ..}``.
    cells : pyarrow.Array
        Numbers (NaN where missing) or texts.
    letters : numpy.ndarray of uint8, or None
        Letters of special missing values, 0 for others.
    integer : bool
        Whether the numbers are stored as 32-bit integers.
    warnings : tuple of Problem
        What the file cannot hold.
    """

    name: str
    label: str
    format: str
    measure: str
    values: dict[float | str, str]
    missing: list[object]
    cells: pa.Array
    letters: Bytes | None = None
    integer: bool = False
    warnings: tuple[Problem, ...] = field(default=())


def is_written_as_text(column: Column, kind: FileKind) -> bool:
    """Check whether a column's cells are written as texts."""
    return column.kind is ColumnKind.TEXT or becomes_text(column, kind) is not None


def texts_of(column: Column, order: NDArray[Any], masked: bool) -> pa.Array:
    """Spell the cells as texts."""
    return spell(column, order, masked, ".")


def cut(label: str, n_bytes: int) -> str:
    """Return a label shortened to at most `n_bytes` bytes of UTF-8."""
    return label.encode()[:n_bytes].decode(errors="ignore")
