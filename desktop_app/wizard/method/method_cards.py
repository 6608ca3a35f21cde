"""The methods that serve what is to be protected, as cards in words that need no mathematics."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from core.compare.ways import ways
from core.model import Schema
from desktop_app.presenters.large.disk_methods import why_not_here
from desktop_app.presenters.method.intents import intent_of
from desktop_app.text import tr
from desktop_app.text.methods import method_line, method_meaning, method_title, method_when
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_card import ChoiceCard
from desktop_app.views.forms import one_tab_stop


class MethodCards(QWidget):
    """One card for each way to use a method; those in sight serve the same aim.

    Signals
    -------
    chosen(object)
        The way that the user chose (`method_ways`).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setAccessibleName(tr("Method"))
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        self.cards: dict[str, ChoiceCard] = {}
        for way in ways():
            self.cards[way] = self._card(way)
            layout.addWidget(self.cards[way])

    def show_method(self, way: str, schema: Schema, *, on_disk: bool = False) -> None:
        """Show the way in force among those that serve the same.

        Parameters
        ----------
        way : str
            One of `method_ways.ways`; of another one no card is shown.
        schema : Schema
            The columns: a card that they do not allow is hidden unless it is the one in force.
        on_disk : bool
            Whether the file is protected on disk: so is a card of a method that cannot do that.
        """
        self._shown = way
        if way not in self.cards:
            for card in self.cards.values():
                card.hide()
            return
        self.cards[way].set_chosen(True)
        for name, card in self.cards.items():
            # The method in force stays chosen; the problem bar says what is wrong with it.
            reason = "" if name == way else why_not_here(name, schema, on_disk=on_disk)
            card.set_possible(reason)
            in_sight = intent_of(name) == intent_of(way) and not reason
            card.setVisible(in_sight)
            # The arrow keys go to any button of the group that is not hidden itself.
            card.button.setVisible(in_sight)
        one_tab_stop(self._group.buttons())

    @property
    def shown(self) -> str:
        """The way whose card is open; empty before the first."""
        return self._shown

    @property
    def in_sight(self) -> tuple[str, ...]:
        """The ways whose cards are shown, from the top."""
        return tuple(way for way, card in self.cards.items() if not card.isHidden())

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
