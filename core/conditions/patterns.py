"""Patterns: records that share all states may be grouped (manual: conditions#patterns).

A pattern that is too small, or whose records as a whole violate a limit, joins the nearest one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Ints
from core.conditions.condition import StartedLimit, State
from core.kernels.numerics.grouping import refine

# Of more patterns that can be joined, the largest ones are candidates: otherwise a file whose
# every record has a pattern of its own would need time in the square of its records.
_CANDIDATES = 1_000


@dataclass(frozen=True, slots=True)
class JoinedPattern:
    """A pattern that was joined to another one.

    Attributes
    ----------
    first : int
        Position of its first record.
    columns : tuple of str
        The columns whose states differ from those of the pattern that it was joined to.
    """

    first: int
    records: int
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """The parts of a file that are grouped separately.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        The part of each record, numbered from 0 by first appearance.
    joined_number : numpy.ndarray of int64, shape (n,)
        0 for a record whose pattern was not joined to another one; otherwise the number of its
        pattern, from 1.
    count : int
        Number of patterns before any were joined.
    joined : tuple of JoinedPattern
        Those that were joined, by first appearance.
    broken : tuple of int
        Position of the first record of each stratum that violates a limit as a whole.
    """

    labels: Ints
    joined_number: Ints
    count: int
    joined: tuple[JoinedPattern, ...]
    broken: tuple[int, ...]


def join_patterns(
    strata: Ints, states: Sequence[State], limits: Sequence[StartedLimit], k: int
) -> Patterns:
    """Form the parts of a file that are grouped separately.

    Parameters
    ----------
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record, numbered from 0 by first appearance. Patterns of different strata
        are never joined.
    states : sequence of pairs of str and numpy.ndarray of bool, shape (n,)
        Column and state of each record.
    limits : sequence of Limit
        What each part must satisfy as a whole.
    k : int
        Number of records that each part must have; a stratum with fewer is left as it is.
    """
    if not states and not limits:  # as in most runs: the parts are the strata
        return Patterns(strata, np.zeros_like(strata), int(strata.max()) + 1, (), ())
    pattern_of_record = _pattern_labels(strata, states)
    first, sizes = np.unique(pattern_of_record, return_index=True, return_counts=True)[1:]
    states_by_column = [state[first] for _, state in states]
    table = _PatternTable(
        first.astype(np.int64),
        sizes.astype(np.int64),
        strata[first],
        tuple(name for name, _ in states),
        np.column_stack(states_by_column)
        if states_by_column
        else np.zeros((len(first), 0), dtype=np.bool_),
    )

    def violates(root: Ints) -> Bools:
        broken = np.zeros(len(root), dtype=np.bool_)
        for limit in limits:
            broken |= limit.start(root[pattern_of_record], len(root)) > limit.bound
        return broken

    joins = _join_small(table, violates, k)
    return Patterns(
        joins.part_of_pattern[pattern_of_record],
        joins.joined_number[pattern_of_record],
        len(first),
        joins.joined,
        joins.broken,
    )


def _pattern_labels(strata: Ints, states: Sequence[State]) -> Ints:
    """Find the pattern of each record, numbered from 0 by first appearance; shape (n,)."""
    labels = strata
    for _, state in states:
        labels = refine(labels, state.astype(np.int64))
    return labels


@dataclass(frozen=True, slots=True, eq=False)
class _PatternTable:
    """The patterns of a file, by first appearance.

    Attributes
    ----------
    first, sizes, strata : numpy.ndarray of int64, shape (patterns,)
        Position of the first record of each, number of its records, and its stratum.
    states : numpy.ndarray of bool, shape (patterns, states)
        The states of each pattern.
    """

    first: Ints
    sizes: Ints
    strata: Ints
    names: tuple[str, ...]
    states: Bools


@dataclass(frozen=True, slots=True, eq=False)
class _PatternJoins:
    """Which patterns were joined.

    Attributes
    ----------
    part_of_pattern, own : numpy.ndarray of int64, shape (patterns,)
        As `Patterns.labels` and `Patterns.joined_number`, for each pattern.
    """

    part_of_pattern: Ints
    joined_number: Ints
    joined: tuple[JoinedPattern, ...]
    broken: tuple[int, ...]


def _join_small(table: _PatternTable, violates: Callable[[Ints], Bools], k: int) -> _PatternJoins:
    """Join patterns until all that remain have `k` records and may stay.

    Given the pattern that each was joined to, or itself, `violates` returns for each of those
    whether all of their records together violate a limit.
    """
    joining = _Joining(table, violates, k)
    broken = joining.run()
    root = joining.root
    gone = np.flatnonzero(root != np.arange(len(root)))
    number = np.zeros(len(root), dtype=np.int64)
    number[gone] = np.arange(1, len(gone) + 1)
    part_of_pattern = refine(root, np.zeros_like(root))
    joined = []
    for pattern in gone.tolist():
        differing = np.flatnonzero(table.states[pattern] != table.states[root[pattern]]).tolist()
        columns = tuple(dict.fromkeys(table.names[position] for position in differing))
        joined.append(JoinedPattern(int(table.first[pattern]), int(table.sizes[pattern]), columns))
    begin = np.full(int(table.strata.max()) + 1, table.first.max())
    np.minimum.at(begin, table.strata, table.first)
    return _PatternJoins(
        part_of_pattern, number, tuple(joined), tuple(begin[table.strata[broken]].tolist())
    )


class _Joining:
    """Joins patterns, each time all that must be, until all that remain may stay."""

    def __init__(self, table: _PatternTable, violates: Callable[[Ints], Bools], k: int) -> None:
        self._sizes, self._strata = table.sizes, table.strata
        self._packed = np.packbits(table.states, axis=1)
        self._of_limits, self._k = violates, k
        self.root = np.arange(len(table.sizes))

    def run(self) -> Ints:
        """Join until no pattern can be; return those that violate a limit all the same."""
        while True:
            here = np.unique(self.root)
            bad = here[self._must_join(here)]
            lonely = np.bincount(self._strata[here])[self._strata[bad]] == 1
            if lonely.all():
                return bad[self._violates()[bad]] if len(bad) else bad
            self._join(here, bad[~lonely])

    def _must_join(self, here: Ints) -> Bools:
        total = np.bincount(self.root, weights=self._sizes, minlength=len(self.root))
        return np.asarray((total < self._k) | self._violates())[here]

    def _violates(self) -> Bools:
        """Check for each root whether its records as a whole violate a limit."""
        return self._of_limits(self.root)

    def _join(self, here: Ints, bad: Ints) -> None:
        """Join each pattern in `bad` to the nearest other one of its stratum."""
        total = np.bincount(self.root, weights=self._sizes, minlength=len(self.root))
        is_bad = np.zeros(len(self.root), dtype=np.bool_)
        is_bad[bad] = True
        # The largest first, so that of equally near ones the largest is found first.
        ordered = here[np.lexsort((here, -total[here], self._strata[here]))]
        begin = np.searchsorted(self._strata[ordered], np.arange(int(self._strata.max()) + 2))
        target = np.arange(len(self.root))
        for stratum in np.unique(self._strata[bad]).tolist():
            members = ordered[begin[stratum] : begin[stratum + 1]]
            good = members[~is_bad[members]][:_CANDIDATES]
            moving = members[is_bad[members]]
            # With none to join, they join the largest of their own kind.
            target[moving] = members[0] if not len(good) else self._nearest(moving, good)
        self.root = target[self.root]

    def _nearest(self, moving: Ints, candidates: Ints) -> Ints:
        nearest = np.empty_like(moving)
        for i, pattern in enumerate(moving.tolist()):
            differing = np.bitwise_count(self._packed[candidates] ^ self._packed[pattern])
            nearest[i] = candidates[int(differing.sum(axis=1).argmin())]
        return nearest
