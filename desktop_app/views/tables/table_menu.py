"""What a right click on a table offers, and the key for menus: to copy, and to save as shown."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QAbstractItemModel, QFile, QObject, QSaveFile, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QProgressDialog, QTableView, QWidget

from desktop_app.text import tr
from desktop_app.views.choosers import first_folder, remember_folder
from desktop_app.views.plain import plain_box

_CELLS_AT_A_TIME = 4000


class TableSaving(QProgressDialog):
    """Writes the columns in sight of a table to a CSV file; cancelled, it leaves no file.

    The file gets its name when it is whole. Text that a spreadsheet would run as a formula gets
    an apostrophe in front.
    """

    def __init__(self, table: QTableView, path: Path) -> None:
        model = table.model()
        rows = model.rowCount() if model is not None else 0
        super().__init__(tr("Saving the table…"), tr("&Cancel"), 0, max(1, rows), table)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumDuration(500)
        self.setAutoClose(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._model, self._rows, self._row = model, rows, 0
        header = table.horizontalHeader()
        order = [header.logicalIndex(i) for i in range(header.count())]
        self._columns = [column for column in order if not table.isColumnHidden(column)]
        self._file = QSaveFile(str(path))
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._write_some)
        self.canceled.connect(self._stop)

    def begin(self) -> None:
        """Begin to write; what goes wrong is said in a box."""
        if not self._file.open(QFile.OpenModeFlag.WriteOnly):
            self._fail()
            return
        horizontal = Qt.Orientation.Horizontal
        titles = [self._model.headerData(c, horizontal) for c in self._columns]
        self._write([titles], mark="\ufeff")
        self._turn.start()

    @Slot()
    def _write_some(self) -> None:
        count = max(1, _CELLS_AT_A_TIME // max(1, len(self._columns)))
        rows = range(self._row, min(self._row + count, self._rows))
        if not self._write([[self._model.index(r, c).data() for c in self._columns] for r in rows]):
            self._fail()
            return
        self._row = rows.stop
        if self._row < self._rows:
            self.setValue(self._row)
            return
        self._turn.stop()
        if self._file.commit():
            self.close()
        else:
            self._fail()

    def _write(self, lines: list[list[object]], mark: str = "") -> bool:
        # Imports what is slow to import; a window that shows a table of records has it already.
        from core.io.delimited.formula_guard import guard_texts

        text = io.StringIO()
        shown = (["" if cell is None else str(cell) for cell in line] for line in lines)
        csv.writer(text).writerows(map(guard_texts, shown))
        written = (mark + text.getvalue()).encode()
        return self._file.write(written) == len(written)

    @Slot()
    def _stop(self) -> None:
        self._turn.stop()
        if self._file.isOpen():
            self._file.cancelWriting()
            self._file.commit()
            self.close()

    def _fail(self) -> None:
        sentence = tr("The table was not saved: {reason}", reason=self._file.errorString())
        parent = self.parentWidget()
        self._stop()
        self.close()
        box = plain_box(parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Save the table"))
        box.setText(sentence)
        box.exec()


def save_table(table: QTableView) -> TableSaving | None:
    """Ask for a file and save `table` there; ``None`` if the user thinks better of it."""
    chosen = choose_table_target(table)
    if chosen is None:
        return None
    saving = TableSaving(table, chosen)
    saving.begin()
    return saving


def choose_table_target(parent: QWidget) -> Path | None:
    """Let the user choose where a table is saved; an existing file only if they agree."""
    begin = str(Path(first_folder()) / tr("table.csv"))
    title, kinds = tr("Save the table"), tr("Text tables (*.csv)")
    chosen, _ = QFileDialog.getSaveFileName(parent, title, begin, kinds)
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen)


class Copy(Protocol):
    """How a table copies what is selected."""

    def __call__(self, *, titles: bool = True) -> None:
        """Copy it, under the columns' names or without them."""


def table_menu(table: QTableView, chosen: bool, copied: Copy) -> QMenu:
    """Return a menu for `table`: copy what is selected, if anything is, select all, save all."""
    menu = QMenu(table)
    copy = menu.addAction(tr("&Copy with column names"))
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setEnabled(chosen)
    copy.triggered.connect(lambda: copied())
    bare = menu.addAction(tr("Copy &without column names"))
    bare.setEnabled(chosen)
    bare.triggered.connect(lambda: copied(titles=False))
    every = menu.addAction(tr("Select &all"))
    every.setShortcut(QKeySequence.StandardKey.SelectAll)
    every.triggered.connect(table.selectAll)
    menu.addSeparator()
    save = menu.addAction(tr("&Save table as CSV…"))
    save.setEnabled(table.model() is not None and table.model().rowCount() > 0)
    save.triggered.connect(lambda: save_table(table))
    return menu


# So many cells take some ten milliseconds.
_AT_ONCE = 1_500
# A clipboard with more stalls other programs.
MOST_CELLS = 1_000_000


class Copying(QObject):
    """One copy at a time; a new one takes the place of one under way.

    Signals
    -------
    copied(object, object, object)
        With the number of rows and of columns that are on the clipboard, and of rows that were
        wanted.
    """

    copied = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        self._model: QAbstractItemModel | None = None
        self._lines: list[str] = []
        self._rows, self._next, self._wanted = range(0), 0, 0
        self._columns: Sequence[int] = ()

    def begin(
        self, model: QAbstractItemModel, rows: range, columns: Sequence[int], *, titles: bool
    ) -> None:
        """Copy these cells as text that a spreadsheet takes, under their titles or bare."""
        most_rows = max(1, MOST_CELLS // max(1, len(columns)))
        self._drop()
        self._model, self._columns = model, columns
        self._rows, self._wanted, self._next = rows[:most_rows], len(rows), 0
        model.modelReset.connect(self._drop)
        if titles:
            heads = [model.headerData(c, Qt.Orientation.Horizontal) for c in columns]
            self._lines = [_line(heads)]
        self._step()
        if self._model is not None:
            self._timer.start()

    @Slot()
    def _drop(self) -> None:
        if self._model is not None:
            self._model.modelReset.disconnect(self._drop)
        self._timer.stop()
        self._model, self._lines = None, []

    @Slot()
    def _step(self) -> None:
        model, columns = self._model, self._columns
        if model is None:
            return
        end = self._next + max(1, _AT_ONCE // max(1, len(columns)))
        for row in self._rows[self._next : end]:
            self._lines.append(_line([model.index(row, c).data() for c in columns]))
        self._next = end
        if end >= len(self._rows):
            QGuiApplication.clipboard().setText("\n".join(self._lines))
            self._drop()
            self.copied.emit(len(self._rows), len(columns), self._wanted)


def _line(cells: Sequence[object]) -> str:
    texts = (str(cell if cell is not None else "") for cell in cells)
    return "\t".join(text.replace("\t", " ").replace("\n", " ") for text in texts)
