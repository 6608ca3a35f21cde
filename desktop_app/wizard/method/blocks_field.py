"""The field for blocks of quasi-identifiers: how many there are, and which column is in which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import named, note
from desktop_app.views.layouts import at_left, in_column, in_grid
from desktop_app.views.plain import PlainLabel

Blocks = list[list[str]]
_NONE = -1


class BlocksField(QWidget):
    """All columns together, or a table that puts each of them into a block.

    Signals
    -------
    edited()
        The user changed the blocks.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._blocks: Blocks = []
        self.count = ChoiceBox()
        self.count.activated.connect(self._split)
        self.columns: dict[str, QComboBox] = {}
        self._labels: list[QLabel] = []
        self._grid = in_grid(down=sizes.HALF, widening=2)
        self.warning = note(kind="caution")
        in_column(at_left(self.count), self._grid, self.warning, inside=self, spacing=sizes.HALF)
        self.setFocusProxy(self.count)

    @property
    def blocks(self) -> Blocks:
        """The names of each block; none where all columns are made alike together."""
        return [list(block) for block in self._blocks]

    def show_blocks(self, names: Iterable[str], blocks: object) -> None:
        """Show the quasi-identifiers `names` in the blocks of a recipe."""
        columns, recipe_blocks = tuple(names), _as_blocks(blocks)
        if (columns, recipe_blocks) != (self._names, self._blocks) or not self.count.count():
            self._names, self._blocks = columns, recipe_blocks
            self._rebuild()

    def setAccessibleName(self, name: str) -> None:
        """Name the field after its parameter."""
        super().setAccessibleName(name)
        self.count.setAccessibleName(name)

    def _rebuild(self) -> None:
        self._fill_count()
        for widget in (*self._labels, *self.columns.values()):
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._labels, self.columns = [], {}
        for row, name in enumerate(self._names if self._blocks else ()):
            self._add_row(row, name)
        self.warning.setVisible(bool(self._blocks))
        self.warning.setText(
            tr(
                "k holds for each block alone. Somebody who knows columns of several blocks may "
                "single out fewer than k records; Results counts k over all columns together."
            )
        )

    def _fill_count(self) -> None:
        most_blocks = max(len(self._names), len(self._blocks))
        numbers = range(2, most_blocks + 1)
        titles = {n: tr_n("In {count} block", "In {count} blocks", n) for n in numbers}
        # A recipe may hold a single block; that is all together.
        self.count.offer({0: tr("All together")} | titles, len(self._blocks))

    def _add_row(self, row: int, name: str) -> None:
        box, label = ChoiceBox(), PlainLabel(name)
        box.setPlaceholderText(tr("In no block"))
        for number in range(1, len(self._blocks) + 1):
            box.addItem(tr("Block {number}", number=number), number - 1)
        block_numbers = [number for number, block in enumerate(self._blocks) if name in block]
        box.setCurrentIndex(block_numbers[0] if block_numbers else _NONE)
        box.activated.connect(self._assign)
        named(box, tr("Block of {name}", name=name))
        label.setBuddy(box)
        self._labels.append(label)
        self.columns[name] = box
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(box, row, 1)

    @Slot(int)
    def _split(self, _index: int) -> None:
        """Begin with blocks of neighbouring columns, as even as can be."""
        number = int(self.count.currentData())
        ends = [round(len(self._names) * i / number) for i in range(number + 1)] if number else []
        self._take([list(self._names[a:b]) for a, b in pairwise(ends)])

    @Slot(int)
    def _assign(self, _index: int) -> None:
        chosen = {name: box.currentData() for name, box in self.columns.items()}
        blocks = [[n for n in self._names if chosen[n] == i] for i in range(len(self._blocks))]
        filled = [block for block in blocks if block]
        self._take(filled if len(filled) > 1 or None in chosen.values() else [])

    def _take(self, blocks: Blocks) -> None:
        if blocks != self._blocks:
            self._blocks = blocks
            self._rebuild()
            self.edited.emit()


def blocks_text(blocks: object) -> str:
    """Return blocks in words."""
    recipe_blocks = _as_blocks(blocks)
    if len(recipe_blocks) < 2:  # one block is all together
        return tr("All together")
    return " | ".join(", ".join(block) for block in recipe_blocks)


def _as_blocks(value: object) -> Blocks:
    """Read a recipe's value as blocks; empty unless it is a list of lists of names."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    blocks = [
        block for block in value if isinstance(block, Sequence) and not isinstance(block, str)
    ]
    return [[name for name in block if isinstance(name, str)] for block in blocks]
