"""Users' figures of an original and a release, with intervals of 95 %.

Errors are those of totals of linearised variables whose records are drawn with replacement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tests.benchmarks.users.lists import UsersList

Floats = NDArray[np.float64]
Rows = Iterator[tuple[str, str, float, float, float]]

REACH = 1.959964
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
# Half-intervals of a figure that cannot be computed.
WORST = 99.0


def _error(influence: Floats) -> float:
    n, apart = len(influence), influence - influence.mean()
    return float(np.sqrt(n / (n - 1) * np.sum(apart * apart)))


def _around(
    kind: str, name: str, value: float, error: float
) -> tuple[str, str, float, float, float]:
    return kind, name, value, value - REACH * error, value + REACH * error


def _read_quantile(values: Floats, weights: Floats, share: float) -> float:
    order = np.argsort(values, kind="stable")
    running = np.cumsum(weights[order])
    position = np.searchsorted(running, share * running[-1] - 1e-9 * running[-1])
    return float(values[order][min(int(position), len(values) - 1)])


@dataclass
class File:
    """One side of a comparison; figures of columns that it has not are left out.

    Attributes
    ----------
    table : pandas.DataFrame
        Numbers as floats, categories as texts, empty where they are missing.
    categories : Mapping of str to sequence of str
        Those of the original, in order.
    """

    table: pd.DataFrame
    users: UsersList
    categories: Mapping[str, Sequence[str]]
    weights: Floats = field(init=False)

    def __post_init__(self) -> None:
        """Take the weights."""
        weight = self.users.weight
        self.weights = self.numbers(weight) if weight else np.ones(len(self.table))

    def numbers(self, name: str) -> Floats:
        """Return a column as floats."""
        return pd.to_numeric(self.table[name], errors="coerce").to_numpy(float)

    def figures(self) -> pd.DataFrame:
        """Compute all figures; columns kind, name, value, low, high."""
        rows = [
            row
            for computed in (
                self._of_numbers(),
                self._correlations(),
                self._of_domains(),
                self._shares(),
                self._linear(),
                self._logistic(),
            )
            for row in computed
        ]
        return pd.DataFrame(rows, columns=["kind", "name", "value", "low", "high"])

    def _of_numbers(self) -> Rows:
        for name in filter(self._has, self.users.numbers):
            values = self.numbers(name)
            is_there = np.isfinite(values)
            weights = np.where(is_there, self.weights, 0)
            filled, total = np.where(is_there, values, 0), weights.sum()
            mean = (weights * filled).sum() / total
            apart = np.where(is_there, filled - mean, 0)
            variance = (weights * apart * apart).sum() / total
            deviation = float(np.sqrt(variance))
            yield _around("mean", name, mean, _error(weights * apart / total))
            influence = weights * (apart**2 - variance) / (2 * deviation * total or 1)
            yield _around("deviation", name, deviation, _error(influence) if deviation else 0)
            there, there_weights = values[is_there], self.weights[is_there]
            for share in QUANTILES:
                value = _read_quantile(there, there_weights, share)
                reach = REACH * _error(
                    np.where(is_there, weights * ((filled <= value) - share), 0) / total
                )
                ends = max(share - reach, 0), min(share + reach, 1)
                low, high = (_read_quantile(there, there_weights, end) for end in ends)
                yield "quantile", f"{name} {share}", value, low, high
            if name in self.users.unequal:
                yield self._gini(name, there, there_weights)

    def _gini(
        self, name: str, values: Floats, weights: Floats
    ) -> tuple[str, str, float, float, float]:
        order = np.argsort(values, kind="stable")
        x, w = values[order], weights[order]
        up_to, sums, total = np.cumsum(w), np.cumsum(w * x), (w * x).sum()
        gini = (w * x * (2 * up_to - w)).sum() / (up_to[-1] * total) - 1
        influence = 2 * (x * up_to + total - sums) / (up_to[-1] * total)
        influence -= (gini + 1) * (1 / up_to[-1] + x / total)
        missing = np.zeros(len(self.table) - len(x))
        return _around("gini", name, gini, _error(np.concatenate([w * influence, missing])))

    def _correlations(self) -> Rows:
        for first, second in combinations(filter(self._has, self.users.numbers), 2):
            x, y = self.numbers(first), self.numbers(second)
            is_there, name = np.isfinite(x) & np.isfinite(y), f"{second}, {first}"
            x, y, w = x[is_there], y[is_there], self.weights[is_there]
            if len(x) < 8:
                continue
            x, y = x - np.average(x, weights=w), y - np.average(y, weights=w)
            variances = np.average(x * x, weights=w), np.average(y * y, weights=w)
            if min(variances) <= 0:
                yield _around("correlation", name, 0, 0)
                continue
            x, y = x / np.sqrt(variances[0]), y / np.sqrt(variances[1])
            r = (w * x * y).sum() / w.sum()
            influence = w * (x * y - r / 2 * (x * x + y * y)) / w.sum()
            yield _around("correlation", name, r, _error(influence))

    def _of_domains(self) -> Rows:
        for amount, domain in self.users.domains:
            if not (self._has(amount) and self._has(domain)):
                continue
            values, w = np.nan_to_num(self.numbers(amount)), self.weights
            for category in self.categories[domain]:
                is_in, name = self._is(domain, category), f"{amount}, {domain} {category}"
                yield _around("total", name, (w * values * is_in).sum(), _error(w * values * is_in))
                size = (w * is_in).sum()
                mean = (w * values * is_in).sum() / size if size else np.nan
                influence = w * is_in * (values - mean) / (size or np.nan)
                yield _around("domain mean", name, mean, _error(influence))

    def _shares(self) -> Rows:
        w, total = self.weights, self.weights.sum()
        columns = [(name,) for name in self.users.categories]
        for names in [*columns, *self.users.tables]:
            if not all(map(self._has, names)):
                continue
            cells: list[tuple[str, ...]] = [()]
            for name in names:
                cells = [(*cell, c) for cell in cells for c in self.categories[name]]
            for cell in cells:
                is_in = np.ones(len(w))
                for name, category in zip(names, cell, strict=True):
                    is_in = is_in * self._is(name, category)
                share = (w * is_in).sum() / total
                kind = "share" if len(names) == 1 else "table"
                label = f"{' '.join(names)}: {', '.join(cell)}"
                yield _around(kind, label, share, _error(w * (is_in - share) / total))

    def _linear(self) -> Rows:
        for at, (outcome, terms) in enumerate(self.users.linear):
            if not all(map(self._has, f"{outcome.split()[0]} {terms}".split())):
                continue
            x, y, w, names = self._design(outcome, terms)
            inverse = np.linalg.pinv((x * w[:, None]).T @ x)
            slopes = inverse @ ((x * w[:, None]).T @ y)
            scores = (x * (w * (y - x @ slopes))[:, None]) @ inverse
            errors = np.sqrt(len(y) / (len(y) - 1) * (scores**2).sum(axis=0))
            for j, name in enumerate(names):
                if j and x[:, j].std() == 0:
                    yield "linear", f"{at} {name}", np.nan, np.nan, np.nan
                elif j:
                    yield _around("linear", f"{at} {name}", slopes[j], errors[j])

    def _logistic(self) -> Rows:
        for at, (outcome, terms) in enumerate(self.users.logistic):
            if not all(map(self._has, f"{outcome.split()[0]} {terms}".split())):
                continue
            x, y, w, names = self._design(outcome, terms)
            w = w / w.mean()
            is_free = x.std(axis=0) > 0
            is_free[0] = True
            shifts = np.where(np.arange(len(names)) == 0, 0, x.mean(axis=0))
            scales = np.where(x.std(axis=0) > 0, x.std(axis=0), 1)
            z = ((x - shifts) / scales)[:, is_free]
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
            errors = np.sqrt((scores**2).sum(axis=0))
            places = np.cumsum(is_free) - 1
            for j, name in enumerate(names):
                label, place = f"{at} {name}", places[j]
                if not is_free[j]:
                    yield "logistic", label, np.nan, np.nan, np.nan
                elif j:
                    slope, error = slopes[place] / scales[j], errors[place] / scales[j]
                    yield _around("logistic", label, slope, error)

    def _has(self, term: str) -> bool:
        return term.rpartition(":")[2] in self.table

    def _is(self, name: str, category: str) -> Floats:
        return (self.table[name] == category).to_numpy(float)

    def _term(self, term: str) -> Floats:
        mark, _, name = term.rpartition(":")
        if mark == "=":
            name, _, category = name.partition(" ")
            return self._is(name, category)
        name, _, limit = name.partition(" ")
        values = self.numbers(name)
        with np.errstate(all="ignore"):
            return {
                "": lambda: values,
                "l": lambda: np.where(values > 0, np.log(values), np.nan),
                "p": lambda: np.log1p(np.maximum(values, 0)),
                "s": lambda: values**2,
                "+": lambda: (values > 0).astype(float),
                "<": lambda: (values < float(limit or 0)).astype(float),
            }[mark]()

    def _design(self, outcome: str, terms: str) -> tuple[Floats, Floats, Floats, list[str]]:
        columns, names = [np.ones(len(self.table))], [""]
        for term in terms.split():
            name = term.removeprefix("c:")
            if name == term:
                columns.append(self._term(term))
                names.append(term)
                continue
            categories = self.categories[name]
            is_known = self.table[name].isin(categories).to_numpy()
            for category in categories[1:]:
                columns.append(np.where(is_known, self._is(name, category), np.nan))
                names.append(f"{name} {category}")
        x, y = np.column_stack(columns), self._term(outcome)
        is_whole = np.isfinite(x).all(axis=1) & np.isfinite(y)
        return x[is_whole], y[is_whole], self.weights[is_whole], names


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
