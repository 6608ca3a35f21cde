"""Row C9: columns on the sample or the interview instead of the respondents."""

from __future__ import annotations

from collections.abc import Iterator

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.inspect.profiling import name_words
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.inspect.profiling.name_words import matches_words
from core.model.checklist import RowCount

_FIELD = Row("C9", "field-data", Publicity.FIGURES)
_CLUES = frozenset({Clue.FIELDWORK, Clue.DESIGN, Clue.REPLICATE})


def _count(evidence: Evidence) -> Iterator[RowCount]:
    """Count the published columns whose names say that they come from sampling or fieldwork."""
    profile = evidence.profile
    waves = None if evidence.recipe.unit is None else evidence.recipe.unit.waves
    names = tuple(n for n in evidence.published if n != waves and _is_of_field(evidence, n))
    # New strata serve those who compute variances; those of the design name places.
    is_never = len(names) > profile.field and any(_is_stratum(name) for name in names)
    count = len(names)
    verdict = judge(profile, _FIELD, count, profile.field, is_never=is_never)
    params = {"count": count, "columns": names}
    yield RowCount(_FIELD.code, None, count, profile.field, verdict, params, names)


def _is_of_field(evidence: Evidence, name: str) -> bool:
    clue = clue_of(name, name, firms=False)
    is_weight = name in evidence.weights and clue is not Clue.REPLICATE
    is_answer = clue is Clue.FIELDWORK and matches_words(name, name_words.OF_ANSWERS)
    return clue in _CLUES and not is_weight and not is_answer


def _is_stratum(name: str) -> bool:
    return matches_words(name, name_words.STRATUM)


FAMILY = Family((_FIELD,), _count, is_of_release=True)
