"""The menu Release: what anyone can do with a finished release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.checking.dialog import CheckDialog, Task
from desktop_app.reports.saving import ReportSaving
from desktop_app.text import tr

if TYPE_CHECKING:
    from desktop_app.main_window import MainWindow


class ReleaseMenu(QObject):
    """Verify, repeat, print; none of it needs an open project."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        menu = window.menuBar().addMenu(tr("&Release"))
        self.verify_action = menu.addAction(tr("&Verify a release…"))
        self.verify_action.triggered.connect(self.verify)
        self.repeat_action = menu.addAction(tr("&Repeat a release…"))
        self.repeat_action.triggered.connect(self.repeat)
        menu.addSeparator()
        self.pdf_action = menu.addAction(tr("Save a report as &PDF…"))
        self.pdf_action.triggered.connect(self.save_pdf)
        self._saving = ReportSaving(window.runner, self)
        self._saving.said.connect(self._tell)

    @Slot()
    def verify(self) -> CheckDialog:
        """Open the dialog that verifies a release: the one just written, if there is one."""
        return self._show(Task.VERIFY)

    @Slot()
    def repeat(self) -> CheckDialog:
        """Open the dialog that repeats a release."""
        return self._show(Task.REPEAT)

    @Slot()
    def save_pdf(self) -> None:
        """Save the report of the release just written as PDF, or another that is chosen."""
        release = self._window.store.release
        report = Path(release.folder) / release.report if release is not None else None
        self._saving.ask(self._window, report)

    @Slot(object)
    def _tell(self, said: str) -> None:
        self._window.notice.say(said)

    def verify_log(self, log: Path) -> CheckDialog:
        """Open the dialog for the audit log at `log`."""
        dialog = self._show(Task.VERIFY)
        dialog.log.set_path(log)
        return dialog

    def _show(self, task: Task) -> CheckDialog:
        dialog = CheckDialog(self._window.runner, task, self._window)
        release, source = self._window.store.release, self._window.store.source
        if release is not None and source is not None:
            dialog.log.set_path(Path(release.folder) / release.log)
            dialog.original.set_path(Path(source.path))
        dialog.show()
        return dialog
