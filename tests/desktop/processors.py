"""Tells the waits of this program from those that other programs on the machine cause.

Linux says of each thread how long it was ready and had no processor. On other systems, or where
that is switched off, every measurement counts as undisturbed.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

_TASKS = Path("/proc/self/task")
_NANO = 1e-9
# The wait for the next tick is one pause, and a slow call of the system may be another.
_FEW_PAUSES = 3
# Others that take less than this share of the machine's processors are no disturbance.
_MUCH = 0.1


@dataclass(frozen=True, slots=True)
class Waits:
    """For each thread the seconds that it was ready to run and waited for a processor, so far.

    `pauses` is how often the calling thread, the window's, went to sleep by itself.
    """

    of_thread: dict[str, float]
    pauses: int

    def explain(self, before: Waits) -> float:
        """Return the seconds since `before` in which the window had to wait for a processor.

        A window that waits for the interpreter's lock wakes and sleeps again and again. Then what
        the lock's holder waited counts, which is one of the other threads, and not its own waits.
        """
        grown = {t: wait - before.of_thread.get(t, 0.0) for t, wait in self.of_thread.items()}
        own = grown.pop(str(os.getpid()), 0.0)
        if self.pauses - before.pauses <= _FEW_PAUSES:
            return own
        return max(grown.values(), default=0.0)


def processor_waits() -> Waits:
    """Return how long each thread of this program has waited for a processor."""
    found = {}
    try:
        for task in os.listdir(_TASKS):  # noqa: PTH208 - every few milliseconds
            try:
                with open(f"/proc/self/task/{task}/schedstat", encoding="ascii") as file:  # noqa: PTH123
                    found[task] = int(file.read().split()[1]) * _NANO
            except (OSError, IndexError):
                continue  # the thread has ended
        import resource  # Linux has it if it has the folder above

        return Waits(found, resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw)
    except OSError:
        return Waits({}, 0)


@dataclass(frozen=True, slots=True)
class Usage:
    """Processor seconds used so far: by everybody, and by this program with its processes."""

    clock: float
    everybody: float
    ours: float

    def others_since(self, before: Usage) -> bool:
        """Whether other programs used much of the machine's processors since `before`."""
        others = (self.everybody - before.everybody) - (self.ours - before.ours)
        capacity = (self.clock - before.clock) * (os.cpu_count() or 1)
        return others > _MUCH * capacity


def usage() -> Usage:
    """Return what was used so far; nothing by anybody where the system does not say."""
    try:
        ticks = os.sysconf("SC_CLK_TCK")
        with Path("/proc/stat").open(encoding="ascii") as file:
            told = map(int, file.readline().split()[1:9])
        user, nice, system, _idle, _waiting, irq, soft, steal = told
        everybody = (user + nice + system + irq + soft + steal) / ticks
        ours = sum(os.times()[:4]) + _living_children(ticks)
    except (OSError, ValueError, AttributeError):
        return Usage(time.perf_counter(), 0.0, 0.0)
    return Usage(time.perf_counter(), everybody, ours)


def _living_children(ticks: int) -> float:
    """Return the processor seconds of the processes that this one has begun and that still run."""
    seconds = 0.0
    for task in _TASKS.iterdir():
        try:
            children = (task / "children").read_text("ascii").split()
            for child in children:
                fields = Path(f"/proc/{child}/stat").read_text("utf-8").rpartition(")")[2].split()
                seconds += sum(map(int, fields[11:15])) / ticks
        except OSError:
            continue
    return seconds
