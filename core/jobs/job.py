"""Jobs: the phases, progress counters and cancel flag of long-running work."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from core.errors import Cancelled

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a job at one moment.

    Attributes
    ----------
    phase : str
        Code of the current phase; the catalogue has its name.
    index, phases : int
        Number of the phase, counted from 1, and number of phases.
    done, total : int
        Units of work of this phase; `total` is 0 while it is unknown.
    seconds_left : float or None
        Expected remaining time of this phase at its pace so far; ``None`` while unknown.
    """

    phase: str
    index: int
    phases: int
    done: int
    total: int
    seconds_left: float | None


class Job:
    """Cancel flag and progress of a piece of work; the worker writes, other threads read.

    A function that works on a job raises `Cancelled` once that was requested, if not at once.

    Reading takes no lock: the fields are plain integers and floats, and a reader that sees two of
    them out of step only shows a slightly outdated figure.
    """

    def __init__(self, phases: tuple[str, ...] = ()) -> None:
        self._cancel = threading.Event()
        self._phases = phases
        self._phase = ""
        self._index = 0
        self._done = 0
        self._total = 0
        self._began = time.monotonic()

    def cancel(self) -> None:
        """Request the work to stop at its next slice."""
        self._cancel.set()

    @property
    def cancelled(self) -> bool:
        """Whether cancellation was requested."""
        return self._cancel.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if cancellation was requested."""
        if self._cancel.is_set():
            raise Cancelled

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; raise `Cancelled` before the next one if cancellation was requested."""
        for item in items:
            self.check()
            yield item

    def plan(self, phases: tuple[str, ...]) -> None:
        """Set the phases of the work, in order."""
        self._phases, self._index = phases, 0

    def start_phase(self, phase: str, total: int = 0) -> None:
        """Enter `phase` with `total` units of work (0 if unknown); raise if cancelled."""
        self.check()
        self._done, self._total = 0, total
        self._began = time.monotonic()
        self._index = self._number_of(phase)
        self._phase = phase

    def _number_of(self, phase: str) -> int:
        """Return the number of a phase; one that is planned twice comes later the second time."""
        if phase not in self._phases:
            return self._index + 1
        if phase == self._phase and self._index:
            return self._index
        later = self._phases[self._index :]
        if phase in later:
            return self._index + later.index(phase) + 1
        return self._phases.index(phase) + 1

    def update(self, done: int) -> None:
        """Set the number of finished units of this phase; raise if cancelled."""
        self._done = done
        self.check()

    def progress(self) -> Progress:
        """Compute the progress of the job."""
        done, total = self._done, self._total
        return Progress(
            phase=self._phase,
            index=self._index,
            phases=max(len(self._phases), self._index),
            done=done,
            total=total,
            seconds_left=self._left(done, total),
        )

    def _left(self, done: int, total: int) -> float | None:
        elapsed = time.monotonic() - self._began
        # Below half a second or one per cent the pace is not meaningful.
        if total <= 0 or elapsed < 0.5 or done * 100 < total:
            return None
        return elapsed * (total - done) / done
