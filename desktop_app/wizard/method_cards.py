"""The methods as cards, each in words that need no mathematics."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from core.messages import CATALOGUE
from core.protect import METHODS
from desktop_app.text import message, tr
from desktop_app.theme import sizes
from desktop_app.views.choice_card import ChoiceCard


class MethodCards(QWidget):
    """One card for each method the program has; the chosen one holds its settings.

    Signals
    -------
    chosen(object)
        Name of the method the user chose.
    """

    chosen = Signal(object)

    def __init__(self, settings: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._held_by = ""
        self.setAccessibleName(tr("Method"))
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.UNIT)
        self.cards = {name: self._card(name) for name in METHODS}
        for card in self.cards.values():
            layout.addWidget(card)

    def show_method(self, name: str) -> None:
        """Mark the card of the method in force."""
        if name not in self.cards:
            return
        self.cards[name].set_chosen(True)
        if name != self._held_by:
            self._held_by = name
            self.cards[name].hold(self._settings)

    def show_possible(self, has_confidential: bool, current: str) -> None:
        """Bar the methods that need a confidential column when there is none."""
        reason = tr("Needs a confidential column. Choose one on the step Columns.")
        for name, card in self.cards.items():
            lacking = METHODS[name].needs_confidential and not has_confidential
            # The method in force stays chosen; the problem bar says what is wrong with it.
            card.set_possible(not lacking or name == current, reason)

    def take_focus(self) -> None:
        """Put the keyboard on the method in force."""
        button = self._group.checkedButton()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _card(self, name: str) -> ChoiceCard:
        when = f"method-{name}-when"
        card = ChoiceCard(
            message(f"method-{name}"),
            message(f"method-{name}-meaning"),
            message(when) if when in CATALOGUE else "",
        )
        card.setObjectName(name)
        card.chosen.connect(self._choose)
        self._group.addButton(card.button)
        return card

    @Slot()
    def _choose(self) -> None:
        card = self.sender()
        if isinstance(card, ChoiceCard):
            self.chosen.emit(card.objectName())
