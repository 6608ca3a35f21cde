"""How the categories of a column are related, as the user decides it. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from core.model import CATEGORICAL, Attribute, Role, Scale, Schema

_COMPUTED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)


class CategoryRelation(StrEnum):
    """What the categories of a column have to do with each other."""

    FLAT = "flat"
    """Nothing: each is as far from one as from another."""

    ORDER = "order"
    """They stand in an order."""

    TAXONOMY = "taxonomy"
    """Some lie below others."""


def relation_of(attribute: Attribute) -> CategoryRelation:
    """Return the relation that an attribute of categories declares."""
    if attribute.scale is Scale.ORDINAL:
        return CategoryRelation.ORDER
    return CategoryRelation.FLAT if attribute.taxonomy is None else CategoryRelation.TAXONOMY


def categorical(schema: Schema) -> tuple[Attribute, ...]:
    """Return the attributes of categories that are computed with, in column order."""
    return tuple(a for a in schema.attributes if a.role in _COMPUTED and a.scale in CATEGORICAL)


def undecided(
    schema: Schema, strata: Iterable[str], settled: frozenset[str]
) -> tuple[Attribute, ...]:
    """Return the attributes of which the user must still say how their categories are related.

    These are nominal quasi-identifiers. A stratum is the same in all of a cluster, so it needs no
    taxonomy, and a confidential column is measured without one unless it has one.
    """
    masked = [a for a in categorical(schema) if a.role is Role.QUASI_IDENTIFIER]
    free = set(strata) | settled
    return tuple(
        a for a in masked if relation_of(a) is CategoryRelation.FLAT and a.name not in free
    )


def as_flat(attribute: Attribute) -> Attribute:
    """Return `attribute` with categories that have nothing to do with each other."""
    return replace(attribute, scale=Scale.NOMINAL, order=(), taxonomy=None, mapping=())


def as_ordered(attribute: Attribute, order: tuple[str, ...]) -> Attribute:
    """Return `attribute` with its categories in an order, lowest first."""
    return replace(attribute, scale=Scale.ORDINAL, order=order, taxonomy=None, mapping=())


def in_taxonomy(attribute: Attribute, reference: str) -> Attribute:
    """Return `attribute` with a taxonomy; a mapping made for another one is dropped."""
    mapping = attribute.mapping if attribute.taxonomy == reference else ()
    return replace(attribute, scale=Scale.NOMINAL, order=(), taxonomy=reference, mapping=mapping)


def mapped(attribute: Attribute, changes: Mapping[str, str | None]) -> Attribute:
    """Return `attribute` with other meanings of some cells; ``None`` takes a meaning away."""
    meant: dict[str, str | None] = {**dict(attribute.mapping), **changes}
    pairs = tuple((cell, category) for cell, category in sorted(meant.items()) if category)
    return replace(attribute, mapping=pairs)
