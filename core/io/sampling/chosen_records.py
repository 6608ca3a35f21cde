"""Chooses the records of a sample by their positions alone, while their number is unknown.

A record's place in the sample depends on a mixed number of its position, not on a fixed step: in a
file sorted by household, every fourth record could always be the same member.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

SAMPLE_RECORDS = 100_000
"""Records of a sample, unless a caller wants others."""

Marks = NDArray[np.uint64]
Positions = NDArray[np.int64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def marks_of(positions: Positions) -> Marks:
    """Return a mixed number of 64 bits of each position, shape (n,).

    It is what the generator splitmix64 returns in a step of that number, which differs for
    different positions.
    """
    mixed = (positions.astype(np.uint64) + np.uint64(1)) * _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))


@dataclass(slots=True)
class ChosenRecords:
    """The records with the smallest marks so far, in the file's order.

    Attributes
    ----------
    wanted : int
        The most records that are chosen by their marks.
    positions : numpy.ndarray of int64, shape (n,)
        The chosen records, and those that are kept for another reason.
    seen : int
        Number of records of the file so far.
    """

    wanted: int
    seen: int = 0
    positions: Positions = field(default_factory=lambda: np.empty(0, np.int64))
    _drawn: Positions = field(default_factory=lambda: np.empty(0, np.int64))

    def add(self, count: int, pinned: Positions) -> tuple[Positions, Positions]:
        """Look at the next `count` records.

        Parameters
        ----------
        count : int
            Number of records.
        pinned : numpy.ndarray of int64, shape (p,)
            Records of the file that are kept in any case; each was pinned when it was looked at.

        Returns
        -------
        kept : numpy.ndarray of int64
            Which of the records chosen before still are: indexes into the earlier `positions`.
        new : numpy.ndarray of int64
            Which of the next records are chosen, counted from 0.
        """
        before, first = self.positions, self.seen
        self.seen += count
        drawn = np.concatenate([self._drawn, np.arange(first, self.seen, dtype=np.int64)])
        if len(drawn) > self.wanted:
            drawn = drawn[np.argpartition(marks_of(drawn), self.wanted - 1)[: self.wanted]]
        self._drawn = drawn
        chosen = self.positions = np.union1d(drawn, pinned)
        early = chosen[: np.searchsorted(chosen, first)]
        return np.searchsorted(before, early), chosen[len(early) :] - first
