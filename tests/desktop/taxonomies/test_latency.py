"""The promise that the window answers within 100 ms, kept with a taxonomy of 15,000 nodes."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest

from core.io import profile
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Role,
    Scale,
    Source,
)
from desktop_app.jobs import JobRunner
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.warming import Collector
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.keys import type_into
from tests.desktop.latency import ATTEMPTS, LatencyProbe
from tests.desktop.mouse import press, press_tab
from tests.desktop.speed import promise_milliseconds

pytestmark = pytest.mark.alone

RECORDS, GROUPS, LEAVES = 100_000, 60, 245


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("big") / "big.csv"
    rows = ["category,parent,label:en", "all,,everything"]
    for group in range(GROUPS):
        rows.append(f"G{group},all,group {group}")
        rows += [f"G{group}.{leaf},G{group},leaf {leaf} of {group}" for leaf in range(LEAVES)]
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    random = np.random.default_rng(1)
    names = sorted(f"G{g}.{leaf}" for g in range(GROUPS) for leaf in range(0, LEAVES, 5))
    # Some are spelled otherwise, some are unknown.
    names[::50] = [f"{name.lower()}" for name in names[::50]]
    names[::70] = [f"?{name}" for name in names[::70]]
    names = sorted(names)
    codes = random.integers(0, len(names), RECORDS).astype(np.int32)
    gone = np.zeros(RECORDS, dtype=np.bool_)
    column = Column("CODE", ColumnKind.TEXT, codes, gone, tuple(names))
    ages = Column("AGE", ColumnKind.INTEGER, random.integers(0, 90, RECORDS), gone)
    return Dataset((column, ages), Fingerprint("big.csv", 1, "0" * 64))


def _once(qtbot, runner: JobRunner, dataset: Dataset, big: Path) -> dict[str, float]:
    store = ProjectStore(runner)
    store.open_dataset(Source(str(big), FileKind.CSV), dataset, profile(dataset))
    quasi = Role.QUASI_IDENTIFIER
    store.set_attributes(
        [Attribute("CODE", quasi, Scale.NOMINAL), Attribute("AGE", quasi, Scale.INTEGER)]
    )
    store.confirm(Step.COLUMNS)
    page = TaxonomiesPage(store, runner)
    page.make_all()
    qtbot.addWidget(page)
    store.changed.connect(page.refresh)
    page.resize(1000, 650)

    def rest() -> None:
        qtbot.waitUntil(lambda: not runner.operations, timeout=60_000)
        qtbot.wait(50)

    page.show()
    rest()
    with LatencyProbe() as opening:
        page.open_column("CODE")
        rest()
        page.accepts_file(str(big))
        rest()
    assert len(page.view.tree.model.shape.taxonomy) == 1 + GROUPS * (LEAVES + 1)
    press_tab(page.view.tabs, page.view.tabs.indexOf(page.view.tree))
    with LatencyProbe() as searching:
        for typed in ("l", "le", "leaf 1", "leaf 12", "G5", ""):
            type_into(page.view.tree.search, typed)
            qtbot.wait(20)
        press(page.view.tree.occurring)
        qtbot.wait(20)
    with LatencyProbe() as counting:
        page.view.mapping.accept_all()
        rest()
    assert page.view.mapping.model.rowCount() > 80
    return {"open": opening.worst, "search": searching.worst, "count": counting.worst}


def test_a_large_taxonomy_is_opened_searched_and_counted(
    qtbot, job_runner: JobRunner, dataset: Dataset, big: Path, record_testsuite_property
) -> None:
    best: dict[str, float] = {}
    collector = Collector()
    for attempt in range(ATTEMPTS):
        found = _once(qtbot, job_runner, dataset, big)
        best = {part: min(worst, best.get(part, worst)) for part, worst in found.items()}
        record_testsuite_property(f"stalls of attempt {attempt}", str(found))
        if max(best.values()) < promise_milliseconds():
            break
    collector.deleteLater()
    gc.enable()
    assert max(best.values()) < promise_milliseconds(), best
