"""Suggests the scale of a column from its name and figures."""

from __future__ import annotations

from dataclasses import dataclass

from core.io.profiling.name_clues import is_counted
from core.io.profiling.name_words import CLASSIFIED, CODES, MONEY, ORDERED, QUANTITY, matches_words
from core.model import ColumnKind, Scale

# This few distinct integers may be codes of categories ...
_FEW = 10
# ... and are, each as often as this on average, unless the name indicates a quantity.
_OFTEN = 10
_MEASURES = {"nominal": Scale.NOMINAL, "ordinal": Scale.ORDINAL}


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts on which a suggestion is based; counts are of present cells.

    `column` is the bare name; `name` includes the label. `measure` is the measurement level in the
    file; `labelled` means that codes which occur have labels; `firms` means that the column names
    indicate a file on firms.
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
    """Return the suggested scale of a column."""
    if facts.measure in _MEASURES and facts.kind in (ColumnKind.INTEGER, ColumnKind.TEXT):
        return _MEASURES[facts.measure]
    ordered = matches_words(facts.name, ORDERED)
    if facts.labelled and facts.kind is ColumnKind.INTEGER:
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    if facts.kind is ColumnKind.TEXT:
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    if facts.kind is ColumnKind.DATE:
        return Scale.DATE
    if facts.kind is ColumnKind.NUMBER:
        return Scale.CONTINUOUS
    if matches_words(facts.name, CLASSIFIED) and not is_counted(facts.name):
        return Scale.NOMINAL
    if are_codes(facts):
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    return Scale.INTEGER


def are_codes(facts: Facts) -> bool:
    """Return whether integers are probably codes of categories, which nobody may average.

    Few different ones are, unless the name indicates a quantity: the most frequent code of a group
    is a true code, whereas a mean of codes is a code that nobody gave, or one with another meaning.
    """
    if facts.kind is not ColumnKind.INTEGER or facts.distinct > _FEW or is_counted(facts.name):
        return False
    if matches_words(facts.name, CODES):
        return True
    often = facts.present >= _OFTEN * facts.distinct
    return often and not matches_words(facts.name, f"{QUANTITY} {MONEY}")
