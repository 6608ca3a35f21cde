"""Curves: the cluster size that each t demands, and what a search reached after each trial."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_marks,
    horizontal_lines,
    legend,
    name_axes,
    name_axes_at_length,
    new_axes,
    plain,
    whole_numbers,
    write_numbers,
)
from desktop_app.plots.ink import Ink

Floats = NDArray[np.float64]

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

    t: Floats
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


@dataclass(frozen=True, slots=True, eq=False)
class SearchCurve:
    """Shares of figures that hold with the best settings so far, after each trial of a search.

    Attributes
    ----------
    inside, close : numpy.ndarray of float64, shape (n,)
        Shares in per cent of figures inside the original's interval, and of those that are close
        as well.
    tried : numpy.ndarray of float64, shape (n,)
        Share inside of each trial itself; NaN where it was passed over.
    x_title, y_title, inside_title, close_title, tried_title, sentence : str
        Words in the user's language.
    number : callable
        How the numbers of the axes are written.
    """

    inside: Floats
    close: Floats
    tried: Floats
    x_title: str
    y_title: str
    inside_title: str
    close_title: str
    tried_title: str
    sentence: str
    number: Callable[[float], str]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        trials = np.arange(1, len(self.inside) + 1)
        lines = (
            (self.inside, ink.after, "-", self.inside_title, "inside"),
            (self.close, ink.after, (0.0, (2.0, 2.0)), self.close_title, "close"),
        )
        for shares, colour, dashes, title, name in lines:
            axes.plot(
                trials,
                shares,
                drawstyle="steps-post",
                color=colour,
                linestyle=dashes,
                linewidth=1.8,
                label=title,
                gid=name,
            )
        axes.plot(
            trials,
            self.tried,
            linestyle="",
            marker="o",
            markersize=3,
            color=ink.muted,
            clip_on=False,
            label=self.tried_title,
            gid="tried",
        )
        whole_numbers(axes.xaxis)
        axes.set_xlim(1, max(2, len(trials)))
        for axis in (axes.xaxis, axes.yaxis):
            write_numbers(axis, self.number)
        name_axes_at_length(axes, ink, self.x_title, self.y_title)
        legend(axes, ink, lines_above=1)

    def hint(self, axes: Axes, x: float, y: float) -> str:
        """Say what was reached after the trial at a point."""
        trial = round(float(axes.transData.inverted().transform((x, y))[0]))
        if not 1 <= trial <= len(self.inside):
            return ""
        lines = [f"{self.x_title}: {trial}"]
        for title, shares in ((self.inside_title, self.inside), (self.close_title, self.close)):
            lines.append(f"{title}: {self.number(round(float(shares[trial - 1]), 1))}")
        return "\n".join(lines)
