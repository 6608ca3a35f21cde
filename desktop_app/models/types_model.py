"""The columns of a file just read: what each was taken for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from core.model import ColumnKind
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.text import message, number
from desktop_app.text.obstacles import obstacle_text
from desktop_app.text.translate import tr
from desktop_app.views.plain import tip

if TYPE_CHECKING:
    from core.io import ColumnProfile

_REASON = 4


def kind_title(kind: ColumnKind) -> str:
    """Name the kind of a column's cells."""
    return {
        ColumnKind.INTEGER: tr("Whole numbers"),
        ColumnKind.NUMBER: tr("Numbers"),
        ColumnKind.DATE: tr("Dates"),
        ColumnKind.TEXT: tr("Text"),
    }[kind]


_DIRECTIVE = re.compile("%(.)")


def layout_text(layout: str) -> str:
    """Write a layout such as ``%d.%m.%Y`` as people do: day.month.year."""
    words = {
        "Y": tr("year"),
        "y": tr("year of two digits"),
        "m": tr("month"),
        "b": tr("month’s name"),
        "B": tr("month’s name"),
        "d": tr("day"),
        "H": tr("hours"),
        "M": tr("minutes"),
        "S": tr("seconds"),
    }
    return _DIRECTIVE.sub(lambda match: words.get(match[1], match[0]), layout)


class TypesModel(ListModel["ColumnProfile"]):
    """Name, type, missing and distinct values of each column, and the reason for the type."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Column"), lambda profile: profile.name),
            TableColumn(tr("Type"), lambda profile: kind_title(profile.kind)),
            TableColumn(tr("Missing"), lambda profile: number(profile.missing), is_figure=True),
            TableColumn(tr("Distinct"), lambda profile: number(profile.distinct), is_figure=True),
            TableColumn(tr("Reason"), _evidence),
        )

    def show_profiles(self, profiles: tuple[ColumnProfile, ...]) -> None:
        """Show these columns from now on."""
        if profiles is not self.items:
            self.show_items(profiles)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return a column's label, or the whole reason."""
        if role != Qt.ItemDataRole.ToolTipRole:
            return None
        if column == 0:
            return tip(self.items[row].label or None)
        return tip(self.write_cell(row, column)) if column == _REASON else None


def _evidence(profile: ColumnProfile) -> str:
    if profile.obstacle is not None:
        return obstacle_text(profile.obstacle)
    if not profile.evidence:
        return ""
    params = dict(profile.evidence_params)
    if "layout" in params:
        params["layout"] = layout_text(str(params["layout"]))
    return message(profile.evidence, **params)
