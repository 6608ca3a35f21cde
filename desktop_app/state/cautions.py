"""What is worth a second look in the columns as they are declared, though nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.errors import Problem, Severity, Where
from core.model import CATEGORICAL, Attribute, ColumnKind
from core.model.uniqueness import LEAST_RECORDS, is_nearly_unique
from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, part_of

if TYPE_CHECKING:
    from core.io import ColumnProfile

# From this share of numbers on, a column of categories was probably meant to be one of numbers.
_MOSTLY = 0.95
_PUBLISHED = (Part.OTHER, Part.WEIGHT, Part.STRATUM)
# From this share of a column's total on, the unit with its largest value is conspicuous.
_DOMINANT = 0.1
# So many columns nobody sees at once.
_MANY = 10
# The result itself has the columns whose values are nearly unique among its cautions.
_OF_RELEASE = ("column-dominated",)


def column_cautions(
    draft: Draft, profiles: Sequence[ColumnProfile], rows: int
) -> tuple[Problem, ...]:
    """Return warnings and notes about single columns of `rows` records, in the file's order."""
    cautions: list[Problem] = []
    for attribute, profile in zip(draft.schema.attributes, profiles, strict=True):
        cautions += _cautions(attribute, part_of(attribute, draft), profile, rows)
    return tuple(cautions)


def without_clue(draft: Draft, profiles: Sequence[ColumnProfile]) -> tuple[str, ...]:
    """Return the columns that are masked only because nothing shows what they are.

    They are asked about where there are many; a few are seen at once.
    """
    columns_without_clue = [
        attribute.name
        for attribute, profile in zip(draft.schema.attributes, profiles, strict=True)
        if not profile.is_clear and part_of(attribute, draft) is Part.QUASI_IDENTIFIER
    ]
    return tuple(columns_without_clue) if len(columns_without_clue) >= _MANY else ()


def nearly_numbers(attribute: Attribute, profile: ColumnProfile, rows: int) -> float | None:
    """Return the share of numbers in a column that counts as categories; ``None`` if it is low."""
    obstacle, present = profile.obstacle, rows - profile.missing
    if attribute.scale not in CATEGORICAL or obstacle is None or not present:
        return None
    share = 1 - obstacle.cells / present
    return share if share >= _MOSTLY and obstacle.kind is ColumnKind.NUMBER else None


def published_cautions(
    draft: Draft, profiles: Sequence[ColumnProfile], rows: int
) -> tuple[Problem, ...]:
    """Return those warnings that must be known when the release is written, too."""
    cautions = column_cautions(draft, profiles, rows)
    return tuple(problem for problem in cautions if problem.code in _OF_RELEASE)


def _cautions(
    attribute: Attribute, part: Part, profile: ColumnProfile, rows: int
) -> Iterator[Problem]:
    share = nearly_numbers(attribute, profile, rows)
    if share is not None:
        per_cent = int(100 * share * 10) / 10
        location = Where(attribute.name)
        yield Problem("column-nearly-numbers", location, {"share": per_cent}, Severity.WARNING)
    present = rows - profile.missing
    if present < LEAST_RECORDS:
        return
    # The share of the largest value in the total of a column without negative values.
    dominant = 0.0
    smallest, largest, mean = profile.minimum, profile.maximum, profile.mean
    if profile.kind.is_numeric and not (smallest is None or largest is None or mean is None):
        dominant = largest / (mean * present) if smallest >= 0 and mean > 0 else 0.0
    if dominant >= _DOMINANT and part in (Part.CONFIDENTIAL, Part.OTHER):
        figures = {"share": int(100 * dominant)}
        yield Problem("column-dominated", Where(attribute.name), figures, Severity.WARNING)
    if not is_nearly_unique(profile.distinct, present):
        return
    location, figures = Where(attribute.name), {"count": profile.distinct, "rows": present}
    if part is Part.CONFIDENTIAL:
        yield Problem("column-unique-confidential", location, figures, Severity.NOTE)
    elif part in _PUBLISHED:
        yield Problem("column-unique-published", location, figures, Severity.WARNING)
