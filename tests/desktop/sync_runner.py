"""A runner without threads: what is handed over is done when a test says so."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.jobs import Operation, Runner


class SyncRunner(Runner):
    """Does everything in the calling thread, when `finish` is called."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Operation] = deque()

    def _submit(self, operation: Operation) -> None:
        self._waiting.append(operation)

    def finish(self) -> None:
        """Do what was handed over, and what is handed over meanwhile."""
        while self._waiting:
            operation = self._waiting.popleft()
            self._conclude(operation, operation.perform())

    def do(self, act: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """Call `act`, and do the work that follows."""
        answer = act(*arguments, **options)
        self.finish()
        return answer
