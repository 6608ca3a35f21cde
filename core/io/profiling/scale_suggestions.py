"""Suggests how the values of a column are compared, from its name and its figures."""

from __future__ import annotations

from dataclasses import dataclass

from core.io.profiling.name_clues import is_counted
from core.io.profiling.name_words import CLASSIFIED, CODES, ORDERED, told_by
from core.model import ColumnKind, Scale

# So few distinct whole numbers may be codes of categories.
_FEW = 7
_MEASURES = {"nominal": Scale.NOMINAL, "ordinal": Scale.ORDINAL}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a suggestion is made from; counts are of present cells.

    `column` is the bare name, `name` has the label, too. `measure` is what the file says of the
    scale; `labelled`, that codes which occur have labels; `firms`, that the names of all columns
    together tell of firms.
    """

    column: str
    name: str
    kind: ColumnKind
    present: int
    distinct: int
    minimum: float | None
    maximum: float | None
    measure: str = ""
    labelled: bool = False
    firms: bool = False

    @property
    def share(self) -> float:
        """Distinct values per record."""
        return self.distinct / self.present if self.present else 0.0


def suggest_scale(facts: Facts) -> Scale:
    """Suggest how a column's values are compared."""
    if facts.measure in _MEASURES and facts.kind in (ColumnKind.INTEGER, ColumnKind.TEXT):
        return _MEASURES[facts.measure]
    ordered = told_by(facts.name, ORDERED)
    if facts.labelled and facts.kind is ColumnKind.INTEGER:
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    if facts.kind is ColumnKind.TEXT:
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    if facts.kind is ColumnKind.DATE:
        return Scale.DATE
    if facts.kind is ColumnKind.NUMBER:
        return Scale.CONTINUOUS
    if told_by(facts.name, CLASSIFIED) and not is_counted(facts.name):
        return Scale.NOMINAL
    if facts.distinct <= _FEW and told_by(facts.name, CODES):
        return Scale.NOMINAL
    return Scale.INTEGER
