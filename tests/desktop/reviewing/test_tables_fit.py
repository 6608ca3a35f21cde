"""Tables of Results beside their pictures: no heading is cut, years are years."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QTableView

import resources
from desktop_app.models.figure_rows import DIFFERENCE, DOMAIN, FIGURE, OVERLAP
from desktop_app.state import Step
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.results.figures_tab import _WIDEST, FiguresTab
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.cut_off import cut_off
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import choose, press, press_cell, press_tab
from tests.desktop.test_nothing_is_cut import _resize
from tests.plain_recipes import write_plain_recipe
from tests.small_samples import write_small_sample

pytestmark = pytest.mark.usefixtures("styled")

_SAMPLES = resources.FOLDER / "samples"


def test_results_of_a_run_fit_windows_of_any_size(traveller, tmp_path) -> None:
    """One run for all tables and sizes."""
    traveller.open_project(write_plain_recipe(_SAMPLES, "business_survey", tmp_path))
    traveller.window.resize(1280, 800)
    traveller.protect()
    check_headings(traveller)
    check_years(traveller)
    check_measures_of_a_column(traveller)
    check_a_narrower_window(traveller)
    check_low_windows(traveller)


def _go_to(traveller: Traveller, title: str) -> ResultsPage:
    page: ResultsPage = traveller.page(Step.RESULTS)
    titles = [page.tabs.tabText(at).replace("&", "") for at in range(page.tabs.count())]
    traveller.do(press_tab, page.tabs, titles.index(title))
    return page


def _cut_headings(page: ResultsPage) -> list[str]:
    QApplication.processEvents()
    tables = [t for t in page.findChildren(QTableView) if isinstance(t, DataTable)]
    cut = []
    for table in (t for t in tables if t.isVisible() and not t.model().columnCount() > 8):
        header = table.horizontalHeader()
        for at in range(header.count()):
            if not header.isSectionHidden(at):
                wanted = header.sectionSizeFromContents(at).width()
                if wanted > header.sectionSize(at):
                    cut.append(
                        f"{table.accessibleName()} {at}: {header.sectionSize(at)} < {wanted}"
                    )
        fits = table in (page.attributes.measures.table, page.utility.columns_table)
        if fits and table.horizontalScrollBar().maximum():
            cut.append(f"{table.accessibleName()} scrolls")
    return cut


def check_headings(traveller: Traveller) -> None:
    """No heading is cut in a window of 1280."""
    cut = []
    for tab in ("Clusters", "Columns", "Utility"):
        cut += _cut_headings(_go_to(traveller, tab))
    assert cut == []


def check_years(traveller: Traveller) -> None:
    """Years have no separators beside amounts that have them."""
    page = _go_to(traveller, "Utility")
    model = page.utility.columns_table.model()
    shown = {
        model.index(row, 0).data(): model.index(row, 1).data() for row in range(model.rowCount())
    }
    assert shown["YEAR_FOUNDED"] == "2004.5"
    assert "," in shown["TURNOVER"]
    press_cell(page.utility.columns_table, model.index(list(shown).index("YEAR_FOUNDED"), 0))
    traveller.rest()
    assert page.utility.heading.text() == "YEAR_FOUNDED"
    lines = page.utility.lines
    assert {lines.write_cell(row, 0): lines.write_cell(row, 1) for row in range(lines.rows())}[
        "Median"
    ] == "2010.0"


def check_a_narrower_window(traveller: Traveller) -> None:
    """It needs no scrolling sideways."""
    page: ResultsPage = traveller.page(Step.RESULTS)
    for at in range(page.tabs.count()):
        if page.tabs.isTabVisible(at):
            traveller.do(press_tab, page.tabs, at)
    traveller.do(_resize, traveller.window, 1024, 700)
    for at in filter(page.tabs.isTabVisible, range(page.tabs.count())):
        traveller.do(press_tab, page.tabs, at)
        assert traveller.window.pages.horizontalScrollBar().maximum() == 0, page.tabs.tabText(at)


def check_low_windows(traveller: Traveller) -> None:
    """The tabs keep their height."""
    page: ResultsPage = traveller.page(Step.RESULTS)
    pages = traveller.window.pages
    for height in (700, 600):
        traveller.do(_resize, traveller.window, 1024, height)
        assert page.tabs.height() >= 400
        bar = page.tabs.tabBar()
        below = bar.mapTo(pages.viewport(), bar.rect().bottomLeft()).y()
        assert below < pages.viewport().height() / 2


def check_measures_of_a_column(traveller: Traveller) -> None:
    """They are read without scrolling sideways."""
    page = _go_to(traveller, "Columns")
    table = page.attributes.measures.table
    widths = {}
    for width in (1280, 1024, 1600, 1024, 1280):
        traveller.do(_resize, traveller.window, width, 800)
        assert table.horizontalScrollBar().maximum() == 0, width
        widths.setdefault(width, []).append(table.columnWidth(0))
    # What was shortened is as long as before when there is space again.
    assert widths[1280][0] == widths[1280][1] > widths[1024][0] == widths[1024][1]


def test_the_usual_figures_of_a_sample_fit(traveller, tmp_path) -> None:
    traveller.open_project(write_small_sample(tmp_path, "household_survey", 600))
    _run(traveller)
    # Before figures are named, those farthest off are listed in the same table.
    check_what_is_in_sight(traveller)
    figures = traveller.page(Step.RESULTS).figures
    press(figures.change_button)
    choice = figures.choice
    traveller.do(press, choice.propose_button)
    traveller.do(press, choice.use_button)
    _run(traveller)
    check_the_row_below(traveller)
    check_what_is_in_sight(traveller)
    check_names_after_one_figure(traveller)


def _run(traveller: Traveller) -> None:
    traveller.protect()
    page = traveller.page(Step.RESULTS)
    traveller.do(press_tab, page.tabs, page.tabs.indexOf(page.figures))


def _out_of_sight(tab: FiguresTab, column: int) -> int:
    table = tab.table
    return (
        table.columnViewportPosition(column) + table.columnWidth(column) - table.viewport().width()
    )


def check_what_is_in_sight(traveller: Traveller) -> None:
    """Names and overlap are."""
    tab: FiguresTab = traveller.page(Step.RESULTS).figures
    for size in ((1920, 1080), (1280, 800), (1024, 700)):
        traveller.do(_resize, traveller.window, *size)
        assert cut_off(traveller.window) == [], size
        assert traveller.window.pages.horizontalScrollBar().maximum() == 0
        assert _out_of_sight(tab, OVERLAP) <= 0, size
        assert _out_of_sight(tab, DIFFERENCE) <= 0, size
        if size[0] < 1280:
            continue
        metrics = QFontMetrics(tab.table.font())
        # Widths are those of the first rows; tooltips have longer names whole.
        for row in range(min(40, tab.model.rowCount())):
            for column in (FIGURE, DOMAIN):
                needed = metrics.horizontalAdvance(tab.model.index(row, column).data())
                # The name of a regression may be wider than a column becomes.
                needed = min(needed, _WIDEST - 1)
                assert tab.table.columnWidth(column) > needed, (size, row, column)


def check_names_after_one_figure(traveller: Traveller) -> None:
    """They are whole again."""
    tab: FiguresTab = traveller.page(Step.RESULTS).figures
    _resize(traveller.window, 1280, 800)
    before = [tab.table.columnWidth(column) for column in (FIGURE, DOMAIN)]
    choose(tab.figure, "Total of RENT")
    assert tab.table.isColumnHidden(FIGURE)
    assert _out_of_sight(tab, OVERLAP) <= 0
    choose(tab.figure, "All figures")
    assert [tab.table.columnWidth(column) for column in (FIGURE, DOMAIN)] == before


def check_the_row_below(traveller: Traveller) -> None:
    """A row says below the table what is out of sight."""
    tab: FiguresTab = traveller.page(Step.RESULTS).figures
    line = tab.model.items[0]
    assert f"Original: {line.original.value_text} ({line.original.between})" in tab.notes.text()
    assert "It rests on 600 records" in tab.notes.text()
