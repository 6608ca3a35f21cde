"""The columns of the file with their roles and scales, for the table of the step Columns."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from core.model import Attribute, ColumnKind, Scale, Unit
from desktop_app.models.titled import TitledModel
from desktop_app.presenters.unit_words import unit_mark, unit_tip
from desktop_app.state.choices import COMPUTED_ROLES, possible_scales
from desktop_app.state.draft import suggestion
from desktop_app.state.parts import Part, part_of, possible_parts, proposed_weight
from desktop_app.store import ProjectStore
from desktop_app.text import explain, message, number, tr
from desktop_app.text.cells import day_text, value_locale
from desktop_app.text.figures import have_four_digits
from desktop_app.text.schema import part_title, scale_title
from desktop_app.theme import current, icon, sizes
from desktop_app.views.plain import tip

if TYPE_CHECKING:
    from core.io import ColumnProfile

Index = QModelIndex | QPersistentModelIndex
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


_FILE_ORDER = (-1, Qt.SortOrder.AscendingOrder)
# Of numbers that stand for categories these say nothing.
_OF_NUMBERS = (Field.MINIMUM, Field.MEDIAN, Field.MAXIMUM)
_FIGURES = (Field.DISTINCT, Field.MISSING, Field.MINIMUM, Field.MEDIAN, Field.MAXIMUM)
# What is bold in the row of a column that the user has changed; its figures are the file's.
_CHANGED = (Field.NAME, Field.ROLE, Field.SCALE)


class AttributesModel(TitledModel):
    """Shows the store's schema; emits what the user chooses and changes nothing itself.

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
        self.titles = tuple(field_title(field) for field in Field)
        self.figures = frozenset(_FIGURES)
        # The figures of all columns of the file, in its order.
        self.profiles: tuple[ColumnProfile, ...] = ()
        self._attributes: tuple[Attribute, ...] = ()
        self._designed: object = None
        self._weight: str | None = None
        self._wanted: tuple[str, ...] = ()
        self._sorted_by: tuple[int, Qt.SortOrder] = _FILE_ORDER
        self._rows: list[int] = []

    def refresh(self) -> None:
        """Show what the store holds now."""
        schema = self._store.schema
        attributes = schema.attributes if schema else ()
        if self.profiles is not self._store.profiles:
            self.beginResetModel()
            self.profiles, self._attributes = self._store.profiles, attributes
            self._designed = self._design()
            self._weight = proposed_weight(self.profiles)
            self._rows = self._arranged()
            self.endResetModel()
        elif (attributes, self._design()) != (self._attributes, self._designed):
            self._attributes, self._designed = attributes, self._design()
            if self._rows:
                last = self.index(len(self._rows) - 1, len(Field) - 1)
                self.dataChanged.emit(self.index(0, 0), last)

    # Which columns are shown, and in which order

    @property
    def every(self) -> int:
        """The number of columns of the file, shown or not."""
        return len(self._attributes)

    def show_only(self, text: str) -> None:
        """Show the columns whose name, label, role, scale or reason hold every word of `text`.

        They stay where they are while their roles change, so that nothing vanishes under the hand.
        """
        words = tuple(text.casefold().split())
        if words != self._wanted:
            self.beginResetModel()
            self._wanted = words
            self._rows = self._arranged()
            self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by what a column of the table shows; -1 is the order of the file."""
        if (column, order) == self._sorted_by:
            return
        self.layoutAboutToBeChanged.emit()
        indexes = self.persistentIndexList()
        places = [(self._rows[index.row()], index.column()) for index in indexes]
        self._sorted_by = (column, order)
        self._rows = self._arranged()
        row_of = {position: row for row, position in enumerate(self._rows)}
        moved_indexes = [self.index(row_of[position], section) for position, section in places]
        self.changePersistentIndexList(indexes, moved_indexes)
        self.layoutChanged.emit()

    def _arranged(self) -> list[int]:
        positions = [
            position for position in range(len(self._attributes)) if self._is_wanted(position)
        ]
        column, order = self._sorted_by
        if column >= 0:
            down = order is Qt.SortOrder.DescendingOrder
            positions.sort(
                key=lambda position: self._sort_key(position, Field(column)), reverse=down
            )
        return positions

    def _is_wanted(self, position: int) -> bool:
        if not self._wanted:
            return True
        fields = (Field.NAME, Field.ROLE, Field.SCALE, Field.REASON)
        parts = [self._cell(position, field) for field in fields]
        row_text = " ".join((*parts, self.profiles[position].label)).casefold()
        return all(word in row_text for word in self._wanted)

    def _sort_key(self, position: int, field: Field) -> tuple[float, str]:
        if field in _FIGURES:
            value = figure(self.profiles[position], field)
            return (-math.inf if value is None else float(value), "")
        return (0.0, self._cell(position, field).casefold())

    def _design(self) -> object:
        draft = self._store.draft
        return (draft.strata, draft.weight, draft.unit) if draft is not None else None

    def part(self, row: int) -> Part:
        """Look up the part that a row's column plays."""
        return self._part_at(self._rows[row])

    def _part_at(self, position: int) -> Part:
        return part_of(self._attributes[position], self._store.draft)

    def attribute(self, row: int) -> Attribute:
        """Return the attribute of a row."""
        return self._attributes[self._rows[row]]

    def profile(self, row: int) -> ColumnProfile:
        """Return the figures of a row's column."""
        return self.profiles[self._rows[row]]

    def row_of(self, name: str) -> int:
        """Return the row of the column called `name`; -1 if it is not shown."""
        rows = (
            r for r, position in enumerate(self._rows) if self._attributes[position].name == name
        )
        return next(rows, -1)

    @property
    def _unit(self) -> Unit | None:
        draft = self._store.draft
        return draft.unit if draft is not None else None

    def is_of_unit(self, row: int) -> bool:
        """Whether a column numbers the units, or has one value in each of them."""
        return bool(unit_mark(self.attribute(row).name, self._unit))

    def is_changed(self, row: int) -> bool:
        """Whether the user chose something else than was suggested."""
        profile, now = self.profile(row), self.attribute(row)
        weight = profile.name == self._weight
        proposed = Part.WEIGHT if weight else Part(profile.suggested_role.value)
        if self.part(row) is not proposed:
            return True
        return suggestion(profile).scale is not now.scale

    # Qt's face

    def rows(self) -> int:
        """Count the columns that are shown."""
        return len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Role and scale can be edited; a scale only where the role needs one."""
        flags = super().flags(index)
        if not index.isValid():
            return flags
        field = Field(index.column())
        needs_scale = self.attribute(index.row()).role in COMPUTED_ROLES
        if field is Field.ROLE or (field is Field.SCALE and needs_scale):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return a cell's value, choices, weight or explanation."""
        field = Field(column)
        if role == Qt.ItemDataRole.EditRole:
            return self._value(row, field)
        if role == CHOICES_ROLE:
            return self._choices(row, field)
        if role == Qt.ItemDataRole.FontRole and field in _CHANGED and self.is_changed(row):
            font = sizes.text_font()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._tip(row, field))
        if field is Field.NAME and self.is_of_unit(row):
            return self._mark(row, role)
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another role or scale."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        name = self.attribute(index.row()).name
        # Qt hands a choice back as plain text.
        if index.column() == Field.ROLE:
            self.role_wanted.emit(name, Part(str(value)))
            return True
        if index.column() == Field.SCALE:
            self.scale_wanted.emit(name, Scale(str(value)))
            return True
        return False

    # The text of the cells

    def write_cell(self, row: int, column: int) -> str:
        """Write the text of a cell."""
        return self._cell(self._rows[row], Field(column))

    def _cell(self, position: int, field: Field) -> str:
        profile, attribute = self.profiles[position], self._attributes[position]
        if field is Field.NAME:
            return profile.name
        if field is Field.ROLE:
            return part_title(self._part_at(position))
        if field is Field.SCALE:
            return scale_title(attribute.scale) if attribute.scale else "–"
        if field is Field.REASON:
            return message(profile.reason, **profile.reason_params)
        if field in _OF_NUMBERS and attribute.scale is Scale.NOMINAL:
            return ""
        return figure_text(profile, field)

    def _mark(self, row: int, role: int) -> object:
        """Return the mark of a column that belongs to the unit, drawn or in words."""
        name = self.attribute(row).name
        if role == Qt.ItemDataRole.DecorationRole:
            return icon("unit", current().accent)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("{name} ({mark})", name=name, mark=unit_mark(name, self._unit))
        return None

    def _value(self, row: int, field: Field) -> object:
        attribute = self.attribute(row)
        if field is Field.ROLE:
            return self.part(row)
        return attribute.scale if field is Field.SCALE else self.write_cell(row, field)

    def _choices(self, row: int, field: Field) -> object:
        if field is Field.ROLE:
            has_units = self._unit is not None
            parts = possible_parts(
                self.profile(row), self.part(row), self._may_link(row), has_units
            )
            return [(part, part_title(part)) for part in parts]
        if field is Field.SCALE:
            scales = possible_scales(self.profile(row))
            return [(scale, scale_title(scale)) for scale in scales]
        return None

    def _may_link(self, row: int) -> bool:
        unit = self._unit
        return unit is not None and unit.is_whole and self.attribute(row).name in unit.id

    def _tip(self, row: int, field: Field) -> str | None:
        attribute = self.attribute(row)
        if field is Field.ROLE:
            return explain(self.part(row).value)
        if field is Field.SCALE and attribute.scale:
            return explain(attribute.scale.value)
        if field is Field.NAME:
            name, label = attribute.name, self.profile(row).label
            title = tr("{name}: {label}", name=name, label=label) if label else name
            title = tr("{name} (changed by you)", name=title) if self.is_changed(row) else title
            return "\n".join(filter(None, (title, unit_tip(name, self._unit))))
        return self.write_cell(row, field) if field is Field.REASON else None


def figure(profile: ColumnProfile, field: Field) -> float | None:
    """Return one of a column's figures; ``None`` where it has none."""
    return {
        Field.DISTINCT: profile.distinct,
        Field.MISSING: profile.missing,
        Field.MINIMUM: profile.minimum,
        Field.MEDIAN: profile.median,
        Field.MAXIMUM: profile.maximum,
    }[field]


def figure_text(profile: ColumnProfile, field: Field) -> str:
    """Return one of a column's figures in words."""
    value = figure(profile, field)
    if value is None:
        return ""
    if field in (Field.DISTINCT, Field.MISSING):
        return number(value)
    return value_text(profile, value)


def value_text(profile: ColumnProfile, value: float, digits: int = 6) -> str:
    """Return a value of a column of numbers or dates, with so many significant digits."""
    if profile.kind is ColumnKind.DATE:
        return day_text(round(value))
    low, high = profile.minimum, profile.maximum
    is_whole = profile.kind is ColumnKind.INTEGER
    if is_whole and low is not None and high is not None and have_four_digits(low, high):
        # As years and many codes are.
        return value_locale().toString(float(value), "g", digits)
    return number(value, digits)


def field_title(field: Field) -> str:
    """Return the heading of a column of the table."""
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
