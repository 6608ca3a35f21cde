"""One attribute's distribution before and after, counted in the same bins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator
from matplotlib.figure import Figure
from matplotlib.ticker import AsinhLocator, NullLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    horizontal_lines,
    legend,
    name_axes,
    new_axes,
    write_counts,
    write_numbers,
)
from desktop_app.plots.ink import Ink

_HALF_BAR = 0.19
_SPACE_FOR_COUNTS = 1.4
# Lines of text above and below the bars: legend, numbers and title of the axis.
_LINES_ELSEWHERE = 5.0
# Height of a line of text as a multiple of its size.
_LINE = 1.3
_LEAST_BARS = 3
_POINTS = 72.0


@dataclass(frozen=True, slots=True, eq=False)
class DistributionBars:
    """Records in common bins, before and after.

    Attributes
    ----------
    edges : numpy.ndarray of float64, shape (b + 1,)
        Borders of the bins.
    before, after : numpy.ndarray of int64, shape (b,)
        Records in each bin, in the original and in the protected file.
    categories : tuple of str
        Names of the bins, if the attribute has categories; else empty.
    x_title, y_title, before_word, after_word, sentence : str
        Words in the user's language.
    number, count : callable
        How a value and how a number of records are written.
    dates : bool
        Whether the values are days since 1970-01-01.
    linear_width : float or None
        Of a very skew attribute, up to where its asinh scale is about linear.
    merged : int
        How many categories the last bar merges; 0 if it shows a single one.
    others : callable
        Returns the name of a bar that merges that many categories.
    """

    edges: NDArray[np.float64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]
    categories: tuple[str, ...]
    x_title: str
    y_title: str
    before_word: str
    after_word: str
    sentence: str
    number: Callable[[float], str]
    count: Callable[[float], str]
    dates: bool = False
    linear_width: float | None = None
    merged: int = 0
    others: Callable[[int], str] = str

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        if self.categories:
            height = figure.get_figheight() * _POINTS
            most_bars = int(height / (_LINE * ink.size) - _LINES_ELSEWHERE)
            self._with_bars(max(most_bars, _LEAST_BARS))._draw_categories(axes, ink)
        else:
            self._draw_bins(axes, ink)
        legend(axes, ink)

    def _with_bars(self, most_bars: int) -> DistributionBars:
        """Return the picture with so many bars at most, which is what can be read."""
        if len(self.categories) <= most_bars:
            return self
        n_kept, merged = most_bars - 1, len(self.categories) - most_bars + max(self.merged, 1)
        return replace(
            self,
            categories=(*self.categories[:n_kept], self.others(merged)),
            before=np.append(self.before[:n_kept], self.before[n_kept:].sum()),
            after=np.append(self.after[:n_kept], self.after[n_kept:].sum()),
            merged=merged,
        )

    def _draw_bins(self, axes: Axes, ink: Ink) -> None:
        horizontal_lines(axes, ink)
        axes.stairs(
            self.before, self.edges, fill=True, color=ink.before, alpha=0.55, label=self.before_word
        )
        # The outline lets both be seen where they overlap, also without colours.
        axes.stairs(self.after, self.edges, color=ink.after, linewidth=1.8, label=self.after_word)
        axes.set_ylim(0, self._highest())
        axes.set_xlim(self.edges[0], self.edges[-1])
        write_counts(axes.yaxis, self.count)
        if self.linear_width is not None:
            axes.set_xscale("asinh", linear_width=self.linear_width)
            axes.xaxis.set_major_locator(AsinhLocator(self.linear_width, numticks=6))
            axes.xaxis.set_minor_locator(NullLocator())
        if self.dates:
            # matplotlib counts days from 1970-01-01, as the columns do.
            axes.xaxis.set_major_locator(AutoDateLocator(maxticks=6))
        write_numbers(axes.xaxis, self.number)
        name_axes(axes, ink, self.x_title, self.y_title)

    def _draw_categories(self, axes: Axes, ink: Ink) -> None:
        """Draw lying bars, side by side: names of categories are long."""
        places = np.arange(len(self.categories), dtype=np.float64)
        for counts, colour, word, shift in (
            (self.before, ink.before, self.before_word, -_HALF_BAR),
            (self.after, ink.after, self.after_word, _HALF_BAR),
        ):
            axes.barh(places + shift, counts, height=2 * _HALF_BAR, color=colour, label=word)
        self._write_counts(axes, ink)
        axes.set_yticks(places, self.categories, parse_math=False)
        axes.invert_yaxis()
        axes.set_xlim(0, _SPACE_FOR_COUNTS * self._highest())
        axes.grid(axis="x", color=ink.grid, linewidth=0.6)
        write_counts(axes.xaxis, self.count)
        name_axes(axes, ink, self.y_title, self.x_title)

    def _write_counts(self, axes: Axes, ink: Ink) -> None:
        """Write both counts at the bars: beside a frequent category a rare one has no length."""
        for row, (n_original, n_released) in enumerate(zip(self.before, self.after, strict=True)):
            axes.annotate(
                f"{self.count(n_original)} \N{RIGHTWARDS ARROW} {self.count(n_released)}",
                (max(n_original, n_released), row),
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
                color=ink.muted,
                fontsize=ink.size,
                fontfamily=ink.family,
            )

    def hint(self, axes: Axes, x: float, y: float) -> str:
        """Return the name of the bar at a point, with both numbers of records."""
        across, up = axes.transData.inverted().transform((x, y))
        if self.categories:
            # The picture merged as many bars as its height made it merge.
            return self._with_bars(len(axes.containers[0]))._words(round(float(up)))
        inside = self.edges[0] <= across <= self.edges[-1]
        bar = int(np.searchsorted(self.edges[1:-1], across, side="right"))
        return self._words(bar) if inside else ""

    def _words(self, bar: int) -> str:
        if not 0 <= bar < len(self.before):
            return ""
        if self.categories:
            name = self.categories[bar]
        else:
            name = f"{self.number(self.edges[bar])} \N{EN DASH} {self.number(self.edges[bar + 1])}"
        n_original, n_released = (
            self.count(float(counts[bar])) for counts in (self.before, self.after)
        )
        return f"{name}\n{self.before_word}: {n_original}\n{self.after_word}: {n_released}"

    def _highest(self) -> float:
        return 1.06 * max(float(self.before.max()), float(self.after.max()), 1.0)
