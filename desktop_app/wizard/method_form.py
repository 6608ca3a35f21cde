"""A form for a method's parameters, made from their declarations."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from core.protect import METHODS, Parameter, ParameterKind
from desktop_app.text import message
from desktop_app.theme import sizes

_DECIMALS = 3
_STEP = 0.01
_MOST = 2**31 - 1
Field = QSpinBox | QDoubleSpinBox | QComboBox


class ParameterForm(QWidget):
    """One field for each parameter; a value out of range cannot be entered.

    Signals
    -------
    edited(object)
        Name of the parameter whose value the user changed.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(sizes.MARGIN)
        self._grid.setVerticalSpacing(sizes.UNIT)
        self._grid.setColumnStretch(2, 1)
        self._method = ""
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        self.fields: dict[str, Field] = {}

    def show_method(
        self, name: str, values: Mapping[str, object], records: int, columns: tuple[str, ...]
    ) -> None:
        """Show the fields of a method.

        Parameters
        ----------
        name : str
            The method.
        values : mapping of str to object
            The parameters' values; what is absent shows its default.
        records : int
            Records in the file: the largest `k`.
        columns : tuple of str
            The confidential columns.
        """
        if name != self._method:
            self._build(name)
        for parameter in METHODS[name].parameters:
            field = self.fields[parameter.name]
            field.blockSignals(True)
            _show(field, parameter, values.get(parameter.name), records, columns)
            field.blockSignals(False)
            if parameter.kind is ParameterKind.COLUMN:
                for widget in self._rows[parameter.name]:
                    widget.setVisible(len(columns) > 1)

    def values(self) -> dict[str, object]:
        """Return what the fields hold; a column only where there is a choice."""
        found: dict[str, object] = {}
        for name, field in self.fields.items():
            if not isinstance(field, QComboBox):
                # Rounded, or a wheel leaves 0.15000000000000002.
                found[name] = round(field.value(), _DECIMALS)
            elif field.count() > 1:
                found[name] = field.currentText()
        return found

    def take_focus(self, name: str) -> bool:
        """Put the keyboard on a parameter's field; return whether there is one."""
        if name not in self.fields:
            return False
        self.fields[name].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _build(self, name: str) -> None:
        for widgets in self._rows.values():
            for widget in widgets:
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self._rows, self.fields, self._method = {}, {}, name
        for row, parameter in enumerate(METHODS[name].parameters):
            self._add_row(row, parameter)

    def _add_row(self, row: int, parameter: Parameter) -> None:
        field = self._field(parameter)
        label = QLabel(message(f"parameter-{parameter.name}"))
        label.setBuddy(field)
        said = message(f"parameter-{parameter.name}-meaning")
        note = QLabel(said)
        note.setWordWrap(True)
        note.setProperty("kind", "muted")
        field.setAccessibleName(label.text())
        field.setAccessibleDescription(said)
        field.setWhatsThis(said)
        field.setObjectName(parameter.name)
        self.fields[parameter.name] = field
        self._rows[parameter.name] = (label, field, note)
        for column, widget in enumerate((label, field, note)):
            self._grid.addWidget(widget, row, column)

    def _field(self, parameter: Parameter) -> Field:
        field: Field
        if parameter.kind is ParameterKind.COLUMN:
            field = QComboBox()
            field.currentIndexChanged.connect(self._tell)
            return field
        if parameter.kind is ParameterKind.INTEGER:
            field = QSpinBox()
            field.setGroupSeparatorShown(True)
            field.valueChanged.connect(self._tell)
        else:
            field = QDoubleSpinBox()
            field.setDecimals(_DECIMALS)
            field.setSingleStep(_STEP)
            field.valueChanged.connect(self._tell)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setMinimumWidth(14 * sizes.UNIT)
        return field

    @Slot()
    @Slot(int)
    @Slot(float)
    def _tell(self, _value: object = None) -> None:
        field = self.sender()
        if isinstance(field, QWidget):
            self.edited.emit(field.objectName())


def _show(
    field: Field, parameter: Parameter, value: object, records: int, columns: tuple[str, ...]
) -> None:
    if isinstance(field, QComboBox):
        if [field.itemText(i) for i in range(field.count())] != list(columns):
            field.clear()
            field.addItems(list(columns))
        field.setCurrentIndex(max(0, field.findText(str(value))))
        return
    shown = value if isinstance(value, int | float) else parameter.default or 0
    if isinstance(field, QSpinBox):
        # A value from a recipe that is too large stays in sight; the problem bar names it.
        field.setRange(int(parameter.minimum or 0), min(_MOST, max(records, int(shown))))
        field.setValue(int(shown))
    else:
        low, high = parameter.minimum or 0.0, parameter.maximum
        field.setRange(low, float(_MOST) if high is None else high)
        field.setValue(float(shown))
