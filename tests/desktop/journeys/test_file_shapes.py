"""The window answers within 100 ms while a wide and a long file go through all of its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from core.model import Role
from desktop_app.state import Step
from desktop_app.warming import get_ready
from tests.desktop.journeys.driver import Traveller
from tests.desktop.latency import LatencyProbe, assert_prompt
from tests.desktop.mouse import press

pytestmark = pytest.mark.alone

Columns = dict[str, np.ndarray]
_GLANCE = 200


def _long() -> Columns:
    """500,000 records of 8 columns."""
    random, rows = np.random.default_rng(8), 500_000
    return {
        "ID": np.char.add("P", np.arange(rows).astype(str)),
        "AGE": random.integers(17, 90, rows),
        "HOURS": np.round(random.normal(40, 10, rows), 1),
        "ROOMS": random.integers(1, 9, rows),
        "WAGE": np.round(np.exp(random.normal(10, 0.6, rows)), 2),
        "RENT": random.integers(200, 2000, rows),
        "REGION": random.choice(["north", "south", "east", "west"], rows),
        "TENURE": random.choice(["owner", "tenant"], rows),
    }


def _wide() -> Columns:
    """2,000 records of 300 columns: questions with numbers, codes and words."""
    random, rows = np.random.default_rng(9), 2_000
    columns: Columns = {
        "ID": np.char.add("P", np.arange(rows).astype(str)),
        "AGE": random.integers(17, 90, rows),
        "HOURS": np.round(random.normal(40, 10, rows), 1),
        "ROOMS": random.integers(1, 9, rows),
        "WAGE": np.round(np.exp(random.normal(10, 0.6, rows)), 2),
    }
    makers: tuple[Callable[[], np.ndarray], ...] = (
        lambda: np.round(random.normal(1000, 300, rows), 2),
        lambda: random.integers(0, 10, rows),
        lambda: random.choice(["yes", "no", "refused"], rows),
    )
    for number in range(295):
        columns[f"Q{number:03d}"] = makers[number % 3]()
    return columns


ROLES = {
    "ID": Role.IDENTIFIER,
    "AGE": Role.QUASI_IDENTIFIER,
    "HOURS": Role.QUASI_IDENTIFIER,
    "ROOMS": Role.QUASI_IDENTIFIER,
    "WAGE": Role.CONFIDENTIAL,
}


@pytest.fixture(scope="module", params=[_wide, _long])
def big_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    get_ready(Job())
    columns = request.param()
    path = tmp_path_factory.mktemp("shapes") / "shape.csv"
    texts = [values.astype(str) for values in columns.values()]
    rows = [",".join(cells) for cells in zip(*texts, strict=True)]
    path.write_text("\n".join([",".join(columns), *rows, ""]))
    return path


def _look_over_columns(traveller: Traveller) -> None:
    """Go down the list of columns with the keys, and look for one."""
    page = traveller.page(Step.COLUMNS)
    page.table.setFocus()
    for _ in range(12):
        QTest.keyClick(page.table, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()


def _look_at_results(traveller: Traveller) -> None:
    page = traveller.page(Step.RESULTS)
    for _ in range(page.tabs.count()):
        bar = page.tabs.tabBar()
        QTest.keyClick(bar, Qt.Key.Key_Right)
        traveller.rest()
    page.selection.select_cluster(3)
    traveller.rest()


def _once(traveller: Traveller, source: Path, folder: Path) -> dict[str, float]:
    found: dict[str, float] = {}

    @contextmanager
    def part(name: str) -> Iterator[None]:
        with LatencyProbe() as probe:
            yield
            traveller.rest()
            traveller.qtbot.wait(_GLANCE)
        found[name] = probe.worst

    with part("import"):
        traveller.import_file(source)
    with part("columns"):
        traveller.forward()
        _look_over_columns(traveller)
    names = traveller.store.dataset.names
    traveller.set_roles({name: ROLES.get(name, Role.OTHER) for name in names})
    with part("method"):
        traveller.forward()
        while traveller.step is not Step.METHOD:
            traveller.forward()
        press(traveller.page(Step.METHOD).cards.cards["mdav"].button)
    with part("run"):
        traveller.forward()
        traveller.run()
    with part("results"):
        _look_at_results(traveller)
    with part("release"):
        traveller.forward()
        traveller.confirm()
        traveller.release(folder)
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    return found


def test_the_window_answers_through_all_steps(
    traveller: Traveller, big_file: Path, tmp_path: Path, record_property
) -> None:
    assert_prompt(
        lambda number: _once(traveller, big_file, tmp_path / str(number)), record_property
    )
