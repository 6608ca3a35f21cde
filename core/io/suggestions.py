"""Suggests what a column may be, from its name and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.io.name_words import (
    CODES,
    IDENTIFIER,
    MONEY,
    ORDERED,
    QUASI,
    SENSITIVE,
    WEIGHT,
    told_by,
)
from core.model import ColumnKind, Role, Scale

# An identifier names nearly every record; fewer distinct values make groups.
_IDENTIFYING_SHARE = 0.5
# A text that nearly every record has for itself is a name or a remark.
_FREE_TEXT_SHARE = 0.5
# So few distinct whole numbers may be codes of categories.
_FEW = 7


_MEASURES = {"nominal": Scale.NOMINAL, "ordinal": Scale.ORDINAL}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a suggestion is made from; counts are of present cells.

    `measure` is what the file says of the scale; `labelled`, that codes which occur have labels.
    """

    name: str
    kind: ColumnKind
    present: int
    distinct: int
    minimum: float | None
    maximum: float | None
    measure: str = ""
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A role and a scale, with the reason's code and what its sentence needs."""

    role: Role
    scale: Scale | None
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)


def suggest(facts: Facts) -> Suggestion:
    """Suggest a role and a scale; the first rule that applies decides.

    In doubt a column is taken for a quasi-identifier, since publishing one unmasked is the
    costlier mistake.
    """
    role, reason = _role(facts)
    scale = None if role in (Role.IDENTIFIER, Role.OTHER) else suggest_scale(facts)
    return Suggestion(role, scale, reason, {"count": facts.distinct, "rows": facts.present})


def _role(facts: Facts) -> tuple[Role, str]:
    if not facts.present:
        return Role.OTHER, "suggest-empty"
    if facts.distinct == 1:
        return Role.OTHER, "suggest-constant"
    if told_by(facts.name, WEIGHT):
        return Role.OTHER, "suggest-weight"
    share = facts.distinct / facts.present
    fractional = facts.kind is ColumnKind.NUMBER
    if told_by(facts.name, IDENTIFIER) and share >= _IDENTIFYING_SHARE and not fractional:
        return Role.IDENTIFIER, "suggest-identifier-name"
    if _numbered(facts):
        return Role.IDENTIFIER, "suggest-identifier-numbered"
    return _by_name(facts) or _by_values(facts, share)


def _numbered(facts: Facts) -> bool:
    """Tell whether the values count the records."""
    if facts.kind is not ColumnKind.INTEGER or facts.minimum is None or facts.maximum is None:
        return False
    span = int(facts.maximum) - int(facts.minimum) + 1
    return facts.present > _FEW and span == facts.distinct == facts.present


def _by_name(facts: Facts) -> tuple[Role, str] | None:
    if told_by(facts.name, MONEY):
        return Role.CONFIDENTIAL, "suggest-money"
    if told_by(facts.name, SENSITIVE):
        return Role.CONFIDENTIAL, "suggest-sensitive"
    if told_by(facts.name, QUASI):
        return Role.QUASI_IDENTIFIER, "suggest-quasi"
    return None


def _by_values(facts: Facts, share: float) -> tuple[Role, str]:
    if facts.kind is ColumnKind.TEXT:
        if facts.distinct == facts.present:
            return Role.IDENTIFIER, "suggest-identifier-distinct"
        if share >= _FREE_TEXT_SHARE:
            return Role.IDENTIFIER, "suggest-free-text"
        return Role.QUASI_IDENTIFIER, "suggest-categories"
    if facts.kind is ColumnKind.DATE:
        return Role.QUASI_IDENTIFIER, "suggest-date"
    return Role.QUASI_IDENTIFIER, "suggest-unknown"


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
    if facts.distinct <= _FEW and told_by(facts.name, CODES):
        return Scale.NOMINAL
    return Scale.INTEGER
