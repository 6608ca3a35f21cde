"""Puts short words beside points where they cover neither each other nor a point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Bbox

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
_HALO = 2.5


@dataclass(frozen=True, slots=True)
class Label:
    """Words that belong to a point.

    Attributes
    ----------
    text : str
        Nothing is written where it is empty; the point is not covered all the same.
    point : tuple of float
        In the coordinates of the data.
    margin : float
        What the point's mark takes to each side, in points of print.
    """

    text: str
    point: tuple[float, float]
    margin: float


def place_labels(axes: Axes, ink: Ink, labels: Sequence[Label], order: Iterable[int]) -> list[int]:
    """Write labels beside their points, in `order`, as long as there is space.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        With its limits set; the layout must be final, or labels may meet.
    ink : Ink
        What with.
    labels : sequence of Label
        The words.
    order : iterable of int
        Numbers of labels, the most important first.

    Returns
    -------
    list of int
        Those that were written.
    """
    scale = axes.figure.dpi / 72
    taken_boxes, written = [], []
    for label in labels:
        x, y = axes.transData.transform(label.point)
        margin = label.margin * scale
        taken_boxes.append(Bbox.from_extents(x - margin, y - margin, x + margin, y + margin))
    for i in order:
        box = _write(axes, ink, labels[i], taken_boxes) if labels[i].text else None
        if box is not None:
            taken_boxes.append(box)
            written.append(i)
    return written


def _write(axes: Axes, ink: Ink, wish: Label, taken_boxes: Sequence[Bbox]) -> Bbox | None:
    """Write a label where it meets nothing and return what it takes, or leave it out."""
    label = axes.annotate(
        wish.text,
        wish.point,
        xytext=(0, 0),
        textcoords="offset points",
        gid="label",
    )
    label.set_in_layout(False)
    plain(label, ink, ink.text)
    # Lines pass behind the words, not through them.
    label.set_path_effects([withStroke(linewidth=_HALO, foreground=ink.surface)])
    # Measured once: laying out a text takes much longer than finding where it would stand.
    size, plot_box = label.get_window_extent(), axes.get_window_extent()
    scale, away = axes.figure.dpi / 72, wish.margin + _GAP
    x, y = axes.transData.transform(wish.point)
    for across, up, side, rim in _PLACES:
        left = x + across * away * scale - _SHARES[side] * size.width
        low = y + up * away * scale - _SHARES[rim] * size.height
        box = Bbox.from_bounds(left, low, size.width, size.height)
        across_fits = box.x0 >= plot_box.x0 and box.x1 <= plot_box.x1
        is_inside = across_fits and box.y0 >= plot_box.y0 and box.y1 <= plot_box.y1
        if is_inside and not any(box.overlaps(taken_box) for taken_box in taken_boxes):
            label.set(position=(across * away, up * away), ha=side, va=rim)
            return box
    label.remove()
    return None
