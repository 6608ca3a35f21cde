"""Reports whether a kernel is being compiled, which happens once on a machine and takes long."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from numba.core import event

if TYPE_CHECKING:
    from collections.abc import Callable


class _Watch(event.Listener):
    """Counts compilations under way; a kernel that calls another one compiles that inside."""

    def __init__(self) -> None:
        self.open = 0
        self.seconds = 0.0
        self._began = 0.0

    def on_start(self, _event: event.Event) -> None:
        if not self.open:
            self._began = perf_counter()
        self.open += 1

    def on_end(self, _event: event.Event) -> None:
        self.open -= 1
        if not self.open:
            self.seconds += perf_counter() - self._began


# The library reports this under a lock of its own, so that no two count at once.
_watch = _Watch()
_register: Callable[[str, event.Listener], None] = event.register
_register("numba:compile", _watch)


def compiling() -> bool:
    """Check whether some kernel is being compiled now; loading one from the disk is not."""
    return _watch.open > 0


def seconds_compiling() -> float:
    """Return how long this process has spent compiling so far."""
    return _watch.seconds
