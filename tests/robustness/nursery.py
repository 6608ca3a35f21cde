"""A process that has imported everything and forks a child for each trial.

Importing takes longer than a trial. It is started by `Nursery` in the test; on its standard
input it reads one JSON list of arguments a line, forks a child that runs `work(*arguments)`,
and prints the child's number, then its exit status.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Nursery:
    """The test's side."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.robustness.nursery", module],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.answer()

    def begin(self, *arguments: object) -> int:
        """Start a trial; return the number of its process."""
        self._process.stdin.write(json.dumps([str(a) for a in arguments]) + "\n")
        self._process.stdin.flush()
        return int(self.answer())

    def answer(self) -> str:
        """Return what the nursery says next; after `begin`, the trial's exit status."""
        line = self._process.stdout.readline().strip()
        assert line, "the nursery ended"
        return line

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(300)
        self._process.stdout.close()


def main(module: str) -> None:
    trial = importlib.import_module(module)
    trial.prepare()
    _say("ready")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _run(trial.work, json.loads(line))
        _say(child)
        _, status = os.waitpid(child, 0)
        _say(os.waitstatus_to_exitcode(status))


def _say(answer: object) -> None:
    sys.stdout.write(f"{answer}\n")
    sys.stdout.flush()


def _run(work, arguments: Sequence[str]) -> None:
    status = 99
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        status = work(*arguments)
    finally:
        os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1])
