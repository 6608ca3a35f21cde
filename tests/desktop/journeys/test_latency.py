"""The window answers within 100 ms while it runs, shows, exports and checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.command_line import main
from desktop_app.state import Step
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.private import private_stalls
from tests.desktop.latency import LatencyProbe, assert_prompt
from tests.desktop.mouse import choose, choose_value, press, press_tab
from tests.statuses import WRITTEN

pytestmark = pytest.mark.alone

Journey = Callable[[Traveller, Path, Path], dict[str, float]]


def _look_at_everything(traveller: Traveller, page: ResultsPage) -> None:
    for tab in (*filter(page.tabs.isTabVisible, range(page.tabs.count())), 0):
        press_tab(page.tabs, tab)
        traveller.rest()
    page.selection.select_cluster(3)
    choose(page.clusters.across, page.clusters.across.itemText(3))
    page.selection.select_attribute("WAGE")
    traveller.rest()


def _once(traveller: Traveller, recipe: Path, folder: Path) -> dict[str, float]:
    """Go from the recipe to the release; return the worst stall of each part."""
    traveller.open(recipe)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.show_step(Step.RUN)
    traveller.rest()
    with LatencyProbe() as run:
        traveller.run()
        traveller.qtbot.wait(200)
    with LatencyProbe() as look:
        _look_at_everything(traveller, traveller.page(Step.RESULTS))
        traveller.qtbot.wait(200)
    with LatencyProbe() as export:
        traveller.forward()
        # Nearly all wages differ, and they are published as they are.
        traveller.confirm()
        traveller.release(folder)
        traveller.qtbot.wait(200)
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    return {"run": run.worst, "results": look.worst, "export": export.worst}


def _in_blocks(traveller: Traveller, recipe: Path, _folder: Path) -> dict[str, float]:
    """Split the columns into blocks, run, and look at the clusters of each."""
    traveller.open(recipe)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.show_step(Step.METHOD)
    with LatencyProbe() as choosing:
        form = traveller.page(Step.METHOD).form
        if not form.more.is_open:
            press(form.more.button)
            traveller.rest()
        field = form.fields["blocks"]
        choose_value(field.count, 2)
        traveller.rest()
        choose(field.columns["HOURS"], "Block 2")
        traveller.rest()
        traveller.qtbot.wait(200)
    assert traveller.store.plan.parameters["blocks"] == [["AGE"], ["HOURS", "GAIN"]]
    traveller.window.show_step(Step.RUN)
    with LatencyProbe() as run:
        traveller.run()
        traveller.qtbot.wait(200)
    chooser = traveller.page(Step.RESULTS).clusters.block
    with LatencyProbe() as look:
        for block in (1, 2, 0):
            choose(chooser, chooser.itemText(block))
            traveller.rest()
        traveller.qtbot.wait(200)
    return {"choosing blocks": choosing.worst, "run": run.worst, "their clusters": look.worst}


def _checks(traveller: Traveller, recipe: Path, folder: Path) -> dict[str, float]:
    """Verify a release with its original and repeat it, from the menu."""
    sealed, original = folder / "sealed", recipe.parent / "big.csv"
    assert main(["protect", str(recipe), "--output", str(sealed)]) in WRITTEN
    worst = {}
    for name in ("verify", "repeat"):
        checks = traveller.window.checks
        log = sealed / "internal/big_protected.internal.json"
        dialog = checks.verify_log(log) if name == "verify" else checks.repeat()
        dialog.log.set_path(log)
        dialog.original.set_path(original)
        dialog.folder.set_path(folder / "again")
        with LatencyProbe() as probe:
            press(dialog.main_button)
            traveller.wait(dialog.panel.isVisible)
            traveller.qtbot.wait(200)
        assert dialog.headline.text().startswith(("Verified", "The same came out again"))
        worst[name] = probe.worst
        dialog.close()
    return worst


@pytest.mark.parametrize("journey", [_once, _in_blocks, _checks, private_stalls])
def test_the_window_answers_all_the_time(
    traveller: Traveller, big_recipe: Path, tmp_path: Path, record_property, journey: Journey
) -> None:
    assert_prompt(
        lambda number: journey(traveller, big_recipe, tmp_path / str(number)), record_property
    )
