"""The step Results for categories: why a cluster got its category, and where records lie."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.inspect.profiling.column_profiles import profile
from core.model import (
    Attribute,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    Project,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from desktop_app.presenters.results_insight import Principal
from desktop_app.store import ProjectStore
from desktop_app.wizard.results.attributes_tab import distribution_picture
from desktop_app.wizard.results_page import ResultsPage
from tests.core.tables import cells, column
from tests.desktop.mouse import choose
from tests.desktop.pages.results.conftest import show_results
from tests.desktop.run_once import run_once

TREE = "category,parent\nany,\nsea,any\nland,any\nbay,sea\nfjord,sea\nhill,land\nmoor,land\n"
SPOTS = ["bay", "bay", "fjord", "hill", "moor", "hill", "bay", "fjord", "sea", "moor", None, "hill"]
LEVELS = ["low", "high", "low", "mid", "mid", "high", "low", "low", "mid", "high", "high", "high"]
ORDER = ("low", "mid", "high")


def opened_with(
    page: ResultsPage, store: ProjectStore, folder: Path, columns: dict, attributes: tuple
) -> ResultsPage:
    """Return the page Results after a real run of MDAV with k = 3."""
    dataset = Dataset(
        tuple(column(name, values) for name, values in columns.items()),
        Fingerprint("spots.csv", 1, "0" * 64),
    )
    target = Target(FileKind.CSV, "spots_protected")
    recipe = Recipe(Method("mdav", {"k": 3}), target)
    source = Source(str(folder / "spots.csv"), FileKind.CSV)
    project = Project(source, Schema(attributes), recipe)
    page.runner.do(store.open_dataset, source, dataset, profile(dataset), project)
    begun = store.begin_run()
    assert begun is not None, store.problems
    store.set_result(run_once(*begun))
    return show_results(page)


def spot(folder: Path) -> Attribute:
    path = folder / "spots_tree.csv"
    path.write_text(TREE, encoding="utf-8")
    return Attribute("SPOT", Role.QUASI_IDENTIFIER, Scale.NOMINAL, taxonomy=str(path))


@pytest.fixture
def page(module_page, store, tmp_path) -> ResultsPage:
    """Nominal and ordinal quasi-identifiers alone, a number of nobody's concern."""
    level = Attribute("LEVEL", Role.QUASI_IDENTIFIER, Scale.ORDINAL, ORDER)
    columns = {"SPOT": [s or "bay" for s in SPOTS], "LEVEL": LEVELS, "PAY": list(range(12))}
    pay = Attribute("PAY", Role.CONFIDENTIAL, Scale.INTEGER)
    return opened_with(module_page, store, tmp_path, columns, (spot(tmp_path), level, pay))


def shown(page: ResultsPage) -> list[list[str]]:
    model = page.clusters.categories.model
    return [[model.index(r, c).data() for c in range(3)] for r in range(model.rowCount())]


def released(page: ResultsPage, name: str, cluster: int) -> str:
    insight = page.clusters._insight
    return str(cells(insight.after[name])[int(insight.members(cluster)[0])])


def test_the_candidates_of_each_cluster_are_shown_the_released_one_first(page, sync_runner) -> None:
    insight, panel = page.clusters._insight, page.clusters.categories
    for cluster in range(insight.clusters):
        for name in ("SPOT", "LEVEL"):
            page.selection.select_cluster(cluster)
            sync_runner.do(page.selection.select_attribute, name)
            assert panel.column.currentText() == name
            rows, wanted = shown(page), released(page, name, cluster)
            assert rows[0][0] == f"{wanted} (released)"
            counts = [cells(insight.before[name])[i] for i in insight.members(cluster)]
            held = {row[0].removesuffix(" (released)"): int(row[1]) for row in rows}
            assert {n: c for n, c in held.items() if c} == {n: counts.count(n) for n in counts}
            assert [float(row[2]) for row in rows] == sorted(float(row[2]) for row in rows)
            assert wanted in panel.sentence.text()


def test_the_panel_is_out_of_sight_until_a_cluster_is_selected(page, sync_runner) -> None:
    panel = page.clusters.categories
    assert panel.isHidden()
    sync_runner.do(page.selection.select_cluster, 0)
    assert not panel.isHidden()
    page.selection.select_cluster(None)
    assert panel.isHidden()


def test_a_choice_in_the_panel_selects_the_attribute_everywhere(page) -> None:
    panel = page.clusters.categories
    page.selection.select_cluster(0)
    choose(panel.column, "LEVEL")
    assert page.selection.attribute == "LEVEL"


def test_records_of_categories_have_places_on_the_map(page) -> None:
    insight = page.clusters._insight
    assert insight.axes[:2] == (Principal(0), Principal(1))
    across = insight.records_along(Principal(0))
    assert np.ptp(across) > 0.5
    alike = [i for i in range(12) if (SPOTS[i], LEVELS[i]) == ("bay", "low")]
    assert len(alike) > 1
    assert np.ptp(across[alike]) < 1e-9


def test_a_column_without_categories_needs_no_panel(
    module_page, store, sync_runner, tmp_path
) -> None:
    numbers = Attribute("PAY", Role.QUASI_IDENTIFIER, Scale.INTEGER)
    page = opened_with(module_page, store, tmp_path, {"PAY": list(range(12))}, (numbers,))
    sync_runner.do(page.selection.select_cluster, 0)
    assert page.clusters.categories.isHidden()


def test_rarer_categories_are_counted_together(module_page, store, tmp_path) -> None:
    names = [f"c{i:02}" for i in range(22) for _ in range(3 if i < 21 else 6)]
    flat = Attribute("C", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    page = opened_with(module_page, store, tmp_path, {"C": names}, (flat,))
    insight = page.clusters._insight

    picture = distribution_picture(insight, insight.distribution(flat))

    assert picture.categories[0] == "c21"
    assert picture.categories[-1] == "2 others"
    assert (picture.before.sum(), picture.before[-1]) == (len(names), 6)
    assert "2 more categories" in picture.sentence
