"""How many records have which individual risk, before and now, on the axis that is always used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_limit,
    horizontal_lines,
    legend,
    name_axes_at_length,
    new_axes,
    write_counts,
    write_numbers,
)
from desktop_app.plots.ink import Ink

Ints = NDArray[np.int64]

# A bar of few records among many is drawn so high at least, as a share of the highest one.
_LEAST_SEEN = 0.015


@dataclass(frozen=True, slots=True, eq=False)
class RiskHistogram:
    """Records by individual risk, on a logarithmic axis.

    Attributes
    ----------
    edges : tuple of float, length b + 1
        Ends of the bars, ascending, the last one 1. An end belongs to the bar on its left.
    before, now : numpy.ndarray of int64, shape (b,)
        Records in each bar; the first one holds all smaller risks, too.
    threshold : float or None
        Where a line is drawn; ``None``: no line.
    x_title, y_title, before_word, now_word, threshold_word, sentence : str
        Words in the user's language.
    number, count : callable
        How a risk in per cent and how a number of records are written.
    """

    edges: tuple[float, ...]
    before: Ints | None
    now: Ints
    threshold: float | None
    x_title: str
    y_title: str
    before_word: str
    now_word: str
    threshold_word: str
    sentence: str
    number: Callable[[float], str]
    count: Callable[[float], str]

    @property
    def span(self) -> tuple[float, float]:
        """The ends of the axis as powers of ten."""
        return log10(self.edges[0]), log10(self.edges[-1])

    def at(self, threshold: float, word: str) -> RiskHistogram:
        """Return the picture with a line at `threshold`, called `word`."""
        return replace(self, threshold=threshold, threshold_word=word)

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        horizontal_lines(axes, ink)
        highest_before = 0 if self.before is None else self.before.max(initial=0)
        highest, ends = float(max(1, highest_before, self.now.max(initial=0))), np.log10(self.edges)
        if self.before is not None:
            wash: dict[str, Any] = {"fill": True, "color": ink.before, "alpha": 0.55}
            axes.stairs(_seen(self.before, highest), ends, label=self.before_word, **wash)
        now = _seen(self.now, highest)
        axes.stairs(now, ends, color=ink.after, linewidth=1.8, label=self.now_word)
        if self.threshold is not None:
            draw_limit(axes, ink, log10(self.threshold), self.threshold_word)
        axes.set_xlim(*self.span)
        axes.set_ylim(0, 1.06 * highest)
        decades = [float(power) for power in range(ceil(self.span[0]), floor(self.span[1]) + 1)]
        axes.xaxis.set_major_locator(FixedLocator(decades))
        write_numbers(axes.xaxis, lambda decade: self.number(100 * 10.0**decade))
        write_counts(axes.yaxis, self.count)
        name_axes_at_length(axes, ink, self.x_title, self.y_title)
        legend(axes, ink, lines_above=1)

    def hint(self, axes: Axes, x: float, y: float) -> str:
        """Return the risks of the bar at a point, and how many records have them."""
        across, _ = axes.transData.inverted().transform((x, y))
        if not self.span[0] <= across <= self.span[1]:
            return ""
        bar = int(np.searchsorted(self.edges[1:-1], 10.0**across, side="left"))
        low = 0.0 if bar == 0 else self.edges[bar]
        risks = f"{self.number(100 * low)} \N{EN DASH} {self.number(100 * self.edges[bar + 1])}"
        lines = [f"{self.x_title}: {risks}"]
        if self.before is not None:
            lines.append(f"{self.before_word}: {self.count(float(self.before[bar]))}")
        return "\n".join((*lines, f"{self.now_word}: {self.count(float(self.now[bar]))}"))


def _seen(counts: Ints, highest: float) -> NDArray[np.float64]:
    """Return the heights of bars, none of which vanishes unless it is empty."""
    return np.where(counts > 0, np.maximum(counts, _LEAST_SEEN * highest), 0.0)
