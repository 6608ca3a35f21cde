"""A process of its own in which cases run one after another, watched from outside.

A test starts it with `Watched` and the name of a function; each case is a list of JSON values
that the function gets. From outside the case's time and memory can be limited whatever the
code does, and no case leaves anything behind in the test's own process.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.robustness.hostile.watched_child import memory_of

ROOT = Path(__file__).resolve().parents[3]
MEGABYTE = 1 << 20

# Of the processor, for a case on a file of some dozen records.
MOST_SECONDS = 60.0
# A case that waits for ever takes no processor; by the clock it may take so many times as long.
_PATIENCE = 20
MOST_MEMORY = 1500 * MEGABYTE


class TooMuch(AssertionError):  # noqa: N818 - says what the case was
    """A case took more time or memory than it may, or ended the process."""


@dataclass(frozen=True)
class Answer:
    """What a case gave.

    Attributes
    ----------
    value : object
        What the function returned.
    seconds : float
        Processor time.
    memory : int
        Most memory of the process while it ran, in bytes; 0 where the system does not say.
    touched : list of str
        Files that were opened and addresses that were connected to, as they were named.
    """

    value: Any
    seconds: float
    memory: int
    touched: list[str] = field(default_factory=list)


class Watched:
    """The test's side.

    Parameters
    ----------
    function : str
        ``module:name`` of a function of JSON values, which returns one.
    seconds, memory : float and int
        What a case may take, in seconds of a processor and bytes.
    """

    def __init__(
        self, function: str, seconds: float = MOST_SECONDS, memory: int = MOST_MEMORY
    ) -> None:
        self._function, self._seconds, self._memory = function, seconds, memory
        self.slowest, self.largest = 0.0, 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def run(self, *arguments: object) -> Answer:
        """Run a case; raise `TooMuch` if it had to be ended."""
        process = self._process or self._begin()
        assert process.stdin is not None
        process.stdin.write(json.dumps(arguments) + "\n")
        process.stdin.flush()
        answer = Answer(**json.loads(self._line(process)))
        self.slowest = max(self.slowest, answer.seconds)
        self.largest = max(self.largest, answer.memory)
        if answer.memory > self._memory:
            raise TooMuch(f"{answer.memory // MEGABYTE} MB")
        return answer

    def told(self) -> str:
        """Return what the cases took at most."""
        return f"slowest {self.slowest:.1f} s, most memory {self.largest // MEGABYTE} MB"

    def _begin(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.robustness.hostile.watched_child", self._function],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return self._process

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                stream.close()
        self._process = None

    def _line(self, process: subprocess.Popen[str]) -> str:
        """Return the next line of the process, or end it."""
        began, spent_before = time.monotonic(), _spent_seconds(process.pid)
        while not select.select([process.stdout], [], [], 0.1)[0]:
            memory = memory_of(process.pid)
            excess = ""
            if memory > self._memory:
                excess = f"more than {memory // MEGABYTE} MB"
            elif _spent_seconds(process.pid) - spent_before > self._seconds:
                excess = f"more than {self._seconds:g} s of a processor"
            elif time.monotonic() - began > _PATIENCE * self._seconds:
                excess = f"more than {_PATIENCE * self._seconds:g} s by the clock"
            if excess:
                self._end()
                raise TooMuch(excess)
        line = process.stdout.readline()
        if not line:
            status = process.wait()
            self._end()
            raise TooMuch(f"the process ended with {status}")
        return line


def _spent_seconds(process: int) -> float:
    """Read how long a process has computed; 0 where the system does not say."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
