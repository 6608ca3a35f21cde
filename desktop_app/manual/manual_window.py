"""The manual in a window of its own, offline, and saved as web pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QListWidget, QSplitter, QWidget

from core.jobs import Job
from desktop_app import theme
from desktop_app.jobs import Lane, Runner
from desktop_app.manual.manual_pages import INDEX, page_names, readable_text, title_of
from desktop_app.manual.page_view import PageView
from desktop_app.text import failure_text, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.choosers import choose_folder, free_folder
from desktop_app.views.fields.find_field import FindField
from desktop_app.views.forms import named, note, push_button
from desktop_app.views.frame.notice import NoticeBar
from desktop_app.views.layouts import in_column, in_row

_WIDTH, _HEIGHT = 128 * sizes.UNIT, 88 * sizes.UNIT
_LIST_WIDTH = 32 * sizes.UNIT
_FIELD_WIDTH = 28 * sizes.UNIT
_BETWEEN_PAGES = 2


class ManualWindow(QDialog):
    """Shows one page at a time; closing it hides it, and the next F1 brings it back.

    Attributes
    ----------
    place : str
        Page and section in sight, such as ``recipe.md#answers``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Statveil manual"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.place = ""
        self._before: list[tuple[str, int]] = []
        self._names = page_names()
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = PageView()
        self.back_button = push_button(
            tr("&Back"), self.go_back, tr("Back"), tr("The page before (Alt+Left)")
        )
        self.find_field = FindField(tr("Find in the manual"))
        self.sentence = note()
        named(self.list, tr("Pages of the manual"))
        self.back_button.setAutoDefault(False)
        self.back_button.setEnabled(False)
        self.find_field.setMinimumWidth(_FIELD_WIDTH)
        self.list.setSpacing(_BETWEEN_PAGES)
        self.list.addItems([title_of(name) for name in self._names])
        bar = in_row(self.back_button, self.find_field, (self.sentence, 1))
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.addWidget(self.list)
        self.split.addWidget(self.page)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([_LIST_WIDTH, _WIDTH - _LIST_WIDTH])
        in_column(bar, (self.split, 1), inside=self, margins=sizes.MARGIN)
        self._connect()
        # On a small screen, or with a large interface, no larger than the screen.
        self.resize(QSize(_WIDTH, _HEIGHT).boundedTo(self.screen().availableSize()))

    def open_at(self, address: str = INDEX) -> None:
        """Show a page, and a section of it if `address` names one, in front of the window."""
        self.go_to(address)
        self.show()
        self.raise_()
        self.activateWindow()
        self.page.setFocus()

    @Slot(object)
    def go_to(self, address: str) -> None:
        """Show a page or a section; *Back* leads to the place before."""
        name, _, section = address.partition("#")
        name = name or self._page_name()
        if name not in self._names:
            self.sentence.setText(tr("This link leads out of the manual and is not opened."))
            return
        if self.place and self.place != address:
            self._before.append((self.place, self.page.verticalScrollBar().value()))
        self._show(name, section)

    @Slot()
    def go_back(self) -> None:
        """Show the place before, as it was scrolled."""
        if not self._before:
            return
        address, scrolled = self._before.pop()
        name, _, section = address.partition("#")
        self._show(name, section)
        self.page.verticalScrollBar().setValue(scrolled)

    def _page_name(self) -> str:
        return self.place.partition("#")[0]

    def _show(self, name: str, section: str) -> None:
        if name != self._page_name():
            self.page.show_page(name)
        self.place = f"{name}#{section}" if section else name
        if not (section and self.page.show_section(section)):
            self.page.verticalScrollBar().setValue(0)
        self.sentence.clear()
        self.back_button.setEnabled(bool(self._before))
        self.list.blockSignals(True)
        self.list.setCurrentRow(self._names.index(name))
        self.list.blockSignals(False)

    @Slot(int)
    def _show_chosen(self, row: int) -> None:
        self.go_to(self._names[row])

    @Slot()
    def _find_next(self) -> None:
        self._find(backward=False)

    @Slot()
    def _find_previous(self) -> None:
        self._find(backward=True)

    def _find(self, backward: bool) -> None:
        """Select the next place that holds the text; behind the last page the first one follows."""
        sought = self.find_field.text()
        if not sought:
            self.find_field.begin()
            return
        self.sentence.clear()
        if self.page.find_next(sought, backward):
            return
        cursor, scrolled = self.page.textCursor(), self.page.verticalScrollBar().value()
        here = self._page_name()
        for name in self._pages_with(sought, backward):
            if name != self._page_name():
                self._before.append((self.place, self.page.verticalScrollBar().value()))
                self._show(name, "")
            self.page.go_to_end(last=backward)
            if self.page.find_next(sought, backward):
                if name != here:
                    self.sentence.setText(tr("Found on another page."))
                return
        if self._page_name() == here:
            self.page.setTextCursor(cursor)
            self.page.verticalScrollBar().setValue(scrolled)
        self.sentence.setText(tr("“{text}” is not in the manual.", text=sought))

    def _pages_with(self, sought: str, backward: bool) -> list[str]:
        """Return the pages that probably hold a text, the next ones first and this one last."""
        position = self._names.index(self._page_name())
        names = [*self._names[position + 1 :], *self._names[:position]]
        if backward:
            names.reverse()
        folded = sought.casefold()
        return [
            name
            for name in (*names, self._names[position])
            if folded in readable_text(name).casefold()
        ]

    @Slot()
    def _leave_field(self) -> None:
        self.page.setFocus()

    @Slot()
    def _retheme(self) -> None:
        address, scrolled = self.place, self.page.verticalScrollBar().value()
        if address:
            name, _, section = address.partition("#")
            self.place = ""
            self._show(name, section)
            self.page.verticalScrollBar().setValue(scrolled)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._show_chosen)
        self.page.wanted.connect(self.go_to)
        self.find_field.listen_on(self)
        self.find_field.next_wanted.connect(self._find_next)
        self.find_field.left.connect(self._leave_field)
        theme.manager().changed.connect(self._retheme)
        keys = {
            QKeySequence.StandardKey.Back: self.go_back,
            QKeySequence.StandardKey.FindNext: self._find_next,
            QKeySequence.StandardKey.FindPrevious: self._find_previous,
        }
        for key, slot in keys.items():
            shortcut = QShortcut(key, self)
            shortcut.activated.connect(slot)


_FOLDER = "statveil_manual"


@dataclass(frozen=True, slots=True)
class Saved:
    """A folder with the manual, and the number of its pages."""

    folder: Path
    pages: int


class ManualSaving(QObject):
    """Asks for a folder and writes the manual into a new one inside it."""

    def __init__(self, runner: Runner, notice: NoticeBar, window: QWidget) -> None:
        super().__init__(window)
        self._runner, self._notice, self._window = runner, notice, window
        self._folder: Path | None = None

    @Slot()
    def ask(self) -> None:
        """Let the user choose a folder, and write the pages away from the window's thread."""
        home = choose_folder(self._window, tr("Choose where the manual is saved"))
        if home is None:
            return
        save = partial(save_manual_in, home)
        operation = self._runner.run(save, Lane.IO, tr("Saving the manual as web pages"))
        operation.succeeded.connect(self._show_saved)
        operation.failed.connect(self._show_failure)

    @Slot(object)
    def _show_saved(self, saved: Saved) -> None:
        self._folder = saved.folder
        sentence = tr_n(
            "The manual was saved as {count} web page in {folder}; begin with index.html.",
            "The manual was saved as {count} web pages in {folder}; begin with index.html.",
            saved.pages,
            folder=str(saved.folder),
        )
        self._notice.say(sentence, (tr("Open the folder"), self._open_folder))

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        sentence = tr("The manual was not saved.")
        self._notice.say(f"{sentence} {failure_text(error)}", icon="attention")

    @Slot()
    def _open_folder(self) -> None:
        self._notice.open_outside(self._folder)


def save_manual_in(home: Path, job: Job) -> Saved:
    """Write the manual as web pages into a new folder in `home`.

    Raises
    ------
    Refused
        If the folder cannot be written.
    StorageFull
        If the disk is full.
    Cancelled
        If the job is cancelled; then nothing is left behind.
    """
    # Imported late: the first paint does not wait for the command line.
    from core.command_line.manual_folder import write_manual

    folder = free_folder(home, _FOLDER)
    return Saved(folder, write_manual(folder, job))
