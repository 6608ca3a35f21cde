"""The conditions of a result, and the groups nearest to violating one, as tables."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from desktop_app.models.titled import TitledModel
from desktop_app.presenters.results_conditions import ConditionRow, NearGroup
from desktop_app.text import number, tr

_NAME, _PROMISED, _COUNTED, _HELD = range(4)
_CLUSTER, _RECORDS, _FIGURE = range(3)


class ConditionsModel(TitledModel):
    """What was promised and counted, and whether it is held."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ConditionRow, ...] = ()
        self.titles = (tr("Condition"), tr("Promised"), tr("Counted"), tr("Held"))

    @property
    def conditions(self) -> tuple[ConditionRow, ...]:
        """What is shown, a row each."""
        return self._rows

    def show_conditions(self, rows: tuple[ConditionRow, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of conditions."""
        return len(self._rows)

    def shown(self, row: int, column: int) -> str:
        """Return what a cell shows of a condition."""
        one = self._rows[row]
        if column == _HELD:
            return "–" if one.is_held is None else tr("yes") if one.is_held else tr("no")
        return (one.name, one.promised, one.counted)[column]

    def said(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Say what the condition means."""
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return self._rows[row].meaning
        return None


class NearGroupsModel(TitledModel):
    """The groups nearest to violating a condition; clusters are numbered from 1 for people."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[NearGroup, ...] = ()
        self.figures = frozenset({_CLUSTER, _RECORDS, _FIGURE})
        self.titles = (tr("Cluster"), tr("Records"), "")

    @property
    def groups(self) -> tuple[NearGroup, ...]:
        """What is shown, a row each."""
        return self._groups

    def show_groups(self, condition: ConditionRow | None) -> None:
        """Show the groups of a condition, or none."""
        self.beginResetModel()
        self._groups = () if condition is None else condition.groups
        title = "" if condition is None else condition.figure
        is_size = title == tr("Records")
        shown = (tr("Cluster"), tr("Records"))
        self.titles = shown if is_size else (*shown, title)
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of groups."""
        return len(self._groups)

    def shown(self, row: int, column: int) -> str:
        """Return what a cell shows of a group."""
        one = self._groups[row]
        if column == _FIGURE:
            return one.figure
        return number(one.cluster + 1 if column == _CLUSTER else one.records)
