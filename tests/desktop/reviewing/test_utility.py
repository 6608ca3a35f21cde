"""The tab Utility: figures as a statistician knows them, as pandas computes them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.store import ProjectStore
from desktop_app.text.figures import change, decimals_for, figure
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.mouse import press_tab
from tests.desktop.pages.conftest import AGES, HOURS, WAGES, made_result
from tests.desktop.showing import show_page

AFTER = {"AGE": np.repeat([22, 42, 61, 82], 3), "HOURS": np.repeat([11, 40, 30, 1], 3)}
TABLES = (
    pd.DataFrame({"AGE": AGES, "HOURS": HOURS, "WAGE": WAGES}),
    pd.DataFrame({**AFTER, "WAGE": WAGES}),
)


@pytest.fixture
def page(with_result: ProjectStore, sync_runner, qtbot) -> ResultsPage:
    page = show_page(qtbot, ResultsPage(with_result, sync_runner), (1000, 700))
    sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.utility))
    return page


def _rows(model) -> list[list[str]]:
    columns = range(model.columnCount())
    return [[model.index(r, c).data() for c in columns] for r in range(model.rowCount())]


def test_the_arrow_keys_lead_through_the_figures_of_each_column(page, sync_runner) -> None:
    table = page.utility.columns_table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    for name in ("AGE", "HOURS", "WAGE"):
        sync_runner.finish()
        assert page.utility.heading.text() == name
        said = {row[0]: row[1:] for row in _rows(page.utility.lines)}
        sides = [side[name].astype(float) for side in TABLES]
        wanted = {
            "Records with a value": [s.count() for s in sides],
            "Mean": [s.mean() for s in sides],
            "Standard deviation": [s.std() for s in sides],
            "Median": [s.median() for s in sides],
            "Quantile 5 %": [s.quantile(0.05) for s in sides],
            "Largest value": [s.max() for s in sides],
            "Total": [s.sum() for s in sides],
        }
        for title, (before, after) in wanted.items():
            shown = [float(text.replace(",", "").replace("+", "")) for text in said[title][:3]]
            assert shown == pytest.approx([before, after, after - before], abs=0.06), title
        QTest.keyClick(table, Qt.Key.Key_Down)


def test_correlations_that_changed_most_come_first(page) -> None:
    before, after = (table.corr() for table in TABLES)
    rows = _rows(page.utility.pairs)
    assert len(rows) == 3
    moved = []
    for one, other, *texts in rows:
        assert float(texts[0]) == pytest.approx(before.loc[one, other], abs=6e-4)
        assert float(texts[1]) == pytest.approx(after.loc[one, other], abs=6e-4)
        moved.append(abs(after.loc[one, other] - before.loc[one, other]))
    assert moved == sorted(moved, reverse=True)


def test_a_cross_table_of_the_columns_chosen_by_keys(page, sync_runner) -> None:
    press_tab(page.utility.views, page.utility.views.indexOf(page.utility.crossing))
    crossing = page.utility.crossing
    crossing.row.setFocus()
    QTest.keyClick(crossing.row, Qt.Key.Key_End)
    crossing.column.setFocus()
    sync_runner.do(QTest.keyClick, crossing.column, Qt.Key.Key_Home)
    assert (crossing.row.currentText(), crossing.column.currentText()) == ("WAGE", "AGE")
    rows = _rows(crossing.model)
    assert rows[-1][-1] == "12 → 12"
    for table, at in zip(TABLES, (0, 1), strict=True):
        counts = pd.crosstab(table["WAGE"], table["AGE"], margins=True)
        for row in rows[:-1]:
            assert row[-1].split(" → ")[at] == str(counts.loc[float(row[0]), "All"])


@pytest.mark.parametrize(
    ("spread", "shown"), [(0.0123, "41.2346"), (12.3, "41.2"), (5000.0, "41"), (0.0, "41.23")]
)
def test_figures_have_as_many_decimals_as_their_spread_gives_a_meaning(
    spread: float, shown: str
) -> None:
    assert figure(41.234564, decimals_for(spread)) == shown


def test_a_change_that_rounds_to_nothing_has_no_sign() -> None:
    assert change(1.0, 1.0004, 2) == "0.00"
    assert change(1.0, 1.004, 2) == "0.00"
    assert change(1.0, 1.2, 1) == "+0.2"
    assert change(1.2, 1.0, 1) == "-0.2"
    assert change(1.0, float("nan"), 1) == "–"


def test_only_the_weighted_total_is_said_to_use_the_survey_weight(
    opened: ProjectStore, sync_runner, qtbot
) -> None:
    sync_runner.do(opened.set_weight, "WAGE")
    opened.set_result(made_result(*opened.begin_run()))
    page = show_page(qtbot, ResultsPage(opened, sync_runner), (1000, 700))
    sync_runner.do(press_tab, page.tabs, page.tabs.indexOf(page.utility))
    table = page.utility.columns_table
    table.setFocus()
    sync_runner.do(QTest.keyClick, table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    said = {row[0]: row[1:] for row in _rows(page.utility.lines)}
    weights, (before, after) = np.array(WAGES, float), (side["AGE"] for side in TABLES)
    assert said["Mean"][:2] == [f"{side.mean():.1f}" for side in (before, after)]
    totals = [float(text.replace(",", "")) for text in said["Weighted total"][:2]]
    assert totals == pytest.approx([weights @ before, weights @ after], abs=1)
    basis = page.utility.basis.text()
    assert "The weighted total uses WAGE; all other figures count each record once." in basis
