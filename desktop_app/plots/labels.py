"""Puts short words beside points where they cover neither each other nor a point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from desktop_app.plots.axes import plain
from desktop_app.plots.ink import Ink

# Where a label may stand, seen from its point: across, up, and how it is aligned.
_PLACES = (
    (1, 0.35, "left", "bottom"),
    (1, -0.35, "left", "top"),
    (-1, 0.35, "right", "bottom"),
    (-1, -0.35, "right", "top"),
    (0, 1, "center", "bottom"),
    (0, -1, "center", "top"),
)
_AWAY = 6.0
_ROOM = 4.5
"""What a point takes to each side, in points."""


def place_labels(
    axes: Axes, ink: Ink, points: NDArray[np.float64], texts: Sequence[str], order: Iterable[int]
) -> list[int]:
    """Write labels beside points, in `order` as long as there is room.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        With its limits set; the layout must be final, or labels may meet.
    ink : Ink
        What with.
    points : numpy.ndarray of float64, shape (p, 2)
        In the coordinates of the data; none of them is covered.
    texts : sequence of str
        One for each point; an empty one is not written.
    order : iterable of int
        Points, the most important first.

    Returns
    -------
    list of int
        Points that got their label.
    """
    if not len(points):
        return []
    room = _ROOM * axes.figure.dpi / 72
    taken = [_around(x, y, room) for x, y in axes.transData.transform(points)]
    written = []
    for i in order:
        box = _write(axes, ink, points[i], texts[i], taken) if texts[i] else None
        if box is not None:
            taken.append(box)
            written.append(i)
    return written


def _write(
    axes: Axes, ink: Ink, point: NDArray[np.float64], text: str, taken: Sequence[Bbox]
) -> Bbox | None:
    """Write a label where it meets nothing and return what it takes, or leave it out."""
    whole = axes.get_window_extent()
    for across, up, side, rim in _PLACES:
        label = axes.annotate(
            text,
            (float(point[0]), float(point[1])),
            xytext=(across * _AWAY, up * _AWAY),
            textcoords="offset points",
            ha=side,
            va=rim,
            gid="label",
        )
        label.set_in_layout(False)
        plain(label, ink, ink.text)
        box = label.get_window_extent()
        if _inside(box, whole) and not any(box.overlaps(other) for other in taken):
            return box
        label.remove()
    return None


def _around(x: float, y: float, room: float) -> Bbox:
    return Bbox.from_extents(x - room, y - room, x + room, y + room)


def _inside(box: Bbox, whole: Bbox) -> bool:
    return bool(
        box.x0 >= whole.x0
        and box.x1 <= whole.x1
        and box.y0 >= whole.y0
        and box.y1 <= whole.y1 + box.height
    )
