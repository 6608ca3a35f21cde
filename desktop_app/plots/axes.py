"""How axes, titles and legends look in every picture."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.dates import AutoDateLocator
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.ticker import AsinhLocator, FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from desktop_app.plots.ink import Ink
from desktop_app.text.minus import with_minus

_MOST_TICKS = 6
_GAP = 6.0
"""Least space between two numbers of an axis, in pixels."""
_STEPS = (1, 2, 2.5, 5, 10)


def new_axes(figure: Figure, ink: Ink) -> Axes:
    """Return calm axes: no box, a thin base line, numbers in the muted colour."""
    figure.set_facecolor(ink.surface)
    axes = figure.add_subplot()
    axes.set_facecolor(ink.surface)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(ink.muted)
        axes.spines[side].set_linewidth(0.8)
    axes.tick_params(colors=ink.muted, labelsize=ink.size, width=0.8, length=3)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(_MOST_TICKS, steps=_STEPS))
    return axes


def name_axes(axes: Axes, ink: Ink, x_title: str, y_title: str) -> None:
    """Write the titles of the axes; a dollar sign in a column's name stays a dollar sign."""
    plain(axes.set_xlabel(x_title), ink, ink.text)
    plain(axes.set_ylabel(y_title), ink, ink.text)
    # Asking for the numbers themselves would have them made here, and again when they are drawn.
    axes.tick_params(labelfontfamily=ink.family)


def name_axes_at_length(axes: Axes, ink: Ink, x_title: str, y_title: str) -> None:
    """Write the titles of the axes, the vertical one lying above the picture.

    A long title beside a low picture would be cut off.
    """
    name_axes(axes, ink, x_title, "")
    above = axes.annotate(
        f"↑ {y_title}",
        (0.0, 1.0),
        xycoords="axes fraction",
        xytext=(0, 4),
        textcoords="offset points",
        va="bottom",
    )
    above.set_gid("y title")
    # A title longer than the picture is wide must not make the picture narrower.
    above.set_in_layout(False)
    plain(above, ink, ink.text)


def write_numbers(axis: Axis, number: Callable[[float], str]) -> None:
    """Write an axis's numbers with `number`, negative ones with a true minus sign."""
    axis.set_major_formatter(FuncFormatter(lambda value, _position: with_minus(number(value))))


def whole_numbers(axis: Axis) -> None:
    """Put ticks on whole numbers only."""
    axis.set_major_locator(MaxNLocator(_MOST_TICKS, steps=_STEPS, integer=True))


def crowded(axes: Axes) -> bool:
    """Return whether two numbers of the drawn horizontal axis touch each other."""
    low, high = sorted(axes.get_xlim())
    places = zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
    visible_labels = [
        label for position, label in places if low <= position <= high and label.get_text()
    ]
    boxes = sorted(
        (label.get_window_extent() for label in visible_labels), key=lambda box: float(box.x0)
    )
    return any(label_box.x1 + _GAP > next_box.x0 for label_box, next_box in pairwise(boxes))


def thin_numbers(axes: Axes, n_ticks: int) -> None:
    """Leave at most so many numbers on the horizontal axis; categories keep their places."""
    locator = axes.xaxis.get_major_locator()
    if isinstance(locator, AutoDateLocator):
        dates = AutoDateLocator(minticks=2, maxticks=n_ticks)  # type: ignore[no-untyped-call]
        axes.xaxis.set_major_locator(dates)
    elif isinstance(locator, MaxNLocator):
        axes.xaxis.set_major_locator(MaxNLocator(n_ticks, steps=_STEPS))
    elif isinstance(locator, AsinhLocator):
        axes.xaxis.set_major_locator(AsinhLocator(locator.linear_width, numticks=n_ticks))


def write_counts(axis: Axis, count: Callable[[float], str]) -> None:
    """Put ticks on whole numbers, written by `count`."""
    whole_numbers(axis)
    write_numbers(axis, count)


def draw_marks(
    axes: Axes, places: NDArray[np.float64], marker: str, size: float, **looks: object
) -> None:
    """Draw a mark at each place, of shape (p, 2), without a line between them."""
    axes.plot(places[:, 0], places[:, 1], linestyle="", marker=marker, markersize=size, **looks)  # type: ignore[arg-type]


def draw_limit(axes: Axes, ink: Ink, across: float, label: str) -> None:
    """Draw a bound as a dashed upright line."""
    dashes = (0, (5, 3))
    axes.axvline(across, color=ink.limit, linewidth=1.6, linestyle=dashes, label=label)


def nearest_place(
    axes: Axes, places: NDArray[np.float64], x: float, y: float, reach: float
) -> int | None:
    """Find the place nearest to a point of the figure, if it is within `reach` pixels."""
    if len(places) == 0:
        return None
    drawn = axes.transData.transform(places)
    distances = np.hypot(drawn[:, 0] - x, drawn[:, 1] - y)
    nearest = int(np.argmin(distances))
    return nearest if distances[nearest] <= reach else None


def horizontal_lines(axes: Axes, ink: Ink) -> None:
    """Draw faint helping lines at the ticks of the vertical axis."""
    axes.grid(axis="y", color=ink.grid, linewidth=0.6)


def legend(axes: Axes, ink: Ink, lines_above: int = 0) -> None:
    """Put the legend in one row above the axes, where the eye starts.

    Parameters
    ----------
    axes, ink
        Where, and what with.
    lines_above : int
        Lines of text that stand between the axes and the legend.
    """
    # In points, since the height of a line does not change with that of the picture.
    lifted = ScaledTranslation(0, lines_above * 1.5 * ink.size / 72, axes.figure.dpi_scale_trans)
    entries = axes.legend(
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        bbox_transform=axes.transAxes + lifted,
        ncols=4,
        frameon=False,
        borderaxespad=0.2,
        handletextpad=0.5,
        columnspacing=1.6,
        handlelength=1.4,
        borderpad=0.1,
    )
    write_legend(entries, ink)


def write_legend(legend: Legend, ink: Ink) -> None:
    """Write the words of a legend as all other words."""
    for label in legend.get_texts():
        plain(label, ink, ink.text)


def plain(written: Text, ink: Ink, colour: str) -> None:
    """Write words as they are, in the picture's font; a dollar sign stays a dollar sign."""
    written.set_parse_math(False)
    written.set_color(colour)
    written.set_fontsize(ink.size)
    written.set_fontfamily(ink.family)
