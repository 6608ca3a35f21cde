"""What is worth a second look in the columns as they are declared, though nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.errors import Problem, Severity, Where
from core.model import Attribute, ColumnKind, Scale
from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, part_of

if TYPE_CHECKING:
    from core.io import ColumnProfile

# From this share of numbers on, a column of categories was probably meant to be one of numbers.
_MOSTLY = 0.95
# More distinct values per record than this, and one of them points to very few records.
_NEARLY_UNIQUE = 0.5
_FEW_RECORDS = 20
_PUBLISHED = (Part.OTHER, Part.WEIGHT, Part.STRATUM)
# So many columns nobody sees at once.
_MANY = 10
_CATEGORIES = (Scale.NOMINAL, Scale.ORDINAL)


def column_cautions(
    draft: Draft, profiles: Sequence[ColumnProfile], rows: int
) -> tuple[Problem, ...]:
    """Return warnings and notes about single columns, in the file's order.

    Parameters
    ----------
    draft : Draft
        The columns as declared.
    profiles : sequence of core.io.ColumnProfile
        Of the same columns.
    rows : int
        Number of records.
    """
    found: list[Problem] = []
    for attribute, profile in zip(draft.schema.attributes, profiles, strict=True):
        found += _cautions(attribute, part_of(attribute, draft), profile, rows)
    return tuple(found)


def without_clue(draft: Draft, profiles: Sequence[ColumnProfile]) -> tuple[str, ...]:
    """Return the columns that are masked only because nothing tells what they are.

    They are asked about where there are many; a few are seen at once.
    """
    found = [
        attribute.name
        for attribute, profile in zip(draft.schema.attributes, profiles, strict=True)
        if not profile.is_clear and part_of(attribute, draft) is Part.QUASI_IDENTIFIER
    ]
    return tuple(found) if len(found) >= _MANY else ()


def nearly_numbers(attribute: Attribute, profile: ColumnProfile, rows: int) -> float | None:
    """Return the share of numbers in a column that counts as categories; ``None`` if it is low."""
    obstacle, present = profile.obstacle, rows - profile.missing
    if attribute.scale not in _CATEGORIES or obstacle is None or not present:
        return None
    share = 1 - obstacle.cells / present
    return share if share >= _MOSTLY and obstacle.kind is ColumnKind.NUMBER else None


def _cautions(
    attribute: Attribute, part: Part, profile: ColumnProfile, rows: int
) -> Iterator[Problem]:
    share = nearly_numbers(attribute, profile, rows)
    if share is not None:
        per_cent = int(100 * share * 10) / 10
        where = Where(attribute.name)
        yield Problem("column-nearly-numbers", where, {"share": per_cent}, Severity.WARNING)
    present = rows - profile.missing
    if present < _FEW_RECORDS or profile.distinct <= _NEARLY_UNIQUE * present:
        return
    where, figures = Where(attribute.name), {"count": profile.distinct, "rows": present}
    if part is Part.CONFIDENTIAL:
        yield Problem("column-unique-confidential", where, figures, Severity.NOTE)
    elif part in _PUBLISHED:
        yield Problem("column-unique-published", where, figures, Severity.WARNING)
