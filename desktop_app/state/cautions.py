"""What is worth a second look in the columns as they are declared, though nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.errors import Problem, Severity, Where
from core.model import Attribute, ColumnKind, Scale, Schema

if TYPE_CHECKING:
    from core.io import ColumnProfile

# From this share of numbers on, a column of categories was probably meant to be one of numbers.
_MOSTLY = 0.95
_CATEGORIES = (Scale.NOMINAL, Scale.ORDINAL)


def column_cautions(
    schema: Schema, profiles: Sequence[ColumnProfile], rows: int
) -> tuple[Problem, ...]:
    """Return warnings about single columns, in the file's order.

    Parameters
    ----------
    schema : Schema
        The columns as declared.
    profiles : sequence of core.io.ColumnProfile
        Of the same columns.
    rows : int
        Number of records.
    """
    found: list[Problem] = []
    for attribute, profile in zip(schema.attributes, profiles, strict=True):
        found += _cautions(attribute, profile, rows)
    return tuple(found)


def nearly_numbers(attribute: Attribute, profile: ColumnProfile, rows: int) -> float | None:
    """Return the share of numbers in a column that counts as categories; ``None`` if it is low."""
    obstacle, present = profile.obstacle, rows - profile.missing
    if attribute.scale not in _CATEGORIES or obstacle is None or not present:
        return None
    share = 1 - obstacle.cells / present
    return share if share >= _MOSTLY and obstacle.kind is ColumnKind.NUMBER else None


def _cautions(attribute: Attribute, profile: ColumnProfile, rows: int) -> Iterator[Problem]:
    share = nearly_numbers(attribute, profile, rows)
    if share is not None:
        per_cent = int(100 * share * 10) / 10
        where = Where(attribute.name)
        yield Problem("column-nearly-numbers", where, {"share": per_cent}, Severity.WARNING)
