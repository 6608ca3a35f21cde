"""Figures with their intervals, original above release: where a user's conclusion changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedFormatter, FixedLocator, MaxNLocator
from numpy.typing import NDArray

from desktop_app.plots.axes import name_axes, new_axes, write_legend, write_numbers
from desktop_app.plots.ink import Ink

_LINES_A_ROW, _LINES_A_HIGH_ROW = 2.0, 3.0
_LINES_AROUND = 5.0
_APART = 0.17
# Of the picture's width, and of a letter in sizes of the font.
_NAMES, _LETTER = 0.38, 0.56
_FEWEST_LETTERS = 8
_LETTERS_A_TICK = 9
_MARGIN = 0.04
# How much of a long name is kept of its beginning; the first at which all names differ is taken.
_BEGINNINGS = (1 / 3, 0.0, 1 / 2, 2 / 3, 1.0)
# Of an entry of the legend besides its words, in letters.
_LETTERS_A_MARK = 6


@dataclass(frozen=True, slots=True, eq=False)
class ConfidenceIntervals:
    """A row for each value, with a dot and an interval for each side.

    Of more rows than fit, those around the chosen one are drawn.

    Attributes
    ----------
    names : tuple of str
        What is written beside each row, on one line or two.
    before, after : numpy.ndarray of float64, shape (r, 3)
        Figure, lower and upper end of its interval; NaN where there is none.
    outside : numpy.ndarray of bool, shape (r,)
        Rows whose released figure lies outside the original's interval.
    selected : int or None
        The row that is picked out.
    x_title, before_title, after_title, outside_title, sentence : str
        Words in the user's language.
    number : callable
        How the numbers of the axis are written.
    reach : float or None
        How far the axis reaches to either side of 0; an arrow points to what lies beyond.
    """

    names: tuple[str, ...]
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    outside: NDArray[np.bool_]
    selected: int | None
    x_title: str
    before_title: str
    after_title: str
    outside_title: str
    sentence: str
    number: Callable[[float], str]
    reach: float | None = None

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        axes.grid(axis="x", color=ink.grid, linewidth=0.6)
        rows = self._fitting(figure, ink)
        for row in rows:
            self._draw_side(axes, self.before[row], row - _APART, ink.before, "o")
            own_colour = ink.limit if self.outside[row] else ink.after
            self._draw_side(axes, self.after[row], row + _APART, own_colour, "D")
        if self.selected is not None:
            band = axes.axhspan(self.selected - 0.5, self.selected + 0.5, gid="selected")
            band.set(color=ink.selection, alpha=0.12, linewidth=0, zorder=0)
        self._frame(axes, figure, ink, rows)
        self._add_legend(figure, ink, rows)
        beside_names = int((1 - _NAMES) * _letters(figure, ink))
        name_axes(axes, ink, "\n".join(wrap(self.x_title, beside_names)), "")
        for label in axes.get_yticklabels():
            # A dollar sign in a category stays a dollar sign.
            label.set_parse_math(False)

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the row at a place."""
        _, row_position = axes.transData.inverted().transform((x, y))
        row = round(float(row_position))
        return row if 0 <= row < len(self.names) else None

    def hint(self, axes: Axes, x: float, y: float) -> str:
        """Return the whole name of the row at a place."""
        row = self.pick(axes, x, y)
        return "" if row is None else self.names[row].replace("\n", ": ")

    def _fitting(self, figure: Figure, ink: Ink) -> range:
        """Return the rows that have space, the chosen one among them."""
        lines = 72 * figure.get_figheight() / ink.size - _LINES_AROUND
        is_high = any("\n" in name for name in self.names)
        most_rows = max(1, int(lines / (_LINES_A_HIGH_ROW if is_high else _LINES_A_ROW)))
        if most_rows >= len(self.names):
            return range(len(self.names))
        first = 0 if self.selected is None else self.selected // most_rows * most_rows
        first = min(first, len(self.names) - most_rows)
        return range(first, first + most_rows)

    def _draw_side(
        self, axes: Axes, side: NDArray[np.float64], y: float, colour: str, sign: str
    ) -> None:
        value, low, high = (float(x) for x in side)
        if self.reach is not None and abs(value) > self.reach:
            sign = ">" if value > 0 else "<"
        if self.reach is not None:
            value, low, high = np.clip((value, low, high), -self.reach, self.reach).tolist()
        if np.isfinite(low) and np.isfinite(high):
            axes.plot((low, high), (y, y), color=colour, linewidth=1.8, gid="interval")
        if np.isfinite(value):
            axes.plot(value, y, marker=sign, markersize=5, color=colour, linestyle="", gid="dot")

    def _frame(self, axes: Axes, figure: Figure, ink: Ink, rows: range) -> None:
        letters = max(_FEWEST_LETTERS, int(_NAMES * _letters(figure, ink)))
        names = distinguish([self.names[row] for row in rows], letters)
        axes.yaxis.set_major_locator(FixedLocator(list(rows)))
        axes.yaxis.set_major_formatter(FixedFormatter(names))
        axes.set_ylim(rows.stop - 0.4, rows.start - 0.6)
        axes.tick_params(axis="y", length=0)
        drawn = np.concatenate([side[rows.start : rows.stop].ravel() for side in
                                (self.before, self.after)])  # fmt: skip
        if self.reach is not None:
            drawn = np.clip(drawn, -self.reach, self.reach)
        drawn = drawn[np.isfinite(drawn)]
        if len(drawn):
            margin = _MARGIN * float(np.ptp(drawn)) or abs(float(drawn[0])) or 1.0
            axes.set_xlim(float(drawn.min()) - margin, float(drawn.max()) + margin)
        wide = (1 - _NAMES) * _letters(figure, ink)
        ticks = max(2, min(6, int(wide / _LETTERS_A_TICK)))
        axes.xaxis.set_major_locator(MaxNLocator(ticks, steps=(1, 2, 2.5, 5, 10)))
        write_numbers(axes.xaxis, self.number)

    def _add_legend(self, figure: Figure, ink: Ink, rows: range) -> None:
        """Put the legend above everything, for the axes may be narrow beside long names."""
        shown = [(ink.before, "o", self.before_title), (ink.after, "D", self.after_title)]
        if self.outside[rows.start : rows.stop].any():
            shown.append((ink.limit, "D", self.outside_title))
        entries = [
            Line2D([], [], color=colour, marker=sign, markersize=5, linewidth=1.8, label=title)
            for colour, sign, title in shown
        ]
        needed = sum(len(title) + _LETTERS_A_MARK for *_, title in shown)
        legend = figure.legend(
            handles=entries,
            loc="outside upper left",
            ncols=len(entries) if needed <= _letters(figure, ink) else 2,
            frameon=False,
            handlelength=1.6,
            columnspacing=1.4,
            borderpad=0.1,
        )
        write_legend(legend, ink)


def distinguish(names: Sequence[str], letters: int) -> list[str]:
    """Return names cut to so many letters a line; those that differ go on differing.

    Mostly names differ at their ends, so a name loses its middle; where the same would be left
    of two, something else is cut off all of them, or their place is written behind.
    """
    for share in _BEGINNINGS:
        cut_names = [_cut_lines(name, letters, share) for name in names]
        if len(set(cut_names)) == len(set(names)):
            return cut_names
    numbers = [f" ({number})" for number in range(1, len(names) + 1)]
    space = letters - len(numbers[-1])
    return [
        _cut_lines(n, space, _BEGINNINGS[0]) + number
        for n, number in zip(names, numbers, strict=True)
    ]


def _cut_lines(name: str, letters: int, share: float) -> str:
    return "\n".join(_cut(line, letters, share) for line in name.split("\n"))


def _letters(figure: Figure, ink: Ink) -> int:
    """Return how many letters a line of the picture's width holds."""
    return int(72 * figure.get_figwidth() / (_LETTER * ink.size))


def _cut(name: str, letters: int, share: float) -> str:
    """Return a name that is not too long, with this share of what is kept at its beginning."""
    if len(name) <= letters:
        return name
    n_letters = letters - 1
    begin = int(share * n_letters)
    return f"{name[:begin].rstrip()}…{name[len(name) - (n_letters - begin) :].lstrip()}"
