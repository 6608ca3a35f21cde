"""A form for a method's parameters, made from their declarations."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from core.protect import METHODS, Parameter, ParameterKind
from desktop_app.text import message
from desktop_app.theme import sizes
from desktop_app.views.forms import note
from desktop_app.wizard.method_fields import Field, make_field, show_value, value_of


class ParameterForm(QWidget):
    """One row for each parameter: name, field, and a sentence on what it does.

    Signals
    -------
    edited(object)
        Name of the parameter whose value the user changed.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        # In line with the words of the card that holds the form.
        self._grid.setContentsMargins(3 * sizes.UNIT, sizes.UNIT, 0, 0)
        self._grid.setHorizontalSpacing(sizes.MARGIN)
        self._grid.setVerticalSpacing(sizes.HALF)
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
            show_value(field, parameter, values.get(parameter.name), records, columns)
            if parameter.kind is ParameterKind.COLUMN:
                for widget in self._rows[parameter.name]:
                    widget.setVisible(len(columns) > 1)

    def values(self) -> dict[str, object]:
        """Return what the fields hold; a column only where there is a choice."""
        found = {name: value_of(field) for name, field in self.fields.items()}
        return {name: value for name, value in found.items() if value is not None}

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
        field = make_field(parameter)
        label = QLabel(message(f"parameter-{parameter.name}"))
        label.setBuddy(field)
        said = message(f"parameter-{parameter.name}-meaning")
        field.setAccessibleName(label.text())
        field.setAccessibleDescription(said)
        field.setWhatsThis(said)
        field.setObjectName(parameter.name)
        changed = field.currentIndexChanged if isinstance(field, QComboBox) else field.valueChanged
        changed.connect(self._tell)
        self.fields[parameter.name] = field
        self._rows[parameter.name] = (label, field, note(said))
        self._grid.addWidget(label, 2 * row, 0)
        self._grid.addWidget(field, 2 * row, 1)
        # Beneath, not beside: in a small window it would be squeezed into a column of words.
        said_below = self._rows[parameter.name][2]
        said_below.setContentsMargins(0, 0, 0, sizes.HALF)
        self._grid.addWidget(said_below, 2 * row + 1, 0, 1, 3)

    @Slot()
    @Slot(int)
    @Slot(float)
    def _tell(self, _value: object = None) -> None:
        field = self.sender()
        if isinstance(field, QWidget):
            self.edited.emit(field.objectName())
