"""The usual figures of a file and how many a release keeps: from the manual alone, in pandas."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import pandas as pd

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
Name = tuple[object, ...]


@dataclass
class Side:
    """One side: numbers as floats and categories as texts, missing where there are none."""

    frame: pd.DataFrame
    weights: np.ndarray
    units: np.ndarray
    reach: Callable[[int], float]
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Texts as Python's own, which compare faster, and units by number.
        texts = self.frame.select_dtypes(exclude="number").columns
        self.frame = self.frame.astype(dict.fromkeys(texts, object))
        self.units = pd.factorize(self.units)[0]
        self.total = len(np.unique(self.units))
        self._present: dict[frozenset[str], tuple[pd.DataFrame, np.ndarray, np.ndarray]] = {}

    def cases(self, names: Sequence[str]) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
        key = frozenset(names)
        if key not in self._present:
            present = self.frame[list(key)].notna().all(axis=1).to_numpy()
            self._present[key] = self.frame[present], self.weights[present], self.units[present]
        return self._present[key]

    def error(self, influence: np.ndarray, units: np.ndarray) -> tuple[float, float]:
        """Compute a standard error, and the largest share of a unit in the variance."""
        sums = np.bincount(units, influence)[np.bincount(units) > 0]
        mean = sums.sum() / self.total
        squares = (sums - mean) ** 2
        whole = squares.sum() + (self.total - len(sums)) * mean**2
        heaviest = squares.max() / whole if whole > 0 else 0.0
        return math.sqrt(self.total / (self.total - 1) * whole), heaviest


@dataclass
class Figure:
    """A value with its interval, the records behind it, and its heaviest unit."""

    value: float
    low: float
    high: float
    records: int
    heaviest: float


def around(side: Side, value: float, influence: np.ndarray, units: np.ndarray, lost: int) -> Figure:
    error, heaviest = side.error(influence, units)
    freedom = len(np.unique(units)) - lost
    reach = side.reach(freedom) * error if freedom > 0 else math.nan
    return Figure(value, value - reach, value + reach, len(units), heaviest)


def read_quantile(y: np.ndarray, w: np.ndarray, q: float) -> float:
    order = np.argsort(y, kind="stable")
    running = np.cumsum(w[order])
    place = np.searchsorted(running, (q - 1e-10) * running[-1])
    return float(y[order][min(place, len(y) - 1)])


def amount(what: str, side: Side, names: Sequence[str], by: Sequence[str], at: Name) -> Figure:
    """Compute a figure of columns of numbers in a domain."""
    frame, w, u = side.cases((*names, *by))
    in_domain = np.ones(len(frame), dtype=bool)
    for column, category in zip(by, at, strict=True):
        in_domain &= (frame[column] == category).to_numpy()
    w, u = w[in_domain], u[in_domain]
    y, whole = frame[names[0]].to_numpy(float)[in_domain], w.sum()
    if not len(y):
        return Figure(math.nan, math.nan, math.nan, 0, 0.0)
    mean = (w * y).sum() / whole
    variance = (w * (y - mean) ** 2).sum() / whole
    if what == "total":
        return around(side, whole * mean, w * y, u, 1)
    if what == "mean":
        return around(side, mean, w * (y - mean) / whole, u, 1)
    if what == "deviation":
        spread = math.sqrt(variance)
        influence = w * ((y - mean) ** 2 - variance) / (2 * spread * whole)
        return around(side, spread, influence, u, 1)
    if what == "gini":
        order = np.argsort(y, kind="stable")
        y, w, u = y[order], w[order], u[order]
        up_to = np.cumsum(w)
        total = (w * y).sum()
        gini = (w * y * (2 * up_to - w)).sum() / (whole * total) - 1
        frame = pd.DataFrame({"y": y, "w": w, "wy": w * y})
        sums = frame.groupby("y")[["w", "wy"]].sum().cumsum()
        f, c = sums["w"].loc[y].to_numpy(), sums["wy"].loc[y].to_numpy()
        z = 2 * (y * f + total - c) / (whole * total) - (gini + 1) * (1 / whole + y / total)
        return around(side, gini, w * z, u, 1)
    if what == "correlation":
        x = frame[names[1]].to_numpy(float)[in_domain]
        a = (y - mean) / math.sqrt(variance)
        other_mean = (w * x).sum() / whole
        b = (x - other_mean) / math.sqrt((w * (x - other_mean) ** 2).sum() / whole)
        r = (w * a * b).sum() / whole
        return around(side, r, w * (a * b - r / 2 * (a**2 + b**2)) / whole, u, 1)
    q = float(what)
    value = read_quantile(y, w, q)
    share = w[y <= value].sum() / whole
    error, heaviest = side.error(w * ((y <= value) - share) / whole, u)
    reach = side.reach(len(np.unique(u)) - 1) * error
    low, high = (read_quantile(y, w, end) for end in (q - reach, q + reach))
    return Figure(value, low, high, min((y <= low).sum(), (y >= high).sum()), heaviest)


def share(side: Side, names: Sequence[str], at: Name) -> Figure:
    frame, w, u = side.cases(names)
    inside = np.logical_and.reduce(
        [(frame[n] == category).to_numpy() for n, category in zip(names, at, strict=True)]
    )
    value = w[inside].sum() / w.sum()
    figure = around(side, value, w * (inside - value) / w.sum(), u, 1)
    figure.records = int(inside.sum())
    return figure


def regression(
    side: Side, outcome: str, is_log: bool, on: Sequence[str], terms: Sequence[Name]
) -> list[Figure]:
    frame, w, u = side.cases((outcome, *on))
    y = frame[outcome].to_numpy(float)
    y = np.log(y) if is_log else y
    columns = [
        np.ones(len(y))
        if not term
        else frame[term[0]].to_numpy(float)
        if len(term) == 1
        else (frame[term[0]] == term[1]).to_numpy(float)
        for term in terms
    ]
    used = [place for place, column in enumerate(columns) if column.any()]
    x = np.stack([columns[place] for place in used], axis=1)
    scale = np.abs(x).max(axis=0)
    inverse = np.linalg.inv((x / scale * w[:, None]).T @ (x / scale))
    beta = inverse @ ((x / scale * w[:, None]).T @ y)
    moves = (x / scale * (w * (y - x / scale @ beta))[:, None]) @ inverse
    figures = [Figure(math.nan, math.nan, math.nan, 0, 0.0) for _ in terms]
    for at, place in enumerate(used):
        figure = around(side, beta[at] / scale[at], moves[:, at] / scale[at], u, len(used))
        figure.records = int(columns[place].sum()) if len(terms[place]) == 2 else len(y)
        figures[place] = figure
    return figures


@dataclass
class File:
    """Both sides, and the columns that count: numbers with (continuous, confidential), and few."""

    original: Side
    released: Side
    numbers: Mapping[str, tuple[bool, bool]]
    few: Mapping[str, bool]

    def categories(self, name: str) -> list[str]:
        texts = set(self.original.frame[name].dropna()) | set(self.released.frame[name].dropna())
        order = list(self.original.orders.get(name, ()))
        return sorted(texts, key=lambda t: (order.index(t) if t in order else len(order), t))

    def pair(self, what: str, names: Sequence[str], by: Sequence[str] = (), at: Name = ()):
        sides = (self.original, self.released)
        key = (what, tuple(names), tuple(zip(by, at, strict=True)))
        return key, *(amount(what, side, names, by, at) for side in sides)

    def figures(self) -> Iterator[tuple[Name, Figure, Figure]]:
        sides = (self.original, self.released)
        few = list(self.few)[:10]
        by_interest = [n for n in few if self.few[n]] + [n for n in few if not self.few[n]]
        names = list(self.numbers)[:10]
        for place, name in enumerate(names):
            values = self.original.frame[name].dropna()
            is_continuous = self.numbers[name][0]
            counts = values.min() >= 0 and values.std(ddof=0) >= values.mean()
            kinds = ["mean", "deviation", *map(str, QUANTILES)]
            kinds += ["gini"] if is_continuous and values.min() >= 0 else []
            totals = ["total"] if is_continuous or counts else []
            yield from (self.pair(kind, [name]) for kind in (*kinds, *totals))
            for domain in by_interest[:2] if place < 5 else ():
                for kind in (*totals, "mean"):
                    for category in self.categories(domain):
                        yield self.pair(kind, [name], [domain], (category,))
        yield from (self.pair("correlation", pair) for pair in combinations(names, 2))
        for columns in [*([name] for name in few), *combinations(by_interest[:3], 2)]:
            cells = [(c,) for c in self.categories(columns[0])]
            if len(columns) == 2:
                cells = [(c, d) for (c,) in cells for d in self.categories(columns[1])]
            for cell in cells:
                found = [share(side, columns, cell) for side in sides]
                if any(figure.records for figure in found):
                    yield (("share", tuple(columns), cell), *found)
        for outcome in sorted(names, key=lambda n: not self.numbers[n][1])[:2]:
            is_log = self.numbers[outcome][0] and self.original.frame[outcome].min() > 0
            on = [n for n in names if n != outcome][:3] + by_interest[:2]
            terms: list[Name] = [(), *((n,) for n in on if n in names)]
            for name in by_interest[:2]:
                terms += [(name, category) for category in self.categories(name)[1:]]
            found = [regression(side, outcome, is_log, on, terms) for side in sides]
            for term, *pair in zip(terms, *found, strict=True):
                yield (("regression", outcome, term), *pair)

    def judged(self, least: int) -> Iterator[tuple[Name, Figure, Figure]]:
        for name, original, released in self.figures():
            if original.records >= least and np.isfinite(original.low):
                yield name, original, released


def is_kept(original: Figure, released: Figure) -> tuple[bool, bool]:
    """Decide whether a figure is inside, and also within 5 %."""
    size = max(abs(original.low), abs(original.high), abs(released.value))
    is_inside = original.low - 1e-9 * size <= released.value <= original.high + 1e-9 * size
    change = abs(released.value - original.value)
    return is_inside, is_inside and change <= (0.05 + 1e-9) * abs(original.value)


def half_intervals_off(original: Figure, released: Figure) -> float:
    half = (original.high - original.low) / 2
    if not (half > 1e-9 * abs(original.value) and np.isfinite(released.value)):
        return math.inf
    return abs(released.value - original.value) / half
