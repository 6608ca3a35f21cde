"""Sets role and scale of all selected columns at once."""

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
from desktop_app.views.forms import named

_SUGGESTED = "as suggested"


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
