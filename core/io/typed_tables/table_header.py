"""The header of a file with typed columns, as sent by the child process."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.model import Labels


class Cells(StrEnum):
    """The type in which a column's cells are sent."""

    NUMBER = "number"  # float64
    INTEGER = "integer"  # int64
    DATE = "date"  # float64, days since 1970-01-01 with the time of day as a fraction
    TIME = "time"  # float64, days
    BOOLEAN = "boolean"  # float64, 0 or 1
    TEXT = "text"  # string
    STAMP = "stamp"  # string, such as 2020-01-31 08:30:00.000


@dataclass(frozen=True, slots=True)
class ColumnHeader:
    """A column as declared in its file.

    Attributes
    ----------
    typed : bool
        Whether the column is of numbers even if all of them are integers.
    decimals : int or None
        Number of decimals, if the file declares it.
    date_format : str
        ``strftime`` pattern of its dates.
    """

    name: str
    cells: Cells
    labels: Labels
    typed: bool = False
    decimals: int | None = None
    date_format: str = "%Y-%m-%d"


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The columns in the file's order, and the number of records (0: not declared)."""

    columns: tuple[ColumnHeader, ...]
    rows: int
