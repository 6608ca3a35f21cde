"""What is under the mouse in a picture is named, at every density of the screen."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip

from desktop_app.plots.rendering import Frame, Rendered, render
from desktop_app.plots.themed import ink_of_screen
from desktop_app.theme import LIGHT
from desktop_app.views.pictures.picture_frame import PictureFrame
from tests.desktop.plots.drawings import AGES, CLUSTER_SIZES

pytestmark = pytest.mark.usefixtures("styled")

JOBS = replace(
    AGES, edges=np.arange(4) - 0.5, categories=("nurse", "<b>cook</b>", "clerk"), x_title="JOB"
)


def bars_seen(rendered: Rendered) -> list[QPointF]:
    """Return a place in each bar, in pixels of the window, found by its colour."""
    image, ratio = rendered.image, rendered.frame.ratio
    bottom = image.height() - rendered.figure.axes[0].bbox.y0
    row = int(bottom - 6 * ratio)
    colour = QColor(LIGHT.after).rgb()
    runs = groupby(range(image.width()), key=lambda x: image.pixelColor(x, row).rgb() == colour)
    inside = [list(run) for is_bar, run in runs if is_bar]
    return [QPointF(np.mean(run) / ratio, row / ratio) for run in inside if len(run) > 8]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_the_bar_under_the_mouse_is_named(ratio: float) -> None:
    rendered = render(CLUSTER_SIZES, ink_of_screen(), Frame(400, 300, 96.0, ratio))
    found = [rendered.hint(place.x(), place.y()) for place in bars_seen(rendered)]
    assert found == ["Size: 3\nClusters: 4", "Size: 4\nClusters: 2", "Size: 6\nClusters: 5"]


@pytest.mark.usefixtures("qapp")
def test_beside_the_bars_nothing_is_said() -> None:
    rendered = render(CLUSTER_SIZES, ink_of_screen(), Frame(400, 300, 96.0, 1.0))
    three, four, six = bars_seen(rendered)
    assert rendered.hint((four.x() + six.x()) / 2, six.y()) == ""
    assert rendered.hint(2, 2) == ""
    assert rendered.hint(three.x(), 299) == ""


@pytest.fixture
def frame(sync_runner, qtbot) -> PictureFrame:
    frame = PictureFrame("Distribution", sync_runner)
    qtbot.addWidget(frame)
    frame.resize(500, 400)
    frame.show()
    return frame


def told_at(frame: PictureFrame, across: float, up: float) -> str:
    """Move the mouse over a place between the ends of the axes, and return the tooltip."""
    canvas = frame._canvas
    rendered = canvas.rendered
    box, ratio = rendered.figure.axes[0].bbox, rendered.frame.ratio
    at = QPointF(
        (box.x0 + across * box.width) / ratio,
        (rendered.image.height() - box.y0 - up * box.height) / ratio,
    )
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        *(QEvent.Type.MouseMove, at, canvas.mapToGlobal(at)),
        *(none, none, Qt.KeyboardModifier.NoModifier),
    )
    assert canvas.hasMouseTracking()
    QApplication.sendEvent(canvas, moved)
    said = QToolTip.text()
    QToolTip.hideText()
    return said


def test_both_numbers_of_records_of_an_interval_are_named(frame, sync_runner) -> None:
    sync_runner.do(frame.show_drawing, AGES)
    assert told_at(frame, 0.10, 0.5) == "0 \u2013 10\nOriginal: 7\nReleased: 6"
    assert told_at(frame, 0.30, 0.5) == "10 \u2013 20\nOriginal: 0\nReleased: 1"
    assert told_at(frame, 0.99, 0.5) == "20 \u2013 40\nOriginal: 12\nReleased: 13"


def test_a_category_is_named_letter_by_letter(frame, sync_runner) -> None:
    sync_runner.do(frame.show_drawing, JOBS)
    assert told_at(frame, 0.05, 0.9).startswith("nurse\n")
    assert told_at(frame, 0.05, 0.5) == (
        "<span>&lt;b&gt;cook&lt;/b&gt;<br>Original: 0<br>Released: 1</span>"
    )
    assert told_at(frame, 0.05, 0.1).startswith("clerk\n")
