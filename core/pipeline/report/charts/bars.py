"""Joins neighbouring intervals until none holds a few people of the original file only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Bar:
    """Slots `first` to `last`, both included, with the records in all of them together."""

    first: int
    last: int
    before: int
    after: int

    @property
    def slots(self) -> int:
        """How many slots it covers."""
        return self.last - self.first + 1


def safe_bars(before: NDArray[np.int64], after: NDArray[np.int64], least: int) -> tuple[Bar, ...]:
    """Return bars over the slots, each with none or at least `least` records of the original.

    A smaller count would tell of few people, so a slot that has one is joined with those after
    it, or at the end with those before it. Slots at the ends that are empty in both files are
    left off.

    Parameters
    ----------
    before, after : numpy.ndarray of int64, shape (s,)
        Records in each slot.
    least : int
        Records of the original that a bar must hold, if it holds any.

    Returns
    -------
    tuple of Bar
        In order, without gaps; empty if all slots together hold fewer than `least`.
    """
    if before.sum() < least:
        return ()
    used = np.flatnonzero((before > 0) | (after > 0))
    bars: list[Bar] = []
    first, last = int(used[0]), int(used[-1])
    for slot in range(first, last + 1):
        bar = _bar(first, slot, before, after)
        if bar.before == 0 or bar.before >= least:
            bars.append(bar)
            first = slot + 1
    if first <= last:
        # Too few are left over; the nearest bar that holds anybody takes them in.
        while bars[-1].before == 0:
            bars.pop()
        bars.append(_bar(bars.pop().first, last, before, after))
    return tuple(bars)


def _bar(first: int, last: int, before: NDArray[np.int64], after: NDArray[np.int64]) -> Bar:
    covered = slice(first, last + 1)
    return Bar(first, last, int(before[covered].sum()), int(after[covered].sum()))
