"""The columns of a file just read: what each was taken for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from core.model import ColumnKind
from desktop_app.models.table_model import TableModel
from desktop_app.text import message, number
from desktop_app.text.obstacles import obstacle_text
from desktop_app.text.translate import tr

if TYPE_CHECKING:
    from core.io import ColumnProfile

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_COUNTS = (2, 3)
_WIDTH = 5


def kind_title(kind: ColumnKind) -> str:
    """Return what a column's cells are, in words."""
    return {
        ColumnKind.INTEGER: tr("Whole numbers"),
        ColumnKind.NUMBER: tr("Numbers"),
        ColumnKind.DATE: tr("Dates"),
        ColumnKind.TEXT: tr("Text"),
    }[kind]


def distinct_text(profile: ColumnProfile) -> str:
    """Return the number of different values, or at least how many there are."""
    count = number(profile.distinct)
    if profile.distinct_of_sample:
        return tr("at least {count}", count=count)
    return tr("more than {count}", count=count) if profile.has_more else count


_DIRECTIVE = re.compile("%(.)")


def layout_text(layout: str) -> str:
    """Return a layout such as ``%d.%m.%Y`` as people write it: day.month.year."""
    words = {
        "Y": tr("year"),
        "y": tr("year of two digits"),
        "m": tr("month"),
        "b": tr("month's name"),
        "B": tr("month's name"),
        "d": tr("day"),
        "H": tr("hours"),
        "M": tr("minutes"),
        "S": tr("seconds"),
    }
    return _DIRECTIVE.sub(lambda found: words.get(found[1], found[0]), layout)


class TypesModel(TableModel):
    """Name, type, missing and distinct values of each column, and the reason for the type."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profiles: tuple[ColumnProfile, ...] = ()

    def show_profiles(self, profiles: tuple[ColumnProfile, ...]) -> None:
        """Show these columns from now on."""
        if profiles is not self._profiles:
            self.beginResetModel()
            self._profiles = profiles
            self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns of the file."""
        return 0 if parent.isValid() else len(self._profiles)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 5."""
        return 0 if parent.isValid() else _WIDTH

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text or alignment."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return self._profiles[index.row()].label or None
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == _WIDTH - 1:
            return self.data(index)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        profile = self._profiles[index.row()]
        if profile.obstacle is not None:
            evidence = obstacle_text(profile.obstacle)
        elif not profile.evidence:
            evidence = ""
        else:
            params = dict(profile.evidence_params)
            if "layout" in params:
                params["layout"] = layout_text(str(params["layout"]))
            evidence = message(profile.evidence, **params)
        return (
            profile.name,
            kind_title(profile.kind),
            number(profile.missing),
            distinct_text(profile),
            evidence,
        )[index.column()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a heading."""
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role == Qt.ItemDataRole.DisplayRole and 0 <= section < _WIDTH:
            return (tr("Column"), tr("Type"), tr("Missing"), tr("Distinct"), tr("Reason"))[section]
        return None


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _COUNTS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
