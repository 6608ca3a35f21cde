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
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0, "bottom": 0.0, "top": 1.0}
_GAP = 1.5


def place_labels(
    axes: Axes,
    ink: Ink,
    points: NDArray[np.float64],
    rooms: Sequence[float],
    texts: Sequence[str],
    order: Iterable[int],
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
    rooms : sequence of float
        What the mark of each takes to each side, in points of print.
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
    scale = axes.figure.dpi / 72
    places = axes.transData.transform(points)
    taken = [_around(x, y, r * scale) for (x, y), r in zip(places, rooms, strict=True)]
    written = []
    for i in order:
        box = _write(axes, ink, points[i], rooms[i], texts[i], taken) if texts[i] else None
        if box is not None:
            taken.append(box)
            written.append(i)
    return written


def _write(
    axes: Axes,
    ink: Ink,
    point: NDArray[np.float64],
    room: float,
    text: str,
    taken: Sequence[Bbox],
) -> Bbox | None:
    """Write a label where it meets nothing and return what it takes, or leave it out."""
    label = axes.annotate(
        text,
        (float(point[0]), float(point[1])),
        xytext=(0, 0),
        textcoords="offset points",
        gid="label",
    )
    label.set_in_layout(False)
    plain(label, ink, ink.text)
    # Measured once: laying out a text takes much longer than finding where it would stand.
    size, whole = label.get_window_extent(), axes.get_window_extent()
    scale, away = axes.figure.dpi / 72, room + _GAP
    x, y = axes.transData.transform(point)
    for across, up, side, rim in _PLACES:
        left = x + across * away * scale - _SHARES[side] * size.width
        low = y + up * away * scale - _SHARES[rim] * size.height
        box = Bbox.from_bounds(left, low, size.width, size.height)
        if _inside(box, whole) and not any(box.overlaps(other) for other in taken):
            label.set(position=(across * away, up * away), ha=side, va=rim)
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
