"""Saves a table as it is shown, a part at a time: a million cells never stall the window."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from PySide6.QtCore import QFile, QSaveFile, Qt, QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QProgressDialog, QTableView, QWidget

from desktop_app.text import tr
from desktop_app.views.choosers import first_folder, remember_folder

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
        from core.io.delimited.formula_guard import guarded_texts

        text = io.StringIO()
        shown = (["" if cell is None else str(cell) for cell in line] for line in lines)
        csv.writer(text).writerows(map(guarded_texts, shown))
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
        said = tr("The table was not saved: {reason}", reason=self._file.errorString())
        parent = self.parentWidget()
        self._stop()
        self.close()
        QMessageBox.warning(parent, tr("Save the table"), said)


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
