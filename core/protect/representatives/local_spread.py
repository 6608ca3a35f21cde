"""Records drawn from the means of their groups, with the spread of at least 50 records.

Manual: methods#spread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, list_counted_columns, rule_of
from core.conditions.column_orders import Order, orders_of
from core.conditions.dominance_condition import strictest_p
from core.encode import group_records
from core.encode.not_applicable import write_all_back
from core.encode.standard import are_skewed_amounts
from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.model import Column, ColumnKind, Role, Scale, Schema, Step
from core.protect.representatives.means import Mean
from core.protect.representatives.representative import Finishing
from core.protect.representatives.spread_draw import (
    TOP,
    Core,
    SpreadColumns,
    describe_core,
    draw_records,
    means_of_groups,
    share_explained,
)
from core.protect.representatives.spread_log import SPREAD_STEP, LoggedSpread
from core.protect.representatives.spread_pools import FEWEST_POOLED
from core.rules import Operator, Relation, columns_of
from core.table import is_spooling, keep

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AMOUNTS = (Scale.CONTINUOUS, Scale.INTEGER)
# The largest amounts are read where a released one lies within this share of them.
_NEAR = 0.1
# By how much more often than from means, in how many draws that are not released.
_MORE_OFTEN, _TRIALS = 0.02, 20
# Their seed is no secret, so that each run on a file leaves the same columns.
_TRIAL_SEED = "0" * 32
# Records that hold the largest amounts of any draw.
_MOST_EXAMINED = 5000
# Share of the spread of a masked column that may follow from published ones (R squared).
_MOST_EXPLAINED = 0.5


class LocalSpread(Mean):
    """The mean as the core's value; records are drawn from it and from pooled covariances."""

    name = "spread"
    makes_core = True

    def draw_from_core(
        self, records: Records, core: Sequence[Column], finishing: Finishing, job: Job
    ) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
        """Draw the records of a core, and describe the pooled numbers for the log."""
        if is_spooling():
            raise Refused(Problem("spread-spooled", Where(field="method.aggregate")))
        pooling = _Pooling(records, {column.name: column for column in core}, finishing)
        spread = pooling.pool()
        while spread is not None and (revealing := pooling.find_revealing(spread, job)):
            pooling.capped |= revealing
            spread = pooling.pool()
        released = pooling.core
        if spread is not None:
            groups = pooling.group_core(spread.columns)
            released = draw_columns(pooling.core, groups, spread, pooling.seed)
        return tuple(released.values()), (pooling.step(spread),)


def draw_columns(
    core: Mapping[str, Column], groups: Core, spread: LoggedSpread, seed: str
) -> dict[str, Column]:
    """Draw the columns of a file from those of its core.

    Parameters
    ----------
    core : Mapping of str to Column
        The columns of the core, in the order of the run.
    groups : Core
        Described by `describe_groups`.
    """
    drawn = draw_records(groups, spread.covariances, seed)
    released = dict(core)
    for name, values in zip(spread.columns.names, drawn.T, strict=True):
        column = core[name]
        is_exact = column.kind is ColumnKind.NUMBER
        cells = values if is_exact else np.rint(values).astype(np.int64)
        # Where no value was released in the core, none is drawn.
        cells = np.where(column.missing, column.values, cells)
        released[name] = replace(column, values=keep(cells))
    return released


def describe_groups(
    core: Mapping[str, Column], columns: SpreadColumns, labels: Ints, weights: Floats | None
) -> Core:
    """Describe the groups of a core in the columns to be spread."""
    values = [_numbers(core[name]) for name in columns.names]
    published = [
        np.where(core[name].missing, np.nan, core[name].values.astype(np.float64))
        for name in columns.published
    ]
    published_values = np.column_stack(published) if published else None
    return describe_core(columns, np.column_stack(values), labels, weights, published_values)


def group_by_contents(core: Mapping[str, Column], schema: Schema) -> Ints:
    """Group the records of a core by all quasi-identifiers, as k is counted.

    Groups are numbered by what they contain, not by their place in the file, shape (n,).
    """
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    columns = write_all_back([core[a.name] for a in masked if a.name in core], schema)
    labels = group_records(columns).astype(np.int64)
    first_records = np.unique(labels, return_index=True)[1]
    keys = []
    for column in columns:
        missing = column.missing[first_records]
        # Categories are in the order of their texts.
        values = np.where(missing, 0, column.values[first_records])
        keys += [missing, values]
    numbers = np.empty(len(first_records), dtype=np.int64)
    numbers[np.lexsort(keys[::-1])] = np.arange(len(first_records))
    return numbers[labels]


@dataclass(slots=True, eq=False)
class _Pooling:
    """The columns of a file while their spread is pooled.

    Attributes
    ----------
    core : dict of str to Column
    unspread : dict of str to str
        Why a column keeps the values of the core: the catalogue has ``word-spread-REASON``.
    capped : set of str
        Columns that keep the largest values of the core.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record in the core.
    published : tuple of str
        Columns given which records are drawn.
    explained : float
        Largest share of the spread inside groups, of any column, that follows from these.
    n_hidden : int
        Columns of pools whose spread would disclose an amount.
    """

    records: Records
    core: dict[str, Column]
    finishing: Finishing
    unspread: dict[str, str] = field(default_factory=dict)
    capped: set[str] = field(default_factory=set)
    labels: Ints = field(init=False)
    published: tuple[str, ...] = ()
    explained: float = 0.0
    n_hidden: int = 0

    def __post_init__(self) -> None:
        """Leave the columns that cannot be spread."""
        self.labels = group_by_contents(self.core, self.records.schema)
        obstacles = {name: self._obstacle(name) for name in self._list_masked()}
        self.leave({name: reason for name, reason in obstacles.items() if reason})
        self.published = tuple(self._list_published_columns())
        if self.published and self._free():
            self._leave_telling()

    @property
    def seed(self) -> str:
        """The seed of the run."""
        return str(self.records.recipe.method.parameters["secret_seed"])

    def leave(self, columns: Mapping[str, str]) -> None:
        """Leave columns with the values of the core, and those that rules join with them."""
        self.unspread |= columns
        has_changed = True
        while has_changed:
            # In the order of the columns: that of a set differs from run to run.
            free = self._free()
            joined = {
                name: "rule"
                for text in self.records.recipe.rules
                for name in free
                if name in columns_of(rule_of(text))
                if not _plain_order(text) or not {*free}.issuperset(columns_of(rule_of(text)))
            }
            self.unspread |= joined
            has_changed = bool(joined)

    def group_core(self, columns: SpreadColumns) -> Core:
        """Describe the groups of the core in the columns to be spread."""
        return describe_groups(self.core, columns, self.labels, self.records.weights())

    def pool(self) -> LoggedSpread | None:
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
        residuals, pools = self._residuals(core)[is_pooled], pools[is_pooled]
        sizes = np.bincount(pools, minlength=n_pools)
        n_observed = np.column_stack(
            [np.bincount(pools, ~np.isnan(column), minlength=n_pools) for column in residuals.T]
        )
        residuals = np.nan_to_num(residuals)
        is_hidden = self._hidden(columns, residuals, pools) | (n_observed < FEWEST_POOLED)
        n_published = len(columns.published)
        self.n_hidden = int(is_hidden[:, n_published:].sum())
        residuals[is_hidden[pools]] = 0.0
        covariances = np.empty((n_pools, *[residuals.shape[1]] * 2))
        for i, j in np.ndindex(covariances.shape[1:]):
            means = means_of_groups(residuals[:, i] * residuals[:, j], pools, None, n_pools)
            # As in restored moments: those of a file in which missing values spread as others do.
            n_both = np.sqrt(np.maximum(n_observed[:, i] * n_observed[:, j], 1.0))
            covariances[:, i, j] = means * sizes / n_both
        for j, step in enumerate(columns.steps):
            if not core.is_log[j]:
                # Rounding the core and the drawn values adds as much.
                index = n_published + j
                variances = covariances[:, index, index] - step * step / 6
                covariances[:, index, index] = np.maximum(variances, 0.0)
        pooled = LoggedSpread(columns, tuple(sizes.tolist()), covariances)
        # A run is repeated by the digits of the log.
        return LoggedSpread.read(pooled.text())

    def find_revealing(self, spread: LoggedSpread, job: Job) -> set[str]:
        """Find columns whose largest amounts are read from drawn records more often than before.

        The draws that are examined are not the one that is released: that one is made once, and
        for nothing that it comes near to.
        """
        core = self.group_core(spread.columns)
        amounts = {
            j: np.abs(_numbers(self.records.named(name)))
            for j, name in enumerate(spread.columns.names)
            # Where the core's largest amounts are released, they are read as from means.
            if not np.isfinite(core.limits[j])
        }
        amounts = {j: sizes for j, sizes in amounts.items() if are_skewed_amounts(sizes)}
        if not amounts:
            return set()
        examined = _hold_largest(core)
        examined_core = core.take(examined)
        draws = []
        for trial in range(1, _TRIALS + 1):
            job.check()
            draws.append(draw_records(examined_core, spread.covariances, _TRIAL_SEED, trial))
        revealing = set()
        for j, sizes in amounts.items():
            n_largest = min(TOP, len(sizes))
            n_read_in_core = _count_read(sizes, core.values[core.labels, j])
            n_read = sum(_count_read(sizes, values[:, j]) for values in draws)
            if n_read > _TRIALS * (n_read_in_core + _MORE_OFTEN * n_largest):
                revealing.add(spread.columns.names[j])
        return revealing

    def step(self, spread: LoggedSpread | None) -> Step:
        """Describe what was spread for the log; only whole numbers are published."""
        names = () if spread is None else spread.columns.names
        counts: dict[str, int | float | str] = {"columns": len(names), "left": len(self.unspread)}
        counts |= dict.fromkeys((f"drawn:{name}" for name in names), 1)
        counts |= {f"left:{name}": reason for name, reason in self.unspread.items()}
        if spread is not None:
            counts |= dict.fromkeys((f"given:{name}" for name in spread.columns.published), 1)
            counts |= {
                "explained": round(100 * self.explained, 1),
                "fewest": min(spread.sizes),
                "hidden": float(self.n_hidden),
                "pools": spread.text(),
            }
        return Step(SPREAD_STEP, counts)

    def _list_masked(self) -> list[str]:
        """List the masked columns of numbers."""
        schema, recipe = self.records.schema, self.records.recipe
        masked = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
        return [a.name for a in masked if a.scale in _AMOUNTS and a.name != recipe.weight]

    def _free(self) -> list[str]:
        return [name for name in self._list_masked() if name not in self.unspread]

    def _obstacle(self, name: str) -> str | None:
        """Say why a column cannot be spread, by itself."""
        if name in self.finishing.parts:
            return "shared"
        keeps_zeros = self.records.schema.named(name).keeps_zeros
        if keeps_zeros and bool((_numbers(self.core[name]) < 0).any()):
            return "zeros"
        return None

    def _spread_columns(self) -> SpreadColumns:
        names = self._free()
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
            tuple(j for j, name in enumerate(names) if self._has_zeros(name)),
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
            if a.scale in _AMOUNTS and a.name in self.core and a.name not in promised
        ]

    def _leave_telling(self) -> None:
        """Leave published columns from which most of the spread of a masked one follows.

        Anybody who knows the masked value would find its record by the published one.
        """
        while self.published:
            core = self.group_core(self._spread_columns())
            residuals = np.nan_to_num(self._residuals(core))
            n_published, one_group = len(self.published), np.zeros(len(residuals), dtype=np.int64)
            products = np.empty((1, *[residuals.shape[1]] * 2))
            for i, j in np.ndindex(products.shape[1:]):
                product = residuals[:, i] * residuals[:, j]
                products[:, i, j] = means_of_groups(product, one_group, None, 1)
            shares = share_explained(products, n_published)
            self.explained = float(shares.sum(axis=1).max())
            if self.explained <= _MOST_EXPLAINED:
                return
            by_column = shares[int(np.argmax(shares.sum(axis=1)))]
            telling = self.published[int(np.argmax(by_column))]
            self.published = tuple(name for name in self.published if name != telling)
        self.explained = 0.0

    def _has_zeros(self, name: str) -> bool:
        """Check whether 0 is a value as any other, which at least as many have as form a pool."""
        column = self.records.named(name)
        n_zeros = int(((column.values == 0) & ~column.missing).sum())
        return not self.records.schema.named(name).keeps_zeros and n_zeros >= FEWEST_POOLED

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

    def _residuals(self, core: Core) -> Floats:
        """Compute how far values are from the mean of their group, shape (n, m + d).

        Those of the published columns come first. They are NaN where the original or the core has
        no value.
        """
        residuals = []
        for j, name in enumerate(core.columns.published):
            residuals.append(np.where(self.core[name].missing, np.nan, core.published[:, j]))
        for j, name in enumerate(core.columns.names):
            column = self.records.named(name)
            is_observed = ~column.missing & ~self.core[name].missing
            scaled = np.where(is_observed, core.scale(_numbers(column), j), np.nan)
            means = core.means(scaled)
            residuals.append(scaled - means[core.labels])
        return np.column_stack(residuals)


def _numbers(column: Column) -> Floats:
    """Return the values of a column, 0 where they are missing."""
    return np.where(column.missing, 0.0, column.values.astype(np.float64))


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
    by_size = np.lexsort((-squares, pools))
    starts = np.flatnonzero(np.diff(pools[by_size], prepend=-1))
    largest, others = squares[by_size[starts]], squares.copy()
    others[by_size[starts]] = others[by_size[starts + 1]] = 0.0
    remainders = means_of_groups(others, pools, None, len(starts)) * np.bincount(pools)
    ratio = 1 + p / 100
    return np.asarray(remainders >= (ratio * ratio - 1) * largest)


def _hold_largest(core: Core) -> NDArray[np.bool_]:
    """Find the groups of a core that hold the largest amounts of any draw."""
    sizes, examined = np.bincount(core.labels), np.zeros(len(core.values), dtype=np.bool_)
    for column in np.abs(core.values).T:
        ordered = np.argsort(-column, kind="stable")
        examined[ordered[np.cumsum(sizes[ordered]) - sizes[ordered] < _MOST_EXAMINED]] = True
    return examined


def _count_read(amounts: Floats, released: Floats) -> int:
    """Count the largest amounts to which the released one of their rank is near."""
    largest = _largest(amounts)
    return int(np.sum(np.abs(_largest(np.abs(released)) - largest) <= _NEAR * largest))


def _largest(values: Floats) -> Floats:
    n_largest = min(TOP, len(values))
    return np.sort(np.partition(values, len(values) - n_largest)[len(values) - n_largest :])
