"""The tab Figures: what users compute before and after, and the choice of what that is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from core.inspect.profiling.column_profiles import profile
from core.io import read
from core.jobs import Job
from core.model import FigureKind
from core.model.checklist import Answer, RowCount, RowVerdict
from core.recipe import open_project
from desktop_app.models.figure_rows import (
    DIFFERENCE,
    FIGURE,
    INSIDE,
    ORIGINAL,
    ORIGINAL_INTERVAL,
    OVERLAP,
    RELEASED,
    RELEASED_INTERVAL,
)
from desktop_app.presenters.results_figures import (
    FigureLine,
    FigureLines,
    Interval,
    title_of_figure,
)
from desktop_app.state.changes import What
from desktop_app.store import ProjectStore
from desktop_app.text.change_words import change_text
from desktop_app.views.plain import tip_of
from desktop_app.wizard.results.figures_tab import FiguresTab
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.mouse import choose, press, press_cell, press_heading, press_tab, tick
from tests.desktop.pages.results.conftest import show_results
from tests.desktop.pictures import figure_of, press_in_picture
from tests.desktop.recipes import write_recipe
from tests.desktop.run_once import run_once
from tests.desktop.sync_runner import SyncRunner
from tests.oracles import figures as oracle

QUASI = "quasi-identifier"
# Quantiles of Student's distribution, from printed tables, by records of the region.
T = {"N": (31, 2.04227), "S": (30, 2.04523), "W": (61, 2.00030)}
FIGURES = [
    {"what": "total", "of": "TURNOVER", "by": ["REGION"]},
    {"what": "share", "of": "REGION"},
    {"what": "regression", "of": "TURNOVER", "on": ["STAFF"]},
    {"what": "gini", "of": "STAFF"},
]
Show = Callable[..., ResultsPage]


@pytest.fixture(scope="module")
def firms() -> pd.DataFrame:
    regions = [name for name, (count, _) in T.items() for _ in range(count)]
    turnover = [round(40 + (i * 37 % 101) ** 1.6, 1) for i in range(len(regions))]
    staff = [1 + i * 53 % 47 for i in range(len(regions))]
    return pd.DataFrame({"REGION": regions, "TURNOVER": turnover, "STAFF": staff})


@pytest.fixture
def show(tmp_path, module_page, store, sync_runner, firms) -> Show:
    def shown(**more: Any) -> ResultsPage:
        firms.to_csv(tmp_path / "in.csv", index=False)
        columns = {
            "REGION": "other nominal",
            "TURNOVER": "quasi continuous",
            "STAFF": "quasi integer",
        }
        settings = {"method": {"name": "mdav", "k": 30}, **more}
        project = open_project(write_recipe(tmp_path / "in.csv", columns, **settings)).project
        dataset = read(project.source, Job())
        sync_runner.do(store.open_dataset, project.source, dataset, profile(dataset), project)
        run(store, sync_runner)
        page = show_results(module_page, (1600, 760))
        sync_runner.finish()
        sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.figures))
        return page

    return shown


@pytest.fixture
def page(show) -> ResultsPage:
    return show(figures=FIGURES)


def run(store: ProjectStore, runner: SyncRunner) -> None:
    runner.do(store.set_result, run_once(*store.begin_run()))


def cells(tab: FiguresTab) -> list[list[str]]:
    model = tab.model
    return [[model.index(r, c).data() for c in range(model.columnCount())]
            for r in range(model.rowCount())]  # fmt: skip


def released(page: ResultsPage) -> dict[str, list[Any]]:
    result = page.store.result
    return {c.name: c.values.tolist() for c in result.columns}


def interval(amounts: list[float], t: float, whole: int) -> tuple[float, float, float]:
    total = math.fsum(amounts)
    reach = t * oracle.standard_error(amounts, range(len(amounts)), whole)
    return total, total - reach, total + reach


def covered(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    common = min(one[2], other[2]) - max(one[1], other[1])
    return max(0, (common / (one[2] - one[1]) + common / (other[2] - other[1])) / 2)


def plain(text: str) -> list[float]:
    return [float(part.replace(",", "")) for part in text.split(" to ")]


def test_totals_by_region_are_those_of_the_files(page, firms) -> None:
    tab, after = page.figures, released(page)["TURNOVER"]
    for row, (region, (count, t)) in zip(cells(tab), T.items(), strict=False):
        at = [i for i, name in enumerate(firms["REGION"]) if name == region]
        assert len(at) == count
        sides = [
            interval([float(side[i]) for i in at], t, len(firms))
            for side in (firms["TURNOVER"].tolist(), after)
        ]
        assert row[:2] == ["Total of TURNOVER, by REGION", region]
        values = (row[ORIGINAL], row[RELEASED])
        intervals = (row[ORIGINAL_INTERVAL], row[RELEASED_INTERVAL])
        for said, between, (total, low, high) in zip(values, intervals, sides, strict=True):
            assert plain(said) == [pytest.approx(total, abs=0.51)]
            assert plain(between) == [pytest.approx(low, abs=0.51), pytest.approx(high, abs=0.51)]
        difference = 100 * (sides[1][0] - sides[0][0]) / sides[0][0]
        assert float(row[DIFFERENCE].removesuffix(" %")) == pytest.approx(difference, abs=0.051)
        assert row[OVERLAP] == f"{100 * covered(*sides):.0f} %"
        assert row[INSIDE] == ("yes" if sides[0][1] <= sides[1][0] <= sides[0][2] else "no")


def test_shares_are_in_per_cent_and_unchanged(page) -> None:
    (north,) = [row for row in cells(page.figures) if row[0].startswith("Shares") and row[1] == "N"]
    assert north[ORIGINAL] == north[RELEASED] == f"{100 * 31 / 122:.2f} %"
    assert north[DIFFERENCE : INSIDE + 1] == ["0.00 points", "100 %", "yes"]


def test_the_sentence_counts_what_is_inside(page) -> None:
    result = page.store.result
    values = [value for figure in result.figures for value in figure.values]
    inside = sum(value.inside for value in values)
    middle = statistics.median(value.overlap for value in values)
    assert len(values) == 9
    assert page.figures.summary.text() == (
        f"{inside} of 9 released figures lie inside the original’s 95 % interval. "
        f"Median overlap of the intervals: {100 * middle:.0f} %."
    )


def test_a_weighted_figure_says_what_it_compares(show, firms, monkeypatch) -> None:
    """The smallest firms are left out, which moves the mean whatever k is."""
    least = firms["TURNOVER"].nsmallest(60).index
    monkeypatch.setitem(firms, "STAFF", firms["STAFF"].astype("Int64"))
    staff = firms["STAFF"].copy()
    staff[least] = pd.NA
    monkeypatch.setitem(firms, "STAFF", staff)
    monkeypatch.setitem(firms, "FACTOR", [1 + at % 3 for at in range(len(firms))])
    attributes = [
        {"name": "REGION", "role": "other", "scale": "nominal"},
        {"name": "TURNOVER", "role": QUASI, "scale": "continuous"},
        {"name": "STAFF", "role": QUASI, "scale": "integer"},
        {"name": "FACTOR", "role": "other"},
    ]
    page = show(
        attributes=attributes,
        weight="FACTOR",
        missing="leave-out",
        figures=[{"what": "mean", "of": "TURNOVER"}],
    )
    (row,) = cells(page.figures)
    kept = firms.drop(index=least)
    before, after = (
        (side["TURNOVER"] * side["FACTOR"]).sum() / side["FACTOR"].sum() for side in (firms, kept)
    )
    assert float(row[DIFFERENCE].removesuffix(" %")) == pytest.approx(
        100 * (after / before - 1), abs=0.1
    )
    assert row[INSIDE] == "no"
    assert "weighted by FACTOR." in page.figures.notes.text()
    assert "compare the released records alone, each counted once." in page.figures.notes.text()
    advice = page.figures.advice.text()
    assert "A smaller k comes last: it loses less, and protects less." in advice
    assert "Records are left out, which moves figures whatever k is." in advice


def test_one_figure_or_those_outside_are_shown(page) -> None:
    tab = page.figures
    whole = cells(tab)
    outside = [row for row in whole if row[INSIDE] == "no"]
    assert 0 < len(outside) < len(whole)
    press(tab.outside_only)
    assert cells(tab) == outside
    assert tab.count.text() == f"{len(outside)} of 9 values"
    press(tab.outside_only)
    choose(tab.figure, "Shares of the categories of REGION")
    assert [row[1] for row in cells(tab)] == ["N", "S", "W"]
    assert tab.count.text() == "3 of 9 values"
    figure_of(tab.picture)
    assert tab.picture.drawing.names == ("N", "S", "W")


def test_headings_sort_by_numbers(page) -> None:
    tab = page.figures
    shares = {row[1]: row for row in cells(tab)}
    press_heading(tab.table, OVERLAP)
    overlaps = [plain(row[OVERLAP].removesuffix(" %"))[0] for row in cells(tab)]
    assert overlaps == sorted(overlaps)
    press_heading(tab.table, OVERLAP)
    overlaps = [plain(row[OVERLAP].removesuffix(" %"))[0] for row in cells(tab)]
    assert overlaps == sorted(overlaps, reverse=True)
    assert len(shares) == len({row[1] for row in cells(tab)})


def test_a_click_in_the_picture_chooses_the_row(page) -> None:
    tab = page.figures
    drawing = tab.picture.drawing
    assert drawing.names[0] == "Total of TURNOVER, by REGION\nN"
    # On the scale of its interval the original lies between -1 and 1.
    assert drawing.before[0].tolist() == pytest.approx([0, -1, 1])
    press_in_picture(tab.picture, 0.0, 2.0)
    assert tab.table.currentIndex().row() == 2
    assert tab.picture.drawing.selected == 2
    press_cell(tab.table, tab.model.index(1, FIGURE))
    assert tab.picture.drawing.selected == 1


def test_values_of_fewer_than_k_records_are_not_listed(show) -> None:
    page = show(figures=FIGURES[:1], method={"name": "mdav", "k": 31})
    tab = page.figures
    assert [row[1] for row in cells(tab)] == ["N", "W"]
    assert "fewer than 31 records" in tab.notes.text()


def test_the_keys_copy_the_table(page) -> None:
    tab = page.figures
    tab.table.setFocus()
    for key in (Qt.Key.Key_A, Qt.Key.Key_C):
        QTest.keyClick(tab.table, key, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert len(copied) == 10
    assert copied[0].split("\t")[:3] == ["Figure", "For", "Difference"]
    assert copied[1].split("\t") == cells(tab)[0]


def test_without_figures_proposals_are_taken_over_by_keys(show, sync_runner) -> None:
    page = show()
    choice = page.figures.choice
    press(page.figures.change_button)
    assert choice.isVisible()
    assert not choice.use_button.isVisible()
    choice.propose_button.setFocus()
    sync_runner.do(QTest.keyClick, choice.propose_button, Qt.Key.Key_Space)
    titles = [choice.list.item(row).text() for row in range(choice.list.count())]
    quantiles = ["Quantile 0.1", "Quantile 0.25", "Median"]
    quantiles += ["Quantile 0.75", "Quantile 0.9", "Quantile 0.99"]
    assert titles == [
        "Mean of TURNOVER",
        "Standard deviation of TURNOVER",
        *(f"{quantile} of TURNOVER" for quantile in quantiles),
        "Gini coefficient of TURNOVER",
        "Total of TURNOVER",
        "Total of TURNOVER, by REGION",
        "Mean of TURNOVER, by REGION",
        "Mean of STAFF",
        "Standard deviation of STAFF",
        *(f"{quantile} of STAFF" for quantile in quantiles),
        "Mean of STAFF, by REGION",
        "Correlation of TURNOVER with STAFF",
        "Shares of the categories of REGION",
        "Regression of log(TURNOVER) on STAFF, REGION",
        "Regression of STAFF on TURNOVER, REGION",
    ]
    # Whatever else follows the project leaves the ticks alone.
    page.store.changed.emit()
    assert len(choice.ticked_figures) == len(titles)
    choice.list.setFocus()
    QTest.keyClick(choice.list, Qt.Key.Key_Home)
    QTest.keyClick(choice.list, Qt.Key.Key_Space)
    assert choice.use_button.text().replace("&", "") == "Use the ticked figures"
    choice.use_button.setFocus()
    sync_runner.do(QTest.keyClick, choice.use_button, Qt.Key.Key_Space)
    store = page.store
    assert [title_of_figure(figure) for figure in store.draft.figures] == titles[1:]
    assert choice.caution.text() == (
        f"The recipe names {len(titles) - 1} figures. They are computed with the next run."
    )
    assert not store.result_is_current
    assert page.rerun_button.isVisible()
    run(store, sync_runner)
    assert store.result_is_current
    assert page.figures.table.isVisible()
    assert not page.figures.caution.isVisible()
    assert {row[0] for row in cells(page.figures)} == set(titles[1:])


def test_without_figures_those_farthest_off_are_listed(show, firms) -> None:
    """Nobody has to name figures before the page shows which ones the release moves most."""
    page = show()
    tab = page.figures
    assert tab.table.isVisible()
    assert tab.picture.isVisible()
    assert tab.summary.text().startswith("Of the figures that users will probably compute, these")
    assert "Name" in tab.change_button.text().replace("&", "")
    rows = {row[FIGURE]: row for row in cells(tab)}
    assert 0 < len(cells(tab)) <= 10
    title = "Standard deviation of TURNOVER"
    sides = firms["TURNOVER"], pd.Series(released(page)["TURNOVER"])
    for column, side in zip((ORIGINAL, RELEASED), sides, strict=True):
        expected = float(side.std(ddof=0))
        assert float(rows[title][column].replace(",", "")) == pytest.approx(expected, rel=0.01)
    assert rows[title][INSIDE] == "no"
    press(tab.change_button)
    press(tab.choice.leave_button)
    assert tab.table.isVisible()


def test_a_point_is_drawn_and_a_missing_value_is_explained(show, monkeypatch) -> None:
    point = Interval(40.0, 40.0, 40.0, "40", "40 to 40")
    moved = Interval(38.0, 38.0, 38.0, "38", "38 to 38")
    mean = Interval(44.6, 39.2, 50.1, "44.6", "39.2 to 50.1")
    lines = (
        FigureLine(0, "Quantile 0.9 of HOURS", "All", point, moved, -5.0, "−5.0 %", 0.0, False),
        FigureLine(1, "Mean of AGE", "Coast", mean, None, None, "–", None, False),
    )
    titles, kinds = tuple(line.title for line in lines), (FigureKind.QUANTILE, FigureKind.MEAN)
    listing = FigureLines(lines, titles, kinds, ("", ""), "Two figures.", "")
    monkeypatch.setattr("desktop_app.wizard.results.figures_tab.figure_lines", lambda _: listing)
    tab = show().figures
    (axes,) = figure_of(tab.picture).axes
    dots = [line for line in axes.get_lines() if line.get_gid() == "dot"]
    assert [dot.get_marker() for dot in dots] == ["o", "<", "o"], "the original of both rows"
    reason = "Release: no value, because no record or too few have what it is computed from."
    for column in (DIFFERENCE, RELEASED, RELEASED_INTERVAL):
        assert tab.model.index(1, column).data(Qt.ItemDataRole.ToolTipRole) == reason
    press_cell(tab.table, tab.model.index(1, DIFFERENCE))
    assert reason in tab.notes.text()


@pytest.mark.usefixtures("styled")
def test_the_page_begins_with_how_many_figures_hold(page) -> None:
    """Those of the table, which the recipe names, and the usual ones."""
    usual = page.store.result.usual
    values = [(compared.figure, v) for compared in usual.compared for v in compared.values]
    judged = [
        (figure, value)
        for figure, value in values
        if value.inside is not None and value.original.records_behind >= 30
    ]
    inside = [value for _, value in judged if value.inside]
    off = [abs(v.released.value / v.original.value - 1) for v in inside if v.original.value]
    assert [compared.figure.what.value for compared in usual.compared][:4] == [
        figure["what"] for figure in FIGURES
    ]
    assert page.usual.isVisible()
    assert page.usual.text() == (
        f"Of the {len(judged)} figures that users will probably compute, {len(inside)} lie inside "
        f"the original’s 95 % interval, {sum(share <= 0.05 for share in off)} of them within 5 % "
        "as well."
    )
    lost = {title_of_figure(figure) for figure, value in judged if not value.inside}
    assert any(title in tip_of(page.usual) for title in lost)
    assert page.usual.y() < page.summary.y() < page.tabs.y()


def test_the_choice_is_one_change_that_is_undone(page, sync_runner) -> None:
    tab, store = page.figures, page.store
    before = store.draft.figures
    press(tab.change_button)
    tick(tab.choice.list, tab.choice.list.model().index(0, 0))
    sync_runner.do(press, tab.choice.use_button)
    assert store.draft.figures == before[1:]
    assert store.undoable.what is What.FIGURES
    assert change_text(store.undoable) == "figures of users"
    # What there is stays in sight, with a word on what the next run changes.
    assert tab.table.isVisible()
    assert tab.caution.text() == "The recipe names 3 figures. They are computed with the next run."
    sync_runner.do(store.undo)
    assert store.draft.figures == before
    assert store.result_is_current
    assert not tab.caution.isVisible()


def test_nothing_is_changed_by_leaving(page) -> None:
    tab = page.figures
    press(tab.change_button)
    assert page.focusWidget() is tab.choice.list
    tick(tab.choice.list, tab.choice.list.model().index(1, 0))
    press(tab.choice.leave_button)
    assert tab.table.isVisible()
    assert page.store.result_is_current
    press(tab.change_button)
    assert len(tab.choice.ticked_figures) == 4


def test_answers_to_cautions_outlive_a_change_of_figures(page) -> None:
    store = page.store
    store.answer([RowCount("few-alike", None, 3, 0, RowVerdict.ASKED, {})], "for a reason")
    store.set_figures(())
    assert store.draft.answers == (Answer("few-alike", "for a reason", 3, 0),)
    store.set_keep_order(not store.draft.keep_order)
    assert not store.result_is_current
