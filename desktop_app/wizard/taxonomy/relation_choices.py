"""What the categories of a column can have to do with each other, as cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from desktop_app.state.relations import CategoryRelation
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_card import ChoiceCard
from desktop_app.views.forms import heading, note, push_button, scrolling
from desktop_app.views.layouts import STRETCH, in_column
from desktop_app.views.plain import set_tip

BY_PREFIXES = "leading-characters"
"""Key of the card that makes a taxonomy out of codes."""

WIDTH = 32 * sizes.UNIT
_LEAST_WIDTH = 26 * sizes.UNIT
_TITLE_WIDTH = 19 * sizes.UNIT


@dataclass(frozen=True, slots=True)
class Choice:
    """A card: its key is a `CategoryRelation` or the reference of a taxonomy."""

    key: str
    title: str
    sentence: str
    line: str
    hindrance: str = ""


def plain_choices(order_hindrance: str) -> tuple[Choice, ...]:
    """Return the choices that need no taxonomy."""
    return (
        Choice(
            CategoryRelation.FLAT,
            tr("No order"),
            tr("No category is nearer to one than to another."),
            tr("all equally distant"),
        ),
        Choice(
            CategoryRelation.ORDER,
            tr("In this order"),
            tr("You put the categories in an order, lowest first."),
            tr("lowest to highest"),
            order_hindrance,
        ),
    )


def prefix_choice(nested: Sequence[str]) -> tuple[Choice, ...]:
    """Return the choice of a taxonomy by leading characters; none where no codes are nested.

    Parameters
    ----------
    nested : sequence of str
        An example: a code below what it begins with, the shortest first.
    """
    if not nested:
        return ()
    example = " > ".join(nested)
    return (
        Choice(
            BY_PREFIXES,
            tr("By leading characters"),
            tr(
                "Each code lies below what it begins with: {example}. You can change the result; "
                "it is saved as a taxonomy file of yours.",
                example=example,
            ),
            example,
        ),
    )


class RelationChoices(QWidget):
    """A card for each choice, and a button for files; the taxonomies that fit come first.

    Signals
    -------
    chosen(object)
        Key of the card that the user chose.
    file_wanted()
        The user wants to choose a file.
    """

    chosen = Signal(object)
    file_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(_LEAST_WIDTH)
        self.setMaximumWidth(WIDTH)
        self._choices: tuple[Choice, ...] = ()
        self.cards: dict[str, ChoiceCard] = {}
        self._group = QButtonGroup(self)
        self._inner = QWidget()
        self._list = in_column(
            STRETCH, inside=self._inner, margins=(0, 0, sizes.HALF, 0), spacing=sizes.HALF
        )
        self.file_button = push_button(
            tr("From a fi&le…"),
            self.file_wanted,
            tr("Taxonomy from a file"),
            tr("Choose a file with a taxonomy, or drop it on this page."),
            sign="open",
        )
        in_column(
            heading(tr("How are they related?")),
            (scrolling(self._inner), 1),
            self.file_button,
            note(
                tr(
                    "A CSV file with a row for each category and its parent, one with a column "
                    "for each level, a list of codes, SKOS or OWL."
                )
            ),
            inside=self,
        )

    def show_choices(self, choices: Iterable[Choice], chosen: str | None) -> None:
        """Show these cards, and mark the one in force, if any."""
        choices = tuple(choices)
        focused = self.window().focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        rebuilt = choices != self._choices
        if rebuilt:
            self._choices = choices
            self._build()
        self._group.setExclusive(chosen is not None)
        for key, card in self.cards.items():
            card.set_chosen(key == chosen)
        if rebuilt and had_focus:
            self.take_focus()

    def sizeHint(self) -> QSize:
        """Return the width it has where there is space."""
        return QSize(WIDTH, super().sizeHint().height())

    def take_focus(self) -> None:
        """Put the keyboard on the choice in force, or on the first."""
        first = next(iter(self.cards.values()), None)
        button = self._group.checkedButton() or (first.button if first else self.file_button)
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        for card in self.cards.values():
            self._group.removeButton(card.button)
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = {choice.key: self._card(choice) for choice in self._choices}
        for position, card in enumerate(self.cards.values()):
            self._list.insertWidget(position, card)
            self._group.addButton(card.button)

    def _card(self, choice: Choice) -> ChoiceCard:
        # "Diagnoses (ICD-10-CM)": the part in brackets goes to the line below.
        title, _, bracketed = choice.title.removesuffix(")").partition(" (")
        # Two classifications of activities differ in this alone.
        has_both = bracketed and choice.line
        line = (
            tr("{line}, {which}", which=bracketed, line=choice.line)
            if has_both
            else bracketed or choice.line
        )
        sentence = tr("{which}. {said}", which=bracketed, said=choice.sentence) if bracketed else ""
        middle = Qt.TextElideMode.ElideMiddle
        elided = self.fontMetrics().elidedText(title, middle, _TITLE_WIDTH).replace("&", "&&")
        card = ChoiceCard(elided, sentence or choice.sentence, line=line)
        card.button.setAccessibleName(choice.title)
        set_tip(card, choice.title)
        card.setObjectName(choice.key)
        card.set_possible(choice.hindrance)
        card.chosen.connect(self.chosen)
        return card
