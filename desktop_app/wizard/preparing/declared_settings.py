"""The settings of preparing steps whose declarations say all: one control for each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from core.model import Column
from core.model.preparing import STEPS, Do, Preparing, PreparingStep
from core.recipe.declared import keys_of
from desktop_app.text import tr
from desktop_app.views.fields.declared_fields import DeclaredNumber, DeclaredText, field_of
from desktop_app.wizard.preparing.proposed_numbers import are_codes, proposed_limit, proposed_size
from desktop_app.wizard.preparing.settings_base import (
    CATEGORIES,
    DATES,
    NUMBERS,
    Ground,
    StepSettings,
    of_kind,
)

_HUNDREDTH = 100
_COLUMNS = {
    Do.TOP_CODE: NUMBERS,
    Do.BOTTOM_CODE: NUMBERS,
    Do.ROUND: NUMBERS,
    Do.RARE: CATEGORIES,
    Do.PERIOD: DATES,
}
"""The kinds of columns to which a step can be done; others take any column."""


def _propose(do: Do, column: Column, ground: Ground) -> Mapping[str, object]:
    """Return what the records and the method suggest."""
    match do:
        case Do.TOP_CODE | Do.BOTTOM_CODE:
            return {"bound": proposed_limit(column, is_top=do is Do.TOP_CODE)}
        case Do.ROUND:
            return {"to": proposed_size(column, _HUNDREDTH)}
        case Do.RARE:
            return {"fewer_than": max(2, ground.k), "into": tr("Other")}
        case _:
            return {}


class DeclaredSettings(StepSettings):
    """A control for each key that a step has besides its column.

    Parameters
    ----------
    do : Do
        The kind of step.
    """

    def __init__(self, do: Do, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._do = do
        self.fields = {
            key.name: field_of(f"{do}-{key.key}", key.hint, self.edited)
            for key in keys_of(STEPS[do])
            if key.name not in (*PreparingStep.__dataclass_fields__, "column")
        }
        for field in self.fields.values():
            self.add_row(field.title, field.widget)

    def forget(self) -> None:
        """Drop the texts of the step before."""
        for field in self.fields.values():
            if isinstance(field, DeclaredText):
                field.show("")

    def columns(self, ground: Ground) -> tuple[str, ...]:
        """Return the columns to which the step can be done."""
        kinds = _COLUMNS.get(self._do)
        return ground.names if kinds is None else of_kind(ground, kinds)

    def show_column(self, column: Column, ground: Ground) -> None:
        """Propose settings for another column."""
        for field in self.fields.values():
            if isinstance(field, DeclaredNumber):
                field.widget.write_plainly(plain=are_codes(column))
        for name, value in _propose(self._do, column, ground).items():
            field = self.fields[name]
            if not (isinstance(field, DeclaredText) and field.value()):
                field.show(value)

    def show_action(self, action: Preparing, ground: Ground) -> None:  # noqa: ARG002 - as declared
        """Show the settings of a step."""
        for name, field in self.fields.items():
            field.show(getattr(action, name))

    def complaint(self) -> str:
        """Return what is wrong with the first wrong control."""
        return next((c for field in self.fields.values() if (c := field.complaint())), "")

    def action(self, column: str) -> Preparing:
        """Return the step."""
        declare: Callable[..., Preparing] = STEPS[self._do]
        values = {name: field.value() for name, field in self.fields.items()}
        return declare(column=column, **values)
