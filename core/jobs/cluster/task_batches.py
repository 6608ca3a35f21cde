"""The tasks of a call to an engine, several of which go to a worker together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from core.jobs import Job

Piece = TypeVar("Piece")
Found = TypeVar("Found")

# Each worker gets this share of what is left at a time, so that batches become smaller towards the
# end, where the workers wait for the last one. The first ones are small, so that all workers soon
# have something to do.
_SHARES, _FIRST = 1.2, 3
# None is so small that it takes less time: to hand it over takes a tenth of it. Results have to
# come back before anybody knows.
_SHORTEST_SECONDS = 0.01
# No batch of several tasks has more units.
_LARGEST = 500_000


class Batch(NamedTuple, Generic[Piece]):
    """What is needed for tasks that are computed together, and their place among all batches."""

    at: int
    piece: Piece


class TaskBatches(Generic[Piece, Found]):
    """The batches of a call, and what was found for them.

    How tasks are divided depends on the time that they take, but no result does.

    Parameters
    ----------
    work : callable
        Computes a piece.
    piece : callable
        Returns the piece of some tasks, for which it is called once.
    units : sequence of int
        Units of work of each.
    workers : int
        How many workers there are.

    Attributes
    ----------
    put : dict
        The batches that workers can take or have taken, by their number.
    numbers : set of int
        The numbers of all batches so far.
    full : bool
        Whether the next batch did not fit into the folder, and nothing was taken since.
    """

    def __init__(
        self,
        work: Callable[[Piece, Job], Found],
        piece: Callable[[range], Piece],
        units: Sequence[int],
        workers: int,
    ) -> None:
        self.work = work
        self.put: dict[int, Batch[Piece]] = {}
        self.numbers: set[int] = set()
        self.full = False
        self._piece, self._units, self._workers = piece, units, workers
        self._left = sum(units)
        self._first = self._left / (_FIRST * workers)
        self._spans = list[range]()
        self._next: Batch[Piece] | None = None
        self._given, self._done, self._seconds = 0, 0, 0.0
        self._found: dict[int, Found] = {}

    @property
    def has_more(self) -> bool:
        """Whether some tasks were in no batch."""
        return self._next is not None or self._end < len(self._units)

    @property
    def all_given(self) -> bool:
        """Whether the results of all tasks were given."""
        return not self.has_more and self._given == len(self._spans)

    def next_batch(self) -> Batch[Piece]:
        """Return the next batch, the one of the time before if it was not noted as put."""
        if self._next is None:
            self._spans.append(self._next_span())
            self._next = Batch(len(self._spans) - 1, self._piece(self._spans[-1]))
        return self._next

    def note_put(self, number: int) -> None:
        """Note that workers can take the next batch."""
        self.put[number] = self.next_batch()
        self.numbers.add(number)
        self._next = None

    def take(self, number: int, found: Found, seconds: float) -> None:
        """Take what was found for a batch, and the seconds on a worker; 0 if nobody knows."""
        at = self.put.pop(number).at
        self._found[at] = found
        if seconds > 0:
            self._done += self._units_of(self._spans[at])
            self._seconds += seconds
        self.full = False

    def ready(self) -> Iterator[tuple[range, Found, int]]:
        """Yield tasks, result and units of the next batches as far as they are there."""
        while self._given in self._found:
            span = self._spans[self._given]
            yield span, self._found.pop(self._given), self._units_of(span)
            self._given += 1

    @property
    def _end(self) -> int:
        return self._spans[-1].stop if self._spans else 0

    def _units_of(self, span: range) -> int:
        return sum(self._units[at] for at in span)

    def _next_span(self) -> range:
        least = self._first
        if self._seconds > 0:
            least = min(least, _SHORTEST_SECONDS * self._done / self._seconds)
        share = self._left / (_SHARES * self._workers)
        most = min(least if len(self._spans) < self._workers else max(share, least), _LARGEST)
        end, size = self._end + 1, self._units[self._end]
        while end < len(self._units) and size + self._units[end] <= most:
            size += self._units[end]
            end += 1
        self._left -= size
        return range(self._end, end)
