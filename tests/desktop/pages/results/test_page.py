"""The step Results: the verdict in words, and one selection for all tabs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox

from core import pipeline
from core.errors import Problem, Severity
from core.jobs import Job
from core.messages import CATALOGUE
from core.model import Attribute, Direction, Measure, Method, Role, Scale
from core.report.risk import ATTACKS
from desktop_app.models.measures import TITLE
from desktop_app.presenters.results_insight import Principal, look_into
from desktop_app.state import Step
from desktop_app.views.forms import growing
from desktop_app.views.tables.measure_table import MeasureTableView
from desktop_app.wizard.results.results_verdict import verdict
from desktop_app.wizard.results.risk_tab import RISK
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.mouse import choose, press, press_cell, press_heading, press_tab
from tests.desktop.pages.conftest import AGES, HOURS
from tests.desktop.pages.results.conftest import show_results
from tests.desktop.pictures import press_in_picture


@pytest.fixture
def page(with_result, module_page) -> ResultsPage:
    assert module_page.store is with_result
    return show_results(module_page)


@pytest.fixture
def seen_page(page, sync_runner) -> ResultsPage:
    """Look at every tab: what was not in sight follows when it comes into sight."""
    for tab in (*filter(page.tabs.isTabVisible, range(page.tabs.count())), 0):
        press_tab(page.tabs, tab)
    sync_runner.finish()
    return page


def test_the_verdict_is_said_in_words(page) -> None:
    assert page.summary.text() == (
        "Every record shares its masked values with at least 2 others. Information kept: 94.3 %."
    )


def test_what_is_named_as_a_measure_of_risk_is_a_measure() -> None:
    assert {f"measure-{name}" for name in RISK} <= CATALOGUE.keys()
    assert RISK.issuperset(ATTACKS), "the report and the tab name the same measures of risk"


def test_no_negative_share_is_kept(with_result) -> None:
    # Weighted means can lose more than all that lies around the plain mean.
    result = with_result.result
    lost = Measure("information-loss", 103.1, "%", Direction.LOWER)
    assert verdict(replace(result, measures=(lost,))).endswith("Information kept: 0.0 %.")


def test_the_verdict_names_the_promised_t(opened, sync_runner, dataset) -> None:
    from tests.desktop.pages.conftest import made_result

    sync_runner.do(opened.set_method, Method("t-closeness-first", {"k": 3, "t": 0.5}))
    assert opened.plan is not None
    said = verdict(made_result(opened.plan, dataset))
    assert "No cluster is farther than 0.4 from the whole file (promised: 0.5)." in said


def test_where_nothing_is_promised_the_linkage_is_said_and_no_cluster_is_shown(
    opened, sync_runner, module_page
) -> None:
    sync_runner.do(opened.set_method, Method("rank-swapping", {"p": 40}))
    opened.set_result(pipeline.execute(*opened.begin_run(), Job()))
    page = show_results(module_page)
    assert page.summary.text().startswith("<b>Nothing is promised:</b> records are not grouped.")
    assert "can be linked to their originals" in page.summary.text()
    shown = {page.tabs.tabText(i) for i in range(page.tabs.count()) if page.tabs.isTabVisible(i)}
    assert not shown & {"C&lusters", "Co&nditions"}
    assert "R&isk" in shown


def test_a_cluster_shows_its_records_before_and_after(page) -> None:
    page.selection.select_cluster(1)
    model = page.clusters.records.model
    shown = [[model.index(r, c).data() for c in range(3)] for r in range(model.rowCount())]
    assert shown[0] == ["42", "40", "unchanged"]
    assert shown[1:] == [["40", "40", "4"], ["44", "40", "5"], ["42", "40", "6"]]
    vertical = Qt.Orientation.Vertical
    assert [model.headerData(r, vertical) for r in range(4)] == [
        "Released",
        "Record 4",
        "Record 5",
        "Record 6",
    ]
    # The header is row 1 of the file.
    tip = model.headerData(1, vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Record 4; row 5 of the file"
    assert page.clusters.records.sentence.text() == "Cluster 2: 3 records · EMD of WAGE: 0.2"


def test_one_selection_for_map_table_sizes_and_risk(seen_page) -> None:
    seen_page.selection.select_cluster(2)
    clusters = seen_page.clusters
    assert clusters.map.drawing.selected == 2
    assert_array_equal(np.sort(clusters.map.drawing.members[:, 0]).shape, (3,))
    assert clusters.sizes.drawing.selected == 3
    assert clusters.model.cluster_at(clusters.table.currentIndex().row()) == 2
    assert seen_page.risk.picture.drawing.selected == 2


def test_a_row_of_the_table_selects_its_cluster_however_it_is_sorted(page) -> None:
    table = page.clusters.table
    for _ in range(2):
        press_heading(table, 2)
    press_cell(table, table.model().index(0, 0))
    assert page.selection.cluster == 0  # EMD 0.4 is the largest
    press_cell(table, table.model().index(1, 0))
    assert page.selection.cluster == 3


def test_a_click_in_the_map_selects_the_cluster(page) -> None:
    press_in_picture(page.clusters.map, *page.clusters.map.drawing.centroids[3])
    assert page.selection.cluster == 3


def test_a_click_on_a_bar_selects_a_cluster_of_that_size(page) -> None:
    press_in_picture(page.clusters.sizes, 3, 1)
    assert page.selection.cluster == 0


def test_the_map_takes_two_attributes_as_axes(page, sync_runner) -> None:
    choose(page.clusters.across, "AGE")
    sync_runner.do(choose, page.clusters.up, "HOURS")
    drawing = page.clusters.map.drawing
    assert_array_equal(drawing.records.points, np.column_stack((AGES, HOURS)))
    assert_array_equal(drawing.centroids, [[22, 11], [42, 40], [61, 30], [82, 1]])
    assert (drawing.words.x_title, drawing.words.y_title) == ("AGE", "HOURS")


def test_only_the_latest_choice_of_axes_is_drawn(page, sync_runner) -> None:
    choose(page.clusters.across, "AGE")
    choose(page.clusters.across, "HOURS")
    sync_runner.do(choose, page.clusters.up, "AGE")
    assert page.clusters.map.drawing.words.x_title == "HOURS"


def test_each_attribute_has_its_distribution_in_common_bins(seen_page, sync_runner) -> None:
    sync_runner.do(seen_page.selection.select_attribute, "HOURS")
    drawing = seen_page.attributes.picture.drawing
    middle = (drawing.edges[:-1] + drawing.edges[1:]) / 2
    counted = {v: int(c) for v, c in zip(middle, drawing.before, strict=True) if c}
    for hours in set(HOURS):
        bin_of = int(np.searchsorted(drawing.edges, hours, side="right")) - 1
        assert drawing.before[bin_of] >= HOURS.count(hours)
    assert sum(counted.values()) == drawing.after.sum() == 12
    assert seen_page.attributes.table.currentIndex().data() == "HOURS"


def test_an_attribute_is_selected_in_the_measures_too(seen_page) -> None:
    seen_page.selection.select_attribute("AGE")
    rows = {index.row() for index in seen_page.utility.measures.table.selectedIndexes()}
    assert {seen_page.utility.measures.model.items[row].attribute for row in rows} == {"AGE"}


def test_measures_of_risk_and_of_utility_are_kept_apart(seen_page) -> None:
    risk = {m.name for m in seen_page.risk.measures.model.items}
    utility = {m.name for m in seen_page.utility.measures.model.items}
    assert risk == {"k", "t", "emd-largest"}
    assert utility == {"information-loss"}


@pytest.mark.usefixtures("styled")
def test_measures_are_named_in_full_where_they_stand_alone(qtbot) -> None:
    table = MeasureTableView("Measures of utility", "trial")
    qtbot.addWidget(table)
    titles = {code for code in CATALOGUE if code.startswith("measure-")}
    names = [
        code for code in sorted(titles) if f"{code}-means" in titles or f"{code}-meaning" in titles
    ]
    assert len(names) > 10
    names.sort(key=lambda code: len(CATALOGUE[code].other))  # the longest name comes last
    measures = [Measure(c.removeprefix("measure-"), 0.5, "%", Direction.LOWER) for c in names]
    table.show_measures(tuple(measures))
    metrics = table.table.fontMetrics()
    shown = [table.model.index(row, TITLE).data() for row in range(len(measures))]
    assert table.table.columnWidth(TITLE) > max(map(metrics.horizontalAdvance, shown))


@pytest.mark.usefixtures("styled")
def test_a_box_filled_after_it_was_shown_shows_its_entries(qtbot) -> None:
    box = growing(QComboBox())
    qtbot.addWidget(box)
    box.show()
    box.addItem("A confidential attribute")
    assert box.sizeHint().width() > box.fontMetrics().horizontalAdvance(box.itemText(0)) + 20


def test_a_change_makes_the_result_out_of_date_and_says_so(page, sync_runner) -> None:
    assert page.main_action().enabled
    assert not page.stale.isVisible()
    sync_runner.do(page.store.set_method, Method("mdav", {"k": 5}))
    assert page.stale.isVisible()
    assert not page.main_action().enabled
    assert page.main_action().reason


def test_the_way_to_a_new_run_is_one_click(page, qtbot) -> None:
    page.store.set_method(Method("mdav", {"k": 5}))
    with qtbot.waitSignal(page.go_to) as asked:
        press(page.rerun_button)
    assert asked.args == [Step.RUN]


def test_before_a_result_was_looked_into_the_page_says_that_alone(
    with_result, sync_runner, qtbot
) -> None:
    """On a first start that takes minutes."""
    page = ResultsPage(with_result, sync_runner)
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    page.refresh()
    assert page.waiting.text() == "Computing what became of the records…"
    assert page.waiting.isVisible()
    QApplication.processEvents()
    assert page.summary.width() > 0.9 * page.width()
    assert not page.tabs.isVisible()
    sync_runner.finish()
    assert page.tabs.isVisible()
    assert not page.waiting.isVisible()


def test_without_a_result_the_page_says_what_to_do(opened, module_page) -> None:
    assert module_page.store is opened
    page = show_results(module_page)
    assert not page.tabs.isVisible()
    assert "Run the protection" in page.summary.text()
    assert not page.main_action().enabled


def test_warnings_of_the_run_are_shown(with_result, page) -> None:
    assert page.problems() == ()
    from dataclasses import replace

    warned = Problem(
        "records-left-out", params={"count": 2, "columns": ["AGE (2)"]}, severity=Severity.WARNING
    )
    with_result.begin_run()
    with_result.set_result(replace(with_result.result, warnings=(warned,)))
    assert page.problems() == (warned,)


def test_a_file_with_one_quasi_identifier_has_a_map_too(opened, sync_runner, module_page) -> None:
    from tests.desktop.pages.conftest import made_result

    sync_runner.do(opened.set_attributes, [Attribute("HOURS", Role.OTHER)])
    opened.set_result(made_result(*opened.begin_run()))
    page = show_results(module_page)
    assert_array_equal(page.clusters.map.drawing.records.points[:, 0], AGES)


def test_a_date_is_written_as_a_date() -> None:
    from desktop_app.wizard.results.results_map import date_number

    assert date_number(365.0) == "1971-01-01"


def test_the_members_of_clusters_are_a_partition(with_result, dataset) -> None:
    insight = look_into(with_result.result, dataset, Job())
    found = [insight.members(cluster).tolist() for cluster in range(insight.clusters)]
    assert found == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    assert insight.records_along(Principal(0)).shape == (12,)


def test_an_ordinal_or_nominal_attribute_is_counted_by_category(with_result, dataset) -> None:
    insight = look_into(with_result.result, dataset, Job())
    counts = insight.distribution(
        Attribute("HOURS", Role.QUASI_IDENTIFIER, Scale.ORDINAL, ("40", "0"))
    )
    assert counts.edges is None
    assert counts.categories == ("40", "0")
