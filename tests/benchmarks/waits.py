"""Tells how long others had to wait for the interpreter's lock while some work was done."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
NAP = 0.005


@dataclass(frozen=True, slots=True)
class Watched(Generic[T]):
    """What `watched` found; times in seconds.

    `processor` counts the processes that were begun and ended meanwhile, too, where the system
    tells. `waited` is the longest time for which a thread that slept did not get its turn, but
    no more than the processor time that the program used meanwhile: other programs are not in
    it. By the clock it is `late`.
    """

    result: T
    seconds: float
    processor: float
    waited: float
    late: float


class Sleeper(threading.Thread):
    """Sleeps a few milliseconds again and again, and notes how late it got its turn.

    Used as a context around some work of another thread.

    Attributes
    ----------
    late, waited : float
        The longest time in seconds: by the clock, and no more than the program's processor time.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.late = self.waited = 0.0
        self._is_over = threading.Event()

    def run(self) -> None:
        while not self._is_over.is_set():
            began, spent = time.perf_counter(), time.process_time()
            time.sleep(NAP)
            late = time.perf_counter() - began - NAP
            self.note(late, min(late, time.process_time() - spent))

    def note(self, late: float, waited: float) -> None:
        """Note how late one turn was."""
        self.late, self.waited = max(late, self.late), max(waited, self.waited)

    def __enter__(self) -> Sleeper:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()


def watched(work: Callable[[], T]) -> Watched[T]:
    """Do some work while another thread sleeps a few milliseconds again and again."""
    began, spent = time.perf_counter(), processor_time()
    with Sleeper() as sleeper:
        result = work()
    seconds, processor = time.perf_counter() - began, processor_time() - spent
    return Watched(result, seconds, processor, sleeper.waited, sleeper.late)


def processor_time() -> float:
    """Return the processor seconds of this process and of those that it began and that ended."""
    return sum(os.times()[:4])
