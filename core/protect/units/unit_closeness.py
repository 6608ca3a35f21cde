"""The limit t on groups of the records of units, over records and over units.

A group of `core.protect.units.cluster_units` has one record of each unit of a cluster. If each of
its groups is within t, so are all records of the cluster together, since a mixture of distributions
is no farther from the file than the farthest of them. A confidential column of the unit is compared
twice: with the distribution over records, and with that over units, in which each unit counts once.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.conditions import RecordLimit, Records
from core.encode import ranked_confidential
from core.encode.unit_groups import first_records
from core.protect.closeness_limit import ClosenessLimit
from core.protect.method_registry import METHODS
from core.protect.task import number


def unit_closeness_limits(records: Records, unit: NDArray[np.int64]) -> list[RecordLimit]:
    """Return the limits on groups of records that keep t, if the method promises it.

    Parameters
    ----------
    records : Records
        The records to be released, with a recipe that has a unit.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    """
    recipe = records.recipe
    assert recipe.unit is not None
    parameters = recipe.method.parameters
    if not METHODS[recipe.method.name].keeps_t(parameters):
        return []
    t = number(parameters, "t")
    ranked = ranked_confidential(records.columns, records.schema)
    limits: list[RecordLimit] = [ClosenessLimit(tuple(ranked.values()), t)]
    of_units = [one for name, one in ranked.items() if name in recipe.unit.columns]
    if of_units:
        once = first_records(unit)
        file = [replace(one, ranks=one.ranks[once]) for one in of_units]
        limits.append(ClosenessLimit(of_units, t, file))
    return limits
