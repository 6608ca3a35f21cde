"""How slow this machine is, beside the one on which the window was measured."""

from __future__ import annotations

import time

PROMISE_MILLISECONDS = 100
# What the piece of work below took there when nothing else ran, and the most that a machine may be
# slower: a stall that takes longer still fails everywhere.
_USUAL_SECONDS = 0.002
_MOST_SLOWER = 2.0
_TRIES = 20


def promise_milliseconds() -> float:
    """Return the longest stall that keeps the promise of 100 ms on this machine, as it is now.

    A machine that several people share may run at half its speed, and says so nowhere. There the
    same work takes longer, and the promise counts for the work: it is longer in proportion.
    """
    taken = min(_piece_of_work() for _ in range(_TRIES))
    return PROMISE_MILLISECONDS * min(max(taken / _USUAL_SECONDS, 1.0), _MOST_SLOWER)


def _piece_of_work() -> float:
    """Return the seconds that the making, counting and sorting of some words takes."""
    began = time.perf_counter()
    words = [f"{number * 7919 % 10007:05d}" for number in range(4000)]
    counts: dict[str, int] = {}
    for word in words:
        counts[word[:3]] = counts.get(word[:3], 0) + 1
    sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return time.perf_counter() - began
