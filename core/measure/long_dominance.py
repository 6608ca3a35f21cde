"""Finds dominated columns of files whose clusters pass by one after the other.

See `core.measure.dominance`, which has all records at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard
from core.measure.dominance import (
    KNOWN_GROUPS,
    LEAST_LOSS,
    Outer,
    attributable,
    is_disclosed,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Record:
    """A record, and the group that it belongs to; groups are numbered as they pass by."""

    key: float
    position: int
    before: float
    after: float
    group: int
    size: int

    def comes_before(self, other: _Record | None) -> bool:
        """Return whether it is farther out, or as far and earlier in the file."""
        return other is None or (-self.key, self.position) < (-other.key, other.position)


@dataclass(slots=True)
class LongDominance:
    """What is known of a masked column after some clusters."""

    _groups: int = 0
    _total: float = 0.0
    _largest: list[tuple[float, int]] = field(default_factory=list)
    _outer: dict[tuple[str, float], _Record] = field(default_factory=dict)

    def add(self, positions: Ints, before: Floats, after: Floats, labels: Ints) -> None:
        """Look at all records of some clusters.

        Parameters
        ----------
        positions : numpy.ndarray of int64, shape (n,)
            Of the records in the file.
        before, after : numpy.ndarray of float64, shape (n,)
            Their values; `before` is NaN where it is missing.
        labels : numpy.ndarray of int64, shape (n,)
            Cluster of each, numbered from 0.
        """
        seen = ~np.isnan(before)
        groups = int(labels.max()) + 1
        if seen.any():
            positions, before, after = positions[seen], before[seen], after[seen]
            labels = labels[seen]
            losses = np.bincount(labels, weights=(before - after) ** 2, minlength=groups)
            self._total += float(losses.sum())
            top = np.argsort(-losses, kind="stable")[: KNOWN_GROUPS + 1].tolist()
            self._largest += [(float(losses[at]), self._groups + at) for at in top]
            self._largest = sorted(self._largest, reverse=True)[: KNOWN_GROUPS + 1]
            sizes = np.bincount(labels, minlength=groups)
            for sign in (1.0, -1.0):
                for what, values in (("holder", before), ("top", after)):
                    # The largest value, the earliest one in the file in a tie.
                    ties = np.flatnonzero(sign * values == (sign * values).max())
                    at = int(ties[np.argmin(positions[ties])])
                    found = _Record(
                        sign * float(values[at]),
                        int(positions[at]),
                        sign * float(before[at]),
                        sign * float(after[at]),
                        self._groups + int(labels[at]),
                        int(sizes[labels[at]]),
                    )
                    if found.comes_before(self._outer.get((what, sign))):
                        self._outer[what, sign] = found
        self._groups += groups

    def is_dominated(self, original: Standard, released_mean: float, count: int) -> bool:
        """Return whether the column's loss discloses an extreme value to within 10 %.

        Parameters
        ----------
        original : Standard
            Of the observed original values.
        count : int
            Number of observed values.
        """
        if not self._outer:
            return False
        ends = [self._outer["holder", sign].before * sign for sign in (1.0, -1.0)]
        width = max(abs(end - released_mean) for end in ends)
        if width == 0.0:
            return False
        least = LEAST_LOSS * count * (original.deviation / width) ** 2
        return any(self._is_near(sign, released_mean, width, least) for sign in (1.0, -1.0))

    def _is_near(self, sign: float, mean: float, width: float, least: float) -> bool:
        records = [self._outer[what, sign] for what in ("holder", "top")]
        outer = []
        for record in records:
            others = np.array([loss for loss, group in self._largest if group != record.group])
            possible = attributable(self._total / width**2, others / width**2, least)
            outer.append(Outer((record.after - sign * mean) / width, record.size, possible))
        return is_disclosed((records[0].before - sign * mean) / width, outer)
