"""Counting points in hexagons, held against a search for the nearest middle."""

from __future__ import annotations

import math

import numpy as np
from numpy.testing import assert_allclose

from desktop_app.plots.cloud import count_in_hexagons

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
