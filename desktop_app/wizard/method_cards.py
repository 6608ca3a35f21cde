"""The methods as cards, each in words that need no mathematics."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.model import Schema
from desktop_app.text import tr
from desktop_app.text.methods import method_line, method_meaning, method_title, method_when
from desktop_app.theme import sizes
from desktop_app.views.choice_card import ChoiceCard
from desktop_app.views.elided import ElidedLabel
from desktop_app.wizard.method_groups import MethodGroup, method_groups, why_not


class MethodCards(QWidget):
    """One card for each method, under the promise it makes; the chosen one holds its settings.

    Signals
    -------
    chosen(object)
        The way that the user chose (`method_ways`).
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
        layout.setSpacing(sizes.HALF)
        self.cards: dict[str, ChoiceCard] = {}
        for at, group in enumerate(method_groups()):
            if at:
                layout.addSpacing(sizes.UNIT)
            layout.addLayout(_promise(group))
            for name in group.methods:
                self.cards[name] = self._card(name)
                layout.addWidget(self.cards[name])

    def show_method(self, name: str) -> bool:
        """Mark the card of the method in force; return whether it is another one than before."""
        if name not in self.cards:
            return False
        self.cards[name].set_chosen(True)
        if name == self._held_by:
            return False
        self._held_by = name
        self.cards[name].hold(self._settings)
        return True

    def show_possible(self, schema: Schema, current: str) -> None:
        """Bar the methods that the columns' roles do not allow, and say why."""
        for name, card in self.cards.items():
            # The method in force stays chosen; the problem bar says what is wrong with it.
            card.set_possible("" if name == current else why_not(name, schema))

    @property
    def shown(self) -> str:
        """The way whose card is open; empty before the first."""
        return self._held_by

    def take_focus(self) -> None:
        """Put the keyboard on the method in force."""
        button = self._group.checkedButton()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _card(self, name: str) -> ChoiceCard:
        card = ChoiceCard(
            method_title(name), method_meaning(name), method_when(name), method_line(name)
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


def _promise(group: MethodGroup) -> QHBoxLayout:
    title, promise = QLabel(group.title), ElidedLabel()
    title.setFont(sizes.strong_font())
    promise.elide = Qt.TextElideMode.ElideRight
    promise.setText(group.promise)
    promise.setProperty("kind", "muted")
    line = QHBoxLayout()
    line.setSpacing(sizes.UNIT)
    line.addWidget(title)
    line.addWidget(promise, 1)
    return line
