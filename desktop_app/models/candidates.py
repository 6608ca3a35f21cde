"""The categories that could stand for a cluster, as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from core.measure import Representation
from core.model import Scale
from desktop_app.models.titled import TitledModel
from desktop_app.text import fixed, number, tr

CATEGORY, RECORDS, AWAY = range(3)


class CandidatesModel(TitledModel):
    """A candidate a row, the one that was chosen first and in bold."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: Representation | None = None
        self.figures = frozenset({RECORDS, AWAY})
        self._bold = QFont()
        self._bold.setBold(True)

    def show_candidates(self, found: Representation | None) -> None:
        """Show the candidates of a cluster, or nothing."""
        self.beginResetModel()
        self._shown = found
        steps = found is not None and found.scale is Scale.ORDINAL
        self.titles = (
            tr("Candidate"),
            tr("Records"),
            tr("Sum of steps") if steps else tr("Marginality"),
        )
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of candidates."""
        return 0 if self._shown is None else len(self._shown.candidates)

    def shown(self, row: int, column: int) -> str:
        """Return a candidate's name, its records in the cluster, or how far it is from them."""
        assert self._shown is not None
        candidate = self._shown.candidates[row]
        if column == CATEGORY:
            if row > 0:
                return candidate.category
            return tr("{category} (released)", category=candidate.category)
        return number(candidate.count) if column == RECORDS else away_text(self._shown, row)

    def said(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Return the weight of the chosen one."""
        return self._bold if role == Qt.ItemDataRole.FontRole and row == 0 else None


def away_text(found: Representation, candidate: int) -> str:
    """Write how far a candidate is from the cluster's values; steps are whole numbers."""
    away = found.candidates[candidate].away
    return number(away) if found.scale is Scale.ORDINAL else fixed(away, 3)
