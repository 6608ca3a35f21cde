"""The controls of declared settings: one kind for each type that a key can have."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, ClassVar, Union, get_args, get_origin

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from core.messages import CATALOGUE
from core.model.declared_types import Expects, as_written
from desktop_app.text import message
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.forms import named
from desktop_app.views.layouts import in_row

_ROWS = 5


class DeclaredField(ABC):
    """A control, and the value of the setting that it shows.

    Its words are those of the catalogue under ``setting-`` and the path of the key.

    Parameters
    ----------
    path : str
        Such as ``top-code-above``.
    edit : SignalInstance
        Emitted where the user changed the value, or where it became right or wrong.
    """

    is_wide: ClassVar[bool] = False
    """Whether it takes all the room beside its title."""
    is_block: ClassVar[bool] = False
    """Whether it stands below its title."""
    widget: QWidget

    def __init__(self, path: str, edit: SignalInstance) -> None:
        self.title, self._path = message(f"setting-{path}"), path
        hint = message(f"setting-{path}-hint") if f"setting-{path}-hint" in CATALOGUE else ""
        self._connect(edit)
        # Of several controls, the first one has the name.
        named(self.widget.focusProxy() or self.widget, self.title.replace("&", ""), hint)

    @abstractmethod
    def _connect(self, edit: SignalInstance) -> None:
        """Make the control and have it report edits."""

    @abstractmethod
    def show(self, value: object) -> None:
        """Show a value."""

    @abstractmethod
    def value(self) -> object:
        """Return the value; only while there is no complaint."""

    def complaint(self) -> str:
        """Say what is wrong or lacking, in a sentence; empty if nothing is."""
        return ""

    def forget(self) -> None:  # noqa: B027 - a hook
        """Drop what was typed for an earlier entry."""


class DeclaredNumber(DeclaredField):
    """A number within the bounds of its type."""

    widget: NumberField

    def __init__(self, path: str, edit: SignalInstance, limits: Expects, *, whole: bool) -> None:
        self._limits, self._whole = limits, whole
        # Shares of a whole are shown in per cent.
        self._factor = 100 if limits.most == 1 else 1
        super().__init__(path, edit)

    def _connect(self, edit: SignalInstance) -> None:
        self.widget = NumberField(self._whole, step=1.0 if self._whole else 0.0)
        _bound(self.widget, self._limits, self._factor)
        self.widget.edited.connect(edit)
        self.widget.judged.connect(edit)

    def show(self, value: object) -> None:
        """Show a number."""
        assert isinstance(value, int | float)
        self.widget.show_number(as_written(value * self._factor))

    def value(self) -> int | float:
        """Return the number."""
        number = self.widget.number() or 0
        return int(number) if self._whole else float(number) / self._factor

    def complaint(self) -> str:
        """Say what is wrong with the number."""
        return self.widget.complaint()


class DeclaredOption(DeclaredField):
    """A number within the bounds of its type, behind a box to tick."""

    widget: QWidget

    def __init__(self, path: str, edit: SignalInstance, limits: Expects, *, whole: bool) -> None:
        self.number = DeclaredNumber(path, edit, limits, whole=whole)
        super().__init__(path, edit)

    def _connect(self, edit: SignalInstance) -> None:
        self.widget, self.box = QWidget(), QCheckBox(self.title)
        in_row(self.box, self.number.widget, inside=self.widget)
        self.box.toggled.connect(self.number.widget.setEnabled)
        self.box.toggled.connect(edit)
        self.number.widget.setEnabled(False)

    def show(self, value: object) -> None:
        """Show a number, or that there is none."""
        self.box.setChecked(value is not None)
        if value is not None:
            self.number.show(value)

    def value(self) -> int | float | None:
        """Return the number, or ``None``."""
        return self.number.value() if self.box.isChecked() else None

    def complaint(self) -> str:
        """Say what is wrong with the number."""
        return self.number.complaint() if self.box.isChecked() else ""


class DeclaredColumns(DeclaredField):
    """Names of columns, of which at least one is ticked."""

    widget: TickList

    def _connect(self, edit: SignalInstance) -> None:
        self.widget = TickList(rows=_ROWS)
        self.widget.ticked.connect(edit)
        self._offered: tuple[str, ...] = ()

    def offer(self, names: Iterable[str]) -> None:
        """Offer columns to be ticked."""
        self._offered = tuple(names)
        self.show(self.widget.names)

    def show(self, value: object) -> None:
        """Show which columns are ticked."""
        assert isinstance(value, tuple)
        self.widget.show_names({name: name for name in self._offered}, value)

    def value(self) -> tuple[str, ...]:
        """Return the ticked columns."""
        return self.widget.names

    def forget(self) -> None:
        """Untick all columns."""
        self.show(())

    def complaint(self) -> str:
        """Say that no column is ticked."""
        return "" if self.widget.names else message("setting-lacks-columns")


class DeclaredChoice(DeclaredField):
    """A member of an enumeration."""

    widget: ChoiceBox

    def __init__(self, path: str, edit: SignalInstance, kind: type[StrEnum]) -> None:
        self._kind = kind
        super().__init__(path, edit)

    def _connect(self, edit: SignalInstance) -> None:
        self.widget = ChoiceBox()
        self.widget.offer({m: message(f"setting-{self._path}-{m}") for m in self._kind})
        self.widget.activated.connect(edit)

    def show(self, value: object) -> None:
        """Show a member."""
        self.widget.setCurrentIndex(self.widget.findData(value))

    def value(self) -> StrEnum:
        """Return the member."""
        return self._kind(self.widget.currentData())

    def forget(self) -> None:
        """Propose the first member again."""
        self.widget.setCurrentIndex(0)


class DeclaredLine(DeclaredField):
    """A line to type in."""

    widget: QLineEdit

    def _connect(self, edit: SignalInstance) -> None:
        self.widget, example = QLineEdit(), f"setting-{self._path}-example"
        if example in CATALOGUE:
            self.widget.setPlaceholderText(message(example))
        self.widget.textEdited.connect(edit)

    def forget(self) -> None:
        """Drop the text."""
        self.widget.clear()


class DeclaredText(DeclaredLine):
    """A text, which may not be empty."""

    def show(self, value: object) -> None:
        """Show a text."""
        self.widget.setText(str(value))

    def value(self) -> str:
        """Return the text without what surrounds it."""
        return self.widget.text().strip()

    def complaint(self) -> str:
        """Say that the text is lacking."""
        return "" if self.value() else message(f"setting-{self._path}-lacks")


class DeclaredPattern(DeclaredLine):
    """A text of the form that its type demands, or none."""

    def __init__(self, path: str, edit: SignalInstance, pattern: str) -> None:
        self._pattern = pattern
        super().__init__(path, edit)

    def show(self, value: object) -> None:
        """Show a text, or that there is none."""
        self.widget.setText("" if value is None else str(value))

    def value(self) -> str | None:
        """Return the text without what surrounds it, or ``None``."""
        return self.widget.text().strip() or None

    def complaint(self) -> str:
        """Say which form the text must have."""
        text = self.value()
        if text is None or re.search(self._pattern, text):
            return ""
        return message(f"setting-{self._path}-lacks")


def field_of(
    path: str,
    hint: object,
    edit: SignalInstance,
    special: Mapping[str, Callable[[str, SignalInstance], DeclaredField]] = MappingProxyType({}),
    *,
    is_needed: bool = False,
) -> DeclaredField:
    """Make the control of a key that holds `hint`; see `DeclaredField`.

    Those in `special`, by path, need more than the type says. A number that `is_needed` has no box
    to tick, even if the type lets it lack.
    """
    if path in special:
        return special[path](path, edit)
    kind, *notes = _flattened(hint)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return DeclaredChoice(path, edit, kind)
    if kind in (int, float):
        may_lack = NoneType in get_args(hint) and not is_needed
        make = DeclaredOption if may_lack else DeclaredNumber
        return make(path, edit, _limits_in(notes), whole=kind is int)
    if get_origin(kind) is tuple:
        return DeclaredColumns(path, edit)
    assert kind is str, hint
    pattern = next((note.pattern for note in notes if isinstance(note, Expects)), None)
    if pattern is not None:
        return DeclaredPattern(path, edit, pattern)
    return DeclaredText(path, edit)


def _bound(field: NumberField, limits: Expects, factor: int = 1) -> None:
    low = limits.least if limits.above is None else limits.above
    high = limits.most if limits.below is None else limits.below
    field.set_bounds(
        None if low is None else low * factor,
        None if high is None else high * factor,
        is_above=limits.above is not None,
        is_below=limits.below is not None,
    )


def _limits_in(notes: Iterable[object]) -> Expects:
    return next(note for note in notes if isinstance(note, Expects))


def _flattened(hint: object) -> Iterator[object]:
    """Yield a type, without the ``None`` beside it, and all notes on it."""
    if get_origin(hint) in (Union, UnionType):
        yield from _flattened(next(part for part in get_args(hint) if part is not NoneType))
    elif get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        yield from _flattened(inner)
        yield from notes
    else:
        yield hint
