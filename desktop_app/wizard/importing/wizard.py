"""The import wizard: the file (its first page), its layout, its values."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFormLayout, QStackedWidget, QWidget

from core.errors import Problem
from desktop_app.presenters.import_choices import guess_text
from desktop_app.text import define, size, tr, tr_n
from desktop_app.text.kinds import kind_text
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import heading, note, push_button
from desktop_app.views.frame.page import MainAction
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.wizard.importing.layout_page import LayoutPage
from desktop_app.wizard.importing.session import ImportSession, ReadingState
from desktop_app.wizard.importing.values_page import ValuesPage

FILE, LAYOUT, VALUES = range(3)


class ImportWizard(QStackedWidget):
    """Is part of the step Data; the window's own Back and main button drive it.

    So the rail, the problems and the running work stay in sight, and there is one place to look
    for what happens next.
    """

    def __init__(self, session: ImportSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setAccessibleName(tr("Import"))
        self.file_page = FilePage(session, self)
        self.layout_page = LayoutPage(session, self)
        self.values_page = ValuesPage(session, self)
        for page in (self.file_page, self.layout_page, self.values_page):
            self.addWidget(page)

    def show_page(self, page: int) -> None:
        """Show the file, its layout or its values, with the keyboard on the page.

        The whole file is read as soon as its layout is settled.
        """
        self.setCurrentIndex(page)
        if page == VALUES:
            self.session.read()
        (self.file_page, self.layout_page, self.values_page)[page].setFocus()

    def minimumSizeHint(self) -> QSize:
        """Measure the page in sight, with the lines of its sentences at this width.

        Qt's stack needs what its largest page does, and wraps no sentence.
        """
        page = self.currentWidget() or self.file_page
        smallest, layout = page.minimumSizeHint(), page.layout()
        if layout is not None and layout.hasHeightForWidth():
            smallest.setHeight(layout.totalMinimumHeightForWidth(self.width()))
        return smallest

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for more height where sentences wrap into more lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def page_title(self) -> str:
        """Return the name of the page in sight, with its number."""
        page = self.currentIndex()
        name = (tr("The file"), tr("How it is laid out"), tr("What the values are"))[page]
        return tr("Step {number} of 3: {name}", number=page + 1, name=name)

    def main_action(self) -> MainAction:
        """Name what the main button does on the page in sight."""
        session = self.session
        if self.currentIndex() == FILE:
            looking = session.looking or session.previewing
            waiting = tr("Looking at the file…") if looking else ""
            blocked = waiting or tr("This file cannot be read.")
            ready = session.readable
            return MainAction(tr("Check the &layout"), ready, "" if ready else blocked)
        if self.currentIndex() == LAYOUT:
            complaint = self.layout_page.complaint()
            ready = session.laid_out and not complaint
            waiting = tr("Preparing the preview…") if session.previewing else ""
            reason = complaint or waiting or tr("Change the layout until the list below is empty.")
            return MainAction(tr("Check the va&lues"), ready, "" if ready else reason)
        if session.opened is not None:
            rows = session.opened.dataset.rows
            return MainAction(tr_n("&Import {count} row", "&Import {count} rows", rows))
        reading = session.reading is ReadingState.RUNNING
        reason = tr("The whole file is being read.") if reading else tr("The file was not read.")
        return MainAction(tr("&Import"), False, reason)

    def meaning(self) -> tuple[str, ...]:
        """Explain the page in sight."""
        kind = self.session.kind
        if self.currentIndex() == LAYOUT and kind.is_sheet:
            return (
                tr("Formulas count by their values, and merged cells for all that they cover."),
                tr("Skip the rows above the table, such as a title; blank rows are no records."),
            )
        if self.currentIndex() == LAYOUT and not kind.is_text:
            return (
                tr("The file itself says what its columns are; there is nothing to choose here."),
                *((tr("Codes are shown with their labels."),) if kind.is_labelled else ()),
            )
        if self.currentIndex() == LAYOUT:
            return (
                tr("A wrong layout shows at once below: all in one column, or odd signs in words."),
                define("delimiter"),
                define("encoding"),
            )
        if self.currentIndex() == VALUES:
            declared = tr("Codes that the file declares as missing need no tick.")
            return (
                define("missing-code"),
                tr("A value such as -9 or 999 counts as a number unless you tick it here."),
                tr("The types come from the whole file, not only from its first rows."),
                *((declared,) if kind.is_labelled else ()),
            )
        return (
            tr("The kind of file is recognised by its contents, not by its name."),
            tr("The next two pages let you change what was recognised."),
        )

    def problems(self) -> tuple[Problem, ...]:
        """List the problems that the page shown can know."""
        session = self.session
        if self.currentIndex() == FILE:
            return session.look_problems
        if self.currentIndex() == LAYOUT or not session.read_problems:
            return session.layout_problems
        return session.read_problems

    def focus_on(self, problem: Problem) -> None:
        """Go to the control where `problem` can be put right."""
        option = (problem.where.field or "").split(".")[-1]
        if option == "missing" and self.currentIndex() == VALUES:
            self.values_page.own_code.setFocus()
        elif not self._focus_layout(option):
            self.file_page.other_button.setFocus()

    def _focus_layout(self, option: str) -> bool:
        if self.currentIndex() == VALUES and option in self.layout_page.controls:
            self.show_page(LAYOUT)
        if self.currentIndex() == LAYOUT:
            if not self.layout_page.focus_option(option):
                self.layout_page.table.setFocus()
            return True
        if self.currentIndex() == VALUES:
            self.values_page.table.setFocus()
            return True
        return False


class FilePage(QWidget):
    """Says which file it is and what was found at a first look.

    There is nothing to fill in: the page holds the keyboard until the main button can be pressed.

    Signals
    -------
    other_wanted()
        The user wants to choose another file.
    """

    other_wanted = Signal()

    def __init__(self, session: ImportSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._name, self._folder = ElidedLabel(), ElidedLabel()
        self._size, self._kind = ElidedLabel(), ElidedLabel()
        self.facts = (self._name, self._folder, self._size, self._kind)
        self._recognised = note(kind="")
        self._recognised.setTextFormat(Qt.TextFormat.PlainText)
        self.other_button = push_button(
            tr("Choose an&other file…"), self.other_wanted, tr("Choose another file"), sign="open"
        )
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setHorizontalSpacing(3 * sizes.UNIT)
        form.setVerticalSpacing(sizes.UNIT)
        form.addRow(tr("Name"), self._name)
        form.addRow(tr("Folder"), self._folder)
        form.addRow(tr("Size"), self._size)
        form.addRow(tr("Kind"), self._kind)
        row = in_row(self.other_button, STRETCH, spacing=-1)
        in_column(
            form,
            row,
            heading(tr("What was recognised")),
            self._recognised,
            STRETCH,
            inside=self,
            spacing=sizes.MARGIN,
        )
        session.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show what the session knows."""
        session = self._session
        self._name.setText(session.path.name)
        self._folder.setText(str(session.path.parent))
        looked = session.looked
        self._size.setText("–" if looked else "")
        if looked is not None and looked.size is not None:
            self._size.setText(size(looked.size))
        kind = "–"
        # Of a file that cannot be read, the kind is only what was tried last.
        if looked is not None and session.readable:
            kind = kind_text(looked.probe.kind)
            if looked.parts:
                kind = tr_n(
                    "{kind} in one part", "{kind} in {count} parts", looked.parts, kind=kind
                )
        self._kind.setText(kind)
        self._recognised.setText(self._reading_text())
        is_refused = not (session.looking or session.previewing or session.readable)
        if is_refused and self.window().focusWidget() is self:
            self.other_button.setFocus()

    def _reading_text(self) -> str:
        session = self._session
        if session.failure:
            return session.failure
        if session.looked is None or session.previewing:
            return tr("Looking at the file…")
        if not session.readable:
            return tr("This file cannot be read. The reason is given below.")
        guesses = session.looked.probe.reasons
        return "\n".join(f"•  {guess_text(guess)}" for guess in guesses if guess.taken) or tr(
            "The file can be read."
        )
