"""The answer to the question which records belong to one unit. Knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.model import Role, Unit, UnitProtection
from core.model.preparing import Age
from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, with_parts

if TYPE_CHECKING:
    from core.inspect.structure import LikelyUnit
    from core.io import ColumnProfile


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """What the user says of the units of a file.

    Attributes
    ----------
    unit : Unit or None
        How the records form units; ``None``: every record is a unit of its own.
    linked : bool
        Whether the units are released with new numbers, which show whose records belong together.
    """

    unit: Unit | None
    linked: bool = False


def answered(draft: Draft) -> UnitAnswer | None:
    """Return the answer that a draft holds; ``None`` while the question is open."""
    unit = draft.unit
    if unit is None:
        return UnitAnswer(None) if draft.records_are_units else None
    return UnitAnswer(unit, bool(draft.schema.links))


def with_unit(draft: Draft, answer: UnitAnswer, profiles: Sequence[ColumnProfile]) -> Draft:
    """Return the draft with an answer; the columns that number the units get roles that fit.

    Strata may number units together with another column, such as a region.
    """
    parts: dict[str, Part] = {}
    for name in draft.schema.links:
        parts[name] = Part.IDENTIFIER
    unit = answer.unit
    if unit is not None:
        hidden = [name for name in unit.id if name not in draft.strata] or [*unit.id]
        for name in hidden:
            if draft.schema.named(name).role is not Role.DROP:
                parts[name] = Part.IDENTIFIER
        if answer.linked and unit.is_whole:
            parts[hidden[-1]] = Part.LINK
    changed = with_parts(draft, parts, profiles)
    return replace(changed, unit=unit, records_are_units=unit is None)


def suggested_unit(likely_unit: LikelyUnit, draft: Draft) -> Unit:
    """Return the unit that the values of a column suggest, without columns that Prepare drops.

    Units are not left out for their size if that costs more records than a release may lose without
    a caution.
    """
    from core.checklist.rows.usefulness import MOST_DROPPED

    names = {attribute.name for attribute in draft.schema.attributes}
    waves = likely_unit.waves if likely_unit.waves in names else None
    columns = tuple(name for name in likely_unit.constant if name in names and name != waves)
    largest = largest_common_size(likely_unit.sizes, smallest_k(draft))
    if largest and larger_units(likely_unit.sizes, largest)[1] > MOST_DROPPED * likely_unit.rows:
        largest = None
    return Unit(likely_unit.columns, columns, UnitProtection.UNIT, (), largest, waves)


def largest_common_size(sizes: Sequence[tuple[int, int]], k: int) -> int | None:
    """Return the largest size up to which each occurs in at least k units, unless all or none."""
    rare = rare_sizes(sizes, k)
    return max((size for size, _ in sizes if rare and size < rare[0]), default=None)


def gone_columns(draft: Draft) -> tuple[str, ...]:
    """Return the columns besides its number that the unit names and the file no longer has."""
    unit = draft.unit
    if unit is None:
        return ()
    present_names = {attribute.name for attribute in draft.schema.attributes}
    used_names = (*unit.members_by, *unit.columns, *([unit.waves] if unit.waves else []))
    return tuple(name for name in dict.fromkeys(used_names) if name not in present_names)


def computed_age(draft: Draft, name: str) -> str | None:
    """Return the age that a preparing step computes from the date of birth called `name`."""
    names = {attribute.name for attribute in draft.schema.attributes}
    steps = draft.recipe.active_preparing
    ages = (step.name for step in steps if isinstance(step, Age) and step.column == name)
    return next((age for age in ages if age in names), None)


def without_gone(draft: Draft) -> UnitAnswer | None:
    """Return the answer without the columns that are gone; members are sorted by the age instead.

    ``None`` if nothing is gone.
    """
    unit, gone = draft.unit, gone_columns(draft)
    if unit is None or not gone:
        return None
    by = [name if name not in gone else computed_age(draft, name) for name in unit.members_by]
    changed = replace(
        unit,
        columns=tuple(name for name in unit.columns if name not in gone),
        members_by=tuple(dict.fromkeys(name for name in by if name is not None)),
        waves=None if unit.waves in gone else unit.waves,
    )
    return UnitAnswer(changed, bool(draft.schema.links))


def smallest_k(draft: Draft) -> int:
    """Return the k of the method; 1 where it has none."""
    k = draft.method.parameters.get("k")
    return k if isinstance(k, int) else 1


def larger_units(sizes: Sequence[tuple[int, int]], largest: int) -> tuple[int, int]:
    """Count the units with more than `largest` records, and their records."""
    larger = [(size, units) for size, units in sizes if size > largest]
    return sum(units for _, units in larger), sum(size * units for size, units in larger)


def rare_sizes(sizes: Sequence[tuple[int, int]], k: int) -> tuple[int, ...]:
    """Return the numbers of records that fewer than `k` units have."""
    return tuple(size for size, units in sizes if units < k)
