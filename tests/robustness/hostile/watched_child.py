"""The watched process: runs a function of each line of its standard input (see `watched`)."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path


def memory_of(process: int | str, key: str = "VmRSS") -> int:
    """Return what ``/proc`` says of a process, in bytes; 0 where there is no ``/proc``."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(f"{key}:"):
                return int(line.split()[1]) * 1024
    return 0


def _forget_peak() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


class Touched:
    """Notes the files that are opened and the addresses that are connected to."""

    def __init__(self) -> None:
        self._names: list[str] | None = None
        sys.addaudithook(self._note)

    @contextlib.contextmanager
    def noted(self) -> Iterator[list[str]]:
        names: list[str] = []
        self._names = names
        try:
            yield names
        finally:
            self._names = None

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        if self._names is not None and event in ("open", "os.listdir", "os.scandir"):
            if isinstance(arguments[0], str | bytes | os.PathLike):
                self._names.append(os.fsdecode(arguments[0]))
        elif self._names is not None and event == "socket.connect":
            self._names.append(f"connected to {arguments[1]}")


def main(function: str) -> None:
    """Answer each line of standard input."""
    module, name = function.split(":")
    answers = os.fdopen(os.dup(1), "w")
    # What libraries print on their own is no answer.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    work: Callable[..., object] = getattr(importlib.import_module(module), name)
    touched = Touched()
    for line in sys.stdin:
        arguments = json.loads(line)
        _forget_peak()
        began = time.process_time()
        with touched.noted() as names:
            value = work(*arguments)
        answer = {
            "value": value,
            "seconds": time.process_time() - began,
            "memory": memory_of("self", "VmHWM"),
            "touched": sorted(set(names)),
        }
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
