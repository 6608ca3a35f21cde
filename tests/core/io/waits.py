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


def watched(work: Callable[[], T]) -> Watched[T]:
    """Do some work while another thread sleeps a few milliseconds again and again."""
    late = waited = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal late, waited
        while not done.is_set():
            began, spent = time.perf_counter(), time.process_time()
            time.sleep(NAP)
            over = time.perf_counter() - began - NAP
            late = max(late, over)
            waited = max(waited, min(over, time.process_time() - spent))

    watcher = threading.Thread(target=watch)
    began, spent = time.perf_counter(), processor_time()
    watcher.start()
    try:
        result = work()
    finally:
        done.set()
        watcher.join()
    return Watched(result, time.perf_counter() - began, processor_time() - spent, waited, late)


def processor_time() -> float:
    """Return the processor seconds of this process and of those that it began and that ended."""
    return sum(os.times()[:4])
