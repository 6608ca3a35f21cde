"""The promise that the window answers within 100 ms, kept while it runs, shows and exports.

Another program on the same machine can stall any process, so the best of three attempts counts:
a stall of our making is in each of them.
"""

from __future__ import annotations

import gc
import json
from pathlib import Path

import numpy as np
import pytest

from desktop_app.collecting import Collector
from desktop_app.state import Step
from desktop_app.wizard.results import ResultsPage
from tests.desktop.journeys.driver import Traveller
from tests.desktop.latency import LatencyProbe

ROWS = 200_000
PROMISE_MILLISECONDS = 100
ATTEMPTS = 3
ROLES = {
    "AGE": ("quasi-identifier", "integer"),
    "HOURS": ("quasi-identifier", "continuous"),
    "GAIN": ("quasi-identifier", "integer"),
    "WAGE": ("confidential", "continuous"),
    "REGION": ("other", None),
}


@pytest.fixture(scope="module")
def big_recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = np.random.default_rng(1)
    folder = tmp_path_factory.mktemp("big")
    columns = (
        random.integers(17, 90, ROWS).astype(str),
        np.round(random.normal(40, 10, ROWS), 1).astype(str),
        random.integers(0, 5000, ROWS).astype(str),
        np.round(np.exp(random.normal(10, 0.6, ROWS)), 2).astype(str),
        random.choice(["north", "south"], ROWS),
    )
    rows = [",".join(cells) for cells in zip(*columns, strict=True)]
    (folder / "big.csv").write_text("\n".join([",".join(ROLES), *rows, ""]))
    attributes = [
        {"name": name, "role": role, **({"scale": scale} if scale else {})}
        for name, (role, scale) in ROLES.items()
    ]
    recipe = {
        "format": "statveil-recipe/1",
        "input": {"path": "big.csv", "kind": "csv"},
        "attributes": attributes,
        "missing": "leave-out",
        "method": {"name": "mdav", "k": 500},
        "output": {"kind": "csv", "name": "big_protected"},
    }
    path = folder / "big.recipe.json"
    path.write_text(json.dumps(recipe))
    return path


def _look_at_everything(traveller: Traveller, page: ResultsPage) -> None:
    for tab in range(page.tabs.count()):
        page.tabs.setCurrentIndex(tab)
        traveller.rest()
    page.tabs.setCurrentIndex(0)
    page.selection.select_cluster(3)
    page.clusters.across.setCurrentIndex(3)
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
        traveller.release(folder)
        traveller.qtbot.wait(200)
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    return {"run": run.worst, "results": look.worst, "export": export.worst}


def test_the_window_answers_during_a_run_in_its_results_and_during_an_export(
    traveller: Traveller, big_recipe: Path, tmp_path: Path, record_property
) -> None:
    collector = Collector()
    best: dict[str, float] = {}
    for attempt in range(ATTEMPTS):
        found = _once(traveller, big_recipe, tmp_path / str(attempt))
        best = {part: min(worst, best.get(part, worst)) for part, worst in found.items()}
        record_property(f"stalls of attempt {attempt}", {p: round(w) for p, w in found.items()})
        if max(best.values()) < PROMISE_MILLISECONDS:
            break
    collector.deleteLater()
    gc.enable()
    assert max(best.values()) < PROMISE_MILLISECONDS, best
