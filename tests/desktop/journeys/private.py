"""What a user does on the way to a private release, for journeys of several kinds."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.models.masked_columns import MaskedField
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into_cell
from tests.desktop.mouse import press

Domains = Mapping[str, tuple[int, int]]


def choose_private(traveller: Traveller, method: str) -> None:
    """Press a private method's card on the step Method."""
    assert traveller.step is Step.METHOD
    page = traveller.page(Step.METHOD)
    traveller.do(choose_method, page, method)
    assert page.privacy.isVisible()


def declare(traveller: Traveller, domains: Domains) -> None:
    """Type each column's domain into the table."""
    section = traveller.page(Step.METHOD).privacy.section
    for name, bounds in domains.items():
        for field, bound in zip((MaskedField.LOW, MaskedField.HIGH), bounds, strict=True):
            index = section.model.index(section.model.row_of(name), field)
            traveller.do(type_into_cell, section.table, index, str(bound))


def spend(traveller: Traveller) -> None:
    """Give the word on the step Run, which does not run without it, and wait for the results."""
    page = traveller.page(Step.RUN)
    assert traveller.step is Step.RUN
    assert page.commit.isVisible()
    assert not traveller.window.footer.main_button.isEnabled()
    press(page.commit.word)
    traveller.run()
