"""The promise that the window answers within 100 ms, kept while methods are compared."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from desktop_app.state import Step
from desktop_app.warming import Collector, get_ready
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.latency import ATTEMPTS, LatencyProbe, counted_milliseconds
from tests.desktop.mouse import press
from tests.desktop.speed import promise_milliseconds

pytestmark = pytest.mark.alone

ROWS = 30_000
CANCEL_MILLISECONDS = 200
# What takes longest is left to the benchmarks; the window does the same with each method.
LEFT_OUT = ("best", "best-t", "t-k-first")
ROLES = {
    "AGE": ("quasi-identifier", "integer"),
    "HOURS": ("quasi-identifier", "continuous"),
    "GAIN": ("quasi-identifier", "integer"),
    "WAGE": ("confidential", "continuous"),
}


@pytest.fixture(scope="module")
def big_recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    get_ready(Job())
    random = np.random.default_rng(1)
    folder = tmp_path_factory.mktemp("big")
    columns = (
        random.integers(17, 90, ROWS).astype(str),
        np.round(random.normal(40, 10, ROWS), 1).astype(str),
        random.integers(0, 5000, ROWS).astype(str),
        np.round(np.exp(random.normal(10, 0.6, ROWS)), 2).astype(str),
    )
    rows = [",".join(cells) for cells in zip(*columns, strict=True)]
    (folder / "big.csv").write_text("\n".join([",".join(ROLES), *rows, ""]))
    recipe = {
        "format": "statveil-recipe/1",
        "input": {"path": "big.csv", "kind": "csv"},
        "attributes": [
            {"name": name, "role": role, "scale": scale} for name, (role, scale) in ROLES.items()
        ],
        "missing": "leave-out",
        "method": {"name": "mdav", "k": 50},
        "output": {"kind": "csv", "name": "big_protected"},
    }
    path = folder / "big.recipe.json"
    path.write_text(json.dumps(recipe))
    return path


@pytest.fixture
def at_method(traveller: Traveller, big_recipe: Path) -> Traveller:
    traveller.open(big_recipe)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.show_step(Step.METHOD)
    traveller.rest()
    return traveller


def _set_up(traveller: Traveller) -> None:
    compare = traveller.page(Step.METHOD).compare
    # By its key: the screen of the tests is narrower than the smallest window.
    QTest.keyClick(traveller.page(Step.METHOD).compare_button, Qt.Key.Key_Space)
    compare.panel.cancel()
    traveller.rest()
    compare.set_up()
    compare.setup.vary("k")
    type_into(compare.setup.values, "20, 200")
    for name in LEFT_OUT:
        press(compare.setup.methods.boxes[name])


def test_the_window_answers_while_methods_are_compared(
    at_method: Traveller, record_property
) -> None:
    collector = Collector()
    compare = at_method.page(Step.METHOD).compare
    _set_up(at_method)
    stalls: list[float] = []
    while len(stalls) < ATTEMPTS and min(stalls, default=1e9) >= promise_milliseconds():
        compare.set_up()
        with LatencyProbe() as probe:
            at_method.forward()
            at_method.rest()
            compare.panel.table.select(3)
            at_method.rest()
        stalls.append(probe.worst)
        assert len(compare.panel.comparison.found) == len(compare.panel.comparison.trials) == 14
        assert all(row.error is None for row in compare.panel.comparison.found)
    collector.deleteLater()
    gc.enable()
    record_property("worst stall of each attempt, ms", [round(stall) for stall in stalls])
    assert min(stalls) < promise_milliseconds(), stalls


def test_cancel_ends_a_comparison_at_once_and_keeps_its_rows(at_method: Traveller) -> None:
    compare = at_method.page(Step.METHOD).compare
    _set_up(at_method)
    waited: list[float] = []

    def cancel() -> None:
        press(compare.panel.progress.cancel_button)
        at_method.wait(lambda: not compare.panel.busy)

    while len(waited) < ATTEMPTS and min(waited, default=1e9) >= CANCEL_MILLISECONDS:
        compare.set_up()
        at_method.forward()
        at_method.wait(lambda: len(compare.panel.comparison.found) >= 2)
        waited.append(counted_milliseconds(cancel))
    assert min(waited) < CANCEL_MILLISECONDS, waited
    found = compare.panel.comparison.found
    assert 2 <= len(found) < len(compare.panel.comparison.trials)
    assert compare.panel.model.rowCount() == len(found)
