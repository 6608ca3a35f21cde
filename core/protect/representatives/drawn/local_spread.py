"""Records drawn from the means of their groups, with the spread of at least 50 records.

Manual: methods#spread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.conditions import Records, list_counted_columns, rule_of
from core.conditions.column_orders import Order, orders_of
from core.conditions.dominance_condition import strictest_p
from core.jobs import Job
from core.kernels.numerics.sums import exact_mean
from core.model import AMOUNTS, Column, Role, Step
from core.protect.representatives.drawn.drawn_columns import DrawnColumns, draw_logged
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.drawn.spread_draw import (
    means_of_groups,
    share_explained,
)
from core.protect.representatives.drawn.spread_log import SPREAD_STEP, LoggedSpread
from core.protect.representatives.drawn.spread_pools import FEWEST_POOLED
from core.protect.representatives.known_products import find_repeating
from core.protect.representatives.means import Mean
from core.protect.representatives.representative import Finishing, StoredCore
from core.rules import Operator, Relation

# Share of the spread of a masked column that may follow from published ones (R squared).
_MOST_EXPLAINED = 0.5


class LocalSpread(Mean):
    """The mean as the core's value; records are drawn from it and from pooled covariances."""

    name = "spread"
    core_words = "spread"

    def draw_from_core(
        self, records: Records, core: Sequence[Column], finishing: Finishing, job: Job
    ) -> tuple[Mapping[str, Column], tuple[Step, ...]]:
        """Draw the records of a core, and describe the pooled numbers for the log."""
        columns = {column.name: column for column in core}
        return _Pooling(records, columns, finishing).draw(job)

    def draw_again(self, stored: StoredCore) -> tuple[Mapping[str, Column], Sequence[str]]:
        """Draw the records of a release again from the numbers of its log."""
        return draw_logged(stored)


@dataclass(slots=True, eq=False)
class _Pooling(DrawnColumns):
    """The columns of a file while their spread is pooled.

    Attributes
    ----------
    published : tuple of str
        Columns given which records are drawn.
    explained : float
        Largest share of the spread inside groups, of any column, that follows from these.
    n_hidden : int
        Columns of pools whose spread would disclose an amount.
    """

    published: tuple[str, ...] = ()
    explained: float = 0.0
    n_hidden: int = 0

    def __post_init__(self) -> None:
        """Leave the columns that cannot be spread, and published ones that disclose too much."""
        # Without the arguments, `super` knows no class of a dataclass with slots.
        super(_Pooling, self).__post_init__()
        self.published = tuple(self._list_published_columns())
        if self.published and self.list_free():
            self._leave_telling()

    def keeps_rule(self, rule: str) -> bool:
        """Decide whether a rule says that one column is at most another."""
        return _plain_order(rule) is not None

    def measure(self) -> LoggedSpread | None:
        """Average the spread inside groups over pools, if there are columns and pools."""
        columns = self._spread_columns()
        if not columns.names:
            return None
        core = self.group_core(columns)
        n_pools = int(core.pools.max()) + 1
        if not n_pools:
            self.unspread |= dict.fromkeys(columns.names, "few")
            return None
        pools = core.pools[core.labels]
        is_pooled = pools >= 0
        residuals, pools = np.asfortranarray(self.residuals(core)[is_pooled]), pools[is_pooled]
        sizes = np.bincount(pools, minlength=n_pools)
        is_observed = ~np.isnan(residuals)
        n_observed = np.column_stack(
            [np.bincount(pools, column, minlength=n_pools) for column in is_observed.T]
        )
        residuals = np.nan_to_num(residuals)
        is_hidden = self._hidden(columns, residuals, pools) | (n_observed < FEWEST_POOLED)
        n_published = len(columns.published)
        _blank_columns(residuals, is_hidden, pools)
        p = max(strictest_p(self.records.recipe, name) for name in columns.names)
        shares_of_means = core.share_of_means()[is_pooled]
        is_hidden |= find_repeating(residuals, pools, shares_of_means, 1 - p / 100)
        self.n_hidden = int(is_hidden[:, n_published:].sum())
        _blank_columns(residuals, is_hidden, pools)
        covariances = np.empty((n_pools, *[residuals.shape[1]] * 2))
        for i, j in combinations_with_replacement(range(residuals.shape[1]), 2):
            means = means_of_groups(residuals[:, i] * residuals[:, j], pools, None, n_pools)
            # As in restored moments: those of a file in which missing values spread as others do.
            n_values = np.sqrt(np.maximum(n_observed[:, i] * n_observed[:, j], 1.0))
            n_both = np.bincount(pools, is_observed[:, i] & is_observed[:, j], minlength=n_pools)
            means = np.where(n_both < FEWEST_POOLED, 0.0, means * sizes / n_values)
            covariances[:, i, j] = covariances[:, j, i] = means
        for j, step in enumerate(columns.steps):
            if not core.is_log[j]:
                # Rounding the core and the drawn values adds as much.
                index = n_published + j
                variances = covariances[:, index, index] - step * step / 6
                covariances[:, index, index] = np.maximum(variances, 0.0)
        pooled = LoggedSpread(columns, tuple(sizes.tolist()), covariances)
        # A run is repeated by the digits of the log.
        return LoggedSpread.read(pooled.text())

    def step(self, spread: LoggedSpread | None) -> Step:
        """Describe what was spread."""
        counts = self.count_columns(spread)
        if spread is not None:
            counts |= dict.fromkeys((f"given:{name}" for name in spread.columns.published), 1)
            counts |= {
                "explained": round(100 * self.explained, 1),
                "fewest": min(spread.sizes),
                "hidden": float(self.n_hidden),
                "pools": spread.text(),
            }
        return Step(SPREAD_STEP, counts)

    def _spread_columns(self) -> SpreadColumns:
        names = self.list_free()
        index_of = {name: j for j, name in enumerate(names)}
        orders = [o for o in orders_of(self.records.recipe.rules) if o.small in index_of]
        leaders = list(range(len(names)))
        for _ in names:
            for order in orders:
                small, large = index_of[order.small], index_of[order.large]
                # The largest column leads all that are in order with it.
                leaders[small] = leaders[large]
        larger: list[list[int]] = [[] for _ in names]
        for order in orders:
            larger[index_of[order.small]].append(index_of[order.large])
        steps = self.finishing.steps_of(names)
        return SpreadColumns(
            tuple(names),
            tuple(leaders),
            tuple(tuple(above) for above in larger),
            tuple(steps.get(name, 0.0) for name in names),
            tuple(j for j, name in enumerate(names) if name in self.capped),
            tuple(j for j, name in enumerate(names) if self.has_zeros(name)),
            self.published,
        )

    def _list_published_columns(self) -> list[str]:
        """List the confidential columns of which nothing is promised for groups.

        What is drawn given a column says what it goes with, also inside a group.
        """
        recipe, schema = self.records.recipe, self.records.schema
        if recipe.method.parameters.get("t") is not None:
            return []
        promised = {column for _, column in list_counted_columns(recipe, schema)}
        return [
            a.name
            for a in schema.with_role(Role.CONFIDENTIAL)
            if a.scale in AMOUNTS and a.name in self.core and a.name not in promised
        ]

    def _leave_telling(self) -> None:
        """Leave published columns from which most of the spread of a masked one follows.

        Anybody who knows the masked value would find its record by the published one.
        """
        while self.published:
            core = self.group_core(self._spread_columns())
            residuals = np.nan_to_num(self.residuals(core))
            n_published = len(self.published)
            products = np.empty((1, *[residuals.shape[1]] * 2))
            for i, j in combinations_with_replacement(range(residuals.shape[1]), 2):
                mean = exact_mean(residuals[:, i] * residuals[:, j])
                products[:, i, j] = products[:, j, i] = mean
            shares = share_explained(products, n_published)
            self.explained = float(shares.sum(axis=1).max())
            if self.explained <= _MOST_EXPLAINED:
                return
            by_column = shares[int(np.argmax(shares.sum(axis=1)))]
            telling = self.published[int(np.argmax(by_column))]
            self.published = tuple(name for name in self.published if name != telling)
        self.explained = 0.0

    def _hidden(self, columns: SpreadColumns, residuals: Floats, pools: Ints) -> NDArray[np.bool_]:
        """Find what would disclose an amount of each pool, shape (pools, m + d).

        Sums of squares would, and sums of products with published values, which are known.
        """
        n_published = len(columns.published)
        p_of_names = [strictest_p(self.records.recipe, name) for name in columns.names]
        masked = list(zip(residuals[:, n_published:].T, p_of_names, strict=True))
        hides_largest = []
        for published in residuals[:, :n_published].T:
            products = [_hide_largest(np.abs(published * column), pools, p) for column, p in masked]
            hides_largest.append(np.logical_and.reduce(products))
        hides_largest += [_hide_largest(column * column, pools, p) for column, p in masked]
        return ~np.column_stack(hides_largest)


def _blank_columns(residuals: Floats, is_hidden: NDArray[np.bool_], pools: Ints) -> None:
    """Put 0 for the residuals of columns that are hidden in a pool, shape (pools, m + d)."""
    for j in np.flatnonzero(is_hidden.any(axis=0)).tolist():
        residuals[is_hidden[pools, j], j] = 0.0


def _plain_order(text: str) -> Order | None:
    """Read a rule that says that one column is at most another, ``None`` from any other rule."""
    rule, orders = rule_of(text), orders_of([text])
    is_plain = isinstance(rule, Relation) and rule.operator in (Operator.AT_MOST, Operator.AT_LEAST)
    if not (is_plain and orders and orders[0].small_factor == orders[0].large_factor):
        return None
    return orders[0]


def _hide_largest(squares: Floats, pools: Ints, p: float) -> NDArray[np.bool_]:
    """Decide whether the sum of squares of each pool hides its largest, as p% does in a total.

    The owner of the second largest takes it off the sum; what the others add must put the largest
    off by p per cent.
    """
    others, sizes = squares.copy(), np.bincount(pools)
    first = _find_largest(others, pools)
    others[first] = -1.0
    second = _find_largest(others, pools)
    others[first] = others[second] = 0.0
    remainders = means_of_groups(others, pools, None, len(sizes)) * sizes
    ratio = 1 + p / 100
    return np.asarray(remainders >= (ratio * ratio - 1) * squares[first])


def _find_largest(values: Floats, pools: Ints) -> Ints:
    """Find the first record with the largest value of each pool, shape (pools,)."""
    largest = np.full(int(pools.max()) + 1, -np.inf)
    np.maximum.at(largest, pools, values)
    records = np.flatnonzero(values == largest[pools])
    first = np.full(len(largest), len(values))
    np.minimum.at(first, pools[records], records)
    return first
