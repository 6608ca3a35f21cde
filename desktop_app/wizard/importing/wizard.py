"""The import wizard: the file, its layout, its values."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLayout, QWidget, QWizard

from core.errors import Problem
from desktop_app.text import tr
from desktop_app.wizard.importing.file_page import FilePage
from desktop_app.wizard.importing.layout_page import LayoutPage
from desktop_app.wizard.importing.session import ImportSession
from desktop_app.wizard.importing.values_page import ValuesPage

FILE, LAYOUT, VALUES = range(3)
_RULER_HEIGHT = 4


def page_title(page: int) -> str:
    """Return the name of a page of the wizard, with its number."""
    name = (tr("The file"), tr("How it is laid out"), tr("What the values are"))[page]
    return tr("Step {number} of 3: {name}", number=page + 1, name=name)


class ImportWizard(QWizard):
    """Is part of the step Data; the window's own Back and main button drive it.

    No page emits `completeChanged`: it would move the keyboard to a hidden button and out of the
    wizard. The session's `changed` notifies the window instead.

    So the rail, the problems and the running work stay in sight, and there is one place to look
    for what happens next.
    """

    def __init__(self, session: ImportSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setWizardStyle(QWizard.WizardStyle.ClassicStyle)
        self.setButtonLayout([])
        self.setOption(QWizard.WizardOption.NoDefaultButton)
        self.setAccessibleName(tr("Import"))
        self.file_page = FilePage(session)
        self.layout_page = LayoutPage(session)
        self.values_page = ValuesPage(session)
        for page in (self.file_page, self.layout_page, self.values_page):
            self.addPage(page)
        self.currentIdChanged.connect(self.strip_frame)

    @Slot()
    def strip_frame(self) -> None:
        """Take away the margins and the line that a wizard draws around its pages.

        They are meant for a window of its own; QWizard lays them out again on every change.
        """
        for child in self.children():
            layout = child.layout() if isinstance(child, QWidget) else None
            if layout is not None:
                layout.setContentsMargins(0, 0, 0, 0)
                _hide_rulers(layout)

    def problems(self) -> tuple[Problem, ...]:
        """Return what is wrong, as far as the page shown can know."""
        session = self.session
        if self.currentId() == FILE:
            return session.look_problems
        if self.currentId() == LAYOUT or not session.read_problems:
            return session.layout_problems
        return session.read_problems

    def focus_on(self, problem: Problem) -> None:
        """Go to the control where `problem` can be put right."""
        option = (problem.where.field or "").split(".")[-1]
        if option == "missing" and self.currentId() == VALUES:
            self.values_page.own.setFocus()
        elif not self._focus_layout(option):
            self.file_page.other_button.setFocus()

    def _focus_layout(self, option: str) -> bool:
        if self.currentId() == VALUES and option in self.layout_page.controls:
            self.back()
        if self.currentId() == LAYOUT:
            if not self.layout_page.focus_option(option):
                self.layout_page.table.setFocus()
            return True
        if self.currentId() == VALUES:
            self.values_page.table.setFocus()
            return True
        return False

    @Slot()
    def begin(self) -> None:
        """Show the first page."""
        self.restart()
        self.strip_frame()

    def begin_at(self, page: int) -> None:
        """Show a later page of a file that is known."""
        self.begin()
        while self.currentId() < page:
            self.next()


def _hide_rulers(layout: QLayout) -> None:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget = item.widget() if item else None
        if widget is not None and widget.maximumHeight() <= _RULER_HEIGHT:
            widget.hide()
