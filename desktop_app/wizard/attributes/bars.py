"""The strips over the table of columns: for selected rows, columns without a clue, and orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QWidget

from core.model import Scale
from desktop_app.state.parts import WEIGHTS, Part
from desktop_app.text import tr, tr_n
from desktop_app.text.schema import part_title, scale_title
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.find_field import FindField
from desktop_app.views.forms import named, note

_SUGGESTED = "as suggested"
# One order is used where it is shown.
_FEWEST = 2


class _ActionBox(ChoiceBox):
    """A list of what can be done; arrows open it, since each entry is done when it is taken."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list on the keys that would take the next entry."""
        keys = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if event.key() in keys:
            self.showPopup()
            return
        super().keyPressEvent(event)


class SelectionBar(QWidget):
    """What can be done with the selected rows.

    Signals
    -------
    role_wanted(object), scale_wanted(object)
        With the `Part` or `Scale` for all selected columns.
    suggestion_wanted()
        The selected columns shall be again as they were suggested.
    """

    suggestion_wanted = Signal()

    role_wanted = Signal(object)
    scale_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = QLabel()
        self.roles = _ActionBox()
        named(self.roles, tr("Role of the selected columns"))
        self.roles.activated.connect(self._take_role)
        self.scales = _ActionBox()
        named(self.scales, tr("Scale of the selected columns"))
        self.scales.activated.connect(self._take_scale)
        for combo in (self.roles, self.scales):
            combo.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            combo.setMinimumContentsLength(6)
        self.finder = FindField(tr("Find columns"))
        self.ask_button = QPushButton(tr("&Ask me instead"))
        named(
            self.ask_button,
            tr("Ask me instead"),
            tr("Answer plain questions about each column; the roles follow from the answers."),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.HALF)
        row.addWidget(self._count)
        row.addWidget(self.roles)
        row.addWidget(self.scales)
        row.addWidget(self.finder, 3)
        row.addStretch(1)
        row.addWidget(self.ask_button)
        self.show_selection(0, ())

    def show_selection(self, count: int, scales: Iterable[Scale]) -> None:
        """Show how many columns are selected, and the scales that all of them can have."""
        self._count.setText(tr_n("{count} selected", "{count} selected", count))
        # A file has one survey weight.
        barred = {Part.LINK} if count == 1 else {Part.LINK, *WEIGHTS}
        parts = [part for part in Part if part not in barred]
        roles = [(part, part_title(part)) for part in parts]
        _fill(self.roles, tr("Set role…"), [(_SUGGESTED, tr("As suggested")), *roles])
        choices = [(scale, scale_title(scale)) for scale in scales]
        _fill(self.scales, tr("Set scale…"), choices)
        self.roles.setEnabled(count > 0)
        self.scales.setEnabled(count > 0 and bool(choices))
        why = tr("Masked and confidential columns have a scale; those selected share none.")
        self.scales.setToolTip("" if choices else why)

    @Slot(int)
    def _take_role(self, row: int) -> None:
        role = self.roles.itemData(row)
        self.roles.setCurrentIndex(0)
        if role == _SUGGESTED:
            self.suggestion_wanted.emit()
        elif role is not None:
            self.role_wanted.emit(Part(role))

    @Slot(int)
    def _take_scale(self, row: int) -> None:
        scale = self.scales.itemData(row)
        self.scales.setCurrentIndex(0)
        if scale is not None:
            self.scale_wanted.emit(Scale(scale))


def _fill(combo: QComboBox, prompt: str, choices: Sequence[tuple[str, str]]) -> None:
    wanted = [prompt, *(title for _, title in choices)]
    if [combo.itemText(row) for row in range(combo.count())] == wanted:
        return
    combo.clear()
    combo.addItem(prompt, None)
    for value, title in choices:
        combo.addItem(title, value)


class CluelessBar(QWidget):
    """Shown while ten columns or more are masked only because nothing is known of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.said = note(kind="")
        self.select_button = QPushButton(tr("Se&lect them"))
        named(
            self.select_button,
            tr("Select the columns without a clue"),
            tr("Then give all of them a role at once with “Set role…”."),
        )
        self.ask_button = QPushButton(tr("Ask me about &these"))
        named(self.ask_button, tr("Ask me about the columns without a clue"))
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, sizes.UNIT, sizes.MARGIN, sizes.UNIT)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.said, 1)
        row.addWidget(self.select_button)
        row.addWidget(self.ask_button)
        self.hide()

    def show_count(self, count: int, every: int) -> None:
        """Show how many of `every` column are concerned; hide where there is nothing to ask."""
        self.setVisible(count > 0)
        self.said.setText(
            tr_n(
                "What is {count} of {all} columns? Its name gives no clue. It will be masked "
                "unless you decide otherwise.",
                "What are {count} of {all} columns? Their names give no clue. They will be masked "
                "unless you decide otherwise.",
                count,
                all=every,
            )
        )


class OrdersBar(QWidget):
    """Shown while columns wait for an order that the names of their categories show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.said = note(kind="")
        self.use_button = QPushButton(tr("Use these &orders"))
        named(
            self.use_button,
            tr("Use the suggested orders"),
            tr("Each can be changed afterwards, and all are undone together."),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, sizes.UNIT, sizes.MARGIN, sizes.UNIT)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.said, 1)
        row.addWidget(self.use_button)
        self.hide()

    def show_orders(self, count: int, examples: str) -> None:
        """Show how many columns have a suggested order, and the orders; hide for a single one."""
        self.setVisible(count >= _FEWEST)
        self.said.setText(
            tr_n(
                "The categories of {count} column have a usual order: {orders}.",
                "The categories of {count} columns have a usual order: {orders}.",
                count,
                orders=examples,
            )
        )
