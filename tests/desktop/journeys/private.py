"""What a user does on the way to a private release, for journeys of several kinds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from desktop_app.models.masked_columns import MaskedField
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into, type_into_cell
from tests.desktop.latency import LatencyProbe
from tests.desktop.mouse import choose_value, press, press_tab

Domains = Mapping[str, tuple[int, int]]
_BIG: Domains = {"AGE": (0, 120), "HOURS": (0, 120), "GAIN": (0, 5000)}


def choose_private(traveller: Traveller, method: str) -> None:
    """Press a private method's card on the step Method."""
    assert traveller.step is Step.METHOD
    page = traveller.page(Step.METHOD)
    choose_method(page, method)
    traveller.rest()
    assert page.privacy.isVisible()


def declare(traveller: Traveller, domains: Domains) -> None:
    """Type each column's domain into the table."""
    section = traveller.page(Step.METHOD).privacy.section
    for name, bounds in domains.items():
        for field, bound in zip((MaskedField.LOW, MaskedField.HIGH), bounds, strict=True):
            index = section.model.index(section.model.row_of(name), field)
            type_into_cell(section.table, index, str(bound))
            traveller.rest()


def spend(traveller: Traveller) -> None:
    """Give the word on the step Run, which does not run without it, and wait for the results."""
    page = traveller.page(Step.RUN)
    assert traveller.step is Step.RUN
    assert page.commit.isVisible()
    assert not traveller.window.footer.main_button.isEnabled()
    press(page.commit.word)
    traveller.run()


def private_stalls(traveller: Traveller, recipe: Path, folder: Path) -> dict[str, float]:
    """Go from a recipe for a big file to a private release; return the worst stall of each part."""
    traveller.open(recipe)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.show_step(Step.METHOD)
    page = traveller.page(Step.METHOD)
    with LatencyProbe() as declaring:
        choose_private(traveller, "dp-individual-ranking")
        declare(traveller, _BIG)
        choose_value(page.form.fields["guarantee"], "dependence")
        type_into(page.form.fields["epsilon"], "2")
        traveller.rest()
        traveller.qtbot.wait(200)
    traveller.forward()
    with LatencyProbe() as spending:
        spend(traveller)
        traveller.qtbot.wait(200)
    with LatencyProbe() as look:
        _look(traveller)
        traveller.qtbot.wait(200)
    with LatencyProbe() as export:
        traveller.forward()
        traveller.release(folder)
        traveller.qtbot.wait(200)
    assert "synthetic" in traveller.page(Step.RELEASE).readiness.claim.sentence.text()
    return {
        "declaring": declaring.worst,
        "spending": spending.worst,
        "results": look.worst,
        "export": export.worst,
    }


def _look(traveller: Traveller) -> None:
    """Look at every tab, and have the other ways tried."""
    page = traveller.page(Step.RESULTS)
    for tab in range(page.tabs.count()):
        if page.tabs.isTabVisible(tab):
            press_tab(page.tabs, tab)
            traveller.rest()
    press(page.baselines.run_button)
    traveller.rest()
