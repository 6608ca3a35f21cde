"""Lets loops over a few large things be cancelled between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

from core.jobs.job import Job

T = TypeVar("T")


class CancellableSequence(Sequence[T]):
    """A sequence that looks at the job's cancel flag before it gives out each of its items.

    Parameters
    ----------
    items : sequence
        What it holds, such as the attributes of a table.
    job : Job
        Going through the items raises `Cancelled` once it was asked to stop.
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
        for item in self._items:
            self._job.check()
            yield item
