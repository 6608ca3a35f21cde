"""Whether a kernel is being compiled can be told while it is, and only then."""

from __future__ import annotations

from time import perf_counter

from numba import njit
from numba.core import event

from core.kernels.compilation.watching import compiling, seconds_compiling


class _Asks(event.Listener):
    """Asks in the middle of each compilation."""

    def __init__(self) -> None:
        self.answers: list[bool] = []

    def on_start(self, _event: event.Event) -> None:
        self.answers.append(compiling())

    def on_end(self, _event: event.Event) -> None:
        pass


@njit
def _inner(x: int) -> int:
    return x + 1


@njit
def _outer(x: int) -> int:
    return 2 * _inner(x)


def test_it_is_told_while_it_lasts() -> None:
    asks = _Asks()
    event.register("numba:compile", asks)
    try:
        assert not compiling()
        assert _outer(1) == 4
        assert asks.answers == [True, True]
        assert not compiling()
        assert _outer(2) == 6
        assert len(asks.answers) == 2
    finally:
        event.unregister("numba:compile", asks)


@njit
def _slow(x: float) -> float:
    total = 0.0
    for place in range(3):
        total += x**place
    return total


def test_the_time_it_takes_is_counted_once() -> None:
    before = seconds_compiling()
    began = perf_counter()
    _slow(2.0)
    took = perf_counter() - began
    assert 0 < seconds_compiling() - before <= took
    after = seconds_compiling()
    _slow(3.0)
    assert seconds_compiling() == after
