"""The step Results of a private release leaves out what such a release does not have."""

from __future__ import annotations

import pytest

from core.jobs import Job
from core.model import Method
from core.pipeline import execute
from desktop_app.store import ProjectStore
from desktop_app.wizard.results.attributes_tab import LOSS
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.mouse import press_tab
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner

RANKING = Method("dp-individual-ranking", {"k": 5, "epsilon": 3.0})


def results_of(store: ProjectStore, method: Method, runner: SyncRunner, qtbot) -> ResultsPage:
    runner.do(store.set_method, method)
    begun = store.begin_run()
    assert begun is not None
    store.set_result(execute(*begun, Job()))
    return show_page(qtbot, ResultsPage(store, runner), (1000, 700))


@pytest.mark.parametrize(
    ("method", "clustered"), [(RANKING, False), (Method("mdav", {"k": 5}), True)]
)
def test_there_is_no_loss_of_a_record_and_no_distance_of_a_cluster(
    declared: ProjectStore, sync_runner, qtbot, method: Method, clustered: bool
) -> None:
    page = results_of(declared, method, sync_runner, qtbot)
    table = page.attributes.table
    assert table.isColumnHidden(LOSS) != clustered
    shown = [c for c in range(table.model().columnCount()) if not table.isColumnHidden(c)]
    cells = {table.model().index(r, c).data() for r in range(4) for c in shown}
    assert "–" not in cells
    press_tab(page.tabs, page.tabs.indexOf(page.risk))
    assert page.risk.picture.isVisible() == clustered
    assert page.risk.measures.isVisible()
