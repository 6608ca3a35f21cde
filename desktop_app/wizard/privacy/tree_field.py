"""Which columns are related: learned at a price, or drawn by the user for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.state.spanning import Pairs, below, chain, pairs_of, parents
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import named, note

_LEARNED, _DRAWN = range(2)


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
        self.said = note()
        self.boxes: dict[str, QComboBox] = {}
        self._labels: list[QLabel] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(sizes.MARGIN)
        self._grid.setVerticalSpacing(sizes.HALF)
        self._grid.setColumnStretch(2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self.how, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.said)
        layout.addLayout(self._grid)
        self.setFocusProxy(self.how)

    def show_tree(self, names: Sequence[str], pairs: Pairs) -> None:
        """Show a tree over the columns `names`; no pairs mean that it is learned."""
        self.how.setCurrentIndex(_DRAWN if pairs else _LEARNED)
        self.said.setText(
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
        label, box = QLabel(tr("{name} is related to", name=name)), ChoiceBox()
        barred = below(name, self._above)
        for other in self._names:
            if other not in barred:
                box.addItem(other)
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
    def _choose(self, at: int) -> None:
        self.edited.emit(chain(self._names) if at == _DRAWN else ())

    @Slot(int)
    def _relate(self, _index: int) -> None:
        box = self.sender()
        if isinstance(box, QComboBox):
            changed = {**self._above, box.objectName(): box.currentText()}
            self.edited.emit(pairs_of(changed, self._names))
