"""A field for each kind of parameter; none hands on a value that its declaration forbids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model import Guarantee
from core.protect import METHODS, Parameter, ParameterKind
from desktop_app.text import message, tr
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.wizard.method.blocks_field import BlocksField, blocks_text

_STEP = 0.01
_ELSEWHERE = (ParameterKind.COLUMNS, ParameterKind.SHARES, ParameterKind.TREE)


Field = NumberField | ChoiceBox | BlocksField


@dataclass(frozen=True, slots=True)
class ParameterContext:
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

    Columns, shares and trees have their own table; what is confirmed, is so at the release; a
    secret is drawn.
    """
    parameters = METHODS[method].parameters
    hidden = (*_ELSEWHERE, ParameterKind.SECRET)
    return tuple(p for p in parameters if p.kind not in hidden and p.name != "confirmed")


def is_first(parameter: Parameter) -> bool:
    """Return whether a parameter is in sight from the beginning, not under More settings."""
    return parameter.required or parameter.name == "guarantee"


def bears(parameter: Parameter, values: Mapping[str, object]) -> bool:
    """Return whether a parameter has any effect given the others; `values` are complete."""
    if parameter.name in ("edge_share", "tree_share"):
        needed = values.get("guarantee") == Guarantee.DEPENDENCE
        return needed and not (parameter.name == "tree_share" and values.get("tree"))
    return True


def make_field(parameter: Parameter) -> Field:
    """Return an empty field for `parameter`."""
    if parameter.kind is ParameterKind.INTEGER:
        return NumberField(whole=True)
    if parameter.kind is ParameterKind.NUMBER:
        # Steps of a hundredth are too coarse for what some parameters can be.
        is_wide = parameter.minimum is not None and 0 < parameter.minimum < _STEP / 10
        return NumberField(whole=False, step=0.0 if is_wide else _STEP)
    if parameter.kind is ParameterKind.BLOCKS:
        return BlocksField()
    box = ChoiceBox()
    box.offer({choice: choice_text(parameter.name, choice) for choice in parameter.choices})
    return box


def show_value(field: Field, parameter: Parameter, value: object, ground: ParameterContext) -> None:
    """Show a value in the field that `make_field` made; for ``None`` the parameter's default."""
    field.blockSignals(True)
    if isinstance(field, BlocksField):
        field.show_blocks(ground.quasi_identifiers, value)
    elif isinstance(field, ChoiceBox) and parameter.kind is ParameterKind.COLUMN:
        if [field.itemData(i) for i in range(field.count())] != list(ground.confidential):
            field.offer({column: column for column in ground.confidential})
        field.setCurrentIndex(max(0, field.findData(value)))
    elif isinstance(field, ChoiceBox):
        field.setCurrentIndex(max(0, field.findData(value or parameter.default)))
    else:
        value_in_force = value if isinstance(value, int | float) else parameter.default
        maximum = parameter.maximum
        if maximum is None and parameter.kind is ParameterKind.INTEGER:
            maximum = ground.records
        field.set_bounds(parameter.minimum or 0.0, maximum)
        field.show_number(value_in_force if isinstance(value_in_force, int | float) else 0)
    field.blockSignals(False)


def is_offered(parameter: Parameter, value: object, ground: ParameterContext) -> bool:
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
    """Read the value of a field; ``None`` where nothing can be chosen or the text is wrong."""
    if isinstance(field, ChoiceBox):
        return field.currentData() if field.count() > 1 else None
    if isinstance(field, BlocksField):
        return field.blocks
    return field.number()


def choice_text(parameter: str, choice: str) -> str:
    """Name a choice of a parameter."""
    return message(f"choice-{parameter}-{choice}")


def matters(method: str, name: str, values: Mapping[str, object]) -> bool:
    """Return whether a run depends on a parameter, given the other `values`."""
    # A t that need not be given and is 1 asks for nothing, and neither do these at 0.
    unused = (
        METHODS[method].t_optional and not METHODS[method].keeps_t(values)
        if name == "t"
        else name in ("lambda", "refine") and not values.get(name)
    )
    return name != "confirmed" and not unused and bears(METHODS[method].parameter(name), values)


def parameter_title(method: str, name: str) -> str:
    """Name a parameter of a method."""
    if name == "k" and METHODS[method].adds_noise:
        return message("private-k")
    return message(f"parameter-{name}")


def setting_text(method: str, name: str, value: object) -> str:
    """Return a parameter and its value, in words."""
    kind = METHODS[method].parameter(name).kind
    if kind is ParameterKind.CHOICE:
        value = choice_text(name, str(value))
    elif kind is ParameterKind.BLOCKS:
        value = blocks_text(value)
    elif kind in _ELSEWHERE and isinstance(value, Mapping):
        value = ", ".join(tr("{name} {weight}", name=n, weight=w) for n, w in value.items())
    elif kind in _ELSEWHERE:
        # Columns, or pairs of them.
        entries = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
        value = ", ".join(
            entry if isinstance(entry, str) else " – ".join(entry) for entry in entries
        )
    return tr("{name}: {value}", name=parameter_title(method, name), value=value)
