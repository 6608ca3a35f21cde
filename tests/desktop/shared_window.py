"""A window that the tests of a module share: each finds it as empty as a new one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from desktop_app.jobs import JobRunner
from desktop_app.main_window import MainWindow
from desktop_app.projects import storage
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.store.resolving import Resolve, resolve_with_engine
from desktop_app.views.frame.page_stack import open_at


class SharedWindow:
    """Lends the window to one test after another; a window that a test closed is replaced."""

    def __init__(self) -> None:
        self._window: MainWindow | None = None
        self._resolve: Resolve | None = None
        self.is_painted = True

    def lend(self, resolve: Resolve = resolve_with_engine) -> MainWindow:
        """Show the window without a file, under the settings of the test that asks for it."""
        if self._window is not None and resolve is not self._resolve:
            self.close()
        if self._window is None:
            runner = JobRunner()
            self._window = MainWindow(ProjectStore(runner, resolve=resolve), runner)
            self._resolve = resolve
        else:
            self._window.keeper.storage._folder = storage.recovery_folder()
            # What was opened before, and whether anything ever was, differs between settings.
            self._window.store.close()
            self._window.enter_step(Step.DATA)
            self._window.setWindowState(Qt.WindowState.WindowNoState)
            open_at(self._window, None)
        self._window.setUpdatesEnabled(self.is_painted)
        self._window.show()
        return self._window

    def take_back(self, qtbot: QtBot) -> None:
        """Stop all work, close the project and hide the window."""
        window = self._window
        if window is None or window._closing:
            self.close()
            return
        # A window that cannot be emptied is not lent again.
        self._window = None
        _empty(window, qtbot)
        window.hide()
        # The offscreen platform activates a window that was hidden only if it makes it anew.
        window.windowHandle().destroy()
        self._window = window

    def close(self) -> None:
        """Close the window for good."""
        window, self._window = self._window, None
        if window is None:
            return
        window._has_asked = True
        window.close()
        assert window.runner.close(120)
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not isValid(window), "never destroyed"

    def is_hidden(self, window: object) -> bool:
        """Say whether `window` waits here for the next test."""
        return window is self._window and not self._window.isVisible()


def _empty(window: MainWindow, qtbot: QtBot) -> None:
    def wait_for_work() -> None:
        qtbot.waitUntil(lambda: not window.runner.operations)

    for dialog in filter(QDialog.isWindow, window.findChildren(QDialog)):
        dialog.close()
        dialog.deleteLater()
    window.menus._manual = None
    window.tour.end()
    window.runner.cancel_all()
    wait_for_work()
    store = window.store
    store.set_sign_off(None)
    if store.source is not None and store.draft is not None:
        # Work that counts as saved is not offered to the next test.
        store.mark_saved(Path(), store.source, store.draft)
        window.keeper.storage.copy_now()
    store.close()
    wait_for_work()
    window.notice.withdraw()
    window.say_quietly("")
    window.fold_meaning(False)
    window.show_step(Step.DATA)
    for step in window._made.keys() - {Step.DATA}:
        window._made.pop(step).deleteLater()
    window._has_asked = False
