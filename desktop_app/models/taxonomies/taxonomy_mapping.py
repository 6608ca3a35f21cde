"""Cells that are no category of the taxonomy, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from desktop_app.models.titled import TitledModel
from desktop_app.text import number, tr
from desktop_app.theme import current
from desktop_app.views.plain import tip

if TYPE_CHECKING:
    from core.encode import CategoryCandidate, Unmatched

Index = QModelIndex | QPersistentModelIndex
VALUE, RECORDS, SUGGESTION, MEANS = range(4)
CANDIDATES_ROLE = Qt.ItemDataRole.UserRole + 1


class MappingModel(TitledModel):
    """Values, the most frequent first; emits edited meanings and changes nothing itself.

    Attributes
    ----------
    open : tuple of Unmatched
        The cells without a meaning.
    sure : dict of str to str
        What cells without a meaning surely mean.

    Signals
    -------
    meant(object, object)
        With a cell's text, and the category it is to mean or ``None``.
    """

    meant = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._unmatched: tuple[Unmatched, ...] = ()
        self._mapping: Mapping[str, str] = {}
        self._titles: Mapping[str, str] = {}
        self.open: tuple[Unmatched, ...] = ()
        self.sure: dict[str, str] = {}
        self.titles = (tr("In the file"), tr("Records"), tr("Suggestion"), tr("Means"))
        self.figures = frozenset({RECORDS})

    def show_unmatched(
        self,
        unmatched: tuple[Unmatched, ...],
        mapping: Mapping[str, str],
        titles: Mapping[str, str],
    ) -> None:
        """Show the cells that are no category, with what they mean so far.

        `titles` are those of categories, which say more than a bare code.
        """
        self._titles = titles
        if unmatched is not self._unmatched:
            self.beginResetModel()
            self._unmatched, self._mapping = unmatched, dict(mapping)
            self._look_over()
            self.endResetModel()
        elif mapping != self._mapping:
            self._mapping = dict(mapping)
            self._look_over()
            self.dataChanged.emit(self.index(0, 0), self.index(self.rows() - 1, MEANS))

    def unmatched(self, row: int) -> Unmatched:
        """Return a row's value with its candidates."""
        return self._unmatched[row]

    def meaning(self, row: int) -> str:
        """Look up the category that a row's value means; empty without one."""
        return self._mapping.get(self._unmatched[row].value, "")

    def _look_over(self) -> None:
        """Note what is open: it is asked at each change of the selection."""
        self.open = tuple(
            unmatched for unmatched in self._unmatched if unmatched.value not in self._mapping
        )
        self.sure = {
            unmatched.value: unmatched.meaning
            for unmatched in self.open
            if unmatched.meaning is not None
        }

    def rows(self) -> int:
        """Count the values that are no category."""
        return len(self._unmatched)

    def write_cell(self, row: int, column: int) -> str:
        """Return a cell's text."""
        unmatched = self._unmatched[row]
        if column == VALUE:
            return unmatched.value
        if column == RECORDS:
            return number(unmatched.records)
        if column == MEANS:
            return self._title(self.meaning(row)) or "–"
        if self.meaning(row):
            return ""
        return self._suggestion(unmatched.candidates[0]) if unmatched.candidates else tr("none")

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the edited text, the candidates, or the colour of a missing suggestion."""
        if role == Qt.ItemDataRole.EditRole:
            return self.meaning(row) if column == MEANS else self.write_cell(row, column)
        if role == CANDIDATES_ROLE:
            return self._unmatched[row].candidates
        if role == Qt.ItemDataRole.ForegroundRole and column == SUGGESTION:
            return None if self._unmatched[row].candidates else QColor(current().muted)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._tip(row, column))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Meanings can be edited."""
        flags = super().flags(index)
        means = index.isValid() and index.column() == MEANS
        return flags | Qt.ItemFlag.ItemIsEditable if means else flags

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another meaning; an empty one takes it away."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != MEANS:
            return False
        category = str(value or "")
        if category == self.meaning(index.row()):
            return False
        self.meant.emit(self._unmatched[index.row()].value, category or None)
        return True

    def _tip(self, row: int, column: int) -> str | None:
        if column == MEANS and not self.meaning(row):
            return tr("No category yet: the records cannot be protected before it has one.")
        if column == SUGGESTION:
            candidates = self._unmatched[row].candidates
            return "\n".join(self._suggestion(candidate) for candidate in candidates) or None
        return self.write_cell(row, column)

    def _title(self, category: str) -> str:
        return self._titles.get(category, category)

    def _suggestion(self, candidate: CategoryCandidate) -> str:
        """Write a category with the reason why a cell may mean it."""
        # A label that is the reason need not be said twice.
        is_label = candidate.match.value == "label"
        category = candidate.category if is_label else self._title(candidate.category)
        return tr("{category} ({reason})", category=category, reason=_reason(candidate))


def _reason(candidate: CategoryCandidate) -> str:
    label, system = candidate.label, candidate.system
    return {
        "label": tr("label “{label}”, {system}", label=label, system=system)
        if system
        else tr("label “{label}”", label=label),
        "case": tr("differs in capitals only"),
        "accents": tr("differs in accents or punctuation only"),
        "code": tr("the same code, written differently"),
        "spelling": tr("similar spelling"),
    }[candidate.match.value]
