"""Records of numbers and categories that a method takes one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.categories.categories import Categories
from core.kernels.indexes import mixed_scan
from core.kernels.numerics import exact


class Centre(NamedTuple):
    """From where distances are measured: numbers, and of each category's row the squares."""

    numbers: Floats
    rows: Floats


class Remaining:
    """The records that are left.

    Squared distances are the sum of those of the numbers and of the `squares` of the nominal
    attributes. Ties go to the smallest position. Sums of numbers are exact, so the centre does
    not depend on what was taken out before.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers, standardised; `m` may be 0.
    layout : tuple of int and int, optional
        Of exact sums (`core.kernels.numerics.exact.layout`), for a part of a file that is summed
        as all.
    """

    def __init__(
        self,
        points: Floats,
        nominal: Sequence[Categories],
        layout: tuple[int, int] | None = None,
    ) -> None:
        n = len(points)
        self._points, self._nominal = points, tuple(nominal)
        self._layout = layout or exact.layout(float(np.abs(points).max(initial=0.0)), n)
        self._columns = np.ascontiguousarray(points.T).copy()
        self._sums = exact.column_sums(self._columns, *self._layout)
        widths = [len(attribute.codes) for attribute in nominal]
        self._begin = np.append(0, np.cumsum(widths)).astype(np.int64)
        self._places = np.array([a.places for a in nominal], dtype=np.int32).reshape(-1, n)
        counts = [np.bincount(a.places, minlength=len(a.codes)) for a in nominal]
        self._counts = np.concatenate([*counts, np.empty(0)]).astype(np.int64)
        # What finding the least marginal categories remembers from one time to the next.
        self._traces = [(np.zeros(c, dtype=np.int64), np.zeros(c + 2)) for c in widths]
        self.position = np.arange(n, dtype=np.int64)
        self._slots = self.position.copy()
        self.count = n

    @property
    def width(self) -> int:
        """What a distance costs, in attributes."""
        return len(self._columns) + len(self._nominal)

    def mean(self) -> Centre:
        """Compute the means of the numbers and the least marginal categories of what is left."""
        numbers = exact.values_of(self._sums, *self._layout) / self.count
        parts = [self._counts[b:e] for b, e in zip(self._begin, self._begin[1:], strict=False)]
        by_attribute = zip(self._nominal, parts, self._traces, strict=True)
        return self.centre(
            numbers, [a.leading(node_counts, *trace)[0] for a, node_counts, trace in by_attribute]
        )

    def at(self, record: int) -> Centre:
        """Find the centre that a record is."""
        return self.centre(self._points[record], [int(a.places[record]) for a in self._nominal])

    def centre(self, numbers: Floats, places: Sequence[int]) -> Centre:
        """Build the centre that has these numbers and nodes."""
        rows = np.empty(int(self._begin[-1]))
        for i, (attribute, node) in enumerate(zip(self._nominal, places, strict=True)):
            rows[self._begin[i] : self._begin[i + 1]] = attribute.squares[attribute.codes[node]]
        return Centre(numbers, rows)

    def around(self, centre: Centre, n_wanted: int) -> tuple[Floats, Ints, int]:
        """Find the `n_wanted` records nearest to a centre, the nearest first, and the farthest.

        Returns
        -------
        key : numpy.ndarray of float64
            Their squared distances.
        records : numpy.ndarray of int64
            Their positions; fewer than `n_wanted` if fewer are left.
        farthest : int
            The record farthest from the centre.
        """
        key, heap_records = np.empty(n_wanted), np.empty(n_wanted, dtype=np.int64)
        size_of_heap, farthest = mixed_scan.around(
            self._columns,
            self._places,
            self.position,
            self.count,
            *centre,
            self._begin,
            key,
            heap_records,
        )
        order = np.lexsort((heap_records[:size_of_heap], key[:size_of_heap]))
        return key[order], heap_records[order], farthest

    def farthest(self, centre: Centre) -> int:
        """Find the record farthest from a centre."""
        return self.around(centre, 0)[2]

    def distances(self, centre: Centre) -> Floats:
        """Compute the squared distances of what is left, in the order of `position`."""
        return np.asarray(
            mixed_scan.all_distances(self._columns, self._places, self.count, *centre, self._begin)
        )

    def take_out(self, records: Ints) -> None:
        """Take records out."""
        self.count = int(
            mixed_scan.take_out(
                self._columns,
                self._places,
                self.position,
                self._slots,
                self._sums,
                self._counts,
                self._begin,
                records,
                self.count,
                *self._layout,
            )
        )

    def left(self) -> Ints:
        """Find the positions of what is left, ascending."""
        return np.sort(self.position[: self.count])
