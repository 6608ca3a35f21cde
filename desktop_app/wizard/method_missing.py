"""What is done with records that lack a value an outsider may know."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QLabel, QRadioButton, QVBoxLayout, QWidget

from core.model import MissingPolicy
from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes


class MissingChoice(QWidget):
    """Two radio buttons with the counts they are about.

    Signals
    -------
    chosen(object)
        The `MissingPolicy` the user chose.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = QLabel()
        self._count.setWordWrap(True)
        self.leave_out = QRadioButton(tr("&Leave these records out of the release"))
        self.use_observed = QRadioButton(tr("&Keep them and use the values they have"))
        self.use_observed.setToolTip(
            tr(
                "For distances a missing value counts as the column's mean. The released record "
                "gets its cluster's values, also where a value was missing."
            )
        )
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self._count)
        for button in (self.leave_out, self.use_observed):
            self._group.addButton(button)
            layout.addWidget(button)
            button.clicked.connect(self._choose)

    def show_policy(self, policy: MissingPolicy, lacking: int) -> None:
        """Show the policy in force and how many records lack a value."""
        if lacking:
            self._count.setText(
                tr_n(
                    "{count} record lacks a value in a quasi-identifier.",
                    "{count} records lack a value in a quasi-identifier.",
                    lacking,
                )
            )
        else:
            self._count.setText(
                tr("No record lacks a value in a quasi-identifier, so there is nothing to decide.")
            )
        chosen = self.leave_out if policy is MissingPolicy.LEAVE_OUT else self.use_observed
        chosen.setChecked(True)
        for button in (self.leave_out, self.use_observed):
            button.setVisible(bool(lacking))

    def take_focus(self) -> None:
        """Put the keyboard on the choice in force."""
        button = self._group.checkedButton()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _choose(self) -> None:
        left_out = self.leave_out.isChecked()
        self.chosen.emit(MissingPolicy.LEAVE_OUT if left_out else MissingPolicy.USE_OBSERVED)
