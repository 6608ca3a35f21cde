"""Suggests the role and scale of a column from its name and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of, is_counted
from core.inspect.profiling.name_words import (
    CLASSIFIED,
    CODES,
    MONEY,
    NUMBERED,
    ORDERED,
    QUANTITY,
    QUASI,
    matches_words,
)
from core.inspect.profiling.unit_names import UnitName, unit_name
from core.model import ColumnKind, Role, Scale

# This few distinct integers may be codes of categories ...
_FEW = 10
# ... and are, each as often as this on average, unless the name indicates a quantity.
_OFTEN = 10
_MEASURES = {"nominal": Scale.NOMINAL, "ordinal": Scale.ORDINAL}

# An identifier differs in nearly every record; fewer distinct values form groups.
_IDENTIFYING_SHARE = 0.5
# A text that differs in nearly every record is a name or a remark.
_FREE_TEXT_SHARE = 0.5
# This few distinct integers may be codes of categories.
_FEW_NUMBERED = 7
# With more distinct values than this, an identifier does not describe groups of records.
_MOST_GROUPS = 20
# This many different integers are numbers of units.
_NUMBERS_OF_UNITS = 30

# Few different ones may occur, so that they look like categories.
_REMARKS = (
    "remark* comment comments verbatim freetext freitext* anmerkung* bemerkung* kommentar* "
    "remarque* commentaire* comentario* observacion*"
)
_ROLE_OF_CLUE: Mapping[Clue, tuple[Role, str]] = {
    Clue.MEMBER: (Role.DROP, "suggest-member"),
    Clue.REPLICATE: (Role.DROP, "suggest-replicate"),
    Clue.DESIGN: (Role.DROP, "suggest-design"),
    Clue.FIELDWORK: (Role.DROP, "suggest-fieldwork"),
    Clue.LOCATION: (Role.DROP, "suggest-location"),
    Clue.MONEY: (Role.CONFIDENTIAL, "suggest-money"),
    Clue.SENSITIVE: (Role.CONFIDENTIAL, "suggest-sensitive"),
    Clue.QUASI: (Role.QUASI_IDENTIFIER, "suggest-quasi"),
    Clue.FIRM: (Role.QUASI_IDENTIFIER, "suggest-firm"),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts on which a suggestion is based; counts are of present cells.

    `column` is the bare name; `name` includes the label. `measure` is the measurement level in the
    file; `labelled` means that codes which occur have labels; `firms` means that the column names
    indicate a file on firms; `has_grouped_numbers` means that most texts are numbers, some with a
    sign between thousands; `has_known_codes` that all numbers are codes of a classification.
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
    has_grouped_numbers: bool = False
    has_known_codes: bool = False

    @property
    def share(self) -> float:
        """Distinct values per record."""
        return self.distinct / self.present if self.present else 0.0


def suggest_scale(facts: Facts) -> Scale:
    """Find the suggested scale of a column."""
    if facts.measure in _MEASURES and facts.kind in (ColumnKind.INTEGER, ColumnKind.TEXT):
        return _MEASURES[facts.measure]
    ordered = matches_words(facts.name, ORDERED)
    if facts.labelled and facts.kind is ColumnKind.INTEGER:
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    if facts.kind is ColumnKind.TEXT:
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    if facts.kind is ColumnKind.DATE:
        return Scale.DATE
    if _is_classified(facts):
        return Scale.NOMINAL
    if facts.kind is ColumnKind.NUMBER:
        return Scale.CONTINUOUS
    if matches_words(facts.name, CLASSIFIED) and not is_counted(facts.name):
        return Scale.NOMINAL
    if _is_listed(facts) or are_codes(facts):
        return Scale.ORDINAL if ordered and facts.distinct > 2 else Scale.NOMINAL
    return Scale.INTEGER


def _is_classified(facts: Facts) -> bool:
    return facts.has_known_codes and not _is_quantity(facts)


def _is_quantity(facts: Facts) -> bool:
    return matches_words(facts.name, f"{QUANTITY} {MONEY}") or is_counted(facts.name)


def _is_listed(facts: Facts) -> bool:
    """Check whether the name indicates a list of codes, few or many.

    A mean of occupations or regions is another code, or no code at all.
    """
    return matches_words(facts.name, CODES) and not _is_quantity(facts)


def are_codes(facts: Facts) -> bool:
    """Check whether integers are probably codes of categories, which nobody may average.

    Few different ones are, unless the name indicates a quantity: the most frequent code of a group
    is a true code, whereas a mean of codes is a code that nobody gave, or one with another meaning.
    """
    if facts.kind is not ColumnKind.INTEGER or facts.distinct > _FEW or is_counted(facts.name):
        return False
    if matches_words(facts.name, CODES):
        return True
    often = facts.present >= _OFTEN * facts.distinct
    return often and not matches_words(facts.name, f"{QUANTITY} {MONEY}")


@dataclass(frozen=True, slots=True)
class RoleSuggestion:
    """A suggested role and scale, with the code and parameters of the reason.

    `is_weight` marks a survey weight, whose role is ``OTHER``; `is_clear` means that name or values
    indicate the role, so that it is not only the safe choice.
    """

    role: Role
    scale: Scale | None
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_weight(self) -> bool:
        """Whether the column is a survey weight."""
        return self.reason == "suggest-weight"

    @property
    def is_clear(self) -> bool:
        """Whether name or values indicate the role."""
        return self.reason not in (
            "suggest-unknown",
            "suggest-categories",
            "suggest-codes",
            "suggest-grouped",
        )


def suggest(facts: Facts) -> RoleSuggestion:
    """Build a suggested role and scale; the first rule that applies decides.

    In doubt a column is suggested as a quasi-identifier, because publishing one unmasked is the
    worse mistake.
    """
    role, reason = _role(facts)
    computed = role in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
    scale = suggest_scale(facts) if computed else None
    return RoleSuggestion(role, scale, reason, {"count": facts.distinct, "rows": facts.present})


def _role(facts: Facts) -> tuple[Role, str]:
    if not facts.present:
        return Role.OTHER, "suggest-empty"
    if facts.distinct == 1:
        return Role.OTHER, "suggest-constant"
    clue = clue_of(facts.column, facts.name, facts.firms)
    if clue is Clue.WEIGHT and facts.kind.is_numeric:
        return Role.OTHER, "suggest-weight"
    if _is_identifier_by_name(facts, clue):
        return Role.IDENTIFIER, "suggest-identifier-name"
    if _numbers_records(facts):
        return Role.IDENTIFIER, "suggest-identifier-numbered"
    if facts.kind is ColumnKind.TEXT and clue is None and matches_words(facts.name, _REMARKS):
        return Role.IDENTIFIER, "suggest-remarks"
    if clue is Clue.FIRM and facts.kind is ColumnKind.DATE:
        return Role.QUASI_IDENTIFIER, "suggest-date"
    if clue is not None and clue in _ROLE_OF_CLUE:
        return _ROLE_OF_CLUE[clue]
    if matches_words(facts.name, QUASI):
        return _ROLE_OF_CLUE[Clue.QUASI]
    if facts.has_grouped_numbers:
        return Role.QUASI_IDENTIFIER, "suggest-grouped"
    if _is_classified(facts):
        return Role.QUASI_IDENTIFIER, "suggest-classified"
    if facts.kind is ColumnKind.TEXT:
        if facts.distinct == facts.present:
            return Role.IDENTIFIER, "suggest-identifier-distinct"
        if facts.share >= _FREE_TEXT_SHARE:
            return Role.IDENTIFIER, "suggest-free-text"
        return Role.QUASI_IDENTIFIER, "suggest-categories"
    if facts.kind is ColumnKind.DATE:
        return Role.QUASI_IDENTIFIER, "suggest-date"
    if facts.firms and facts.kind is ColumnKind.NUMBER:
        return _ROLE_OF_CLUE[Clue.FIRM]
    all_differ = facts.distinct == facts.present >= _NUMBERS_OF_UNITS
    if facts.kind is ColumnKind.INTEGER and all_differ:
        return Role.IDENTIFIER, "suggest-identifier-numbers"
    return Role.QUASI_IDENTIFIER, "suggest-codes" if are_codes(facts) else "suggest-unknown"


def _is_identifier_by_name(facts: Facts, clue: Clue | None) -> bool:
    """Check whether the name indicates names or numbers of units, and the values may be these."""
    whole_or_text = facts.kind in (ColumnKind.INTEGER, ColumnKind.TEXT)
    if whole_or_text and facts.distinct > _MOST_GROUPS:
        # The values may number households, firms or other units of several records. Names of
        # schools or hospitals are categories as well; their numbers are not to be averaged.
        unit = unit_name(facts.column)
        is_integer = facts.kind is ColumnKind.INTEGER
        if unit is UnitName.UNIT_NUMBER or (unit is UnitName.UNIT and is_integer):
            return True
    if facts.kind is ColumnKind.NUMBER or is_counted(facts.name):
        return False
    is_name = facts.kind is ColumnKind.TEXT and matches_words(facts.name, "name names")
    if clue is Clue.IDENTIFIER or is_name:
        has_many = facts.share >= _IDENTIFYING_SHARE or facts.distinct > _MOST_GROUPS
        return has_many and (
            facts.share >= _IDENTIFYING_SHARE or not matches_words(facts.name, QUASI)
        )
    return matches_words(facts.name, NUMBERED) and facts.share >= _IDENTIFYING_SHARE


def _numbers_records(facts: Facts) -> bool:
    """Check whether the values number the records."""
    if facts.kind is not ColumnKind.INTEGER or facts.minimum is None or facts.maximum is None:
        return False
    span = int(facts.maximum) - int(facts.minimum) + 1
    return facts.present > _FEW_NUMBERED and span == facts.distinct == facts.present
