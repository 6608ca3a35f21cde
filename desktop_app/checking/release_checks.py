"""What anyone can do with a finished release; none of it needs an open project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from desktop_app.checking.dialog import CheckDialog, CheckTask
from desktop_app.jobs import Runner
from desktop_app.reports.saving import ReportSaving
from desktop_app.store import ProjectStore
from desktop_app.views.frame.notice import NoticeBar
from desktop_app.window_task import WindowTask

if TYPE_CHECKING:
    from desktop_app.checking.releases_dialog import ReleasesDialog


class ReleaseChecks(WindowTask):
    """Verifies and repeats releases, and saves their reports as PDF."""

    def __init__(
        self, store: ProjectStore, runner: Runner, notice: NoticeBar, window: QWidget
    ) -> None:
        super().__init__(store, runner, notice, window)
        self._saving = ReportSaving(runner, self)
        self._saving.remarked.connect(self._notice.say)

    @Slot()
    def verify(self) -> CheckDialog:
        """Open the dialog that verifies a release: the one just written, if there is one."""
        return self._show(CheckTask.VERIFY)

    @Slot()
    def repeat(self) -> CheckDialog:
        """Open the dialog that repeats a release."""
        return self._show(CheckTask.REPEAT)

    @Slot()
    def list_releases(self) -> ReleasesDialog:
        """Open the dialog of the releases made on this computer."""
        # Imports the engine, for which the window does not wait.
        from desktop_app.checking.releases_dialog import ReleasesDialog

        dialog = ReleasesDialog(self._window)
        dialog.show()
        return dialog

    @Slot()
    def save_pdf(self) -> None:
        """Save the report of the release just written as PDF, or another that is chosen."""
        release = self._store.release
        report = Path(release.folder) / release.report if release is not None else None
        self._saving.ask(self._window, report)

    def verify_log(self, log: Path) -> CheckDialog:
        """Open the dialog for the audit log at `log`."""
        dialog = self._show(CheckTask.VERIFY)
        dialog.log.set_path(log)
        return dialog

    def _show(self, task: CheckTask) -> CheckDialog:
        dialog = CheckDialog(self._runner, task, self._window)
        release, source = self._store.release, self._store.source
        if release is not None and source is not None:
            dialog.log.set_path(Path(release.folder) / release.log)
            dialog.original.set_path(Path(source.path))
        dialog.show()
        return dialog
