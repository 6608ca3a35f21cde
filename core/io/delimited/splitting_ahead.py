"""Splits batches of text in threads while earlier ones are still waited for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from core.errors import Refused

T = TypeVar("T")
# More threads than these and the one that reads would wait for it.
_THREADS = 2
# Batches that are being split or wait, each of which takes memory.
_AHEAD = _THREADS + 1


class TextQueue(Iterator[str]):
    """Successive texts; some can be put back.

    A problem of a later text is reported once all earlier ones have been taken.

    Parameters
    ----------
    texts : iterable of str
        May raise `Refused`.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = iter(texts)
        self._back: deque[str] = deque()
        self._fault: Refused | None = None

    def __next__(self) -> str:
        if self._back:
            return self._back.popleft()
        if self._fault is not None:
            raise self._fault
        try:
            return next(self._texts)
        except Refused as fault:
            self._fault = fault
            raise

    def following(self, has_earlier: bool) -> str | None:
        """Take the next text; ``None`` at the end and, if another was taken, before a fault."""
        try:
            return next(self, None)
        except Refused:
            if has_earlier:
                return None
            raise

    def put_back(self, texts: Sequence[str]) -> None:
        """Let these texts be the next ones."""
        self._back.extendleft(reversed(texts))


def split_ahead(
    texts: TextQueue,
    next_batch: Callable[[], tuple[list[str], bool]],
    split: Callable[[Sequence[str]], T | None],
) -> Iterator[tuple[list[str], T | None]]:
    """Yield each batch of texts with what it was split into, in order.

    Parameters
    ----------
    texts : TextQueue
        Where the batches come from. Behind a batch that was not split, all texts are there that
        follow it, because a quoted cell may go on in them.
    next_batch : callable
        Returns the next batch, which is empty at the end, and whether it is split in another
        thread. If not, no further one is taken meanwhile.
    split : callable
        Splits a batch; returns ``None`` if it cannot. May run in several threads at once.

    Raises
    ------
    Refused
        By `next_batch`, once all earlier batches have been yielded.
    """
    waiting: deque[tuple[list[str], Future[T | None] | None]] = deque()
    with ThreadPoolExecutor(_THREADS, "splitting") as pool:
        while True:
            _read_on(waiting, next_batch, lambda batch: pool.submit(split, batch))
            if not waiting:
                return
            batch, future = waiting.popleft()
            split_records = split(batch) if future is None else future.result()
            if split_records is None:
                texts.put_back([text for later, _ in waiting for text in later])
                for _, useless in waiting:
                    if useless is not None:
                        useless.cancel()
                waiting.clear()
            yield batch, split_records


def _read_on(
    waiting: deque[tuple[list[str], Future[T | None] | None]],
    next_batch: Callable[[], tuple[list[str], bool]],
    submit: Callable[[list[str]], Future[T | None]],
) -> None:
    """Take batches until enough are waiting, or one that is not split in another thread."""
    while len(waiting) < _AHEAD and not (waiting and waiting[-1][1] is None):
        try:
            batch, elsewhere = next_batch()
        except Refused:
            if waiting:
                return
            raise
        if not batch:
            return
        waiting.append((batch, submit(batch) if elsewhere else None))
