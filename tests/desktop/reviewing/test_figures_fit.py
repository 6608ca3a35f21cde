"""The tab Figures in small windows: names and verdict are in sight, and nothing is cut off."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QFontMetrics

from desktop_app.models.figure_rows import DIFFERENCE, DOMAIN, FIGURE, OVERLAP
from desktop_app.state import Step
from desktop_app.wizard.results.figures_tab import _WIDEST, FiguresTab
from tests.desktop.cut_off import cut_off
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import choose, press, press_tab
from tests.desktop.test_nothing_is_cut import _resize
from tests.small_samples import write_small_sample


def test_the_usual_figures_of_a_sample_fit(traveller: Traveller, tmp_path: Path) -> None:
    traveller.open_project(write_small_sample(tmp_path, "household_survey", 600))
    _run(traveller)
    # Before figures are named, those farthest off are listed in the same table.
    check_what_is_in_sight(traveller)
    figures = traveller.page(Step.RESULTS).figures
    press(figures.change_button)
    choice = figures.choice
    press(choice.propose_button)
    traveller.rest()
    press(choice.use_button)
    traveller.rest()
    _run(traveller)
    check_the_row_below(traveller)
    check_what_is_in_sight(traveller)
    check_names_after_one_figure(traveller)


def _run(traveller: Traveller) -> None:
    traveller.protect()
    page = traveller.page(Step.RESULTS)
    press_tab(page.tabs, page.tabs.indexOf(page.figures))
    traveller.rest()


def _out_of_sight(tab: FiguresTab, column: int) -> int:
    table = tab.table
    return (
        table.columnViewportPosition(column) + table.columnWidth(column) - table.viewport().width()
    )


def check_what_is_in_sight(traveller: Traveller) -> None:
    """Names and overlap are."""
    tab: FiguresTab = traveller.page(Step.RESULTS).figures
    for size in ((1920, 1080), (1280, 800), (1024, 700)):
        _resize(traveller.window, *size)
        traveller.rest()
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
    assert line.original is not None
    assert f"Original: {line.original.value_text} ({line.original.between})" in tab.notes.text()
    assert "It rests on 600 records" in tab.notes.text()
