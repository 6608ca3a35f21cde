"""Nominal columns in the scratch folder, and their pairs before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import MOST_NODES, Nominal, Semantics, rms_distance, semantics, squared_distances
from core.errors import Problem, Refused, Where
from core.io.scratch.disk_columns import StoredColumn
from core.jobs import Job
from core.kernels.numerics.part_sums import PartSum, sums_of_parts
from core.model import Attribute, Column, flat
from core.pipeline.out_of_core.encoded.category_counts import category_counts
from core.protect.domain import in_total_order

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StoredNominal:
    """A nominal column; see `core.encode.Nominal`.

    Attributes
    ----------
    semantics : Semantics
        The distances among the categories of the file and their ancestors.
    squares : numpy.ndarray of float64, shape (d,)
        What each distinct distance adds to the squared distance of two records.
    counts : numpy.ndarray of int64, shape (places,)
        Number of records at each position.
    place : numpy.ndarray of int64, shape (categories + 1,)
        Position of each category of the column's head, and the mode for a missing one.
    """

    name: str
    semantics: Semantics
    squares: Floats
    counts: Ints
    place: Ints

    def of(self, column: Column) -> Nominal:
        """Return some records, with the mode of the file where a category is missing."""
        return Nominal(self.name, self.place[column.values], self.semantics, self.squares)

    def in_total_order(self) -> tuple[Floats, Ints]:
        """Return the distance and the rank of each position; see `core.protect.domain`."""
        places = np.arange(len(self.semantics))
        return in_total_order(Nominal(self.name, places, self.semantics, self.squares))

    def without_records(self) -> Nominal:
        """Return the column without records."""
        return Nominal(self.name, np.empty(0, np.int64), self.semantics, self.squares)


def stored_nominal(
    column: StoredColumn,
    attribute: Attribute,
    rows: int,
    job: Job,
    more: StoredColumn | None = None,
) -> StoredNominal:
    """Return a nominal column of a file.

    Parameters
    ----------
    column, attribute : StoredColumn and Attribute
        The column, and its taxonomy if it has one.
    rows, job : int and Job
        Records of a part; can be cancelled.
    more : StoredColumn, optional
        The released column, whose categories have a position, too.

    Raises
    ------
    Refused
        If there are more categories than a matrix of distances can have.
    """
    held = category_counts(column, rows, job)
    names = {name for name, count in zip(column.head.categories, held, strict=True) if count}
    names |= set() if more is None else set(more.head.categories)
    taxonomy = attribute.categories or flat(sorted(names))
    if len(names) > MOST_NODES:
        params = {"count": len(names), "most": MOST_NODES}
        raise Refused(Problem("taxonomy-too-wide", Where(column.name), params))
    found = semantics(taxonomy, sorted(names))
    known = found.places()
    places = np.array([known.get(name, 0) for name in column.head.categories], np.int64)
    counts = np.zeros(len(found), np.int64)
    np.add.at(counts, places, held)
    place = np.append(places, np.argmax(counts))
    squares = squared_distances(found, rms_distance(found, counts))
    return StoredNominal(column.name, found, squares, counts, place)


@dataclass(frozen=True, slots=True, eq=False)
class StoredNominalPair:
    """A nominal column before and after; see `core.measure.nominal_pairs.NominalPair`.

    Attributes
    ----------
    known : StoredNominal
        The original, with positions for the categories of both.
    rows, job : int and Job
        Records of a part; can be cancelled.
    """

    before: StoredColumn
    after: StoredColumn
    known: StoredNominal
    rows: int
    job: Job

    @property
    def name(self) -> str:
        """The column's name."""
        return self.known.name

    def __len__(self) -> int:
        return self.before.rows

    def squared_errors(self) -> float:
        """Return the sum of the squared distances, in units of their mean over all pairs."""
        return self._summed(self.known.squares).total()

    def squared_distances(self) -> float:
        """Return the sum of the unscaled squared distances, each in [0, 1]."""
        return self._summed(self.known.semantics.table.distances**2).total()

    def spread(self) -> float:
        """Return the sum of squared distances from the file's representative."""
        known = self.known
        place = known.without_records().for_kernel().central(known.counts)
        if place < 0:
            return 0.0
        each = known.squares[known.semantics.codes[place]]
        return sums_of_parts(lambda: [[known.counts * each]])[0].total()

    def mean_distance(self) -> float | None:
        """Return the mean semantic distance; ``None`` if no category is known."""
        total = self._summed(self.known.semantics.table.distances)
        return total.mean() if total.terms else None

    def counts(self) -> tuple[Ints, Ints]:
        """Return how many records have each category before and after."""
        held = np.zeros(len(self.known.semantics), np.int64)
        for _, released in self._places(lambda one, other: ~(one.missing & other.missing)):
            held += np.bincount(released, minlength=len(held))
        return self.known.counts, held

    def _summed(self, of_distance: Floats) -> PartSum:
        """Return the sum over all records of what their distance counts."""

        def parts() -> Iterator[list[Floats]]:
            for places in self._places(lambda one, _: ~one.missing):
                yield [of_distance[self.known.semantics.codes[places].astype(np.int64)]]

        return sums_of_parts(parts)[0]

    def _places(
        self, chosen: Callable[[Column, Column], NDArray[np.bool_]]
    ) -> Iterator[tuple[Ints, Ints]]:
        """Yield the positions before and after of the chosen records, part by part."""
        places = self.known.semantics.places()
        # A category that was lost counts as the least marginal one.
        central = self.known.without_records().for_kernel().central(self.known.counts)
        names = self.after.head.categories
        released = np.array([*(places[name] for name in names), central], np.int64)
        for start in self.job.each(range(0, len(self), self.rows)):
            stop = start + self.rows
            one, other = self.before.part(start, stop), self.after.part(start, stop)
            seen = chosen(one, other)
            yield self.known.place[one.values[seen]], released[other.values[seen]]
