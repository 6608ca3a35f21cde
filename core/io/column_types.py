"""Decides what a column is from what its cells are, over the whole file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.kernels import cells
from core.model import ColumnKind

_NUMERIC = (cells.INTEGER, cells.NUMBER, cells.LONG_NUMBER)

_DATE_FORMATS = (
    ({cells.DATE_DASH_YMD}, "%Y-%m-%d"),
    ({cells.DATE_SLASH_YMD}, "%Y/%m/%d"),
    ({cells.DATE_DOT_YMD}, "%Y.%m.%d"),
    ({cells.DATE_DOT_DMY}, "%d.%m.%Y"),
    ({cells.DATE_SLASH_DMY, cells.DATE_SLASH_EITHER}, "%d/%m/%Y"),
    ({cells.DATE_SLASH_MDY, cells.DATE_SLASH_EITHER}, "%m/%d/%Y"),
    ({cells.DATE_DASH_DMY, cells.DATE_DASH_EITHER}, "%d-%m-%Y"),
    ({cells.DATE_DASH_MDY, cells.DATE_DASH_EITHER}, "%m-%d-%Y"),
)
_AMBIGUOUS = ({cells.DATE_SLASH_EITHER}, {cells.DATE_DASH_EITHER})


@dataclass(frozen=True, slots=True)
class ColumnType:
    """What a column is.

    Attributes
    ----------
    kind : ColumnKind
        Its kind.
    date_format : str
        Of a date column.
    infinite : bool
        Whether it is a column of numbers with infinite ones among them.
    """

    kind: ColumnKind
    date_format: str = "%Y-%m-%d"
    infinite: bool = False

    @property
    def month_first(self) -> bool:
        """Whether the month stands before the day."""
        return self.date_format.startswith("%m")


def column_type(counts: NDArray[np.int64]) -> ColumnType:
    """Return what a column is; one cell of another class makes it text.

    - Only whole numbers within int64: ``INTEGER``.
    - Whole and other numbers: ``NUMBER``. (Whole numbers that a float64 does not hold make the
      column text; that is known only from their values.)
    - Only dates of one layout: ``DATE``. Where day and month can be exchanged
      (``05/06/2020``), at least one date of the column must tell which is which (a part over
      12), and none may tell otherwise; else the column is text.
    - Anything else, and a column without any value: ``TEXT``.

    Parameters
    ----------
    counts : numpy.ndarray of int64, shape (CLASSES,)
        Cells of each class.
    """
    found = {c for c in range(cells.CLASSES) if counts[c] and c != cells.MISSING}
    if found == {cells.INTEGER}:
        return ColumnType(ColumnKind.INTEGER)
    if found & set(_NUMERIC) and found <= {*_NUMERIC, cells.INFINITE}:
        return ColumnType(ColumnKind.NUMBER, infinite=cells.INFINITE in found)
    if found and found not in _AMBIGUOUS:
        for layout, date_format in _DATE_FORMATS:
            if found <= layout:
                return ColumnType(ColumnKind.DATE, date_format)
    return ColumnType(ColumnKind.TEXT)
