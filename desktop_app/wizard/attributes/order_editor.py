"""Puts the categories of an ordinal column in order."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QWidget

from desktop_app.state.choices import Beginning
from desktop_app.text import list_names, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, named, note, push_button, tool_button
from desktop_app.views.layouts import STRETCH, in_column, in_row


class CategoryList(QListWidget):
    """A list whose rows can be dragged, moved by keys, and replaced by a pasted list.

    Signals
    -------
    rearranged()
        The rows stand in another order.
    pasted(object)
        With the number of pasted lines that are no category.
    """

    rearranged = Signal()
    pasted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSpacing(1)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.model().rowsMoved.connect(self.rearranged)

    def order(self) -> tuple[str, ...]:
        """Return the categories as they stand."""
        return tuple(self.item(row).text() for row in range(self.count()))

    def show_order(self, order: tuple[str, ...]) -> None:
        """Show `order`; the selection stays on its category."""
        if order == self.order():
            return
        selected = self.currentItem().text() if self.currentItem() else ""
        self.clear()
        self.addItems(list(order))
        if selected in order:
            self.setCurrentRow(order.index(selected))

    def shift(self, by: int) -> None:
        """Move the current category up (-1) or down (1)."""
        row = self.currentRow()
        if row < 0 or not 0 <= row + by < self.count():
            return
        self.insertItem(row + by, self.takeItem(row))
        self.setCurrentRow(row + by)
        self.rearranged.emit()

    @Slot()
    def shift_up(self) -> None:
        """Move the current category up."""
        self.shift(-1)

    @Slot()
    def shift_down(self) -> None:
        """Move the current category down."""
        self.shift(1)

    def paste(self) -> None:
        """Take the order of the pasted lines; what they do not name keeps its place behind."""
        pasted = [line.strip() for line in QGuiApplication.clipboard().text().splitlines()]
        order = self.order()
        first = [line for line in dict.fromkeys(pasted) if line in order]
        self.pasted.emit(sum(bool(line) and line not in order for line in dict.fromkeys(pasted)))
        if first:
            self.show_order((*first, *(name for name in order if name not in first)))
            self.rearranged.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt+Up and Alt+Down move; paste takes an order."""
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and key in moves:
            self.shift(moves[key])
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        else:
            super().keyPressEvent(event)


def hint_text(beginning: Beginning) -> str:
    """Return where an order to begin with comes from, and what is left to do."""
    scale = {
        "education": tr("levels of education"),
        "education-german": tr("levels of education"),
        "education-french": tr("levels of education"),
        "education-american": tr("levels of education"),
        "numbers": tr("numbers in front"),
        "agreement": tr("agreement"),
        "satisfaction": tr("satisfaction"),
        "frequency": tr("frequency"),
        "quality": tr("quality"),
        "level": tr("levels"),
        "difficulty": tr("difficulty"),
        "bands": tr("bands of numbers"),
    }.get(beginning.scale)
    if scale is None:
        return tr("These are in alphabetical order. Arrange them, then press “Use this order”.")
    if not beginning.unplaced:
        return tr("Suggested order ({scale}). Check it, then press “Use this order”.", scale=scale)
    if beginning.no_answers == beginning.unplaced:
        return tr(
            "Suggested order ({scale}). {names} looks like a missing value: declare it as one on "
            "the step Data. Otherwise it stays last, as the highest; press “Use this order”.",
            scale=scale,
            names=list_names(beginning.unplaced),
        )
    return tr(
        "Suggested order ({scale}). Not recognised, and so placed last: {names}.",
        scale=scale,
        names=list_names(beginning.unplaced),
    )


class OrderEditor(QWidget):
    """The list with its buttons.

    Moves only prepare an order until *Use this order* is pressed; then they change it at once.

    Signals
    -------
    ordered(object)
        With a tuple of categories, lowest first.
    """

    ordered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = CategoryList()
        named(
            self.list,
            tr("Order of the categories, lowest first"),
            tr("Drag a category, or move it with Alt+Up and Alt+Down. A list can be pasted."),
        )
        self.list.rearranged.connect(self._take_move)
        self.list.pasted.connect(self._say_unknown)
        self.unknown = note(kind="caution")
        self.unknown.hide()
        self.hint = note(kind="caution")
        self._column, self._accepted = "", False
        self.up_button = tool_button("up", self.list.shift_up, tr("Move up"))
        self.down_button = tool_button("down", self.list.shift_down, tr("Move down"))
        buttons = in_column(self.up_button, self.down_button, STRETCH, spacing=-1)
        self.accept_button = push_button(
            tr("&Use this order"), self._emit_order, tr("Use this order")
        )
        row = in_row((self.list, 1), buttons, spacing=-1)
        head = in_row((Sentence(tr("Order, lowest first")), 1), self.accept_button, spacing=-1)
        in_column(head, self.hint, (row, 1), self.unknown, inside=self, spacing=sizes.HALF)

    def show_order(self, column: str, order: tuple[str, ...], beginning: Beginning) -> None:
        """Show the order of a column; without one, a proposal to begin with.

        What the user has arranged of a column and not used yet stays as it is.
        """
        same = column == self._column and set(beginning.order) == set(self.list.order())
        self._column, self._accepted = column, bool(order)
        if not same:
            self.unknown.hide()
        if order or not same:
            self.list.show_order(order or beginning.order)
        if order and self.accept_button.hasFocus():
            # Else Qt puts the keyboard on the next thing it finds, outside the page.
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.accept_button.setVisible(not order)
        self.hint.setVisible(not order)
        self.hint.setText(hint_text(beginning))

    @Slot(object)
    def _say_unknown(self, count: int) -> None:
        self.unknown.setVisible(count > 0)
        self.unknown.setText(
            tr_n(
                "{count} pasted line is no category of the column and was left out.",
                "{count} pasted lines are no categories of the column and were left out.",
                count,
            )
        )

    @Slot()
    def _take_move(self) -> None:
        if self._accepted:
            self._emit_order()

    @Slot()
    def _emit_order(self) -> None:
        self.ordered.emit(self.list.order())
