"""The tasks of workers on this computer, as files of a folder in memory from which they take them.

The end of a file's name says what has become of the tasks: those of ``7-waiting`` may be taken,
those of ``7-of-3`` were taken in shift 3, and ``7-found`` is what was found. What is still being
written has other names.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from core.jobs.cluster.shared_pieces import read_piece, write_piece

_FOUND = "-found"


class TaskFolder:
    """Tasks that are handed out, each to one worker at a time.

    Parameters
    ----------
    path : Path
        In that of `core.jobs.cluster.shared_pieces.shared_folder`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._bell = path / "bell"

    def put(self, number: int, tasks: object) -> bool:
        """Let workers take some tasks; return whether they fitted."""
        written = self.path / f"{number}-written"
        if not write_piece(written, tasks):
            return False
        written.rename(self._waiting(number))
        return True

    def take(self, shift: str) -> Path | None:
        """Take the tasks that have waited longest, if any wait."""
        names = [name.partition("-") for name in self._names()]
        for number in sorted(int(number) for number, _, rest in names if rest == "waiting"):
            taken = self.path / f"{number}-of-{shift}"
            # Another worker may have been faster.
            with suppress(FileNotFoundError):
                return self._waiting(number).rename(taken)
        return None

    def give_back(self, shift: str) -> None:
        """Let others take what a shift has taken and not finished."""
        for taken in self.path.glob(f"*-of-{shift}"):
            with suppress(FileNotFoundError):
                taken.rename(self._waiting(number_of(taken)))

    def hand_over(self, taken: Path, outcome: object) -> bool:
        """Hand over what was found for tasks that are still wanted; return whether it fitted."""
        # A worker that is killed leaves the beginning of a file at most.
        own = taken.with_name(f"{taken.name}-{os.getpid()}")
        fits = write_piece(own, outcome)
        with suppress(FileNotFoundError):
            if fits and taken.exists():
                own.rename(self._found(number_of(taken)))
                taken.unlink()
                self._ring()
        own.unlink(missing_ok=True)
        return fits or not taken.exists()

    @contextmanager
    def bell(self) -> Iterator[Callable[[float], None]]:
        """Yield a function that waits so many seconds or until something is handed over.

        It returns at once if something was handed over since its last call, and at its first call.
        """
        # Of a call whose results were not all asked for.
        self._bell.unlink(missing_ok=True)
        try:
            os.mkfifo(self._bell)
        except OSError:
            # No space for it.
            yield time.sleep
            return
        # Open for writing, too, as it would be at its end where nobody rings.
        bell = os.open(self._bell, os.O_RDWR | os.O_NONBLOCK)
        # Nobody could ring for what was handed over before.
        os.write(bell, b".")

        def wait(seconds: float) -> None:
            if select.select([bell], [], [], seconds)[0]:
                os.read(bell, select.PIPE_BUF)

        try:
            yield wait
        finally:
            os.close(bell)
            self._bell.unlink(missing_ok=True)

    def _ring(self) -> None:
        # Nobody may be there to hear it, or has not heard thousands of others.
        with suppress(OSError):
            bell = os.open(self._bell, os.O_WRONLY | os.O_NONBLOCK)
            with suppress(OSError):
                os.write(bell, b".")
            os.close(bell)

    def found(self) -> set[int]:
        """Return the numbers of the tasks whose results can be read."""
        try:
            names = self._names()
        except FileNotFoundError:
            return set()
        return {int(name[: -len(_FOUND)]) for name in names if name.endswith(_FOUND)}

    def read_found(self, number: int) -> Any:
        """Return what was found for tasks, and remove it."""
        found = read_piece(self._found(number))
        self._found(number).unlink()
        return found

    def clear(self, numbers: Container[int]) -> None:
        """Remove the tasks of some numbers, and what was found for them and not read."""
        for path in self.path.iterdir():
            if path != self._bell and number_of(path) in numbers:
                path.unlink(missing_ok=True)

    def _names(self) -> list[str]:
        # Called often, for which a `Path` of each would take several times longer.
        with os.scandir(self.path) as entries:
            return [entry.name for entry in entries]

    def _waiting(self, number: int) -> Path:
        return self.path / f"{number}-waiting"

    def _found(self, number: int) -> Path:
        return self.path / f"{number}{_FOUND}"


def number_of(path: Path) -> int:
    """Return the number of the tasks of a file."""
    return int(path.name.partition("-")[0])
