"""Makes loops over a few large items cancellable between two items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

from core.jobs.job import Job

T = TypeVar("T")


class CancellableSequence(Sequence[T]):
    """A sequence that checks the job for cancellation before it yields each item.

    Parameters
    ----------
    items : sequence
        Its items, such as the attributes of a table.
    job : Job
        Iterating raises `Cancelled` once the job is cancelled.
    """

    def __init__(self, items: Sequence[T], job: Job) -> None:
        self._items, self._job = items, job

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._items[index]

    def __iter__(self) -> Iterator[T]:
        return self._job.each(self._items)
