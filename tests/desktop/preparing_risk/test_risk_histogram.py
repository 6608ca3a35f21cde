"""The picture of the individual risks: bars, what is under the mouse, and the larger picture."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDialog, QToolTip

from core.risk import levels_of
from desktop_app.plots.risk_histogram import RiskHistogram
from desktop_app.presenters.preparing_risk.risk_scale import EDGES, bars_of, thresholds_for
from desktop_app.wizard.preparing_risk import RiskPanel
from tests.desktop.mouse import press_in_sight
from tests.desktop.pictures import figure_of
from tests.desktop.preparing_risk.conftest import Survey, survey
from tests.oracles import risk as oracle

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def now(show) -> Survey:
    now = survey(8, weight=None)
    show(now)
    return now


def in_bar(now: Survey, low: float, high: float) -> int:
    return sum(low < 1 / f <= high for f in oracle.frequencies(now.records))


def drawing_of(panel: RiskPanel) -> RiskHistogram:
    drawing = panel.overview.picture.drawing
    assert isinstance(drawing, RiskHistogram)
    return drawing


def test_each_bar_counts_the_risks_up_to_its_right_end(panel, now) -> None:
    counts = drawing_of(panel).now
    lower = (0.0, *EDGES[1:-1])
    assert counts.tolist() == [
        in_bar(now, low, high) for low, high in zip(lower, EDGES[1:], strict=True)
    ]
    assert counts.sum() == 400


def test_smaller_risks_are_in_the_first_bar() -> None:
    levels = levels_of(np.array([1e-9, 1e-5, 1.1e-5, 0.2, 1.0]))
    counts = bars_of(levels)
    assert (counts[0], counts[-1], counts.sum()) == (3, 1, 5)


def test_a_threshold_at_one_in_k_is_at_the_end_of_a_bar() -> None:
    """So that records with exactly this risk, which are not above it, are left of the line."""
    for k in (2, 4, 5, 10, 20):
        assert 1 / k in EDGES
    for k in (2, 3, 5, 7, 12):
        offered = thresholds_for(k)
        assert 1 / k in offered
        assert list(offered) == sorted(set(offered))


def test_a_bar_of_one_record_among_thousands_can_be_seen(panel, show, sync_runner) -> None:
    show(survey(8, weight=None))
    counts = np.zeros(len(EDGES) - 1, dtype=np.int64)
    counts[10], counts[40] = 100_000, 1
    panel.overview.picture.show_drawing(
        RiskHistogram(EDGES, None, counts, None, "", "", "", "Now", "", "", str, str)
    )
    sync_runner.finish()
    axes = figure_of(panel.overview.picture).axes[0]
    heights = axes.patches[0].get_data().values
    assert heights[40] > 1_000
    assert heights[41] == 0


def test_what_is_under_the_mouse_is_said_although_the_line_lies_over_it(
    panel, now, monkeypatch, sync_runner
) -> None:
    line = panel.overview.picture.line
    assert line is not None
    panel._scroll.ensureWidgetVisible(panel.overview.picture)
    QApplication.processEvents()
    sync_runner.finish()
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_: said.append(text))
    # 1/6 is in the bar from 16 to 20 %.
    across = line.x_of(0.18)
    place = QPointF(across, line.height() / 2)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        QPointF(line.mapToGlobal(place.toPoint())),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(line, event)
    count = in_bar(now, 0.16, 0.2)
    assert said == [f"Individual risk, %: 16 – 20\nNow: {count}"]
    assert line.threshold == 1 / 5


@pytest.mark.usefixtures("now")
def test_a_double_click_shows_it_larger_with_the_line(panel, sync_runner) -> None:
    panel._scroll.ensureWidgetVisible(panel.overview.picture)
    QApplication.processEvents()
    line = panel.overview.picture.line
    assert line is not None
    sync_runner.do(press_in_sight, line, double=True)
    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)]
    assert [w.windowTitle() for w in windows if w.isVisible()] == ["Individual risk"]
    for window in windows:
        window.close()
