"""The records of a run with what the recipe says of their columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.encode import group_records, numbers, take
from core.encode.not_applicable import write_all_back
from core.model import Column, Dataset, Recipe, Schema
from core.table import index_type


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """Records with the settings of a recipe.

    Attributes
    ----------
    columns : tuple of Column
        Of `n` records, cast to the kinds that their scales need.
    groups_to_merge : numpy.ndarray of int, shape (n,), or None
        Group of each record in an earlier release, 0 of those that it lacks, if its groups are
        merged instead of forming others.
    maps_of_moments : tuple of str
        From the log of a run that is repeated.
    knows_logarithms : bool
        Whether the version that made it restored moments by logarithms.
    """

    columns: tuple[Column, ...]
    schema: Schema
    recipe: Recipe
    groups_to_merge: NDArray[Any] | None = None
    maps_of_moments: tuple[str, ...] = ()
    knows_logarithms: bool = True

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self.columns[0])

    def named(self, name: str) -> Column:
        """Return the column called `name`."""
        return next(column for column in self.columns if column.name == name)

    def numbers(self, name: str) -> Floats:
        """Return the values of a column as numbers, NaN where they are missing; shape (n,)."""
        return numbers(self.named(name), self.schema.named(name))

    def strata(self) -> NDArray[Any]:
        """Return the stratum of each record, numbered from 0 by first appearance; shape (n,).

        The waves of a panel are strata, too.
        """
        names = list(self.recipe.strata)
        if self.recipe.unit is not None and self.recipe.unit.waves not in (None, *names):
            names.append(str(self.recipe.unit.waves))
        if not names:
            return np.zeros(len(self), dtype=index_type(len(self)))
        columns = [self.named(name) for name in names]
        return group_records(write_all_back(columns, self.schema))

    def units(self) -> Ints | None:
        """Return the unit of each record, numbered from 0 by first appearance, or ``None``.

        ``None``: every record is protected on its own.
        """
        unit = self.recipe.unit
        return None if unit is None else group_records([*map(self.named, unit.id)])

    def weights(self) -> Floats | None:
        """Return the survey weights, shape (n,), or ``None``."""
        return None if self.recipe.weight is None else self.numbers(self.recipe.weight)


def take_records(
    dataset: Dataset, positions: NDArray[Any], schema: Schema, recipe: Recipe
) -> Records:
    """Take the records at some positions of a dataset with cast columns."""
    columns = tuple(take(column, positions) for column in dataset.columns)
    return Records(columns, schema, recipe)
