"""The measurement of pauses itself: real stalls are found on any machine, others' work is not."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from PySide6.QtWidgets import QApplication

from tests.desktop import speed
from tests.desktop.latency import ATTEMPTS, LatencyProbe
from tests.desktop.speed import PROMISE_MILLISECONDS, promise_milliseconds

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(sys.platform == "win32", reason="other programs are begun by a shell"),
]
STALL_SECONDS = 0.3


@pytest.fixture(params=[0, 5], ids=["as it is", "5 busy programs"])
def crowd(request) -> Iterator[int]:
    """Other programs that take the processors."""
    busy = [_begin_apart() for _ in range(request.param)]
    time.sleep(0.3)
    yield request.param
    for program in busy:
        os.kill(program, signal.SIGKILL)


def _begin_apart() -> int:
    """Begin a busy program as somebody else would: what this process begins counts as its own."""
    python = shlex.quote(sys.executable)
    command = f'{python} -c "while True: pass" >/dev/null 2>&1 & echo $!'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    return int(done.stdout)


def _compute() -> None:
    began = time.thread_time()
    while time.thread_time() - began < STALL_SECONDS:
        pass


def _hold_the_lock() -> None:
    """Let another thread keep the interpreter's lock, as a library's long call does."""

    def hold() -> None:
        began = time.thread_time()
        sum(range(1_000_000))
        millions = STALL_SECONDS / (time.thread_time() - began)
        sum(range(round(millions * 1_000_000)))  # never gives the lock away before it ends

    thread = Thread(target=hold)
    thread.start()
    while thread.is_alive():
        QApplication.processEvents()


STALLS = [_compute, lambda: time.sleep(STALL_SECONDS), _hold_the_lock]


@pytest.mark.usefixtures("crowd")
@pytest.mark.parametrize("stall", STALLS, ids=["computes", "sleeps", "waits for the lock"])
def test_a_stall_of_the_program_is_in_every_attempt(qtbot, stall: Callable[[], None]) -> None:
    found = []
    for _ in range(ATTEMPTS):
        with LatencyProbe() as probe:
            qtbot.wait(50)
            stall()
            qtbot.wait(50)
        found.append(probe.worst)

    assert min(found) >= promise_milliseconds(), found


@pytest.mark.parametrize(("seconds", "limit"), [(0.001, 100), (0.003, 150), (0.1, 200)])
def test_the_promise_is_longer_on_a_slower_machine_and_at_most_twice(
    monkeypatch, seconds: float, limit: float
) -> None:
    monkeypatch.setattr(speed, "_piece_of_work", lambda: seconds)

    assert speed.promise_milliseconds() == pytest.approx(limit)


def test_what_other_programs_take_is_no_stall(qtbot, crowd: int) -> None:
    found = []
    for _ in range(ATTEMPTS):
        with LatencyProbe() as probe:
            qtbot.wait(1000)
        found.append(probe.worst)
        if crowd:
            assert probe.disturbed

    assert min(found) < PROMISE_MILLISECONDS, found
