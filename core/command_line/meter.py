"""Shows the progress on a terminal; silent if the output is not a terminal."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TextIO

from core.jobs import Job
from core.messages import CATALOGUE, text
from core.streams import put

_INTERVAL = 0.2
_WIDTH = 78


class Meter:
    """Updates a line of progress on a terminal while the work runs."""

    def __init__(self, job: Job, stream: TextIO) -> None:
        self._job, self._stream = job, stream
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> Meter:
        if self._stream.isatty():
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
            put(self._stream, "\r" + " " * _WIDTH + "\r")

    def _show(self) -> None:
        while not self._over.wait(_INTERVAL):
            progress = self._job.progress()
            code = f"phase-{progress.phase}"
            name = text(code) if code in CATALOGUE else progress.phase
            share = f" {100 * progress.done // progress.total} %" if progress.total else ""
            left = progress.seconds_left
            time = "" if left is None else f", {text('seconds-left', {'count': round(left)})}"
            put(self._stream, "\r" + f"{name}{share}{time}"[:_WIDTH].ljust(_WIDTH))
