"""What a file with typed columns says before its cells, as it travels from the reading process."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.model import Labels


class Cells(StrEnum):
    """What a column's cells travel as."""

    NUMBER = "number"  # float64
    INTEGER = "integer"  # int64
    DATE = "date"  # float64, days since 1970-01-01 with the time of day as a fraction
    TIME = "time"  # float64, days
    BOOLEAN = "boolean"  # float64, 0 or 1
    TEXT = "text"  # string
    STAMP = "stamp"  # string, such as 2020-01-31 08:30:00.000


@dataclass(frozen=True, slots=True)
class ColumnHeader:
    """One column as its file declares it.

    Attributes
    ----------
    name, cells, labels : str, Cells and Labels
        Its name, what its cells travel as, and what the file says of it.
    typed : bool
        Whether a column of numbers is one of numbers even if all of them are whole.
    decimals : int or None
        Digits behind the decimal sign, where the file fixes them.
    date_format : str
        ``strftime`` pattern in which the file shows its dates.
    """

    name: str
    cells: Cells
    labels: Labels
    typed: bool = False
    decimals: int | None = None
    date_format: str = "%Y-%m-%d"


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The columns in the file's order, and how many records there are (0: not said)."""

    columns: tuple[ColumnHeader, ...]
    rows: int
