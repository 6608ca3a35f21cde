"""Distances between categories as a picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from desktop_app.plots.distance_map import DistanceMap, pair_of
from tests.desktop.plots.drawings import DISTANCES


def _map(count: int, chosen: tuple[int, int] | None = None) -> DistanceMap:
    distances = np.abs(np.subtract.outer(np.arange(count), np.arange(count))) / max(1, count)
    names = tuple(f"${i}$ {'long ' * (i % 5)}" for i in range(count))
    return replace(DISTANCES, names=names, distances=distances, chosen=chosen)


@pytest.mark.parametrize("count", [2, 14, 41, 250])
def test_every_pair_has_its_square_and_names_do_not_crowd(figure, ink, count: int) -> None:
    drawing = _map(count)
    drawing.draw(figure, ink)
    figure.canvas.draw()
    axes = figure.axes[0]
    (image,) = axes.images
    assert np.asarray(image.get_array()).shape == (count, count)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert 2 <= len(names) <= 30
    assert all(len(name) <= 18 for name in names)
    assert names[0].startswith("$0$")
    assert (image.get_clim(), drawing.sentence) == ((0.0, 1.0), "A sentence.")


def test_near_is_dark_and_far_is_the_ground(figure, ink) -> None:
    _map(2).draw(figure, ink)
    (image,) = figure.axes[0].images
    assert to_hex(image.cmap(image.norm(0.0))) == ink.after
    assert to_hex(image.cmap(image.norm(1.0))) == ink.surface


@pytest.mark.parametrize(("row", "column"), [(0, 0), (2, 4), (4, 1)])
def test_a_click_names_the_pair(figure, ink, row: int, column: int) -> None:
    drawing = _map(5)
    drawing.draw(figure, ink)
    figure.canvas.draw()
    axes, bar = figure.axes
    found = drawing.pick(axes, *axes.transData.transform((column + 0.2, row - 0.3)))
    assert found is not None
    assert pair_of(found, drawing.names) == (row, column)
    assert drawing.pick(axes, *axes.transData.transform((7, 1))) is None
    assert drawing.pick(bar, *bar.transData.transform((0.5, 0.5))) is None


def test_the_chosen_pair_is_picked_out_on_both_sides(figure, ink) -> None:
    _map(5, chosen=(1, 3)).draw(figure, ink)
    frames = [p for p in figure.axes[0].patches if isinstance(p, Rectangle)]
    corners = {(round(frame.get_x() + 0.5), round(frame.get_y() + 0.5)) for frame in frames}
    assert corners == {(3, 1), (1, 3)}
    assert {to_hex(frame.get_edgecolor()) for frame in frames} == {ink.selection}
