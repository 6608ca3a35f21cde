"""Users' figures of an original and a release, with intervals of 95 %, as the oracle computes them.

Errors are those of totals of linearised variables whose records are drawn with replacement.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tests.benchmarks.users.lists import UsersList
from tests.oracles.usual_figures import QUANTILES, Figure, Side, amount, regression, share

Floats = NDArray[np.float64]
Named = tuple[str, str, Figure]

REACH = 1.959964
# Half-intervals of a figure that cannot be computed.
WORST = 99.0
_NONE = Figure(math.nan, math.nan, math.nan, 0, 0.0)


@dataclass
class File:
    """One side of a comparison; figures of columns that it has not are left out.

    Attributes
    ----------
    table : pandas.DataFrame
        Texts, empty where they are missing.
    categories : Mapping of str to sequence of str
        Those of the original, in order.
    """

    table: pd.DataFrame
    users: UsersList
    categories: Mapping[str, Sequence[str]]

    def figures(self) -> pd.DataFrame:
        """Compute all figures; columns kind, name, value, low, high."""
        with np.errstate(all="ignore"):
            named = (*self._of_columns(), *self._regressions())
        rows = [(kind, name, f.value, f.low, f.high) for kind, name, f in named]
        return pd.DataFrame(rows, columns=["kind", "name", "value", "low", "high"])

    def _of_columns(self) -> Iterator[Named]:
        users, numbers = self.users, [*filter(self._has, self.users.numbers)]
        domains = [pair for pair in users.domains if all(map(self._has, pair))]
        tables = [*((name,) for name in users.categories), *users.tables]
        tables = [names for names in tables if all(map(self._has, names))]
        in_cells = {name for names in (*tables, *((d,) for _, d in domains)) for name in names}
        side = self._side({*numbers, *(name for name, _ in domains)}, in_cells)
        for name in numbers:
            for what in ("mean", "deviation", *map(str, QUANTILES)):
                yield what, name, amount(what, side, [name], (), ())
            if name in users.unequal:
                yield "gini", name, amount("gini", side, [name], (), ())
        for pair in combinations(numbers, 2):
            yield "correlation", ", ".join(pair), amount("correlation", side, pair, (), ())
        for name, domain in domains:
            for category in self.categories[domain]:
                for what in ("total", "mean"):
                    label = f"{name}, {domain} {category}"
                    yield f"domain {what}", label, amount(what, side, [name], [domain], (category,))
        for names in tables:
            for cell in product(*(self.categories[name] for name in names)):
                yield "share", f"{' '.join(names)}: {', '.join(cell)}", share(side, names, cell)

    def _regressions(self) -> Iterator[Named]:
        users = self.users
        kinds = [("linear", *m) for m in users.linear] + [("logistic", *m) for m in users.logistic]
        for at, (kind, outcome, on) in enumerate(kinds):
            if not all(map(self._has, (outcome.split()[0], *on.split()))):
                continue
            plain = [term for term in on.split() if term[:2] != "c:"]
            coded = [term[2:] for term in on.split() if term[:2] == "c:"]
            terms = [(), *((term,) for term in plain)]
            terms += [(name, category) for name in coded for category in self.categories[name][1:]]
            side = self._side({outcome, *plain}, coded)
            fit = regression if kind == "linear" else _fit_logistic
            try:
                figures = fit(side, outcome, False, [*plain, *coded], terms)
            except (np.linalg.LinAlgError, ValueError):
                # No complete case, or a column without spread.
                figures = [_NONE] * len(terms)
            for term, figure in zip(terms[1:], figures[1:], strict=True):
                yield kind, f"{at} {' '.join(term)}", figure

    def _side(self, terms: set[str], coded: Collection[str]) -> Side:
        columns = {term: self._term(term) for term in terms}
        for name in coded:
            columns[name] = self.table[name].where(self.table[name].isin(self.categories[name]))
        n, weight = len(self.table), self.users.weight
        weights = self._term(weight) if weight else np.ones(n)
        return Side(pd.DataFrame(columns), weights, np.arange(n), lambda _: REACH)

    def _has(self, term: str) -> bool:
        return term.rpartition(":")[2] in self.table

    def _term(self, term: str) -> Floats:
        mark, _, name = term.rpartition(":")
        if mark == "=":
            name, _, category = name.partition(" ")
            return (self.table[name] == category).to_numpy(float)
        name, _, limit = name.partition(" ")
        values = pd.to_numeric(self.table[name], errors="coerce").to_numpy(float)
        return {
            "": lambda: values,
            "l": lambda: np.where(values > 0, np.log(values), np.nan),
            "p": lambda: np.log1p(np.maximum(values, 0)),
            "s": lambda: values**2,
            "+": lambda: (values > 0).astype(float),
            "<": lambda: (values < float(limit or 0)).astype(float),
        }[mark]()


def _fit_logistic(
    side: Side, outcome: str, _: bool, on: Sequence[str], terms: Sequence[tuple[str, ...]]
) -> list[Figure]:
    """Fit a logistic regression, with the arguments and figures of a linear one."""
    frame, w, _ = side.cases((outcome, *on))
    y, w = frame[outcome].to_numpy(float), w / w.mean()
    columns = [
        frame[term[0]].to_numpy(float)
        if len(term) == 1
        else (frame[term[0]] == term[1]).to_numpy(float)
        for term in terms[1:]
    ]
    used = [place for place, column in enumerate(columns) if column.std() > 0]
    x = np.column_stack([columns[place] for place in used])
    scales = x.std(axis=0)
    z = np.column_stack([np.ones(len(y)), (x - x.mean(axis=0)) / scales])
    slopes = np.zeros(z.shape[1])
    for _ in range(50):
        chances = 1 / (1 + np.exp(-np.clip(z @ slopes, -30, 30)))
        curvature = (z * (w * chances * (1 - chances))[:, None]).T @ z
        curvature += 1e-6 * np.eye(len(slopes))
        step = np.linalg.solve(curvature, z.T @ (w * (y - chances)) - 1e-6 * slopes)
        slopes = slopes + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    scores = (z * (w * (y - chances))[:, None]) @ np.linalg.inv(curvature)
    errors = REACH * np.sqrt((scores**2).sum(axis=0))[1:] / scales
    figures = [_NONE for _ in terms]
    for place, value, error in zip(used, slopes[1:] / scales, errors, strict=True):
        figures[place + 1] = Figure(value, value - error, value + error, len(y), 0.0)
    return figures


def compare(original: pd.DataFrame, released: pd.DataFrame) -> pd.DataFrame:
    """Compare figures; columns kind, name, off (in half-intervals), change (share of the value).

    Of an interval without length a figure is at it or not.
    """
    both = original.merge(released, on=["kind", "name"], suffixes=("", "_released"))
    gap, size = (both.value_released - both.value).abs(), both.value.abs()
    half = (both.high - both.low) / 2
    is_point = 2 * half <= 1e-12 * size.clip(lower=1e-12)
    on_point = np.where(gap <= 1e-9 * size.clip(lower=1), 0, 20 * gap / size.clip(lower=1e-9))
    with np.errstate(all="ignore"):
        off = np.where(is_point, on_point, gap / np.maximum(half, 1e-12 * size))
        both["change"] = (gap / size.clip(lower=1e-300)).fillna(1)
    both["off"] = pd.Series(off).fillna(WORST).clip(upper=WORST)
    return both[["kind", "name", "off", "change"]]
