"""The menu File."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from desktop_app.commands import Commands
from desktop_app.projects.recent import forget_all, recent_projects
from desktop_app.text import tr
from desktop_app.views.choosers import choose_parts


class FileMenu(QObject):
    """Open, save, close, what was used last, export, and quit.

    Signals
    -------
    open_wanted(str)
        With the path of the recent project or the folder that the user chose.
    """

    open_wanted = Signal(str)

    def __init__(self, bar: QMenuBar, commands: Commands, parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self.menu = bar.addMenu(tr("&File"))
        self.menu.addAction(commands.open)
        self.menu.addAction(tr("Open a &folder of parts…")).triggered.connect(self._open_parts)
        self.recent = self.menu.addMenu(tr("Open &recent"))
        self.recent.aboutToShow.connect(self._list_recent)
        self.menu.addSeparator()
        self.menu.addActions((commands.save, commands.save_as, commands.close_project))
        self.menu.addSeparator()
        self.menu.addActions((commands.export_measures, commands.assess))
        self.menu.addSeparator()
        self.menu.addAction(commands.quit)

    @Slot()
    def show_state(self) -> None:
        """Enable what can be done."""
        self.recent.setEnabled(bool(recent_projects()))

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
    def _open_parts(self) -> None:
        chosen = choose_parts(self._bar)
        if chosen is not None:
            self.open_wanted.emit(str(chosen))

    @Slot()
    def _open_recent(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.open_wanted.emit(str(Path(action.data())))

    @Slot()
    def _forget(self) -> None:
        forget_all()
        self.show_state()
