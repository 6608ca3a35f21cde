"""The columns that can get noise: domain, share of the budget, and what the noise means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from core.model import CATEGORICAL, Attribute, Scale, TypicalError
from desktop_app.models.titled import ListModel
from desktop_app.text import number, percent, tr, tr_n
from desktop_app.text.domain_text import bound_text, read_bound
from desktop_app.theme import current
from desktop_app.views.plain import tip

Index = QModelIndex | QPersistentModelIndex


class MaskedField(IntEnum):
    """The columns of the table."""

    NAME = 0
    LOW = 1
    HIGH = 2
    STEP = 3
    WEIGHT = 4
    EPSILON = 5
    ERROR = 6


_BOUNDS = (MaskedField.LOW, MaskedField.HIGH)
# Of a domain's width, or of all groups.
_DROWNED = 0.5


@dataclass(frozen=True, slots=True)
class MaskedRow:
    """One column.

    Attributes
    ----------
    attribute : Attribute
        As it is declared.
    masked : bool
        Whether it gets noise.
    weight : float
        By which its share of the budget is reckoned.
    epsilon : fractions.Fraction or None
        Its share, if it is masked.
    error : TypicalError or None
        What the noise means, once everything is declared.
    declared : int
        Categories that are declared; 0 for numbers and dates.
    grid : str
        The step in which its domain is counted, in words.
    """

    attribute: Attribute
    masked: bool
    weight: float
    epsilon: Fraction | None
    error: TypicalError | None
    declared: int
    grid: str

    @property
    def takes_domain(self) -> bool:
        """Whether its domain is two bounds; that of categories is their list."""
        return self.attribute.scale not in CATEGORICAL

    @property
    def drowns(self) -> bool:
        """Whether the noise is about as wide as the domain, so that little of it can be seen."""
        if self.error is None:
            return False
        if self.attribute.scale is Scale.NOMINAL:
            return self.error.value > _DROWNED
        low, high = self.attribute.domain or (0.0, float(max(self.declared - 1, 1)))
        return self.error.value > _DROWNED * (high - low)

    @property
    def is_useless(self) -> bool:
        """Whether a value is moved by more than its whole domain, on average."""
        if self.error is None or self.attribute.scale is Scale.NOMINAL:
            return False
        low, high = self.attribute.domain or (0.0, float(max(self.declared - 1, 1)))
        return self.error.value > high - low

    @property
    def lacks_domain(self) -> bool:
        """Whether there is nothing yet that its values can be."""
        if self.takes_domain:
            return self.attribute.domain is None
        has_list = bool(self.attribute.taxonomy or self.attribute.listed or self.attribute.order)
        return not has_list


class MaskedColumnsModel(ListModel[MaskedRow]):
    """Emits what the user types and changes nothing itself.

    Signals
    -------
    mask_wanted(object, object)
        A column's name and whether it is to get noise.
    bound_wanted(object, object, object)
        A column's name, the `MaskedField` (``LOW``, ``HIGH``) and the value typed.
    step_wanted(object, object)
        A column's name, and the step typed or ``None``.
    weight_wanted(object, object)
        A column's name and its weight.
    """

    mask_wanted = Signal(object, object)
    bound_wanted = Signal(object, object, object)
    step_wanted = Signal(object, object)
    weight_wanted = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typed: dict[str, dict[MaskedField, float]] = {}
        self.titles = (
            tr("Gets noise"),
            tr("Smallest"),
            tr("Largest"),
            tr("Step"),
            tr("Weight"),
            tr("Share\nof ε"),
            tr("Typical\nerror"),
        )
        self.figures = frozenset(MaskedField) - {MaskedField.NAME}

    def describe_title(self, column: int) -> str | None:
        """Say what a column means."""
        return field_meaning(MaskedField(column))

    def show_rows(
        self, rows: tuple[MaskedRow, ...], typed: dict[str, dict[MaskedField, float]]
    ) -> None:
        """Show the columns; of those in `typed` one bound only is known so far."""
        if rows == self.items and typed == self._typed:
            return
        same = [row.attribute.name for row in rows] == [r.attribute.name for r in self.items]
        if same:
            self.items, self._typed = rows, typed
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(MaskedField) - 1))
            return
        self._typed = typed
        self.show_items(rows)

    def row(self, at: int) -> MaskedRow:
        """Return a row."""
        return self.items[at]

    def row_of(self, name: str) -> int:
        """Find the row of the column called `name`; -1 without it."""
        names = [row.attribute.name for row in self.items]
        return names.index(name) if name in names else -1

    def cells_joined(self, row: int) -> int:
        """Return over how many cells, from the first bound on, the words of a row reach."""
        of = self.items[row]
        if not of.masked:
            return len(MaskedField) - MaskedField.LOW
        return 1 if of.takes_domain else len(_BOUNDS)

    def write_cell(self, row: int, column: int) -> str:
        """Return a cell's text."""
        of, field = self.items[row], MaskedField(column)
        if field is MaskedField.NAME:
            return of.attribute.name
        if not of.masked:
            return tr("released as it is") if field is MaskedField.LOW else ""
        if field in _BOUNDS:
            return self._bound(of, field)
        return {
            MaskedField.STEP: of.grid,
            MaskedField.WEIGHT: number(of.weight),
            MaskedField.EPSILON: "–" if of.epsilon is None else number(float(of.epsilon), 3),
            MaskedField.ERROR: (
                tr("{error}: useless", error=error_text(of.error))
                if of.is_useless
                else error_text(of.error)
            ),
        }[field]

    def _bound(self, of: MaskedRow, field: MaskedField) -> str:
        if not of.takes_domain:
            if field is not MaskedField.LOW:
                return ""
            if of.attribute.scale is Scale.ORDINAL:
                return tr_n("{count} ordered category", "{count} ordered categories", of.declared)
            if not of.declared:
                return tr("list its categories")
            return tr_n("{count} category", "{count} categories", of.declared)
        typed = self._typed.get(of.attribute.name, {})
        if field in typed:
            return bound_text(typed[field], of.attribute)
        if of.attribute.domain is None:
            return tr("type it in")
        return bound_text(of.attribute.domain[field - MaskedField.LOW], of.attribute)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return a cell's mark, value, colour or explanation."""
        of, field = self.items[row], MaskedField(column)
        if role == Qt.ItemDataRole.CheckStateRole and field is MaskedField.NAME:
            return Qt.CheckState.Checked if of.masked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.EditRole:
            # The text shown where no value is set is not a value.
            is_set = field not in _BOUNDS or self._is_known(of, field)
            return self.write_cell(row, column) if is_set else ""
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(of, field)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._tip(of, field))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Masking can be ticked; bounds, steps and weights of masked columns can be edited."""
        flags = super().flags(index)
        if not index.isValid():
            return flags
        of, field = self.items[index.row()], MaskedField(index.column())
        if field is MaskedField.NAME:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        typed = field in (*_BOUNDS, MaskedField.STEP) and of.takes_domain
        if of.masked and (typed or field is MaskedField.WEIGHT):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit what the user ticked or typed; return whether it was understood."""
        of, field = self.items[index.row()], MaskedField(index.column())
        name = of.attribute.name
        if role == Qt.ItemDataRole.CheckStateRole and field is MaskedField.NAME:
            self.mask_wanted.emit(name, Qt.CheckState(value) is Qt.CheckState.Checked)
            return True
        if role != Qt.ItemDataRole.EditRole:
            return False
        read = read_bound(str(value), of.attribute, is_day=field in _BOUNDS)
        if field is MaskedField.STEP and (
            not str(value).strip() or (read is not None and read > 0)
        ):
            self.step_wanted.emit(name, read)
        elif field in _BOUNDS and read is not None:
            self.bound_wanted.emit(name, field, read)
        elif field is MaskedField.WEIGHT and read is not None and read > 0:
            self.weight_wanted.emit(name, read)
        else:
            return False
        return True

    def _is_known(self, of: MaskedRow, field: MaskedField) -> bool:
        typed = self._typed.get(of.attribute.name, {})
        return of.takes_domain and (of.attribute.domain is not None or field in typed)

    def _colour(self, of: MaskedRow, field: MaskedField) -> QColor | None:
        colours = current()
        if not of.masked and field is not MaskedField.NAME:
            return QColor(colours.muted)
        if field is MaskedField.ERROR and of.drowns:
            return QColor(colours.danger if of.is_useless else colours.caution)
        if field not in _BOUNDS:
            return None
        lacks = of.lacks_domain if not of.takes_domain else not self._is_known(of, field)
        if lacks or self._is_crossed(of):
            return QColor(colours.danger)
        return QColor(colours.caution) if of.attribute.domain_from_data else None

    def _is_crossed(self, of: MaskedRow) -> bool:
        typed = self._typed.get(of.attribute.name, {})
        return len(typed) == len(_BOUNDS) and typed[MaskedField.LOW] >= typed[MaskedField.HIGH]

    def _tip(self, of: MaskedRow, field: MaskedField) -> str | None:
        if field in _BOUNDS and self._is_crossed(of):
            return tr("The smallest possible value must be below the largest.")
        if field in _BOUNDS and of.attribute.domain_from_data:
            return tr("Taken from the data, so nothing can be claimed.")
        if field is MaskedField.ERROR and of.is_useless:
            return tr(
                "The noise moves a value by more than the whole domain, so the released column "
                "says nothing. A larger k or ε, fewer masked columns or a narrower domain make "
                "the noise smaller."
            )
        if field is MaskedField.ERROR and of.drowns:
            return tr(
                "The noise is about as wide as the domain: single averages tell next to nothing. "
                "A larger k or ε, fewer masked columns or a narrower domain make it smaller."
            )
        return field_meaning(field)


def field_meaning(field: MaskedField) -> str:
    """Explain a column of the table."""
    return {
        MaskedField.NAME: tr("Whether the column gets noise; what does not is released as it is."),
        MaskedField.LOW: tr("What the column can hold at all, not only in this file."),
        MaskedField.HIGH: tr("What the column can hold at all, not only in this file."),
        MaskedField.STEP: tr("The step in which the domain is counted; left empty, a thousandth."),
        MaskedField.WEIGHT: tr("Twice the weight gets twice the budget and half the noise."),
        MaskedField.EPSILON: tr("The part of the budget that is spent on this column."),
        MaskedField.ERROR: tr("How far the noise moves a released value, on average."),
    }[field]


def error_text(error: TypicalError | None) -> str:
    """Write the typical noise in a column's own units, in a few words."""
    if error is None:
        return "–"
    if error.unit == "share":
        return tr("{share} change", share=percent(error.value, 0))
    amount = number(error.value, 3 if error.value < 1000 else 4)
    return {
        "days": tr("± {number} days", number=amount),
        "ranks": tr("± {number} ranks", number=amount),
    }.get(error.unit, tr("± {number}", number=amount))
