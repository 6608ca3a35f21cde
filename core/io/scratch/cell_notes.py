"""How cells are spelled, as a whole number for each cell.

The number is 0 where the column's head says it all. That of a missing cell is the place of its
code, counted from 1; that of a number is its number of decimals; that of a cell which value and
decimals do not restore is the place of its spelling. A column without any such number has no file
of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.columns.cell_grammar import NO_DECIMALS
from core.model import Column, ColumnKind, Spellings

NOTE = np.dtype("<i4")
MOST_TEXTS = 1_000_000
"""The most different texts of a column, all of which are kept in memory."""

Notes = NDArray[np.int32]
# The note of a number with 0 decimals, and that of the first odd spelling.
_PLACES, _ODD = 2, 200


@dataclass(slots=True)
class NoteTaker:
    """Makes the notes of successive parts of a column."""

    decimals: int | None = None
    is_filled: bool = False
    codes: dict[str, int] = field(default_factory=dict)
    odd: dict[str, int] = field(default_factory=dict)
    rounded: list[bool] = field(default_factory=list)
    kept: Spellings | None = None

    def learn_codes(self, column: Column) -> None:
        """Note which codes of missing cells a part has."""
        for code in column.missing_text[0] if column.missing_text else ():
            if code != "":
                self.codes.setdefault(code, len(self.codes) + 1)

    def of(self, column: Column) -> Notes:
        """Return the notes of the next cells, shape (n,)."""
        self.learn_codes(column)
        found = np.zeros(len(column), NOTE)
        if column.missing_text is not None:
            codes, index = column.missing_text
            known = np.array([*(self.codes.get(code, 0) for code in codes), 0], NOTE)
            found[column.missing] = known[index[column.missing]]
        if column.kind is ColumnKind.NUMBER and not column.missing.all():
            self._note_decimals(column, found)
        if column.spellings is not None:
            self._note_odd(column, column.spellings, found)
        return found

    def _note_decimals(self, column: Column, found: Notes) -> None:
        if not self.is_filled:
            self.decimals, self.is_filled = column.decimals, True
        places = column.cell_decimals
        if places is None:
            own = NO_DECIMALS if column.decimals is None else column.decimals
            places = np.full(len(column), own, np.int8)
        usual = NO_DECIMALS if self.decimals is None else self.decimals
        at = ~column.missing & (places != usual)
        found[at] = places[at].astype(NOTE) + _PLACES

    def _note_odd(self, column: Column, spellings: Spellings, found: Notes) -> None:
        if self.kept is None or spellings.thousands:
            self.kept = spellings
        at = (spellings.index >= 0) & ~column.missing
        places = np.zeros(len(spellings.texts), NOTE)
        for code in np.unique(spellings.index[at]).tolist():
            text = spellings.texts[code]
            if text not in self.odd:
                self.odd[text] = len(self.odd)
                self.rounded.append(bool(spellings.rounded[code]))
            places[code] = self.odd[text] + _ODD
        if len(self.odd) > MOST_TEXTS:
            raise Refused(Problem("large-texts", Where(column.name), {"most": MOST_TEXTS}))
        found[at] = places[spellings.index[at]]

    def noted(self, head: Column) -> Column:
        """Return the head of a column with what its notes refer to."""
        kept = self.kept
        if kept is not None:
            nothing = np.empty(0, np.int32)
            lost = np.array(self.rounded, np.bool_)
            kept = replace(kept, texts=tuple(self.odd), index=nothing, rounded=lost)
        codes = (tuple(self.codes), np.empty(0, np.int16)) if self.codes else None
        return replace(head, decimals=self.decimals, missing_text=codes, spellings=kept)


def with_notes(head: Column, part: Column, notes: Notes | None) -> Column:
    """Return some cells of a column as they were spelled.

    Parameters
    ----------
    head : Column
        The column without its records (`NoteTaker.noted`).
    part : Column
        The cells.
    notes : numpy.ndarray of int32, shape (n,), or None
        Their notes; ``None`` if the column has none.
    """
    codes, kept, missing = head.missing_text, head.spellings, part.missing
    if notes is None:
        part = replace(part, missing_text=None, spellings=None)
        return replace(part, decimals=None) if missing.all() else part
    if codes is not None:
        index = np.where(missing, notes - 1, -1).astype(np.int16)
        codes = (codes[0], index)
    if kept is not None:
        odd = np.where(~missing & (notes >= _ODD), notes - _ODD, -1).astype(np.int32)
        kept = replace(kept, index=odd)
    part = replace(part, missing_text=codes, spellings=kept)
    if part.kind is not ColumnKind.NUMBER:
        return part
    usual = NO_DECIMALS if head.decimals is None else head.decimals
    places = np.where(notes == 0, usual, notes - _PLACES)
    places[missing | (notes >= _ODD)] = NO_DECIMALS
    if (places == NO_DECIMALS).all():
        return replace(part, decimals=None)
    if (places[~missing] == usual).all():
        return part
    return replace(part, decimals=None, cell_decimals=places.astype(np.int8))
