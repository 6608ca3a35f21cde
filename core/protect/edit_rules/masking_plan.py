"""Describes a release's masking in the terms of `core.rules`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions import Records
from core.encode.unit_groups import first_records
from core.model import Scale, aggregate_of
from core.protect.attribute_blocks import Names, blocks_of
from core.protect.task import Parameters
from core.rules import Masking, MaskingPlan

_ROUNDED = (Scale.INTEGER, Scale.DATE)


def masked_together(records: Records) -> tuple[Names, ...]:
    """Return the columns that are masked over the same groups of records.

    Those of units are masked once for each unit, apart from those of their members.
    """
    recipe = records.recipe
    blocks = blocks_of(recipe.method, records.schema, recipe.strata)
    if recipe.unit is None:
        return blocks
    (names,) = blocks
    of_unit = tuple(name for name in names if name in recipe.unit.columns)
    of_members = tuple(name for name in names if name not in recipe.unit.columns)
    return tuple(part for part in (of_unit, of_members) if part)


def masking_plan(records: Records, blocks: Sequence[Names], parameters: Parameters) -> MaskingPlan:
    """Return how the columns of a release are masked.

    Parameters
    ----------
    records : Records
        The records to be released.
    blocks : sequence of tuple of str
        From `masked_together`.
    parameters : Mapping of str to object
        Of the method, complete.
    """
    # A group of members has one record of each unit of a cluster of whole units, so the mean over
    # the units is that over the records, if these count as much as their units: means in columns of
    # units and of members can then be compared.
    unit, labels = records.recipe.unit, records.units()
    together = False
    if unit is not None and labels is not None and unit.is_whole:
        weights = records.weights()
        own = weights is None or weights == weights[first_records(labels)][labels]
        together = bool(np.all(own))
    masked = {
        name: _masking(records, name, "0" if together else str(i), parameters)
        for i, names in enumerate(blocks)
        for name in names
    }
    full = {name for name in masked if not records.named(name).missing.any()}
    return MaskingPlan(masked, frozenset(records.recipe.strata), frozenset(full))


def _masking(records: Records, name: str, partition: str, parameters: Parameters) -> Masking:
    attribute, survey_weight = records.schema.named(name), records.recipe.weight
    rounded = attribute.scale in _ROUNDED
    # Whether each group gets its mean or median, and never anything else.
    averaged = attribute.scale not in (None, Scale.ORDINAL, Scale.NOMINAL)
    if averaged and attribute.keeps_zeros:
        # Where zeros are kept, amounts of both signs may be moved away from a mean of 0.
        with np.errstate(invalid="ignore"):
            values = records.numbers(name)
            averaged = not bool((values < 0).any() and (values > 0).any())
    if not averaged:
        return Masking(partition, None, rounded)
    chosen = aggregate_of(parameters)
    is_weighted = chosen.keeps_sums and name != survey_weight
    return Masking(partition, chosen, rounded, survey_weight if is_weighted else None)
