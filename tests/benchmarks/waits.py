"""Measures how long others had to wait for the interpreter's lock while some work was done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.benchmarks.harness import count_processor_seconds

NAP = 0.005


@dataclass(frozen=True, slots=True)
class Watched:
    """What `watch` measured, in seconds.

    `processor` counts the processes that were begun and ended meanwhile, too, where the system
    says it. `waited` is the longest time for which a thread that slept did not get its turn, but
    no more than the processor time that the program used meanwhile: other programs are not in it.
    """

    seconds: float
    processor: float
    waited: float


class Sleeper(threading.Thread):
    """Sleeps a few milliseconds again and again, and notes how late it got its turn.

    Used as a context around some work of another thread; `waited` is the longest time.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.waited = 0.0
        self._is_over = threading.Event()

    def run(self) -> None:
        while not self._is_over.is_set():
            began, spent_before = time.perf_counter(), time.process_time()
            time.sleep(NAP)
            late = time.perf_counter() - began - NAP
            self.note(min(late, time.process_time() - spent_before))

    def note(self, waited: float) -> None:
        """Note how late one turn was."""
        self.waited = max(waited, self.waited)

    def __enter__(self) -> Sleeper:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()


def watch(work: Callable[[], object]) -> Watched:
    """Do some work while another thread sleeps a few milliseconds again and again."""
    began, spent_before = time.perf_counter(), count_processor_seconds()
    with Sleeper() as sleeper:
        work()
    spent = count_processor_seconds() - spent_before
    return Watched(time.perf_counter() - began, spent, sleeper.waited)
