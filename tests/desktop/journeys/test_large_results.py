"""What the step Results shows after a run on disk: the whole file, without its records."""

from __future__ import annotations

import csv
import json
import statistics
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from matplotlib.patches import Patch
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QTabWidget

from desktop_app.jobs.attempt import AttemptState
from desktop_app.models.titled import TitledModel
from desktop_app.state import Step, StepState
from desktop_app.text import number
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.choosing import choose_method
from tests.desktop.cut_off import cut_off
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.test_large_file import (
    RECORDS,
    ROLES,
    answer_with,
    file,
    go_to,
    go_to_method,
    run,
    scratch,
    set_folders,
    small_limit,
    to_run,
)
from tests.desktop.journeys.test_large_noise import choose_folders, spend_on_disk, to_noise
from tests.desktop.keys import choose_in_menu, type_into
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, press_tab

__all__ = ["file", "scratch", "small_limit"]

SIZES = [(1280, 800), (1920, 1080)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def results(traveller: Traveller, file: Path, scratch: Path, folder: Path) -> ResultsPage:
    """Protect the file on disk, and go to the step Results."""
    to_run(traveller, file)
    set_folders(traveller, scratch, folder)
    run(traveller)
    go_to(traveller, Step.RESULTS)
    traveller.window.resize(*SIZES[0])
    traveller.rest()
    return traveller.page(Step.RESULTS)


def titles_of(tabs: QTabWidget) -> list[str]:
    shown = filter(tabs.isTabVisible, range(tabs.count()))
    return [tabs.tabText(at).replace("&", "") for at in shown]


def open_tab(traveller: Traveller, tabs: QTabWidget, title: str) -> None:
    (at,) = (
        at
        for at in range(tabs.count())
        if tabs.isTabVisible(at) and tabs.tabText(at).replace("&", "") == title
    )
    press_tab(tabs, at)
    traveller.rest()


def cells(model: TitledModel) -> list[list[str]]:
    columns = range(model.columnCount())
    return [[model.shown(row, column) for column in columns] for row in range(model.rows())]


def drawn_in(traveller: Traveller, picture: PictureFrame) -> list[Patch]:
    """Return the bars of a picture once it is drawn."""
    traveller.wait(lambda: picture._canvas is not None and picture._canvas.rendered is not None)
    return picture._canvas.rendered.figure.axes[0].patches


def released_of(folder: Path) -> dict[str, list]:
    return pq.read_table(next((folder / "public").glob("*.parquet"))).to_pydict()


def log_of(folder: Path) -> dict:
    return json.loads(next((folder / "internal").glob("*.internal.json")).read_text())


def test_the_whole_file_is_shown_by_all_tabs(
    traveller, results, file, folder, tmp_path, monkeypatch
):
    """One run for what every tab shows of it."""
    check_clusters(traveller, results, folder)
    check_measures(traveller, results, folder)
    check_exported_measures(traveller, folder, tmp_path / "measures.csv", monkeypatch)
    check_columns(traveller, results, file, folder)
    check_that_nothing_is_cut_off(traveller, results)
    check_figures(traveller, results, file, folder)
    check_other_settings(traveller, results)


def check_clusters(traveller: Traveller, results: ResultsPage, folder: Path) -> None:
    assert titles_of(results.tabs) == [
        "Clusters",
        "Conditions",
        "Columns",
        "Risk",
        "Utility",
        "Figures",
    ]
    table = released_of(folder)
    groups = Counter(zip(table["AMOUNT"], table["COUNT"], strict=True))
    sizes = Counter(groups.values())
    tab, conditions = results.disk_tabs
    assert tab.isVisible()
    shown = [[int(cell.replace(",", "")) for cell in row[:3]] for row in cells(tab.sizes)]
    assert shown == [[size, count, size * count] for size, count in sorted(sizes.items())]
    assert sum(records for _, _, records in shown) == RECORDS
    ((columns, count, least, median, mean, most),) = cells(tab.groupings)
    assert columns == "all masked"
    assert int(count) == len(groups)
    assert int(least) == min(groups.values())
    assert int(median) == statistics.median_low(groups.values())
    assert float(mean) == pytest.approx(RECORDS / len(groups), abs=0.005)
    assert int(most) == max(groups.values())
    bars = drawn_in(traveller, tab.picture)
    assert [bar.get_height() for bar in bars] == [count for _, count, _ in shown]

    # From the tab bar by keys.
    bar = results.tabs.tabBar()
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Right)
    traveller.rest()
    assert conditions.isVisible()
    assert cells(conditions.model) == [
        ["Smallest group (k)", "at least 5 records", f"{min(groups.values())} records", "yes"]
    ]
    assert "least number of released records" in conditions.meaning.text()


def stated_measures(folder: Path) -> list[tuple[str, str, float]]:
    return [(m["name"], m["attribute"] or "", m["value"]) for m in log_of(folder)["measures"]]


def check_measures(traveller: Traveller, results: ResultsPage, folder: Path) -> None:
    """All measures of the log are shown."""
    stated = stated_measures(folder)
    open_tab(traveller, results.tabs, "Risk")
    risk = cells(results.risk.measures.model)
    assert "Record linkage is not measured on disk" in results.risk.no_distance.text()
    assert not results.risk.frequencies.isVisible()
    open_tab(traveller, results.tabs, "Utility")
    open_tab(traveller, results.utility.views, "All measures")
    utility = cells(results.utility.measures.model)
    assert len(risk) + len(utility) == len(stated) > 40
    for name, title in (
        ("il1s", "Scaled absolute loss (IL1s)"),
        ("hellinger", "Distance of the distributions (Hellinger)"),
    ):
        (value,) = (value for n, column, value in stated if (n, column) == (name, "AMOUNT"))
        (row,) = (row for row in utility if row[:2] == [title, "AMOUNT"])
        assert float(row[2]) == pytest.approx(value, rel=0.01)


def check_exported_measures(
    traveller: Traveller, folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All measures of the log are exported."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    choose_in_menu(traveller.window, Qt.Key.Key_F, Qt.Key.Key_E)
    traveller.rest()
    with target.open(encoding="utf-8-sig", newline="") as found:
        rows = list(csv.DictReader(found))
    exported = [(row["Name in the log"], row["Column"], float(row["Value"])) for row in rows]
    assert exported == stated_measures(folder)
    assert "settings have been changed" not in traveller.window.notice.said.text()


def check_columns(traveller: Traveller, results: ResultsPage, file: Path, folder: Path) -> None:
    """Columns are described over the whole file."""
    before, after = pq.read_table(file).to_pydict(), released_of(folder)
    open_tab(traveller, results.tabs, "Utility")
    tab = results.utility
    assert titles_of(tab.views) == ["Columns", "Correlations", "All measures"]
    assert "Cross-tables are shown here only for files protected in memory" in tab.basis.text()
    assert [row[0] for row in cells(tab.columns)] == ["AMOUNT", "COUNT", "INCOME", "REGION"]
    figures = {row[0]: row[1:3] for row in cells(tab.lines)}
    assert figures["Records with a value"] == ["3,000", "3,000"]
    for name, of in (
        ("Mean", statistics.fmean),
        ("Standard deviation", statistics.stdev),
        ("Median", statistics.median),
        ("Least value", min),
        ("Largest value", max),
    ):
        expected = [of(side["AMOUNT"]) for side in (before, after)]
        shown = [float(cell.replace(",", "").replace("−", "-")) for cell in figures[name]]
        assert shown == [pytest.approx(value, abs=0.5) for value in expected], name
    # Down to the categories, whose counts are those of all records, too.
    tab.columns_table.setFocus()
    QTest.keyClick(tab.columns_table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()
    assert tab.heading.text() == "REGION"
    counts = Counter(before["REGION"])
    shown = {row[0]: row[1].split(" ")[0] for row in cells(tab.lines)}
    assert shown == {name: number(count) for name, count in counts.items()}

    open_tab(traveller, results.tabs, "Columns")
    tab = results.attributes
    assert [row[:2] for row in cells(tab.model)] == [
        ["AMOUNT", "Quasi-identifier"],
        ["COUNT", "Quasi-identifier"],
        ["INCOME", "Confidential"],
    ]
    tab.table.setFocus()
    QTest.keyClick(tab.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(tab.table, Qt.Key.Key_Down)
    traveller.rest()
    assert "Distribution of COUNT" in tab.picture._title
    bars = drawn_in(traveller, tab.picture)
    counted = Counter(before["COUNT"])
    drawn = bars[0].get_data()
    assert drawn.values.tolist() == [counted[value] for value in range(40)]


def check_figures(traveller: Traveller, results: ResultsPage, file: Path, folder: Path) -> None:
    """Figures are chosen, and computed from the whole file by a second run."""
    open_tab(traveller, results.tabs, "Figures")
    choice = results.figures.choice
    press(choice.propose_button)
    traveller.rest()
    press(choice.use_button)
    traveller.rest()
    go_to(traveller, Step.RUN)
    answer_with("Replace")
    run(traveller)
    go_to(traveller, Step.RESULTS)
    open_tab(traveller, results.tabs, "Figures")
    lines = results.figures.found.lines
    (total,) = (line for line in lines if line.title == "Total of INCOME")
    assert total.original.value == sum(pq.read_table(file)["INCOME"].to_pylist())
    assert total.released.value == sum(released_of(folder)["INCOME"])


def check_other_settings(traveller: Traveller, results: ResultsPage) -> None:
    """Results of other settings are called out of date."""
    assert not results.stale.isVisible()
    assert traveller.button == "Go on to the release"
    go_to(traveller, Step.METHOD)
    type_into(traveller.page(Step.METHOD).form.fields["k"], "7")
    traveller.rest()
    assert traveller.window.step_state(Step.RESULTS) is StepState.OUT_OF_DATE
    go_to(traveller, Step.RESULTS)
    assert results.stale.isVisible()
    assert results.tabs.isVisible()
    press(results.rerun_button)
    assert traveller.step is Step.RUN


@pytest.mark.longer
def test_a_method_that_sorts_needs_no_blocks_and_gives_each_column_its_clusters(
    traveller, file, scratch, folder
):
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    page = traveller.page(Step.METHOD)
    assert page.scale.tick.isChecked()
    assert page.all_methods.actions_by_way["dp-laplace"].isEnabled()
    assert page.all_methods.actions_by_way["insensitive"].isEnabled()
    assert not page.all_methods.actions_by_way["ama"].isEnabled()
    for method, takes_blocks in (
        ("individual-ranking", False),
        ("mdav", True),
        ("individual-ranking", False),
    ):
        choose_method(page, method)
        traveller.rest()
        assert page.scale.tick.isChecked() == takes_blocks
    assert [problem.code for problem in page.problems()] == ["k-of-blocks"]
    traveller.forward()
    traveller.rest()
    set_folders(traveller, scratch, folder)
    run(traveller)
    assert traveller.page(Step.RUN).state is AttemptState.DONE
    assert list(scratch.iterdir()) == []
    go_to(traveller, Step.RESULTS)
    page, table = traveller.page(Step.RESULTS), released_of(folder)
    for name in ("AMOUNT", "COUNT"):
        assert min(Counter(table[name]).values()) >= 5
    tab, conditions = page.disk_tabs
    assert [row[0] for row in cells(tab.groupings)] == ["AMOUNT", "COUNT"]
    tab.groupings_table.setFocus()
    QTest.keyClick(tab.groupings_table, Qt.Key.Key_Down)
    traveller.rest()
    shown = sum(int(row[1].replace(",", "")) for row in cells(tab.sizes))
    assert shown == int(cells(tab.groupings)[1][1].replace(",", ""))
    assert shown >= len(set(table["COUNT"]))
    open_tab(traveller, page.tabs, "Conditions")
    assert [row[0] for row in cells(conditions.model)] == [
        "Smallest group (k) in AMOUNT",
        "Smallest group (k) in COUNT",
    ]


@pytest.mark.longer
@pytest.mark.usefixtures("book")
def test_noise_on_disk_shows_columns_and_measures(traveller, file, scratch, folder):
    to_noise(traveller, file, "dp-laplace")
    page = traveller.page(Step.RUN)
    choose_folders(traveller, scratch, folder)
    spend_on_disk(traveller)
    traveller.wait(lambda: page.state is AttemptState.DONE)
    traveller.rest()
    go_to(traveller, Step.RESULTS)
    results = traveller.page(Step.RESULTS)
    assert titles_of(results.tabs) == ["Columns", "Risk", "Utility"]
    assert results.confidential.isVisible()
    open_tab(traveller, results.tabs, "Utility")
    means = {row[0]: row[1] for row in cells(results.utility.columns)}
    expected = statistics.fmean(pq.read_table(file)["COUNT"].to_pylist())
    assert float(means["COUNT"]) == pytest.approx(expected, abs=0.05)


def check_that_nothing_is_cut_off(traveller: Traveller, results: ResultsPage) -> None:
    cut: list[str] = []
    for width, height in SIZES:
        traveller.window.resize(width, height)
        for tabs in (results.tabs, results.utility.views):
            if tabs is not results.tabs:
                open_tab(traveller, results.tabs, "Utility")
            for title in titles_of(tabs):
                open_tab(traveller, tabs, title)
                cut += [f"{width} {title}: {line}" for line in cut_off(traveller.window)]
                cut += [f"{title}: {line}" for line in ambiguous_mnemonics(traveller.window)]
    assert not cut, "\n".join(cut)
