"""What is shown of the records, and what is looked for in them: the controls above the tables."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from desktop_app import theme
from desktop_app.models.record_search import ALL, ANY, RecordQuery
from desktop_app.presenters.before_after import BeforeAfter
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, named, note


class RecordsBar(QWidget):
    """A search, a choice of records and one of columns.

    Signals
    -------
    changed()
        The user wants to see something else.
    stepped(object)
        The user wants to go on by this many of the cells that were found: 1 or -1.
    """

    changed = Signal()
    stepped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.before_button, self.after_button = QToolButton(), QToolButton()
        self.hits = note()
        self.shown = growing(ChoiceBox())
        self.masked_only = QCheckBox(tr("Maske&d columns only"))
        self._name_controls()
        self._lay_out()
        self.field.textChanged.connect(self._emit_changed)
        self.field.returnPressed.connect(self._go_on)
        self.before_button.clicked.connect(self._go_back)
        self.after_button.clicked.connect(self._go_on)
        self.shown.currentIndexChanged.connect(self._emit_changed)
        self.masked_only.toggled.connect(self._emit_changed)
        back = QShortcut(QKeySequence("Shift+Return"), self.field)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self._go_back)

    def _name_controls(self) -> None:
        self.field.setPlaceholderText(tr("Find in both tables (Ctrl+F)"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(28 * sizes.UNIT)
        named(self.field, tr("Find"), tr("Enter: next cell. Shift+Enter: previous cell."))
        named(self.before_button, tr("Previous cell"), tr("Previous cell (Shift+F3)"))
        named(self.after_button, tr("Next cell"), tr("Next cell (F3)"))
        named(self.shown, tr("Records shown"), tr("Show all records, or those that changed."))
        self._draw_marks()
        theme.manager().changed.connect(self._draw_marks)

    def _lay_out(self) -> None:
        label = QLabel(tr("Sh&ow"))
        label.setBuddy(self.shown)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.UNIT)
        for finding in (self.field, self.before_button, self.after_button):
            row.addWidget(finding)
        row.addWidget(self.hits, 1)
        for choosing in (label, self.shown, self.masked_only):
            row.addWidget(choosing)

    @property
    def query(self) -> RecordQuery:
        """What the user wants to see."""
        shown = self.shown.currentData()
        records = ALL if shown is None else int(shown)
        return RecordQuery(records, self.masked_only.isChecked(), self.field.text().strip())

    def offer(self, table: BeforeAfter) -> None:
        """Offer the columns in which something changed, and show all records."""
        self.shown.blockSignals(True)
        self.shown.clear()
        self.shown.addItem(tr("All records"), ALL)
        if table.paired:
            self.shown.addItem(tr("Records with changes only"), ANY)
            for at in table.altered:
                self.shown.addItem(tr("Changed in {column}", column=table.names[at]), at)
        self.shown.setEnabled(table.paired)
        self.shown.blockSignals(False)

    def start_search(self) -> None:
        """Put the keyboard on the search, with what was looked for selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def say_searching(self) -> None:
        """Say that a search is under way, if anything is looked for."""
        self.hits.setText(tr("Searching…") if self.query.needle else "")

    def show_hits(self, at: int, count: int) -> None:
        """Say which of how many cells is shown."""
        if not self.query.needle:
            self.hits.setText("")
        elif count:
            self.hits.setText(tr("{number} of {count} cells", number=at + 1, count=count))
        else:
            self.hits.setText(tr("Not found"))
        for button in (self.before_button, self.after_button):
            button.setEnabled(count > 0)

    @Slot()
    def _draw_marks(self) -> None:
        self.before_button.setIcon(theme.icon("up"))
        self.after_button.setIcon(theme.icon("down"))

    @Slot()
    @Slot(int)
    @Slot(bool)
    @Slot(str)
    def _emit_changed(self, _changed: object = None) -> None:
        self.changed.emit()

    @Slot()
    def _go_on(self) -> None:
        self.stepped.emit(1)

    @Slot()
    def _go_back(self) -> None:
        self.stepped.emit(-1)
