"""Describes a release's masking in the terms of `core.rules`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions import Records
from core.model import Attribute, Scale
from core.protect.attribute_blocks import Names
from core.protect.task import Parameters
from core.rules import Aggregate, Masking, MaskingPlan

_ROUNDED = (Scale.INTEGER, Scale.DATE)


def masking_plan(records: Records, blocks: Sequence[Names], parameters: Parameters) -> MaskingPlan:
    """Return how the columns of a release are masked.

    Parameters
    ----------
    records : Records
        The records to be released.
    blocks : sequence of tuple of str
        The columns that are masked together.
    parameters : Mapping of str to object
        Of the method, complete.
    """
    masked = {
        name: _masking(records, name, str(i), parameters)
        for i, names in enumerate(blocks)
        for name in names
    }
    full = {name for name in masked if not records.named(name).missing.any()}
    return MaskingPlan(masked, frozenset(records.recipe.strata), frozenset(full))


def _masking(records: Records, name: str, partition: str, parameters: Parameters) -> Masking:
    attribute, survey_weight = records.schema.named(name), records.recipe.weight
    rounded = attribute.scale in _ROUNDED
    if not _is_averaged(records, attribute):
        return Masking(partition, Aggregate.OTHER, rounded)
    if parameters.get("aggregate", "mean") == "median":
        return Masking(partition, Aggregate.MEDIAN, rounded)
    return Masking(
        partition, Aggregate.MEAN, rounded, survey_weight if name != survey_weight else None
    )


def _is_averaged(records: Records, attribute: Attribute) -> bool:
    """Return whether each group gets its mean or median, and never anything else."""
    if attribute.scale is None or attribute.scale in (Scale.ORDINAL, Scale.NOMINAL):
        return False
    if not attribute.keeps_zeros:
        return True
    # Where zeros are kept, amounts of both signs may be moved away from a mean of 0.
    with np.errstate(invalid="ignore"):
        values = records.numbers(attribute.name)
        return not bool((values < 0).any() and (values > 0).any())
