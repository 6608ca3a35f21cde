"""What part a column plays: its role, or one in the design of the survey. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from core.model import Attribute, Recipe, Role, Scale
from desktop_app.state.choices import possible_scales, with_role
from desktop_app.state.draft import Draft, suggestion

if TYPE_CHECKING:
    from core.io import ColumnProfile


class Part(StrEnum):
    """A role, or survey weight or stratum, which a recipe names apart from the roles.

    A masked weight is a quasi-identifier that a recipe names as its weight, too.
    """

    IDENTIFIER = "identifier"
    QUASI_IDENTIFIER = "quasi-identifier"
    CONFIDENTIAL = "confidential"
    OTHER = "other"
    DROP = "drop"
    LINK = "link"
    WEIGHT = "weight"
    MASKED_WEIGHT = "masked-weight"
    STRATUM = "stratum"


WEIGHTS = frozenset({Part.WEIGHT, Part.MASKED_WEIGHT})
"""The parts of which a file has one column at most."""


def part_of(attribute: Attribute, draft: Draft | Recipe | None) -> Part:
    """Return what part a column plays in a draft, or in the recipe of a run."""
    if draft is not None and attribute.name == draft.weight:
        is_masked = attribute.role is Role.QUASI_IDENTIFIER and attribute.name not in draft.strata
        return Part.MASKED_WEIGHT if is_masked else Part.WEIGHT
    if draft is not None and attribute.name in draft.strata:
        return Part.STRATUM
    return Part(attribute.role.value)


def possible_parts(
    profile: ColumnProfile,
    now: Part | None = None,
    may_link: bool = False,
    has_units: bool = False,
) -> tuple[Part, ...]:
    """Return the parts that a column can play, which include the one that it plays `now`.

    Only numbers are weights, and only the number of units that are protected whole is a link. Where
    several records form a unit, the weight cannot be masked.
    """
    barred = set() if may_link else {Part.LINK}
    if has_units:
        barred.add(Part.MASKED_WEIGHT)
    if not profile.kind.is_numeric:
        barred |= WEIGHTS
    return tuple(part for part in Part if part is now or part not in barred)


def proposed_weight(profiles: Iterable[ColumnProfile]) -> str | None:
    """Return the survey weight that the columns suggest; ``None`` unless there is just one."""
    names = [profile.name for profile in profiles if profile.is_weight]
    return names[0] if len(names) == 1 else None


def with_parts(draft: Draft, parts: Mapping[str, Part], profiles: Sequence[ColumnProfile]) -> Draft:
    """Return the draft in which columns, by name, play other parts."""
    profiles_by_name = {profile.name: profile for profile in profiles}
    attributes = [
        _attribute(draft.schema.named(name), part, profiles_by_name[name])
        for name, part in parts.items()
    ]
    weights = [name for name, part in parts.items() if part in WEIGHTS]
    weight = weights[-1] if weights else (None if draft.weight in parts else draft.weight)
    remaining_strata = {name for name in draft.strata if name not in parts}
    strata = remaining_strata | {name for name, part in parts.items() if part is Part.STRATUM}
    order = [attribute.name for attribute in draft.schema.attributes]
    changed = draft.with_attributes(attributes)
    return replace(changed, weight=weight, strata=tuple(n for n in order if n in strata))


def as_proposed(draft: Draft, names: Iterable[str], profiles: Sequence[ColumnProfile]) -> Draft:
    """Return the draft in which columns are again what is suggested."""
    name_set = set(names)
    chosen = [profile for profile in profiles if profile.name in name_set]
    weight = proposed_weight(profiles)
    parts = {
        p.name: Part.WEIGHT if p.name == weight else Part(p.suggested_role.value) for p in chosen
    }
    changed = with_parts(draft, parts, profiles)
    return changed.with_attributes(map(suggestion, chosen))


def _attribute(attribute: Attribute, part: Part, profile: ColumnProfile) -> Attribute:
    if part is Part.WEIGHT:
        return Attribute(attribute.name, Role.OTHER)
    if part is Part.MASKED_WEIGHT:
        # Rounded means would change its total.
        return Attribute(attribute.name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
    if part is not Part.STRATUM:
        return with_role(attribute, Role(part.value), profile)
    scales = possible_scales(profile)
    scale = Scale.NOMINAL if Scale.NOMINAL in scales else scales[0]
    return Attribute(attribute.name, Role.QUASI_IDENTIFIER, scale)
