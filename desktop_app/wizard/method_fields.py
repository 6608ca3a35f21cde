"""A field for each kind of parameter; none can hold a value that its declaration forbids."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox

from core.model import Guarantee
from core.protect import METHODS, Parameter, ParameterKind
from desktop_app.text import message, number, tr
from desktop_app.theme import sizes
from desktop_app.wizard.method_blocks import BlocksField, blocks_text

_DECIMALS = 3
_STEP = 0.01
_MOST = 2**31 - 1
_ELSEWHERE = (ParameterKind.COLUMNS, ParameterKind.SHARES, ParameterKind.TREE)
_FINE = 6


class PlainSpin(QDoubleSpinBox):
    """Shows as many decimals as the value has; steps by a tenth of it."""

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """Return the value without zeros that say nothing."""
        return number(value)

    def stepBy(self, steps: int) -> None:  # noqa: N802 - Qt's name
        """Step by a tenth of the value's size, so that small and large ones are reached."""
        size = 10.0 ** math.floor(math.log10(max(self.value(), 10.0**-_FINE)))
        self.setSingleStep(size / 10)
        super().stepBy(steps)


Field = QSpinBox | QDoubleSpinBox | QComboBox | BlocksField
_Spin = TypeVar("_Spin", QSpinBox, QDoubleSpinBox)


@dataclass(frozen=True, slots=True)
class Ground:
    """What the file has to offer to a method's parameters.

    Attributes
    ----------
    records : int
        Records in the file: no integer parameter can be larger.
    confidential, quasi_identifiers : tuple of str
        Columns of these roles; without quasi-identifiers that split the file, which stay as
        they are.
    """

    records: int
    confidential: tuple[str, ...]
    quasi_identifiers: tuple[str, ...]


def form_parameters(method: str) -> tuple[Parameter, ...]:
    """Return the parameters of a method that a form of rows can ask for, in order.

    Columns, shares and trees have their own table; what is confirmed, is so at the release.
    """
    found = METHODS[method].parameters
    return tuple(p for p in found if p.kind not in _ELSEWHERE and p.name != "confirmed")


def is_first(parameter: Parameter) -> bool:
    """Return whether a parameter is in sight from the beginning, not under More settings."""
    return parameter.required or parameter.name == "guarantee"


def bears(parameter: Parameter, values: Mapping[str, object]) -> bool:
    """Return whether a parameter has any effect beside the others; `values` are complete."""
    if parameter.name in ("edge_share", "tree_share"):
        needed = values.get("guarantee") == Guarantee.DEPENDENCE
        return needed and not (parameter.name == "tree_share" and values.get("tree"))
    return True


def make_field(parameter: Parameter) -> Field:
    """Return an empty field for `parameter`."""
    if parameter.kind is ParameterKind.INTEGER:
        whole = QSpinBox()
        whole.setGroupSeparatorShown(True)
        return _aligned(whole)
    if parameter.kind is ParameterKind.NUMBER:
        real = PlainSpin() if _is_wide(parameter) else QDoubleSpinBox()
        real.setDecimals(_FINE if _is_wide(parameter) else _DECIMALS)
        real.setSingleStep(_STEP)
        return _aligned(real)
    if parameter.kind is ParameterKind.BLOCKS:
        return BlocksField()
    box = QComboBox()
    for choice in parameter.choices:
        box.addItem(choice_text(parameter.name, choice), choice)
    return box


def show_value(field: Field, parameter: Parameter, value: object, ground: Ground) -> None:
    """Show a parameter's value, or its default where `value` is none.

    Parameters
    ----------
    field : Field
        Made by `make_field` for `parameter`.
    parameter : Parameter
        The declaration.
    value : object
        What the recipe holds, or ``None``.
    ground : Ground
        What the file has to offer.
    """
    field.blockSignals(True)
    if isinstance(field, BlocksField):
        field.show_blocks(ground.quasi_identifiers, value)
    elif isinstance(field, QComboBox):
        _show_choice(field, parameter, value, ground.confidential)
    else:
        _show_number(field, parameter, value, ground.records)
    field.blockSignals(False)


def is_offered(parameter: Parameter, value: object, ground: Ground) -> bool:
    """Return whether there is anything to decide; what a recipe sets is always in sight."""
    if parameter.kind is ParameterKind.COLUMN:
        return len(ground.confidential) > 1
    if is_changed(parameter, value):
        return True
    if parameter.kind is ParameterKind.BLOCKS:
        return len(ground.quasi_identifiers) > 1
    return parameter.name != "lambda" or bool(ground.confidential)


def is_changed(parameter: Parameter, value: object) -> bool:
    """Return whether a value is another one than the default."""
    return value not in (None, [], parameter.default)


def value_of(field: Field) -> object:
    """Return what a field holds; ``None`` for a choice that leaves nothing to choose."""
    if isinstance(field, QComboBox):
        return field.currentData() if field.count() > 1 else None
    if isinstance(field, BlocksField):
        return field.blocks
    # Rounded, or a wheel leaves 0.15000000000000002.
    return round(field.value(), field.decimals() if isinstance(field, QDoubleSpinBox) else 0)


def choice_text(parameter: str, choice: str) -> str:
    """Return what a choice of a parameter is called."""
    return message(f"choice-{parameter}-{choice}")


def matters(method: str, name: str, values: Mapping[str, object]) -> bool:
    """Return whether a run depends on a parameter, beside the other `values`."""
    return name != "confirmed" and bears(METHODS[method].parameter(name), values)


def parameter_title(method: str, name: str) -> str:
    """Return what a parameter of a method is called."""
    if name == "k" and METHODS[method].is_private:
        return message("private-k")
    return message(f"parameter-{name}")


def setting_text(method: str, name: str, value: object) -> str:
    """Return a parameter and its value, in words."""
    kind = METHODS[method].parameter(name).kind
    if kind is ParameterKind.CHOICE:
        value = choice_text(name, str(value))
    elif kind is ParameterKind.BLOCKS:
        value = blocks_text(value)
    elif kind in _ELSEWHERE:
        value = _columns_text(value)
    return tr("{name}: {value}", name=parameter_title(method, name), value=value)


def _columns_text(value: object) -> str:
    """Return columns, their weights or pairs of them in words."""
    if isinstance(value, Mapping):
        return ", ".join(tr("{name} {weight}", name=n, weight=w) for n, w in value.items())
    parts = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return ", ".join(part if isinstance(part, str) else " – ".join(part) for part in parts)


def _is_wide(parameter: Parameter) -> bool:
    """Return whether three decimals are too few for what a parameter can be."""
    return parameter.minimum is not None and 0 < parameter.minimum < 10**-_DECIMALS


def _aligned(box: _Spin) -> _Spin:
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setMinimumWidth(14 * sizes.UNIT)
    return box


def _show_choice(
    box: QComboBox, parameter: Parameter, value: object, columns: tuple[str, ...]
) -> None:
    if parameter.kind is ParameterKind.COLUMN:
        if [box.itemData(i) for i in range(box.count())] != list(columns):
            box.clear()
            for column in columns:
                box.addItem(column, column)
        box.setCurrentIndex(max(0, box.findData(value)))
    else:
        box.setCurrentIndex(max(0, box.findData(value or parameter.default)))


def _show_number(
    box: QSpinBox | QDoubleSpinBox, parameter: Parameter, value: object, records: int
) -> None:
    shown = value if isinstance(value, int | float) else parameter.default
    number = shown if isinstance(shown, int | float) else 0
    low = parameter.minimum or 0.0
    high = float(_MOST) if parameter.maximum is None else parameter.maximum
    if isinstance(box, QSpinBox):
        # A value from a recipe that is too large stays in sight; the problem bar names it.
        most = max(records, number) if parameter.maximum is None else high
        box.setRange(int(low), int(most))
        box.setValue(int(number))
    else:
        box.setRange(low, high)
        box.setValue(float(number))
