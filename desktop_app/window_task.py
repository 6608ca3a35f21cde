"""Work that begins with a question in the window and ends with a notice."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Runner
from desktop_app.store import ProjectStore
from desktop_app.views.frame.notice import NoticeBar


class WindowTask(QObject):
    """Works on the open project away from the window's thread, and says what came of it."""

    def __init__(
        self, store: ProjectStore, runner: Runner, notice: NoticeBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._store = store
        self._runner = runner
        self._notice = notice
        self._window = window
