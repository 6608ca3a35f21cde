"""What a smaller t costs: the cluster size that each t demands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_marks,
    horizontal_lines,
    name_axes,
    new_axes,
    plain,
    write_numbers,
)
from desktop_app.plots.ink import Ink

_MOST_TICKS = 4


@dataclass(frozen=True, slots=True, eq=False)
class PriceOfT:
    """Cluster size over t, with the present setting marked.

    Attributes
    ----------
    t : numpy.ndarray of float64, shape (p,)
        Values of t, ascending; the risk runs along the horizontal axis.
    sizes : numpy.ndarray of int64, shape (p,)
        Cluster size that each demands.
    now : tuple of float and int
        The present t and cluster size.
    x_title, y_title, here, sentence : str
        Words in the user's language.
    number, count : callable
        How t and a number of records are written.
    """

    t: NDArray[np.float64]
    sizes: NDArray[np.int64]
    now: tuple[float, int]
    x_title: str
    y_title: str
    here: str
    sentence: str
    number: Callable[[float], str]
    count: Callable[[float], str]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(numticks=5))
        axes.yaxis.set_minor_locator(NullLocator())
        horizontal_lines(axes, ink)
        axes.plot(self.t, self.sizes, color=ink.muted, linewidth=1.4, gid="price")
        looks = {"color": ink.after, "markeredgecolor": ink.surface, "zorder": 4, "gid": "now"}
        draw_marks(axes, np.array([self.now]), "D", 8, clip_on=False, **looks)
        written = axes.annotate(
            self.here, self.now, xytext=(5, 4), textcoords="offset points", va="bottom", ha="left"
        )
        plain(written, ink, ink.text)
        axes.xaxis.set_major_locator(MaxNLocator(_MOST_TICKS, steps=(1, 2, 5, 10)))
        axes.set_xlim(0, float(self.t[-1]))
        axes.set_ylim(1, max(10.0, float(self.sizes.max())))
        write_numbers(axes.xaxis, self.number)
        write_numbers(axes.yaxis, self.count)
        name_axes(axes, ink, self.x_title, self.y_title)
