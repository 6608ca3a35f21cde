"""The menu File."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop_app.measures_export import MeasuresExport
from desktop_app.projects.recent import forget_all, recent_projects
from desktop_app.state import Step
from desktop_app.text import tr

if TYPE_CHECKING:
    from desktop_app.main_window import MainWindow


class FileMenu(QObject):
    """Open, save, close, what was used last, export, and quit."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        menu = window.menuBar().addMenu(tr("&File"))
        keys = QKeySequence.StandardKey
        self.open_action = _action(menu, tr("&Open…"), keys.Open)
        self.open_action.triggered.connect(self._open)
        self.recent = menu.addMenu(tr("Open &recent"))
        self.recent.aboutToShow.connect(self._list_recent)
        menu.addSeparator()
        self.save_action = _action(menu, tr("&Save project"), keys.Save)
        self.save_action.triggered.connect(window.keeper.save)
        self.save_as_action = _action(menu, tr("Save project &as…"), keys.SaveAs)
        self.save_as_action.setShortcut(QKeySequence("Ctrl+Shift+S"))
        self.save_as_action.triggered.connect(window.keeper.save_as)
        self.close_action = _action(menu, tr("&Close project"), keys.Close)
        # Ctrl+F4 is the key on Windows. Spelled out: a key that is given twice does nothing.
        self.close_action.setShortcuts([QKeySequence("Ctrl+W"), QKeySequence("Ctrl+F4")])
        self.close_action.triggered.connect(window.keeper.close_project)
        menu.addSeparator()
        self._export = MeasuresExport(window)
        self.export_action = menu.addAction(tr("&Export measures…"))
        self.export_action.triggered.connect(self._export.ask)
        menu.addSeparator()
        self.quit_action = _action(menu, tr("&Quit"), keys.Quit)
        self.quit_action.triggered.connect(window.close)
        self.menu = menu

    def show_state(self) -> None:
        """Enable what can be done."""
        there = self._window.store.project is not None
        self.save_action.setEnabled(there)
        self.save_as_action.setEnabled(there)
        self.close_action.setEnabled(there and not self._window.incoming)
        in_results = self._window.step is Step.RESULTS
        self.export_action.setEnabled(in_results and self._window.store.result is not None)
        self.recent.setEnabled(bool(recent_projects()))

    @Slot()
    def _open(self) -> None:
        self._window.show_step(Step.DATA)
        self._window.page(Step.DATA).open_file()

    @Slot()
    def _list_recent(self) -> None:
        self.recent.clear()
        for number, path in enumerate(recent_projects(), start=1):
            # An ampersand in a name would become a mnemonic.
            name = path.name.replace("&", "&&")
            action = self.recent.addAction(tr("&{number}  {name}", number=number, name=name))
            action.setToolTip(str(path))
            action.setStatusTip(str(path))
            action.setData(str(path))
            action.triggered.connect(self._open_recent)
        self.recent.addSeparator()
        self.recent.addAction(tr("&Forget them")).triggered.connect(self._forget)
        self.recent.setToolTipsVisible(True)

    @Slot()
    def _open_recent(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._window.open_path(str(Path(action.data())))

    @Slot()
    def _forget(self) -> None:
        forget_all()
        self.show_state()


def _action(menu: QMenu, title: str, key: QKeySequence.StandardKey) -> QAction:
    action = menu.addAction(title)
    action.setShortcut(key)
    return action
