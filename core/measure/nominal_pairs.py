"""The nominal quasi-identifiers of the original and the released table, in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.encode import (
    Nominal,
    category_places,
    nominal_of,
    semantics_of,
)
from core.kernels.numerics.sums import exact_mean, exact_sum
from core.model import Column, Direction, Measure, Role, Scale, Schema


@dataclass(frozen=True, slots=True, eq=False)
class NominalPair:
    """A nominal attribute before and after, with the same semantics.

    Attributes
    ----------
    before : Nominal
        The original column; its `squares` are those of the file.
    after : numpy.ndarray of int64, shape (n,)
        Place of each released category, -1 where it is missing. A category that was lost, because
        it was left blank or its group became one of a question that was not asked, counts as the
        least marginal one.
    """

    before: Nominal
    after: Ints

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.before.name

    def __len__(self) -> int:
        return len(self.after)

    def errors(self) -> Ints:
        """Look up the distance index of each record with an original value, shape (m,)."""
        is_known = self.before.places >= 0
        codes = self.before.semantics.codes[self.before.places[is_known], self.after[is_known]]
        return codes.astype(np.int64)

    def squared_errors(self) -> float:
        """Sum the squared distances, in units of their mean over all pairs."""
        return float(exact_sum(self.before.squares[self.errors()]))

    def spread(self) -> float:
        """Sum the squared distances from the file's representative."""
        place, counts = self.before.for_kernel().central(self.before.counts()), self.before.counts()
        if place < 0:
            return 0.0
        squared_distances = self.before.squares[self.before.semantics.codes[place]]
        return float(exact_sum(counts * squared_distances))

    def squared_distances(self) -> float:
        """Sum the unscaled squared distances, each in [0, 1]."""
        return float(exact_sum(self.before.semantics.table.distances[self.errors()] ** 2))

    def mean_distance(self) -> float | None:
        """Compute the mean semantic distance; ``None`` if all categories are missing."""
        distances = self.before.semantics.table.distances[self.errors()]
        return float(exact_mean(distances)) if len(distances) else None

    def counts(self) -> tuple[Ints, Ints]:
        """Count the records of each category before and after."""
        released = np.bincount(self.after[self.after >= 0], minlength=len(self.before.semantics))
        return self.before.counts(), released.astype(np.int64)


def nominal_pairs(
    schema: Schema, original: Sequence[Column], released: Sequence[Column]
) -> tuple[NominalPair, ...]:
    """Pair the nominal quasi-identifiers of both tables, in column order."""
    originals = {column.name: column for column in original}
    masked_columns = {column.name: column for column in released}
    pairs = []
    for attribute in schema.with_role(Role.QUASI_IDENTIFIER):
        if attribute.scale is not Scale.NOMINAL:
            continue
        original_column, released_column = (
            originals[attribute.name],
            masked_columns[attribute.name],
        )
        semantics = semantics_of(attribute, original_column, released_column)
        nominal, places = (
            nominal_of(original_column, semantics),
            category_places(released_column, semantics),
        )
        lost = (places < 0) & (nominal.places >= 0)
        if lost.any():
            places = np.where(lost, nominal.for_kernel().central(nominal.counts()), places)
        pairs.append(NominalPair(nominal, places))
    return tuple(pairs)


def semantic_errors(masked: Sequence[NominalPair]) -> tuple[Measure, ...]:
    """Compute the relative error of nominal attributes: the mean distance (Sánchez et al. 2016)."""
    measures = []
    for pair in masked:
        mean = pair.mean_distance()
        if mean is not None:
            measures.append(Measure("relative-error", mean, "1", Direction.LOWER, pair.name))
    return tuple(measures)
