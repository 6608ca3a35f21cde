"""The cluster map and its hexagons: which artists hold which data, and what a click means."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from desktop_app.plots.cloud import DRAWN_AS_POINTS, count_in_hexagons, gather, thin
from desktop_app.plots.cluster_map import ClusterMap
from desktop_app.plots.ink import Ink
from tests.desktop.plots.drawings import CENTROIDS, POINTS, TWO_CLUSTERS


def _map(selected: int | None = None, points: NDArray[np.float64] = POINTS) -> ClusterMap:
    members = points[2:] if selected == 1 else points[:0]
    return replace(TWO_CLUSTERS, records=gather(points), selected=selected, members=members)


def _drawn(figure: Figure, drawing: ClusterMap, ink: Ink) -> Axes:
    drawing.draw(figure, ink)
    figure.canvas.draw()
    return figure.axes[0]


def _line(axes: Axes, gid: str) -> Line2D:
    return next(line for line in axes.lines if line.get_gid() == gid)


def test_records_are_grey_points_and_clusters_accent_points(figure, ink) -> None:
    axes = _drawn(figure, _map(), ink)
    records, clusters = _line(axes, "records"), _line(axes, "clusters")
    assert_array_equal(records.get_xydata(), POINTS)
    assert_array_equal(clusters.get_xydata(), CENTROIDS)
    assert to_hex(records.get_color()) == ink.before
    assert to_hex(clusters.get_color()) == ink.after
    assert records.get_marker() != clusters.get_marker()  # colour alone carries nothing


def test_a_selected_cluster_shows_its_own_records(figure, ink) -> None:
    axes = _drawn(figure, _map(selected=1), ink)
    assert_array_equal(_line(axes, "members").get_xydata(), POINTS[2:])
    assert_array_equal(_line(axes, "chosen").get_xydata(), CENTROIDS[[1]])


def test_many_records_are_counted_in_hexagons_without_losing_one(figure, ink) -> None:
    points = np.random.default_rng(7).normal(size=(DRAWN_AS_POINTS + 1, 2))
    axes = _drawn(figure, _map(points=points), ink)
    (cells,) = [each for each in axes.collections if each.get_gid() == "counts"]
    assert cells.get_array().sum() == len(points)
    assert len(cells.get_paths()[0].to_polygons()[0]) == 7  # six corners, closed
    assert len(_line(axes, "records").get_xydata()) == 0
    # No hexagon is as strong as the clusters upon it.
    assert to_hex(cells.to_rgba(cells.get_array().max())) == ink.crowded


def test_titles_keep_a_dollar_sign(figure, ink) -> None:
    axes = _drawn(figure, _map(), ink)
    above = next(text for text in axes.texts if text.get_gid() == "y title")
    assert axes.get_xlabel() == "Age"
    assert above.get_text() == "↑ Income ($)"
    assert not above.get_parse_math()


@pytest.mark.parametrize("cluster", [0, 1])
def test_a_click_on_a_cluster_picks_it(figure, ink, cluster: int) -> None:
    drawing = _map()
    axes = _drawn(figure, drawing, ink)
    x, y = axes.transData.transform(CENTROIDS[cluster])
    assert drawing.pick(axes, x + 5, y - 5) == cluster


def test_a_click_far_from_any_cluster_picks_none(figure, ink) -> None:
    drawing = _map()
    axes = _drawn(figure, drawing, ink)
    x, y = axes.transData.transform((5.0, 3.0))
    assert drawing.pick(axes, x, y) is None


def test_a_constant_column_is_drawn_too(figure, ink) -> None:
    flat = np.column_stack((np.arange(4.0), np.full(4, 3.0)))
    axes = _drawn(figure, _map(points=flat), ink)
    low, high = axes.get_ylim()
    assert low < 3.0 < high


@given(arrays(np.float64, (DRAWN_AS_POINTS + 50, 2), elements=st.floats(-50, 50, width=16)))
def test_thinning_keeps_a_point_near_every_point(points: NDArray[np.float64]) -> None:
    cloud = gather(points)
    kept = thin(points, cloud.extent)
    cell = (np.array(cloud.extent[1::2]) - np.array(cloud.extent[::2])) / np.array((480, 320))
    for point in points[:: len(points) // 40]:
        assert np.any(np.all(np.abs(kept - point) <= cell + 1e-9, axis=1))


EXTENT = (-3.0, 5.0, 10.0, 11.0)


def _points(count: int) -> np.ndarray:
    rng = np.random.default_rng(5)
    return np.column_stack((rng.uniform(*EXTENT[:2], count), rng.uniform(*EXTENT[2:], count)))


def test_each_point_is_counted_once_in_the_hexagon_around_it() -> None:
    points = _points(4000)
    found = count_in_hexagons(points, EXTENT)
    wide, high = found.corners[:, 0].max() * 2, found.corners[:, 1].max() * 3
    # In steps of the lattice a regular hexagon is √3 times as high as it looks here.
    steps = (points[:, None] - found.centres) / (wide, high / math.sqrt(3))
    nearest = np.argmin(np.hypot(steps[:, :, 0], steps[:, :, 1]), axis=1)
    assert_allclose(found.counts, np.bincount(nearest, minlength=len(found.centres)))
    assert found.counts.sum() == len(points)


def test_corners_of_the_extent_and_a_single_place_are_counted() -> None:
    corners = np.array([[a, b] for a in EXTENT[:2] for b in EXTENT[2:]])
    assert count_in_hexagons(corners, EXTENT).counts.tolist() == [1, 1, 1, 1]
    same = np.repeat(corners[:1], 5000, axis=0)
    assert count_in_hexagons(same, EXTENT).counts.tolist() == [5000]


def test_hexagons_side_by_side_leave_no_gap() -> None:
    found = count_in_hexagons(_points(60_000), EXTENT)
    x, y = found.corners.T
    area = abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2
    # All hexagons that touch the extent are there; those at its edge reach beyond it by a half.
    covered = area * len(found.centres)
    whole = (EXTENT[1] - EXTENT[0]) * (EXTENT[3] - EXTENT[2])
    assert whole <= covered <= 1.1 * whole
