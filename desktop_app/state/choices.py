"""Which scales a column can have, and what follows when its role changes. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from core.model import (
    CATEGORICAL,
    Attribute,
    CategoryChange,
    Column,
    ColumnKind,
    Dataset,
    DistanceScale,
    Role,
    Scale,
    Schema,
)

if TYPE_CHECKING:
    from core.io import ColumnProfile

# More categories than this nobody puts in order by hand.
MOST_ORDERED = 200
_SELF_ORDERED = (ColumnKind.INTEGER, ColumnKind.DATE)
COMPUTED_ROLES = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)


def possible_scales(profile: ColumnProfile) -> tuple[Scale, ...]:
    """Return the scales that a column with these cells can have, the most likely first."""
    ordered = (Scale.ORDINAL,) if 2 <= profile.distinct <= MOST_ORDERED else ()
    if profile.kind is ColumnKind.INTEGER:
        return (Scale.INTEGER, Scale.CONTINUOUS, *ordered, Scale.NOMINAL)
    if profile.kind is ColumnKind.NUMBER:
        return (Scale.CONTINUOUS,)
    if profile.kind is ColumnKind.DATE:
        # Coarsened dates keep a first day of a period as ordered categories only.
        return (Scale.DATE, *ordered)
    return (Scale.NOMINAL, *ordered)


def first_order(column: Column) -> tuple[str, ...]:
    """Return the categories of a column as a first order: numbers and dates by size, or texts."""
    if column.kind is ColumnKind.TEXT:
        return column.categories
    present_values = np.unique(column.values[~column.missing])
    if column.kind is ColumnKind.DATE:
        return tuple(np.datetime_as_string(present_values.astype("datetime64[D]")).tolist())
    return tuple(str(int(value)) for value in present_values)


@dataclass(frozen=True, slots=True)
class Beginning:
    """An order to begin with, for the user to arrange and to use.

    Attributes
    ----------
    order : tuple of str
        All categories.
    scale : str
        What the recognised ones are steps of; empty if their names show no order.
    unplaced : tuple of str
        Those that were not recognised, which come last.
    no_answers : tuple of str
        Those of them that mean "do not know" or "no answer".
    """

    order: tuple[str, ...]
    scale: str = ""
    unplaced: tuple[str, ...] = ()
    no_answers: tuple[str, ...] = ()


def beginning(column: Column) -> Beginning:
    """Return the order to begin with: the one that the names of the categories show, if any."""
    from core.inspect.profiling.known_orders import (
        is_no_answer,
        read_numbered_order,
        recognise_order,
    )

    categories = first_order(column)
    few = column.kind is ColumnKind.TEXT and len(categories) <= MOST_ORDERED
    recognised = (read_numbered_order(categories) or recognise_order(categories)) if few else None
    if recognised is None:
        return Beginning(categories)
    silent = tuple(filter(is_no_answer, recognised.unplaced))
    return Beginning(
        (*recognised.ordered, *recognised.unplaced), recognised.scale, recognised.unplaced, silent
    )


def waiting_orders(schema: Schema, dataset: Dataset) -> dict[str, tuple[str, ...]]:
    """Return the orders that are suggested in full, of columns that have none."""
    waiting = [a.name for a in schema.attributes if a.scale is Scale.ORDINAL and not a.order]
    begun = {name: beginning(dataset.column(name)) for name in waiting}
    return {n: b.order for n, b in begun.items() if b.scale and not b.unplaced}


def with_role(attribute: Attribute, role: Role, profile: ColumnProfile) -> Attribute:
    """Return `attribute` in another role; a scale comes or goes as the role needs it."""
    if role not in COMPUTED_ROLES:
        return Attribute(attribute.name, role)
    if role is not Role.QUASI_IDENTIFIER:
        attribute = replace(
            attribute,
            distance=DistanceScale.PLAIN,
            importance=1.0,
            change=CategoryChange.REPLACE,
        )
    if attribute.scale is not None:
        return replace(attribute, role=role)
    scale = profile.suggested_scale or possible_scales(profile)[0]
    return replace(attribute, role=role, scale=scale, order=profile.suggested_order)


def with_scale(attribute: Attribute, scale: Scale, column: Column) -> Attribute:
    """Return `attribute` on another scale.

    The order of an ordinal column is the user's own to give; whole numbers and dates bring theirs.
    """
    if not scale.has_amounts:
        attribute = replace(attribute, distance=DistanceScale.PLAIN)
    if scale not in CATEGORICAL:
        attribute = replace(attribute, change=CategoryChange.REPLACE)
    if scale is Scale.NOMINAL:
        return replace(attribute, scale=scale, order=())
    attribute = replace(attribute, taxonomy=None, mapping=())
    if scale is not Scale.ORDINAL:
        return replace(attribute, scale=scale, order=())
    natural_order = first_order(column) if column.kind in _SELF_ORDERED else ()
    return replace(attribute, scale=scale, order=attribute.order or natural_order)
