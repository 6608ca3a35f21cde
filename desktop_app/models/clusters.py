"""The clusters of a result as tables: all, the records and categories of one, the worst."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from core.measure import Representation
from core.model import Clusters, Column, ColumnKind, Scale
from desktop_app.models.titled import (
    ListModel,
    TableColumn,
    TitledModel,
    describe_record,
    describe_words,
)
from desktop_app.presenters.results_conditions import ConditionRow, NearGroup
from desktop_app.text import above_zero, number, to_decimals, tr
from desktop_app.text.cells import cell_text, value_locale
from desktop_app.text.figures import yes_or_no

_EMD_DECIMALS = 4


class ClusterModel(TitledModel):
    """Number, size and EMD of each cluster. Clusters are numbered from 1 for people."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[NDArray[np.int64] | NDArray[np.float64], ...] = ()
        self._order = np.zeros(0, dtype=np.int64)
        self._rows = np.zeros(0, dtype=np.int64)

    def set_clusters(self, clusters: Clusters) -> None:
        """Show these, in the order of their numbers."""
        self.beginResetModel()
        numbers = np.arange(1, len(clusters.sizes) + 1, dtype=np.int64)
        self._columns = (numbers, clusters.sizes, *clusters.emd.values())
        self.figures = frozenset(range(len(self._columns)))
        self.titles = (
            tr("Cluster"),
            tr("Records"),
            *(tr("EMD of\n{name}", name=name) for name in clusters.emd),
        )
        self._sort_by(np.arange(len(numbers), dtype=np.int64))
        self.endResetModel()

    def cluster_at(self, row: int) -> int:
        """Return the cluster, from 0, shown in `row`."""
        return int(self._order[row])

    def row_of(self, cluster: int) -> int:
        """Return the row that shows `cluster`, from 0."""
        return int(self._rows[cluster])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equal ones stay in the order of their numbers."""
        if not 0 <= column < len(self._columns):
            return
        self.layoutAboutToBeChanged.emit()
        persistent = [(index, self.cluster_at(index.row())) for index in self.persistentIndexList()]
        values = self._columns[column]
        down = order is Qt.SortOrder.DescendingOrder
        self._sort_by(np.argsort(-values if down else values, kind="stable"))
        for index, cluster in persistent:
            self.changePersistentIndex(index, self.index(self.row_of(cluster), index.column()))
        self.layoutChanged.emit()

    def rows(self) -> int:
        """Count the clusters."""
        return len(self._order)

    def write_cell(self, row: int, column: int) -> str:
        """Return a figure as text."""
        value = self._columns[column][self._order[row]].item()
        return number(value) if isinstance(value, int) else above_zero(value, _EMD_DECIMALS)

    def _sort_by(self, order: NDArray[np.int64]) -> None:
        self._order = order
        self._rows = np.empty_like(order)
        self._rows[order] = np.arange(len(order))


CATEGORY, RECORDS, AWAY = range(3)


class CandidatesModel(TitledModel):
    """A candidate a row, the one that was chosen first and in bold."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: Representation | None = None
        self.figures = frozenset({RECORDS, AWAY})
        self._bold = QFont()
        self._bold.setBold(True)

    def show_candidates(self, representation: Representation | None) -> None:
        """Show the candidates of a cluster, or nothing."""
        self.beginResetModel()
        self._shown = representation
        steps = representation is not None and representation.scale is Scale.ORDINAL
        self.titles = (
            tr("Candidate"),
            tr("Records"),
            tr("Sum of steps") if steps else tr("Marginality"),
        )
        self.endResetModel()

    def rows(self) -> int:
        """Count the candidates."""
        return 0 if self._shown is None else len(self._shown.candidates)

    def write_cell(self, row: int, column: int) -> str:
        """Return a candidate's name, its records in the cluster, or how far it is from them."""
        assert self._shown is not None
        candidate = self._shown.candidates[row]
        if column == CATEGORY:
            if row > 0:
                return candidate.category
            return tr("{category} (released)", category=candidate.category)
        return number(candidate.count) if column == RECORDS else away_text(self._shown, row)

    def describe_cell(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Return the weight of the chosen one."""
        return self._bold if role == Qt.ItemDataRole.FontRole and row == 0 else None


def away_text(representation: Representation, candidate: int) -> str:
    """Write how far a candidate is from the cluster's values; steps are whole numbers."""
    away = representation.candidates[candidate].away
    return number(away) if representation.scale is Scale.ORDINAL else to_decimals(away, 3)


class ClusterRecordsModel(TitledModel):
    """First row: the released values all records of the cluster share; below: the originals."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: tuple[Column, ...] = ()
        self._after: tuple[Column | None, ...] = ()
        self._members = np.zeros(0, dtype=np.int64)
        self._numbers = self._rows = np.zeros(0, dtype=np.int64)
        self._locale = value_locale()
        self._bold = QFont()
        self._bold.setBold(True)

    def set_columns(
        self, original: tuple[Column, ...], released: tuple[Column | None, ...]
    ) -> None:
        """Take the columns; ``None`` in `released` where a column is published unchanged."""
        self.beginResetModel()
        self._before, self._after = original, released
        self.titles = tuple(column.name for column in original)
        kinds = enumerate(column.kind for column in original)
        self.figures = frozenset(i for i, kind in kinds if kind is not ColumnKind.TEXT)
        self._members = np.zeros(0, dtype=np.int64)
        self.endResetModel()

    def show_cluster(
        self, members: NDArray[np.int64], numbers: NDArray[np.int64], rows: NDArray[np.int64]
    ) -> None:
        """Show a cluster's records.

        Parameters
        ----------
        members : numpy.ndarray of int64
            Their positions in the columns.
        numbers : numpy.ndarray of int64
            Their numbers among the records of the user's file, from 1.
        rows : numpy.ndarray of int64
            Their rows in the user's file, its header included.
        """
        self.beginResetModel()
        self._members, self._numbers, self._rows = members, numbers, rows
        self.endResetModel()

    def rows(self) -> int:
        """Count one row more than records."""
        return len(self._members) + 1 if len(self._members) else 0

    def describe_row(self, row: int, role: int) -> object:
        """Return a record's number and its row of the file."""
        if row == 0:
            return tr("Released") if role == Qt.ItemDataRole.DisplayRole else None
        record_number = number(int(self._numbers[row - 1]))
        if role == Qt.ItemDataRole.DisplayRole:
            return tr("Record {at}", at=record_number)
        return describe_record(record_number, int(self._rows[row - 1]), role)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the weight of the released row."""
        is_bold = row == 0 and self._after[column] is not None
        return self._bold if role == Qt.ItemDataRole.FontRole and is_bold else None

    def write_cell(self, row: int, column: int) -> str:
        """Write a value."""
        if row > 0:
            member = int(self._members[row - 1])
            return cell_text(self._before[column], member, self._locale)
        released = self._after[column]
        if released is None:
            return tr("unchanged")
        return cell_text(released, int(self._members[0]), self._locale)


class ConditionsModel(ListModel[ConditionRow]):
    """What was promised and counted, and whether it is held."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Condition"), lambda condition: condition.name),
            TableColumn(tr("Promised"), lambda condition: condition.promised),
            TableColumn(tr("Counted"), lambda condition: condition.counted),
            TableColumn(tr("Held"), lambda condition: yes_or_no(condition.is_held)),
        )

    def describe_cell(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Say what the condition means."""
        return describe_words(lambda: self.items[row].meaning, role)


class NearGroupsModel(ListModel[NearGroup]):
    """The groups nearest to violating a condition; clusters are numbered from 1 for people."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Cluster"), lambda group: number(group.cluster + 1), is_figure=True),
            TableColumn(tr("Records"), lambda group: number(group.records), is_figure=True),
            TableColumn("", lambda group: group.figure, is_figure=True),
        )

    def show_groups(self, condition: ConditionRow | None) -> None:
        """Show the groups of a condition, or none."""
        title = "" if condition is None else condition.figure
        is_size = title == tr("Records")
        shown = (tr("Cluster"), tr("Records"))
        self.titles = shown if is_size else (*shown, title)
        self.show_items(() if condition is None else condition.groups)
