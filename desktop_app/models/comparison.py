"""Methods side by side: what each reached, lost and took."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QFont

from core.model import Method
from desktop_app.models.titled import TitledModel
from desktop_app.state.compared import Compared
from desktop_app.text import failure_text, fixed, message, number, tr

_NONE = QModelIndex()
METHOD, K, T, LOSS, LINKAGE, TIME = range(6)


class ComparisonModel(TitledModel):
    """A row for each method; the one in force is bold and says so."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compared: tuple[Compared, ...] = ()
        self._present: Method | None = None
        self._bold = QFont()
        self._bold.setBold(True)
        self.titles = (
            tr("Method"),
            tr("k reached"),
            tr("t reached"),
            tr("Loss (%)"),
            tr("Linked (%)"),
            tr("Time (s)"),
        )
        self.figures = frozenset((K, T, LOSS, LINKAGE, TIME))
        self._meanings = (
            "",
            tr("Records in the smallest group; higher is better."),
            tr("Largest EMD of a group from the whole file; lower is better."),
            tr("Information loss; lower is better."),
            tr("Records whose nearest original record is their own; lower is better."),
            tr("Protecting and measuring, on this computer now."),
        )

    @property
    def compared(self) -> tuple[Compared, ...]:
        """What is shown, a row each."""
        return self._compared

    def show_rows(self, rows: tuple[Compared, ...], present: Method | None) -> None:
        """Show these; rows that were there keep their selection."""
        if present != self._present:
            self._present = present
            self._say_changed()
        if rows[: len(self._compared)] != self._compared:
            self.beginResetModel()
            self._compared = rows
            self.endResetModel()
        elif len(rows) > len(self._compared):
            self.beginInsertRows(_NONE, len(self._compared), len(rows) - 1)
            self._compared = rows
            self.endInsertRows()

    def _say_changed(self) -> None:
        if self._compared:
            last = self.index(len(self._compared) - 1, TIME)
            self.dataChanged.emit(self.index(0, METHOD), last)

    def rows(self) -> int:
        """Return the number of methods."""
        return len(self._compared)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column, or what its figures mean."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole:
            return self._meanings[section]
        return super().headerData(section, orientation, role)

    def said(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Return a row's weight, or why it has no figures."""
        one = self._compared[row]
        if role == Qt.ItemDataRole.FontRole and self._is_present(one):
            return self._bold
        if role == Qt.ItemDataRole.ToolTipRole and one.error is not None:
            return failure_text(one.error)
        return None

    def _is_present(self, row: Compared) -> bool:
        return self._present is not None and row.method.name == self._present.name

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        return self._text(self._compared[row], column)

    def _text(self, row: Compared, column: int) -> str:
        if column == METHOD:
            said = message(f"method-{row.method.name}")
            return tr("{method} (present)", method=said) if self._is_present(row) else said
        if column == TIME:
            return fixed(row.seconds, 1)
        if row.error is not None:
            return tr("failed") if column == K else ""
        figures = {
            K: None if row.k is None else number(row.k),
            T: None if row.t is None else number(row.t, 3),
            LOSS: None if row.loss is None else fixed(row.loss, 2),
            LINKAGE: None if row.linkage is None else fixed(row.linkage, 2),
        }
        return figures[column] or ""
