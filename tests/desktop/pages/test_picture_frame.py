"""The frame of a picture: empty and loading states, copying, saving, a change of the palette."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QToolTip

from desktop_app import theme
from desktop_app.plots.cluster_sizes import ClusterSizes, count_sizes
from desktop_app.theme import DARK, LIGHT
from desktop_app.views.pictures.picture_frame import PictureFrame
from tests.desktop.pictures import figure_of, press_in_picture

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def frame(sync_runner, qtbot) -> PictureFrame:
    frame = PictureFrame("Sizes", sync_runner)
    qtbot.addWidget(frame)
    frame.resize(400, 300)
    frame.show()
    return frame


@pytest.fixture
def drawing() -> ClusterSizes:
    bars = count_sizes(np.array([3, 3, 4]))
    return ClusterSizes(bars, "Size", "Clusters", "Three clusters.", str)


def _bar_colour(frame: PictureFrame) -> str:
    return to_hex(figure_of(frame).axes[0].patches[0].get_facecolor())


def test_an_empty_frame_says_why_and_offers_nothing_to_take(frame) -> None:
    frame.show_empty("Nothing to see yet.")
    assert frame.message == "Nothing to see yet."
    assert frame.drawing is None
    assert not frame._copy.isEnabled()


def test_a_loading_frame_says_so(frame, drawing) -> None:
    frame.show_drawing(drawing)
    frame.show_loading()
    assert frame.message
    assert frame.drawing is None


def test_a_picture_is_described_for_those_who_cannot_see_it(frame, drawing) -> None:
    frame.show_drawing(drawing)
    assert frame._canvas.accessibleName() == "Sizes"
    assert frame._canvas.accessibleDescription() == "Three clusters."


@pytest.mark.usefixtures("drawn_pictures")
def test_the_picture_follows_the_palette(frame, drawing) -> None:
    frame.show_drawing(drawing)
    assert _bar_colour(frame) == LIGHT.after
    theme.manager().choose(theme.ThemeChoice.DARK)
    assert _bar_colour(frame) == DARK.after
    assert to_hex(figure_of(frame).get_facecolor()) == DARK.surface
    assert frame._canvas.grab().toImage().pixelColor(3, 3).name() == DARK.surface


@pytest.mark.parametrize(
    ("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")]
)
def test_a_picture_is_saved_in_the_kind_of_its_name(
    frame, drawing, sync_runner, tmp_path, name: str, begins: bytes
) -> None:
    frame.show_drawing(drawing)
    sync_runner.do(frame.save_picture, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_folder_that_cannot_be_written_is_said(frame, drawing, sync_runner, tmp_path) -> None:
    frame.show_drawing(drawing)
    sync_runner.do(frame.save_picture, tmp_path / "missing" / "a.png")
    assert "could not be written" in frame._said.text()


def test_copying_puts_an_image_on_the_clipboard(frame, drawing, sync_runner) -> None:
    theme.manager().choose(theme.ThemeChoice.DARK)
    frame.show_drawing(drawing)
    sync_runner.do(frame.copy_picture)
    image = QGuiApplication.clipboard().image()
    assert image.width() > 600
    # For paper, so light whatever the theme.
    assert image.pixelColor(2, 2).name() == LIGHT.surface


def test_a_click_on_a_bar_is_told(frame, drawing, qtbot) -> None:
    frame.show_drawing(drawing)
    with qtbot.waitSignal(frame.picked) as told:
        press_in_picture(frame, 3.0, 0.9)
    assert told.args == [3]


def test_a_hidden_picture_is_drawn_when_it_is_seen(frame, drawing, sync_runner) -> None:
    frame.hide()
    sync_runner.do(frame.show_drawing, drawing)
    assert frame._canvas.rendered is None
    sync_runner.do(frame.show)
    assert frame._canvas.rendered.drawing is drawing


def test_only_the_latest_of_several_drawings_is_shown(frame, drawing, sync_runner) -> None:
    other = ClusterSizes(drawing.bars, "Size", "Clusters", "Others.", str, 4)
    frame.show_drawing(drawing)
    sync_runner.do(frame.show_drawing, other)
    assert frame._canvas.rendered.drawing is other


def test_a_picture_is_drawn_for_the_size_it_has(frame, drawing, sync_runner) -> None:
    frame.show_drawing(drawing)
    sync_runner.do(frame.resize, 640, 480)
    rendered = frame._canvas.rendered
    assert (rendered.frame.width, rendered.frame.height) == (
        frame._canvas.width(),
        frame._canvas.height(),
    )


def test_what_is_under_the_mouse_is_said_and_arrow_keys_step(
    frame, drawing, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(ClusterSizes, "pick", lambda *_: 7)
    steps: list[int] = []
    frame.set_hints("thing {}".format)
    frame.stepped.connect(steps.append)
    frame.show_drawing(drawing)
    figure_of(frame)
    canvas = frame._canvas
    middle = QPointF(canvas.rect().center())
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        middle,
        canvas.mapToGlobal(middle),
        none,
        none,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(canvas, moved)
    assert QToolTip.text() == "thing 7"
    QToolTip.hideText()
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert steps == [1, -1]
    assert canvas.focusPolicy() is Qt.FocusPolicy.StrongFocus


def test_a_picture_without_hints_leaves_the_keyboard_alone(frame, drawing, qtbot) -> None:
    steps: list[int] = []
    frame.stepped.connect(steps.append)
    frame.show_drawing(drawing)
    figure_of(frame)
    qtbot.keyClick(frame._canvas, Qt.Key.Key_Right)
    assert steps == []
    assert frame._canvas.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_a_double_click_shows_the_picture_in_a_larger_window_that_escape_closes(
    frame, drawing
) -> None:
    frame.resize(900, 700)
    frame._runner.do(frame.show_drawing, drawing)
    canvas = frame._canvas
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.rect().center())
    frame._runner.finish()
    (window,) = frame.findChildren(QDialog)
    (large,) = window.findChildren(type(canvas))
    assert window.isVisible()
    assert large.drawing is drawing
    assert large.width() > 700
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
