"""What a private method must know of the columns: categories, bounds, and which are related."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QPlainTextEdit, QWidget

from core.model import Attribute, Schema
from desktop_app.models.masked_columns import MaskedField
from desktop_app.state.spanning import Pairs, below, chain, pairs_of, parents
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import named, note, push_button
from desktop_app.views.layouts import STRETCH, at_left, in_column, in_grid, in_row
from desktop_app.views.plain import PlainLabel

_HEIGHT = 14 * sizes.UNIT
Bounds = dict[str, dict[MaskedField, float]]
_LEARNED, _DRAWN = range(2)


class CategoriesField(QWidget):
    """A list, one category a line, that can be typed or pasted.

    Signals
    -------
    declared(object)
        The categories, in the order typed and each once.
    """

    declared = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown_categories: tuple[str, tuple[str, ...]] = ("", ())
        self.sentence = note()
        self.lines = QPlainTextEdit()
        self.lines.setFixedHeight(_HEIGHT)
        self.lines.setTabChangesFocus(True)
        self.button = push_button(tr("De&clare these categories"), self._declare)
        row = in_row(self.button, STRETCH, spacing=-1)
        in_column(self.sentence, self.lines, row, inside=self, spacing=sizes.HALF)

    def show_attribute(self, attribute: Attribute) -> None:
        """Show what is declared of a column; what is being typed stays."""
        declared = (attribute.name, attribute.listed)
        if declared == self._shown_categories:
            return
        self._shown_categories = declared
        self.sentence.setText(
            tr(
                "All categories that {name} can have, one a line, also those that no record of "
                "this file has.",
                name=attribute.name,
            )
        )
        named(self.lines, tr("Categories of {name}", name=attribute.name))
        self.lines.setPlainText("\n".join(attribute.listed))

    @Slot()
    def _declare(self) -> None:
        lines = (line.strip() for line in self.lines.toPlainText().splitlines())
        self.declared.emit(tuple(dict.fromkeys(line for line in lines if line)))


class Typed:
    """What was typed of domains that are not whole yet.

    A domain that was taken from the data is the user's own only when both bounds were typed.
    """

    def __init__(self) -> None:
        self._typed: Bounds = {}

    def bound(self, attribute: Attribute, field: MaskedField, value: float) -> Attribute | None:
        """Take a bound; return the attribute with its new domain, ``None`` while it has none."""
        typed = self._typed.setdefault(attribute.name, {})
        typed[field] = value
        bounds = self._list_bounds(attribute)
        if len(bounds) < 2 or bounds[MaskedField.LOW] >= bounds[MaskedField.HIGH]:
            return None
        still_from_data = attribute.domain_from_data and len(typed) < 2
        if not still_from_data:
            del self._typed[attribute.name]
        domain = (bounds[MaskedField.LOW], bounds[MaskedField.HIGH])
        return replace(attribute, domain=domain, domain_from_data=still_from_data)

    def pending(self, schema: Schema) -> Bounds:
        """List the bounds to be shown in place of the domains in force."""
        attributes = {attribute.name: attribute for attribute in schema.attributes}
        return {
            name: self._list_bounds(attributes[name])
            for name, typed in self._typed.items()
            if name in attributes and typed
        }

    def list_crossed(self, schema: Schema) -> tuple[str, ...]:
        """Return the columns whose smallest value is not below their largest, as typed."""
        return tuple(
            name
            for name, bounds in self.pending(schema).items()
            if len(bounds) == 2 and bounds[MaskedField.LOW] >= bounds[MaskedField.HIGH]
        )

    def _list_bounds(self, attribute: Attribute) -> dict[MaskedField, float]:
        low, high = attribute.domain or (None, None)
        bounds = {
            MaskedField.LOW: low,
            MaskedField.HIGH: high,
            **self._typed.get(attribute.name, {}),
        }
        return {field: value for field, value in bounds.items() if value is not None}


class TreeField(QWidget):
    """Each column but the first names the one it is related to; what would make a circle is absent.

    Signals
    -------
    edited(object)
        The pairs of the tree; none if it is to be learned.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._above: dict[str, str] = {}
        self.how = ChoiceBox()
        self.how.addItem(tr("Learn them from the data"))
        self.how.addItem(tr("Name them"))
        named(self.how, tr("Related columns"))
        self.how.activated.connect(self._choose)
        self.sentence = note()
        self.boxes: dict[str, QComboBox] = {}
        self._labels: list[QLabel] = []
        self._grid = in_grid(down=sizes.HALF, widening=2)
        in_column(at_left(self.how), self.sentence, self._grid, inside=self, spacing=sizes.HALF)
        self.setFocusProxy(self.how)

    def show_tree(self, names: Sequence[str], pairs: Pairs) -> None:
        """Show a tree over the columns `names`; no pairs mean that it is learned."""
        self.how.setCurrentIndex(_DRAWN if pairs else _LEARNED)
        self.sentence.setText(
            tr("Naming them costs nothing. Name those whose relation readers need most.")
            if pairs
            else tr("Learning them costs a part of the budget; see More settings.")
        )
        above = parents(pairs, names)
        if (tuple(names), above) != (self._names, self._above):
            self._names, self._above = tuple(names), above
            self._rebuild(bool(pairs))

    def _rebuild(self, drawn: bool) -> None:
        for widget in (*self._labels, *self.boxes.values()):
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._labels, self.boxes = [], {}
        for row, name in enumerate(self._names[1:] if drawn else ()):
            self._add_row(row, name)

    def _add_row(self, row: int, name: str) -> None:
        label, box = PlainLabel(tr("{name} is related to", name=name)), ChoiceBox()
        barred = below(name, self._above)
        for candidate in self._names:
            if candidate not in barred:
                box.addItem(candidate)
        box.setCurrentIndex(box.findText(self._above.get(name, "")))
        box.setObjectName(name)
        box.activated.connect(self._relate)
        named(box, label.text())
        label.setBuddy(box)
        self._labels.append(label)
        self.boxes[name] = box
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(box, row, 1)

    @Slot(int)
    def _choose(self, choice: int) -> None:
        self.edited.emit(chain(self._names) if choice == _DRAWN else ())

    @Slot(int)
    def _relate(self, _index: int) -> None:
        box = self.sender()
        if isinstance(box, QComboBox):
            changed = {**self._above, box.objectName(): box.currentText()}
            self.edited.emit(pairs_of(changed, self._names))
