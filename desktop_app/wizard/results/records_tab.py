"""The tab Records: original and protected table side by side, before anything is written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QLineEdit, QWidget

from core.model import Role
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.record_search import ALL, ANY, RecordQuery, Sight, sight
from desktop_app.models.side_model import SideModel
from desktop_app.presenters.before_after import BeforeAfter, PairedRecords, compare_columns
from desktop_app.presenters.results_insight import ResultInsight, spelled_before
from desktop_app.text import failure_text, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, label_for, named, note, tool_button
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import PlainLabel
from desktop_app.views.split import split
from desktop_app.views.tables.changed_cells import ChangedCells
from desktop_app.views.tables.data_table import DataTable


class RecordsTab(QWidget):
    """Two tables that move together, with a search and a filter above them."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table: BeforeAfter | None = None
        self._sight: Sight | None = None
        self._position = -1
        self.bar, self.panes = RecordsBar(), Panes()
        self.counted, self.unpaired = note(), note(kind="caution")
        self.unpaired.setText(
            tr(
                "The method makes new records, so no released record belongs to one of the "
                "original. The protected table is shown alone."
            )
        )
        self.unpaired.hide()
        self._comparing = Latest(
            runner, tr("Comparing the records"), self, self._take, self._show_failure
        )
        self._looking = Latest(runner, tr("Searching the records"), self, self._show)
        self.bar.changed.connect(self._look)
        self.bar.stepped.connect(self._step)
        in_column(
            self.bar,
            self.unpaired,
            (self.panes, 1),
            self.counted,
            inside=self,
            margins=sizes.UNIT + sizes.HALF,
        )
        for key, go_to_cell in (("F3", self.find_next), ("Shift+F3", self.find_previous)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(go_to_cell)

    def show_insight(self, insight: ResultInsight) -> None:
        """Compare the records of another result."""
        schema, plan = insight.result.plan.project.schema, insight.result.plan
        masked = frozenset(a.name for a in schema.with_role(Role.QUASI_IDENTIFIER))
        left_out = plan.implications.left_out if plan.implications is not None else 0
        side = PairedRecords(masked, insight.rows, insight.numbers, insight.result.paired, left_out)

        self._looking.drop()
        self.unpaired.hide()
        self.counted.setText(tr("Comparing the records…"))
        self._comparing.ask(
            lambda job: compare_columns(spelled_before(insight), insight.after, side, job)
        )

    @Slot(object)
    def _take(self, table: BeforeAfter) -> None:
        self.table, self._sight = table, None
        self.unpaired.setHidden(table.paired)
        self.bar.offer(table)
        self._look()

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.counted.setText(failure_text(error))

    @Slot()
    def _look(self) -> None:
        """Filter and search in the background; what is shown stays until then."""
        table, earlier, query = self.table, self._sight, self.bar.query
        if table is None:
            return
        self.bar.say_searching()

        self._looking.ask(lambda job: sight(table, query, earlier, job))

    @Slot(object)
    def _show(self, view: Sight) -> None:
        earlier = self._sight
        self._sight, self._position = view, -1
        if earlier is None or not earlier.shows_like(view):
            self.panes.show_sight(view)
            self.counted.setText(_describe_view(view))
        self.panes.show_found(view.found)
        self.bar.show_hits(-1, len(view.places))
        self.find_next()

    @Slot()
    def find_next(self) -> None:
        """Go to the next cell that was found; after the last one to the first."""
        self._step(1)

    @Slot()
    def find_previous(self) -> None:
        """Go to the cell that was found before this one."""
        self._step(-1)

    @Slot(object)
    def _step(self, by: int) -> None:
        view = self._sight
        if view is not None and len(view.places):
            self._position = (self._position + by) % len(view.places)
            self.panes.go_to(int(view.places[self._position]))
            self.bar.show_hits(self._position, len(view.places))


def _describe_view(view: Sight) -> str:
    table = view.table
    lines = [tr("{shown} of {count} records shown.", shown=len(view.records), count=table.records)]
    if table.paired:
        lines.append(tr("They are numbered as in your file, from 1."))
        lines.append(
            tr_n(
                "{count} record has at least one changed cell (corner mark).",
                "{count} records have at least one changed cell (corner mark).",
                len(table.touched),
            )
        )
    if table.left_out:
        lines.append(
            tr_n(
                "{count} record of your file is left out of the release.",
                "{count} records of your file are left out of the release.",
                table.left_out,
            )
        )
    return " ".join(lines)


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
        self.before_button = tool_button(
            "up", self._go_back, tr("Previous cell (Shift+F3)"), tr("Previous cell")
        )
        self.after_button = tool_button("down", self._go_on, tr("Next cell (F3)"), tr("Next cell"))
        self.hits = note()
        self.filter_box = growing(ChoiceBox())
        self.masked_only = QCheckBox(tr("Maske&d columns only"))
        self.field.setPlaceholderText(tr("Find in both tables (Ctrl+F)"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(28 * sizes.UNIT)
        named(self.field, tr("Find"), tr("Enter: next cell. Shift+Enter: previous cell."))
        named(self.filter_box, tr("Records shown"), tr("Show all records, or those that changed."))
        label = label_for(self.filter_box, tr("Sh&ow"))
        in_row(
            self.field,
            self.before_button,
            self.after_button,
            (self.hits, 1),
            label,
            self.filter_box,
            self.masked_only,
            inside=self,
        )
        self.field.textChanged.connect(self.changed)
        self.field.returnPressed.connect(self._go_on)
        self.filter_box.currentIndexChanged.connect(self.changed)
        self.masked_only.toggled.connect(self.changed)
        back = QShortcut(QKeySequence("Shift+Return"), self.field)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self._go_back)

    @property
    def query(self) -> RecordQuery:
        """What the user wants to see."""
        chosen = self.filter_box.currentData()
        records = ALL if chosen is None else int(chosen)
        return RecordQuery(records, self.masked_only.isChecked(), self.field.text().strip())

    def offer(self, table: BeforeAfter) -> None:
        """Offer the columns in which something changed, and show all records."""
        titles = {ALL: tr("All records")}
        if table.paired:
            titles[ANY] = tr("Records with changes only")
            for c in table.altered:
                titles[c] = tr("Changed in {column}", column=table.names[c])
        self.filter_box.offer(titles)
        self.filter_box.setEnabled(table.paired)

    def start_search(self) -> None:
        """Put the keyboard on the search, with what was looked for selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def say_searching(self) -> None:
        """Say that a search is under way, if anything is looked for."""
        self.hits.setText(tr("Searching…") if self.query.needle else "")

    def show_hits(self, position: int, count: int) -> None:
        """Say which of how many cells is shown."""
        if not self.query.needle:
            self.hits.setText("")
        elif count:
            self.hits.setText(tr("{number} of {count} cells", number=position + 1, count=count))
        else:
            self.hits.setText(tr("Not found"))
        for button in (self.before_button, self.after_button):
            button.setEnabled(count > 0)

    @Slot()
    def _go_on(self) -> None:
        self.stepped.emit(1)

    @Slot()
    def _go_back(self) -> None:
        self.stepped.emit(-1)


class Panes(QWidget):
    """The original on the left, the protected records on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.models = (SideModel(False, self), SideModel(True, self))
        titles = (tr("Original"), tr("Protected (as it will be released)"))
        self.original_table = _table(self.models[0], titles[0])
        self.released_table = _table(self.models[1], titles[1])
        self.tables = (self.original_table, self.released_table)
        self._sides = (
            _add_title(titles[0], self.original_table),
            _add_title(titles[1], self.released_table),
        )
        self._columns = 0
        self._following = False
        original_table, released_table = self.tables
        for this, that in ((original_table, released_table), (released_table, original_table)):
            for bar, its in (
                (this.verticalScrollBar(), that.verticalScrollBar()),
                (this.horizontalScrollBar(), that.horizontalScrollBar()),
            ):
                bar.valueChanged.connect(its.setValue)
        original_table.horizontalHeader().sectionResized.connect(self._widen_released)
        released_table.horizontalHeader().sectionResized.connect(self._widen_original)
        original_table.selectionModel().currentChanged.connect(self._select_released)
        released_table.selectionModel().currentChanged.connect(self._select_original)
        in_column(split(Qt.Orientation.Horizontal, *self._sides, (1, 1)), inside=self)

    def show_sight(self, view: Sight) -> None:
        """Show these records and columns on both sides; the original only where it is paired."""
        self._sides[0].setVisible(view.table.paired)
        self._columns = len(view.columns)
        # Each of hundreds of widths would else go from one side to the other and back.
        self._following = True
        for model in self.models:
            model.show_table(view.table, view.records, view.columns)
        for column in range(self._columns):
            widths = [pane.columnWidth(column) for pane in self.tables]
            for pane, width in zip(self.tables, widths, strict=True):
                if width < max(widths):
                    pane.setColumnWidth(column, max(widths))
        self._following = False

    def show_found(self, hits: NDArray[np.bool_] | None) -> None:
        """Mark the cells that were found: columns of the original, then of the release."""
        for side, model in enumerate(self.models):
            width = 0 if hits is None else hits.shape[1] // 2
            model.show_found(None if hits is None else hits[:, side * width : (side + 1) * width])

    def go_to(self, cell: int) -> None:
        """Select a cell, by its number in `Sight.places`, and bring it into sight."""
        row, column_of_both = divmod(cell, 2 * self._columns)
        side, column = divmod(column_of_both, self._columns)
        pane = self.tables[side]
        index = self.models[side].index(row, column)
        pane.setCurrentIndex(index)
        pane.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    @Slot(int, int, int)
    def _widen_released(self, column: int, _old: int, new: int) -> None:
        if not self._following:
            self.released_table.setColumnWidth(column, new)

    @Slot(int, int, int)
    def _widen_original(self, column: int, _old: int, new: int) -> None:
        if not self._following:
            self.original_table.setColumnWidth(column, new)

    @Slot(QModelIndex, QModelIndex)
    def _select_released(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._follow(1, current)

    @Slot(QModelIndex, QModelIndex)
    def _select_original(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._follow(0, current)

    def _follow(self, side: int, current: QModelIndex) -> None:
        if self._following or not current.isValid():
            return
        self._following = True
        index = self.models[side].index(current.row(), current.column())
        flag = QItemSelectionModel.SelectionFlag
        self.tables[side].selectionModel().setCurrentIndex(index, flag.ClearAndSelect)
        self._following = False


def _table(model: SideModel, title: str) -> DataTable:
    table = DataTable(dense=True)
    table.setModel(model)
    table.setAccessibleName(title)
    table.setItemDelegate(ChangedCells(table))
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    return table


def _add_title(title: str, table: DataTable) -> QWidget:
    heading = PlainLabel(title, font=sizes.strong_font())
    side = QWidget()
    in_column(heading, (table, 1), inside=side, spacing=sizes.HALF)
    return side
