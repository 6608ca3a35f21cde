"""Rows C9, C12 and F2: columns of fieldwork, too many columns, young data, who looked at it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.inspect.profiling import name_words
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.inspect.profiling.name_words import matches_words
from core.model.checklist import RowCount

_FIELD = Row("C9", "field-data", Publicity.FIGURES)
_SCOPE = Row("C12", "file-scope", Publicity.FIGURES, field="attributes")
RECENT = Row("C12", "recent-data", Publicity.FIGURES, facts=("until",), field="period")
_UNDATED = Row("C12", "period-unstated", Publicity.FIGURES, field="period")
_DECLARED = Row("F2", "declared-by", Publicity.NOTHING, field="attributes")
_CLUES = frozenset({Clue.FIELDWORK, Clue.DESIGN, Clue.REPLICATE})


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield _count_field_columns(evidence)
    yield _count_columns(evidence)
    yield from _count_months(evidence)
    yield _count_undeclared(evidence)


def _count_field_columns(evidence: Evidence) -> RowCount:
    """Count the published columns whose names say that they come from sampling or fieldwork."""
    profile = evidence.profile
    waves = None if evidence.recipe.unit is None else evidence.recipe.unit.waves
    names = tuple(n for n in evidence.published if n != waves and _is_of_field(evidence, n))
    # New strata serve those who compute variances; those of the design name places.
    is_never = len(names) > profile.field and any(_is_stratum(name) for name in names)
    count = len(names)
    params = {"count": count, "columns": names}
    return _FIELD.count(profile, count, profile.field, params, columns=names, is_never=is_never)


def _count_columns(evidence: Evidence) -> RowCount:
    """Count the columns that others may know, and the sensitive ones, beyond their limits."""
    profile = evidence.profile
    n_known, n_sensitive = len(evidence.known), len(evidence.sensitive)
    too_many = max(0, n_known - profile.identifying)
    too_many += max(0, n_sensitive - profile.sensitive_columns)
    params = {"count": too_many, "identifying": n_known, "sensitive": n_sensitive}
    columns = _list_delicate(evidence)
    return _SCOPE.count(profile, too_many, 0, params, columns=columns)


def _list_delicate(evidence: Evidence) -> tuple[str, ...]:
    """List the columns that others may know, followed by the sensitive ones."""
    return tuple(dict.fromkeys((*evidence.known, *evidence.sensitive)))


def _count_undeclared(evidence: Evidence) -> RowCount:
    """Ask who looked at the roles: no file shows it, and the answer is the declaration.

    It is asked again when the columns that others may know, or the sensitive ones, change.
    """
    limit, columns = evidence.profile.undeclared, _list_delicate(evidence)
    return _DECLARED.count(evidence.profile, 1, limit, {}, columns=columns)


def _count_months(evidence: Evidence) -> Iterator[RowCount]:
    """Count the months that the data are younger than the profile wants."""
    profile, period = evidence.profile, evidence.recipe.period
    day = evidence.day or datetime.now(UTC).date()
    if period is not None:
        year, month = map(int, period.split("-")[:2])
        age = 12 * (day.year - year) + day.month - month
        lacking = max(0, profile.months - age)
        params = {"age": age, "months": profile.months, "until": day.isoformat()[:7]}
        yield RECENT.count(profile, lacking, 0, params)
    elif profile.months > 0:
        params = {"months": profile.months}
        yield _UNDATED.count(profile, 1, 0, params)


def _is_of_field(evidence: Evidence, name: str) -> bool:
    clue = clue_of(name, name, firms=False)
    is_weight = name in evidence.weights and clue is not Clue.REPLICATE
    is_answer = clue is Clue.FIELDWORK and matches_words(name, name_words.OF_ANSWERS)
    return clue in _CLUES and not is_weight and not is_answer


def _is_stratum(name: str) -> bool:
    return matches_words(name, name_words.STRATUM)


FAMILY = Family((_FIELD, _SCOPE, RECENT, _UNDATED, _DECLARED), _count, is_of_release=True)
