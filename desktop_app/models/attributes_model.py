"""The columns of the file with their roles and scales, for the table of the step Columns."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont

from core.model import Attribute, ColumnKind, Scale
from desktop_app.models.cells import day_text, value_locale
from desktop_app.state import ProjectStore
from desktop_app.state.choices import COMPUTED_ROLES, possible_scales
from desktop_app.state.draft import suggestion
from desktop_app.state.parts import Part, part_of, possible_parts, proposed_part
from desktop_app.text import explain, message, number, tr
from desktop_app.text.schema import part_title, scale_title
from desktop_app.theme import sizes

if TYPE_CHECKING:
    from core.io import ColumnProfile

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
CHOICES_ROLE = Qt.ItemDataRole.UserRole + 1


class Field(IntEnum):
    """The columns of the table."""

    NAME = 0
    ROLE = 1
    SCALE = 2
    DISTINCT = 3
    MISSING = 4
    MINIMUM = 5
    MEDIAN = 6
    MAXIMUM = 7
    REASON = 8


# From here on thousands signs help to read.
_GROUPED_FROM = 10_000
_FIGURES = (Field.DISTINCT, Field.MISSING, Field.MINIMUM, Field.MEDIAN, Field.MAXIMUM)


class AttributesModel(QAbstractTableModel):
    """Shows the store's schema; what the user chooses is told by a signal, not done here.

    Signals
    -------
    role_wanted(object, object), scale_wanted(object, object)
        With a column's name and the `Part` or `Scale` that was chosen for it.
    """

    role_wanted = Signal(object, object)
    scale_wanted = Signal(object, object)

    def __init__(self, store: ProjectStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._profiles: tuple[ColumnProfile, ...] = ()
        self._attributes: tuple[Attribute, ...] = ()
        self._designed: object = None

    def refresh(self) -> None:
        """Show what the store holds now."""
        schema = self._store.schema
        attributes = schema.attributes if schema else ()
        if self._profiles is not self._store.profiles:
            self.beginResetModel()
            self._profiles, self._attributes = self._store.profiles, attributes
            self.endResetModel()
        elif (attributes, self._design()) != (self._attributes, self._designed):
            self._attributes, self._designed = attributes, self._design()
            last = self.index(len(attributes) - 1, len(Field) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _design(self) -> object:
        draft = self._store.draft
        return (draft.strata, draft.weight) if draft is not None else None

    def part(self, row: int) -> Part:
        """Return what part a row's column plays."""
        return part_of(self._attributes[row], self._store.draft)

    def attribute(self, row: int) -> Attribute:
        """Return the attribute of a row."""
        return self._attributes[row]

    def profile(self, row: int) -> ColumnProfile:
        """Return the figures of a row's column."""
        return self._profiles[row]

    def row_of(self, name: str) -> int:
        """Return the row of the column called `name`; -1 if there is none."""
        return next((r for r, a in enumerate(self._attributes) if a.name == name), -1)

    def is_changed(self, row: int) -> bool:
        """Whether the user chose something else than was suggested."""
        profile, now = self._profiles[row], self._attributes[row]
        if self.part(row) is not proposed_part(profile, self._profiles):
            return True
        return suggestion(profile).scale is not now.scale

    # Qt's face

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns of the file."""
        return 0 if parent.isValid() else len(self._attributes)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of things said of each."""
        return 0 if parent.isValid() else len(Field)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Role and scale can be edited; a scale only where the role needs one."""
        flags = super().flags(index)
        if not index.isValid():
            return flags
        field = Field(index.column())
        needs_scale = self._attributes[index.row()].role in COMPUTED_ROLES
        if field is Field.ROLE or (field is Field.SCALE and needs_scale):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, value, choices, alignment, weight or explanation."""
        if not index.isValid():
            return None
        field, row = Field(index.column()), index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, field)
        if role == Qt.ItemDataRole.EditRole:
            return self._value(row, field)
        if role == CHOICES_ROLE:
            return self._choices(row, field)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(field)
        if role == Qt.ItemDataRole.FontRole and self.is_changed(row):
            return _bold()
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, field)
        return None

    def setData(  # noqa: N802 - Qt's name
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Ask for another role or scale."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        name = self._attributes[index.row()].name
        # Qt hands a choice back as plain text.
        if index.column() == Field.ROLE:
            self.role_wanted.emit(name, Part(str(value)))
            return True
        if index.column() == Field.SCALE:
            self.scale_wanted.emit(name, Scale(str(value)))
            return True
        return False

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a heading."""
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(Field):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _heading(Field(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Field(section))
        return None

    # What stands in the cells

    def _text(self, row: int, field: Field) -> str:
        profile, attribute = self._profiles[row], self._attributes[row]
        if field is Field.NAME:
            return profile.name
        if field is Field.ROLE:
            return part_title(self.part(row))
        if field is Field.SCALE:
            return scale_title(attribute.scale) if attribute.scale else "–"
        if field is Field.REASON:
            return message(profile.reason, **profile.reason_params)
        return figure_text(profile, field)

    def _value(self, row: int, field: Field) -> object:
        attribute = self._attributes[row]
        if field is Field.ROLE:
            return self.part(row)
        return attribute.scale if field is Field.SCALE else self._text(row, field)

    def _choices(self, row: int, field: Field) -> object:
        if field is Field.ROLE:
            return [(part, part_title(part)) for part in possible_parts(self._profiles[row])]
        if field is Field.SCALE:
            scales = possible_scales(self._profiles[row])
            return [(scale, scale_title(scale)) for scale in scales]
        return None

    def _tip(self, row: int, field: Field) -> str | None:
        attribute = self._attributes[row]
        if field is Field.ROLE:
            return explain(self.part(row).value)
        if field is Field.SCALE and attribute.scale:
            return explain(attribute.scale.value)
        if field is Field.NAME and self.is_changed(row):
            return tr("{name}: changed by you", name=attribute.name)
        return self._text(row, field) if field in (Field.REASON, Field.NAME) else None


def figure_text(profile: ColumnProfile, field: Field) -> str:
    """Return one of a column's figures."""
    value = {
        Field.DISTINCT: profile.distinct,
        Field.MISSING: profile.missing,
        Field.MINIMUM: profile.minimum,
        Field.MEDIAN: profile.median,
        Field.MAXIMUM: profile.maximum,
    }[field]
    if value is None:
        return ""
    if profile.kind is ColumnKind.DATE and field not in (Field.DISTINCT, Field.MISSING):
        return day_text(round(value))
    if field not in (Field.DISTINCT, Field.MISSING) and abs(value) < _GROUPED_FROM:
        # 1885 may be a year.
        return value_locale().toString(float(value), "g", 6)
    return number(value)


def _heading(field: Field) -> str:
    return {
        Field.NAME: tr("Column"),
        Field.ROLE: tr("Role"),
        Field.SCALE: tr("Scale"),
        Field.DISTINCT: tr("Distinct"),
        Field.MISSING: tr("Missing"),
        Field.MINIMUM: tr("Smallest"),
        Field.MEDIAN: tr("Median"),
        Field.MAXIMUM: tr("Largest"),
        Field.REASON: tr("Why this is suggested"),
    }[field]


def _alignment(field: Field) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if field in _FIGURES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _bold() -> QFont:
    font = sizes.text_font()
    font.setBold(True)
    return font
