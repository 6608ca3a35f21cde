"""The tasks of a call to an engine, several of which go to a worker together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from core.jobs import Job

Piece = TypeVar("Piece")
Found = TypeVar("Found")

# A batch has what is left, divided by the workers, so that batches become smaller towards the end,
# where the workers wait for the last one. The first one of each worker is less than half of its
# share, so that all of them soon have something to do.
_FIRST = 2.2
# None is so small that it takes less time: to hand it over takes a tenth of it. Results have to
# come back before anybody knows.
_SHORTEST_SECONDS = 0.01
# No batch of several tasks has more units.
_LARGEST = 500_000


class TaskBatches(Generic[Piece, Found]):
    """The batches of a call, and what was found for them.

    How tasks are divided depends on the time that they take, but no result does.

    Parameters
    ----------
    work : callable
        Computes a piece.
    piece : callable
        Returns the piece of some tasks.
    units : sequence of int
        Units of work of each.
    workers : int
        How many workers there are.

    Attributes
    ----------
    piece : callable
        As given.
    put : dict
        The tasks of the batches that workers can take or have taken, by the batch's number.
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
        self.work, self.piece = work, piece
        self.put: dict[int, range] = {}
        self.numbers: set[int] = set()
        self.full = False
        self._units, self._workers = units, workers
        self._left = sum(units)
        self._first = self._left / (_FIRST * workers)
        # The piece of the next batch, while it is not put.
        self._next, self._span = list[Piece](), range(0)
        self._batches = self._end = self._given = self._done = 0
        self._seconds = 0.0
        # By the first of its tasks.
        self._found: dict[int, tuple[range, Found]] = {}

    @property
    def has_more(self) -> bool:
        """Whether some tasks were in no batch."""
        return self._end < len(self._units)

    @property
    def all_given(self) -> bool:
        """Whether the results of all tasks were given."""
        return self._given == len(self._units)

    def next_piece(self) -> Piece:
        """Return the piece of the next batch, the same one again until it is noted as put."""
        if not self._next:
            self._span = self._next_span()
            self._next = [self.piece(self._span)]
        return self._next[0]

    def note_put(self, number: int) -> None:
        """Note that workers can take the next batch."""
        self._next.clear()
        self.put[number] = self._span
        self.numbers.add(number)
        self._batches += 1
        self._end = self._span.stop
        self._left -= self._units_of(self._span)

    def take(self, number: int, found: Found, seconds: float) -> None:
        """Take what was found for a batch, and the seconds on a worker."""
        span = self.put[number]
        self.take_parts(number, [(span, found)])
        self._done += self._units_of(span)
        self._seconds += seconds

    def take_parts(self, number: int, found: Iterable[tuple[range, Found]]) -> None:
        """Take what was found for a batch in parts, each with its tasks."""
        self._found.update((part[0].start, part) for part in found)
        del self.put[number]
        self.full = False

    def ready(self) -> Iterator[tuple[range, Found, int]]:
        """Yield tasks, result and units of the next batches as far as they are there."""
        while self._given in self._found:
            span, found = self._found.pop(self._given)
            self._given = span.stop
            yield span, found, self._units_of(span)

    def _units_of(self, span: range) -> int:
        return sum(self._units[at] for at in span)

    def _next_span(self) -> range:
        least = self._first
        if self._seconds > 0:
            least = min(least, _SHORTEST_SECONDS * self._done / self._seconds)
        share = self._left / self._workers
        most = min(least if self._batches < self._workers else max(share, least), _LARGEST)
        end, size = self._end + 1, self._units[self._end]
        while end < len(self._units) and size + self._units[end] <= most:
            size += self._units[end]
            end += 1
        return range(self._end, end)
