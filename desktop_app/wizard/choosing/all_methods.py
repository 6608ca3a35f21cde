"""Every method in a list under the guarantee it gives, for those who know which one they want."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from core.model import Schema
from desktop_app.presenters.large.disk_methods import why_not_here
from desktop_app.presenters.method.method_groups import method_groups
from desktop_app.text import tr
from desktop_app.text.methods import method_line, method_title
from desktop_app.theme import sizes
from desktop_app.views.forms import named


class AllMethods(QPushButton):
    """A button that opens the list.

    Signals
    -------
    chosen(object)
        The way that the user chose (`method_ways`).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("&All methods"), parent)
        named(self, tr("All methods"), tr("Lists every method under the guarantee it gives."))
        self.menu_of_methods = QMenu(self)
        self.menu_of_methods.setToolTipsVisible(True)
        self.menu_of_methods.setAccessibleName(tr("All methods"))
        self.actions_by_way: dict[str, QAction] = {}
        self._group = QActionGroup(self)
        for at, group in enumerate(method_groups()):
            if at:
                self.menu_of_methods.addSeparator()
            # The style sheet draws sections without their words.
            heading = self.menu_of_methods.addAction(group.title)
            heading.setFont(sizes.strong_font())
            heading.setToolTip(group.promise)
            heading.setEnabled(False)
            for way in group.methods:
                self._add(way)
        self.clicked.connect(self._open)

    def _add(self, way: str) -> None:
        action = self.menu_of_methods.addAction(method_title(way))
        action.setCheckable(True)
        action.setData(way)
        action.triggered.connect(self._choose)
        self._group.addAction(action)
        self.actions_by_way[way] = action

    def show_method(self, current: str, schema: Schema, *, on_disk: bool = False) -> None:
        """Mark the way in force, and bar those that columns or disk do not allow."""
        for way, action in self.actions_by_way.items():
            reason = "" if way == current else why_not_here(way, schema, on_disk=on_disk)
            action.setChecked(way == current)
            action.setEnabled(not reason)
            action.setToolTip(reason or method_line(way))
            title = method_title(way)
            said = tr("{method} – {reason}", method=title, reason=reason) if reason else title
            action.setText(said)

    @Slot()
    def _open(self) -> None:
        self.menu_of_methods.popup(self.mapToGlobal(QPoint(0, self.height())))

    @Slot()
    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(action.data())
