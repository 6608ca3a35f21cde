"""Looking closer at the cluster map with wheel, frame and keys, and the way back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.plots.canvas import Canvas
from desktop_app.plots.cloud import gather
from desktop_app.plots.cluster_map import ClusterMap
from desktop_app.views.pictures.picture_frame import PictureFrame
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import press
from tests.desktop.pictures import canvas_of, figure_of
from tests.desktop.plots.drawings import TWO_CLUSTERS

pytestmark = pytest.mark.usefixtures("styled")

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


def _map(selected: int | None = None, count: int = 9000) -> ClusterMap:
    points = np.random.default_rng(3).normal(size=(count, 2))
    return replace(TWO_CLUSTERS, records=gather(points), centroids=points[::9], selected=selected)


@pytest.fixture
def frame(sync_runner, qtbot) -> PictureFrame:
    frame = PictureFrame("Map", sync_runner)
    qtbot.addWidget(frame)
    frame.resize(600, 420)
    frame.show()
    frame.activateWindow()
    qtbot.waitUntil(frame.isActiveWindow)
    frame.show_drawing(_map())
    figure_of(frame)
    return frame


def _limits(frame: PictureFrame) -> tuple[float, float, float, float]:
    axes = figure_of(frame).axes[0]
    return (*axes.get_xlim(), *axes.get_ylim())


def _drag(canvas: Canvas, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(canvas, LEFT, PLAIN, start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(canvas, start + (end - start) * share)
        QApplication.processEvents()
    QTest.mouseRelease(canvas, LEFT, PLAIN, end)


def test_the_wheel_leads_closer_where_the_keyboard_is_and_back_again(frame) -> None:
    whole, canvas = _limits(frame), canvas_of(frame)
    assert not turn_wheel(canvas, 2)
    assert _limits(frame) == whole
    press(canvas)
    assert turn_wheel(canvas, 2)
    near = _limits(frame)
    assert near[1] - near[0] == pytest.approx(0.64 * (whole[1] - whole[0]))
    assert near[3] - near[2] == pytest.approx(0.64 * (whole[3] - whole[2]))
    turn_wheel(canvas, -7)
    assert _limits(frame) == whole


def test_what_is_in_the_frame_fills_the_picture(frame) -> None:
    canvas, axes = canvas_of(frame), figure_of(frame).axes[0]
    places = axes.transData.transform([(-1.0, -0.5), (0.5, 1.0)]) / canvas.devicePixelRatioF()
    one, other = (QPoint(round(x), round(canvas.height() - y)) for x, y in places)
    told: list[object] = []
    frame.picked.connect(told.append)
    _drag(canvas, one, other)
    assert _limits(frame) == pytest.approx((-1.0, 0.5, -0.5, 1.0), abs=0.03)
    assert told == []  # a frame is no click


def test_a_part_with_few_records_shows_them_one_by_one(frame) -> None:
    axes = figure_of(frame).axes[0]
    assert [c.get_gid() for c in axes.collections] == ["counts"]
    press(canvas_of(frame))
    turn_wheel(canvas_of(frame), 12)
    axes, (left, right, low, high) = figure_of(frame).axes[0], _limits(frame)
    assert [c.get_gid() for c in axes.collections] == []
    shown = next(line for line in axes.lines if line.get_gid() == "records").get_xydata()
    points = np.random.default_rng(3).normal(size=(9000, 2))
    seen = [(x, y) for x, y in points if left <= x <= right and low <= y <= high]
    assert sorted(map(tuple, shown.tolist())) == sorted(seen)
    assert len(seen) > 10


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_0])
def test_keys_lead_closer_and_back(frame, key: Qt.Key) -> None:
    whole, canvas = _limits(frame), canvas_of(frame)
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert _limits(frame)[1] < whole[1]
    QTest.keyClick(canvas, key)
    assert _limits(frame) == whole


def test_a_button_leads_back_and_leaves_the_keyboard_on_the_picture(frame) -> None:
    whole, canvas = _limits(frame), canvas_of(frame)
    assert not frame._back.isVisible()
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    press(frame._back)
    assert _limits(frame) == whole
    assert not frame._back.isVisible()
    assert canvas.hasFocus()


def test_another_selection_keeps_the_part_and_other_axes_show_the_whole(frame) -> None:
    canvas = canvas_of(frame)
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    near = _limits(frame)
    frame.show_drawing(_map(selected=3))
    assert _limits(frame) == near
    frame.show_drawing(_map(count=8000))
    assert not canvas.is_zoomed
    assert not frame._back.isVisible()
