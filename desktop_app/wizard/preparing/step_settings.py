"""The settings of a preparing step: one control for each key of its declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from core.model import Column, ColumnKind
from core.model.preparing import FEWEST_AVERAGED, STEPS, Do, Preparing, PreparingStep
from core.recipe.declared import DeclaredKey, keys_of
from desktop_app.jobs import Runner
from desktop_app.text import message, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.declared_fields import DeclaredField, DeclaredNumber, field_of
from desktop_app.views.forms import label_for, one_tab_stop
from desktop_app.views.layouts import in_grid
from desktop_app.wizard.preparing.ground import CATEGORIES, DATES, NUMBERS, Ground, of_kind
from desktop_app.wizard.preparing.groups_field import GroupsField
from desktop_app.wizard.preparing.proposed_numbers import are_codes, proposed_limit, proposed_size
from desktop_app.wizard.preparing.step_fields import (
    DayField,
    EndsField,
    GroundField,
    LevelField,
    NewNameField,
)

_BANDS, _NARROWEST_BAND = 20, 2
_HUNDREDTH = 100
_COLUMNS = {
    Do.AGE: DATES,
    Do.TOP_CODE: NUMBERS,
    Do.BOTTOM_CODE: NUMBERS,
    Do.BAND: NUMBERS,
    Do.ROUND: NUMBERS,
    Do.AVERAGE: NUMBERS,
    Do.GROUP: CATEGORIES,
    Do.RARE: CATEGORIES,
    Do.PERIOD: DATES,
}

_FIELDS: Mapping[str, Callable[[str, SignalInstance], DeclaredField]] = {
    "age-at": DayField,
    "age-name": NewNameField,
    "band-cuts": EndsField,
    "level-level": LevelField,
}
"""The controls of settings whose type does not say all."""


def kinds_for(do: Do) -> frozenset[ColumnKind]:
    """Return the kinds of columns to which a step can be done."""
    return _COLUMNS.get(do, frozenset(ColumnKind))


def columns_for(do: Do, ground: Ground) -> tuple[str, ...]:
    """List the columns to which a step can be done."""
    if do is Do.LEVEL:
        return tuple(name for name in ground.names if name in ground.levels)
    return of_kind(ground, kinds_for(do))


def _propose(do: Do, column: Column, ground: Ground) -> Mapping[str, object]:
    """Propose values that fit the records and the method."""
    match do:
        case Do.TOP_CODE | Do.BOTTOM_CODE:
            return {"bound": proposed_limit(column, is_top=do is Do.TOP_CODE)}
        case Do.BAND:
            narrowest = _NARROWEST_BAND if column.kind is ColumnKind.INTEGER else 0
            return {"width": max(narrowest, proposed_size(column, _BANDS)), "origin": 0}
        case Do.ROUND:
            return {"to": proposed_size(column, _HUNDREDTH)}
        case Do.AVERAGE:
            return {"of": max(FEWEST_AVERAGED, ground.k)}
        case Do.RARE:
            return {"fewer_than": max(2, ground.k), "into": tr("Other")}
        case _:
            return {}


class StepSettings(QWidget):
    """A control for each key that a step has besides its column.

    Where a step has one set of keys or another, they stand below a button for each set.

    Parameters
    ----------
    do : Do
        The kind of step.
    runner : Runner
        Counts categories.

    Signals
    -------
    edited()
        A field was changed, or became right or wrong.
    """

    edited = Signal()

    def __init__(self, do: Do, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._do, kind = do, STEPS[do]
        self._special = {**_FIELDS, "group-into": lambda *key: GroupsField(runner, *key)}
        self._grid = in_grid(self, across=sizes.UNIT, widening=2)
        self.fields: dict[str, DeclaredField] = {}
        self._alternatives: tuple[tuple[str, ...], ...] = getattr(kind, "ALTERNATIVES", ())
        self.ways: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        self._rows: dict[str, tuple[QWidget, QWidget]] = {}
        common = (*PreparingStep.__dataclass_fields__, "column")
        keys = {key.name: key for key in keys_of(kind) if key.name not in common}
        for names in self._alternatives:
            self._add_way(names[0])
            for name in names:
                self._add(keys.pop(name), is_needed=name in self.ways)
        for key in keys.values():
            self._add(key)
        self._choose_way(next(iter(self.ways), ""))

    def _add_way(self, name: str) -> None:
        button = QRadioButton(message(f"setting-{self._do}-by-{name}"))
        self._grid.addWidget(button, self._grid.rowCount(), 0, 1, 3)
        self._group.addButton(button)
        button.toggled.connect(self._show_way)
        self.ways[name] = button

    def _add(self, key: DeclaredKey, *, is_needed: bool = False) -> None:
        path = f"{self._do}-{key.key}"
        field = field_of(path, key.hint, self.edited, self._special, is_needed=is_needed)
        label, row = label_for(field.widget, field.title), self._grid.rowCount()
        if field.is_block:
            self._grid.addWidget(label, row, 0, 1, 3)
            self._grid.addWidget(field.widget, row + 1, 0, 1, 3)
        else:
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(field.widget, row, 1, 1, 2 if field.is_wide else 1)
        self.fields[key.name], self._rows[key.name] = field, (label, field.widget)

    def _choose_way(self, name: str) -> None:
        if name:
            self.ways[name].setChecked(True)

    def _show_way(self) -> None:
        one_tab_stop(self._group.buttons())
        for name, row in self._rows.items():
            for widget in row:
                widget.setVisible(self._is_asked(name))
        self.edited.emit()

    def _is_asked(self, name: str) -> bool:
        """Return whether a key belongs to the chosen set, or to none."""
        sets = [names for names in self._alternatives if name in names]
        return all(self.ways[names[0]].isChecked() for names in sets)

    def _list_asked_fields(self) -> Iterator[tuple[str, DeclaredField]]:
        return (pair for pair in self.fields.items() if self._is_asked(pair[0]))

    def forget(self) -> None:
        """Drop what was set for the step before."""
        for field in self.fields.values():
            field.forget()

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose settings for another column."""
        self._meet(column, ground)
        self._choose_way(next(iter(self.ways), ""))
        for name, value in _propose(self._do, column, ground).items():
            if not (isinstance(value, str) and self.fields[name].value()):
                self.fields[name].show(value)

    def _meet(self, column: Column, ground: Ground) -> None:
        for field in self.fields.values():
            if isinstance(field, DeclaredNumber):
                field.widget.write_plainly(plain=are_codes(column))
            elif isinstance(field, GroundField):
                field.meet(column, ground)

    def show_step(self, step: Preparing, ground: Ground) -> None:
        """Show the settings of a step."""
        if step.column in ground.dataset.names:
            self._meet(ground.dataset.column(step.column), ground)
        self._choose_way(next((name for name in self.ways if getattr(step, name)), ""))
        for name, field in self._list_asked_fields():
            field.show(getattr(step, name))

    def complaint(self) -> str:
        """Say what is wrong or lacking, in a sentence; empty if nothing is."""
        return next((c for _, field in self._list_asked_fields() if (c := field.complaint())), "")

    def step(self, column: str) -> Preparing:
        """Return the step as it is set; only while there is no complaint."""
        declare = cast("Callable[..., Preparing]", STEPS[self._do])
        return declare(
            column=column, **{name: field.value() for name, field in self._list_asked_fields()}
        )
