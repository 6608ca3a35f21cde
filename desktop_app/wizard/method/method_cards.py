"""The methods that serve what is to be protected: as cards in plain words, or all in a list."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QVBoxLayout, QWidget

from core.compare.ways import ways
from core.model import Schema
from desktop_app.presenters.large.disk_methods import why_not_here
from desktop_app.presenters.method.intents import intent_of
from desktop_app.presenters.method.method_groups import method_groups
from desktop_app.text import tr
from desktop_app.text.methods import method_line, method_meaning, method_title, method_when
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_card import ChoiceCard
from desktop_app.views.forms import named, one_tab_stop


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


class AllMethods(QPushButton):
    """A button that opens the list.

    Signals
    -------
    chosen(object)
        The way that the user chose (`method_ways`).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("&All methods"), parent)
        named(self, tr("All methods"), tr("Lists every method under the guarantee it gives."))
        self.menu_of_methods = QMenu(self)
        self.menu_of_methods.setToolTipsVisible(True)
        self.menu_of_methods.setAccessibleName(tr("All methods"))
        self.actions_by_way: dict[str, QAction] = {}
        self._group = QActionGroup(self)
        for at, group in enumerate(method_groups()):
            if at:
                self.menu_of_methods.addSeparator()
            # The style sheet draws sections without their words.
            heading = self.menu_of_methods.addAction(group.title)
            heading.setFont(sizes.strong_font())
            heading.setToolTip(group.promise)
            heading.setEnabled(False)
            for way in group.methods:
                self._add(way)
        self.clicked.connect(self._open)

    def _add(self, way: str) -> None:
        action = self.menu_of_methods.addAction(method_title(way))
        action.setCheckable(True)
        action.setData(way)
        action.triggered.connect(self._choose)
        self._group.addAction(action)
        self.actions_by_way[way] = action

    def show_method(self, current: str, schema: Schema, *, on_disk: bool = False) -> None:
        """Mark the way in force, and bar those that columns or disk do not allow."""
        for way, action in self.actions_by_way.items():
            reason = "" if way == current else why_not_here(way, schema, on_disk=on_disk)
            action.setChecked(way == current)
            action.setEnabled(not reason)
            action.setToolTip(reason or method_line(way))
            title = method_title(way)
            said = tr("{method} – {reason}", method=title, reason=reason) if reason else title
            action.setText(said)

    @Slot()
    def _open(self) -> None:
        self.menu_of_methods.popup(self.mapToGlobal(QPoint(0, self.height())))

    @Slot()
    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(action.data())
