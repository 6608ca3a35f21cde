"""Which records a clustering leaves with too few others that share a scenario's columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, key_groups, masked_scenarios
from core.kernels.numerics.grouping import refine
from core.model import Aggregate
from core.protect.aggregate import representatives_of

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class KeySet:
    """The columns of a scenario with a k, some of them masked in one block.

    Attributes
    ----------
    records : Records
        The `n` records to be released.
    k : int
        How many records must share each combination of values.
    fixed : numpy.ndarray of int64, shape (n,)
        Group of equal values in the columns that are not masked.
    masked : tuple of str
        The masked columns whose released values are the representatives of clusters.
    moved : bool
        Whether the scenario has masked numbers that rules or totals may change after clustering.
        Only records of one cluster then share them for certain.
    by : Aggregate
        The representative of numbers.
    """

    records: Records
    k: int
    fixed: Ints
    masked: tuple[str, ...]
    moved: bool
    by: Aggregate

    def short(self, labels: Ints) -> Bools:
        """Return the records that share their values with fewer than `k`, shape (n,).

        Parameters
        ----------
        labels : numpy.ndarray of int64, shape (n,)
            Cluster of each record, numbered from 0 without gaps.
        """
        if self.moved:
            found = refine(self.fixed, labels)
        else:
            released = [
                representatives_of(self.records, self.records.named(name), labels, self.by)
                for name in self.masked
            ]
            found = refine(self.fixed, key_groups(released, self.masked, self.records.schema))
        return np.asarray(np.bincount(found)[found] < self.k)


def key_sets_of(records: Records, names: Sequence[str], by: Aggregate) -> list[KeySet]:
    """Return the scenarios with a k whose masked columns are all in the block `names`.

    Nothing is masked for the others: those over several blocks are only counted.
    """
    recipe, schema = records.recipe, records.schema
    found = []
    for scenario in masked_scenarios(recipe, schema):
        if not set(scenario.masked) <= set(names):
            continue
        amounts = [schema.named(name).scale for name in scenario.masked]
        moved = bool(recipe.rules or recipe.totals) and any(
            scale is not None and scale.has_amounts for scale in amounts
        )
        fixed = key_groups(records.columns, scenario.kept, schema)
        found.append(KeySet(records, scenario.k, fixed, scenario.masked, moved, by))
    return found
