"""What the view of one column shows."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import Problem
from core.model import Attribute, Column
from desktop_app.presenters.taxonomies.studying import Study
from desktop_app.presenters.taxonomies.surveying import Survey
from desktop_app.presenters.taxonomies.taxonomy_words import offer_line, offer_sentence
from desktop_app.state.choices import MOST_ORDERED
from desktop_app.state.relations import CategoryRelation, relation_of
from desktop_app.text import tr
from desktop_app.wizard.taxonomy.relation_choices import Choice, plain_choices, prefix_choice


@dataclass(frozen=True, slots=True, eq=False)
class ShownColumn:
    """One column, as far as it is known.

    Attributes
    ----------
    attribute : Attribute
        As it is declared.
    column : Column
        Its cells.
    survey : Survey
        What there is to choose from.
    study : Study or None
        What the present choice makes of the column, once it was looked at.
    undecided : bool
        Whether the user must still choose.
    edited : bool
        Whether its taxonomy was changed and not saved.
    refused : tuple of Problem
        What is wrong with a file that was to be used, or with the one in use.
    refused_name : str
        Its name.
    failure : str
        Why nothing could be found out; empty if all went well.
    """

    attribute: Attribute
    column: Column
    survey: Survey
    study: Study | None
    undecided: bool
    edited: bool = False
    refused: tuple[Problem, ...] = ()
    refused_name: str = ""
    failure: str = ""

    @property
    def chosen(self) -> str | None:
        """Key of the card in force; ``None`` if the user has not chosen."""
        if self.undecided:
            return None
        relation = relation_of(self.attribute)
        if self.edited and relation is CategoryRelation.FLAT:
            # Its own groups are no card until they are saved.
            return None
        return self.attribute.taxonomy if relation is CategoryRelation.TAXONOMY else relation

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The cards: what is suggested, then what needs no taxonomy, then the other taxonomies."""
        name = self.attribute.name
        suggested = self.survey.suggested(name)
        offers = self.survey.offers.get(name, ())
        cards = tuple(
            Choice(
                offer.source.reference,
                offer.source.title,
                offer_sentence(offer),
                offer_line(offer, suggested=offer is suggested),
            )
            for offer in offers
        )
        first = [card for card, one in zip(cards, offers, strict=True) if one is suggested]
        others = [card for card, one in zip(cards, offers, strict=True) if one is not suggested]
        codes = prefix_choice(self.survey.prefixes.get(name, ()))
        return (*first, *plain_choices(self._order_hindrance()), *codes, *others)

    def _order_hindrance(self) -> str:
        count = len(self.survey.counts.get(self.attribute.name, ()))
        if count <= MOST_ORDERED:
            return ""
        return tr("More than {most} categories cannot be ordered by hand.", most=MOST_ORDERED)
