"""Joins neighbouring intervals until each holds enough records of the original file."""

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
    """Return bars over the slots, each with at least `least` records of the original file.

    A count below `least` would tell of few people. Empty slots between others are joined as
    well: that nobody has a value tells something, too. Empty slots at the ends, in both files,
    are left off.

    Parameters
    ----------
    before, after : numpy.ndarray of int64, shape (s,)
        Records in each slot.
    least : int
        Records of the original that a bar must hold.

    Returns
    -------
    tuple of Bar
        In order, without gaps; empty if all slots together hold fewer than `least`.
    """
    used = np.flatnonzero((before > 0) | (after > 0))
    if before.sum() < least:
        return ()
    first, last = int(used[0]), int(used[-1])
    ends: list[int] = []
    held = 0
    for slot in range(first, last + 1):
        held += int(before[slot])
        if held >= least:
            ends.append(slot)
            held = 0
    ends[-1] = last  # What is left over at the end joins the last bar.
    starts = [first, *(end + 1 for end in ends[:-1])]
    return tuple(
        Bar(a, b, int(before[a : b + 1].sum()), int(after[a : b + 1].sum()))
        for a, b in zip(starts, ends, strict=True)
    )
