"""The risk-utility map: which marks stand where, what they look like, and what a click means."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.testing import assert_array_equal

from desktop_app.plots.ink import Ink
from desktop_app.plots.risk_utility import (
    SHAPES,
    RiskUtilityMap,
    RiskUtilityWords,
    Track,
    colour,
    shape,
)

POINTS = np.array([[20.0, 5.0], [10.0, 9.0], [20.0, 6.0], [10.0, 12.0]])
WORDS = RiskUtilityWords("Risk", "Loss", "Frontier", "Present", "Four runs.")
MAP = RiskUtilityMap(
    points=POINTS,
    tracks=(Track("MDAV", 0, (0, 1)), Track("AMA", 6, (2, 3))),
    labels=("3", "5", "3", "5"),
    frontiers=((1, 0),),
    present=frozenset({1}),
    old=frozenset({3}),
    selected=2,
    words=WORDS,
    number=str,
)
INK_SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")


@pytest.fixture
def series(ink) -> Ink:
    return replace(ink, series=INK_SERIES)


def _drawn(figure: Figure, ink: Ink, drawing: RiskUtilityMap = MAP) -> dict[str, list[Line2D]]:
    drawing.draw(figure, ink)
    figure.canvas.draw()
    found: dict[str, list[Line2D]] = {}
    for line in figure.axes[0].lines:
        found.setdefault(line.get_gid(), []).append(line)
    return found


@pytest.mark.usefixtures("styled")
def test_each_run_is_a_mark_in_its_method_s_shape_and_colour(figure, series) -> None:
    runs = _drawn(figure, series)["run"]
    assert_array_equal([run.get_xydata()[0] for run in runs], POINTS)
    assert [run.get_marker() for run in runs] == [shape(0), shape(0), shape(6), shape(6)]
    assert to_hex(runs[0].get_markeredgecolor()) == colour(0, series)
    assert shape(0) != shape(6)
    assert colour(0, series) == colour(6, series)  # the palette is over, the shape still tells


def test_runs_of_a_method_are_joined_and_the_frontier_is_filled(figure, series) -> None:
    found = _drawn(figure, series)
    assert_array_equal(found["track"][0].get_xydata(), POINTS[:2])
    filled = [to_hex(run.get_markerfacecolor()) != series.surface for run in found["run"]]
    assert filled == [True, True, False, False]
    assert_array_equal(found["frontier"][0].get_xydata(), POINTS[[1, 0]])


def test_present_selected_and_old_runs_stand_out(figure, series) -> None:
    found = _drawn(figure, series)
    assert_array_equal(found["present"][0].get_xydata(), POINTS[[1]])
    assert_array_equal(found["chosen"][0].get_xydata(), POINTS[[2]])
    assert [run.get_alpha() for run in found["run"]] == [1.0, 1.0, 1.0, 0.45]


def test_values_are_written_beside_their_marks_and_cover_no_other(figure, series) -> None:
    _drawn(figure, series)
    labels = [text for text in figure.axes[0].texts if text.get_gid() == "label"]
    assert sorted(text.get_text() for text in labels) == ["3", "3", "5", "5"]
    boxes = [text.get_window_extent() for text in labels]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    places = figure.axes[0].transData.transform(POINTS)
    assert not any(box.contains(*place) for box in boxes for place in places)


def test_runs_in_one_place_do_not_get_labels_upon_each_other(figure, series) -> None:
    crowd = replace(
        MAP,
        points=np.full((40, 2), 3.0),
        tracks=(Track("MDAV", 0, tuple(range(40))),),
        labels=tuple(f"label {i}" for i in range(40)),
        frontiers=(tuple(range(40)),),
    )
    _drawn(figure, series, crowd)
    labels = [text for text in figure.axes[0].texts if text.get_gid() == "label"]
    boxes = [text.get_window_extent() for text in labels]
    assert 1 <= len(boxes) < 40
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert "label 2" in {text.get_text() for text in labels}  # the selected one comes first


@pytest.mark.parametrize("run", range(4))
def test_a_click_on_a_mark_picks_it(figure, series, run: int) -> None:
    _drawn(figure, series)
    axes = figure.axes[0]
    x, y = axes.transData.transform(POINTS[run])
    assert MAP.pick(axes, x + 3, y - 3) == run
    assert MAP.pick(axes, x, y + 500) is None


def test_the_legend_names_each_method_once(figure, series) -> None:
    _drawn(figure, series)
    (legend,) = figure.legends
    assert [t.get_text() for t in legend.get_texts()] == ["MDAV", "AMA", "Frontier", "Present"]


def test_a_single_run_without_any_risk_or_loss_is_drawn(figure, series) -> None:
    lone = replace(
        MAP,
        points=np.zeros((1, 2)),
        tracks=(Track("MDAV", 0, (0,)),),
        labels=("MDAV",),
        frontiers=((0,),),
        present=frozenset(),
        old=frozenset(),
        selected=None,
    )
    found = _drawn(figure, series, lone)
    assert len(found["run"]) == 1
    assert "frontier" not in found


def test_losses_of_several_decades_are_on_a_logarithmic_axis(figure, series) -> None:
    losses = np.array([[20.0, 0.5], [10.0, 9.0], [20.0, 65.0], [0.1, 66.0]])
    _drawn(figure, series, replace(MAP, points=losses, log=True))
    axes = figure.axes[0]
    low, high = axes.get_ylim()
    assert axes.get_yscale() == "log"
    assert 0 < low < 0.5
    assert high > 66
    shown = [float(t.get_text()) for t in axes.get_yticklabels() if t.get_text()]
    assert {1.0, 10.0} <= set(shown)


@pytest.mark.parametrize("log", [False, True])
def test_no_label_covers_the_title_of_the_axis(figure, series, log: bool) -> None:
    top = np.array([[0.3, 65.0], [0.8, 64.0], [1.0, 63.0], [20.0, 0.5]])
    names = ("Insensitive", "k-anonymity-first", "t by merging", "Long search")
    words = replace(WORDS, y_title="Information loss (%), lower is better")
    _drawn(figure, series, replace(MAP, points=top, labels=names, words=words, log=log))
    texts = {text.get_gid(): text for text in figure.axes[0].texts}
    title = texts["y title"].get_window_extent()
    labels = [text for text in figure.axes[0].texts if text.get_gid() == "label"]
    assert labels
    assert not any(label.get_window_extent().overlaps(title) for label in labels)


def test_each_guarantee_has_a_front_of_its_own(figure, series) -> None:
    found = _drawn(figure, series, replace(MAP, frontiers=((1, 0), (3, 2))))
    lines = [line.get_xydata().tolist() for line in found["frontier"]]
    assert lines == [POINTS[[1, 0]].tolist(), POINTS[[3, 2]].tolist()]


@pytest.mark.usefixtures("styled")
def test_no_two_methods_look_alike_even_if_there_are_more_than_shapes(series) -> None:
    from core.protect import METHODS

    looks = [(shape(number), colour(number, series)) for number in range(2 * len(METHODS))]
    assert len(set(looks)) == len(looks)
    shapes = [look[0] for look in looks[: len(SHAPES)]]
    assert len(set(shapes)) == len(shapes), "colours come again, shapes do not"
