"""Columns of numbers whose records are drawn from a core."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.conditions import Records, rule_of
from core.encode.standard import are_skewed_amounts
from core.jobs import Job
from core.model import AMOUNTS, Column, ColumnKind, Role, Step
from core.protect.representatives.drawn.core_groups import group_by_contents
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.drawn.spread_draw import (
    Core,
    cap_groups,
    describe_core,
    draw_records,
)
from core.protect.representatives.drawn.spread_log import (
    Drawn,
    LoggedSpread,
    read_logged_spread,
)
from core.protect.representatives.drawn.spread_pools import FEWEST_POOLED
from core.protect.representatives.largest_amounts import (
    N_LARGEST,
    TOLERATED_SHARE,
    count_read_by_rank,
)
from core.protect.representatives.representative import Finishing, StoredCore
from core.rules import columns_of
from core.table import keep

# How many draws that are not released are examined.
_TRIALS = 20
# Their seed is no secret, so that each run on a file leaves the same columns.
_TRIAL_SEED = "0" * 32
# Records that hold the largest amounts of any draw.
_MOST_EXAMINED = 5000


@dataclass(slots=True, eq=False)
class DrawnColumns(ABC):
    """The columns of a file while it is measured how their records vary.

    Attributes
    ----------
    core : dict of str to Column
    unspread : dict of str to str
        Why a column keeps the values of the core: the catalogue has ``word-STEP-REASON``.
    capped : set of str
        Columns that keep the largest values of the core.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record in the core.
    """

    records: Records
    core: dict[str, Column]
    finishing: Finishing
    unspread: dict[str, str] = field(default_factory=dict)
    capped: set[str] = field(default_factory=set)
    labels: Ints = field(init=False)
    _described: Core | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Leave the columns that cannot be drawn."""
        self.labels = group_by_contents(self.core, self.records.schema)
        obstacles = {name: self._obstacle(name) for name in self._list_masked()}
        self.leave({name: reason for name, reason in obstacles.items() if reason})

    @abstractmethod
    def measure(self) -> LoggedSpread | None:
        """Measure how records vary inside groups, if there are columns to be drawn."""

    @abstractmethod
    def keeps_rule(self, rule: str) -> bool:
        """Decide whether drawn records keep a rule on columns that are not left."""

    @abstractmethod
    def step(self, spread: LoggedSpread | None) -> Step:
        """Describe what was drawn for the log; only whole numbers are published."""

    def draw(self, job: Job) -> Drawn:
        """Draw the records of the core, and describe for the log what they are drawn from."""
        spread = self.measure()
        while spread is not None and (revealing := self._find_revealing(spread, job)):
            self.capped |= revealing
            # How records vary does not depend on it.
            spread = replace(spread, columns=self._cap_columns(spread.columns))
        if spread is None:
            return {}, (self.step(spread),)
        groups = self.group_core(spread.columns)
        seed = str(self.records.recipe.method.parameters["secret_seed"])
        return draw_columns(self.core, groups, spread, seed), (self.step(spread),)

    def leave(self, columns: Mapping[str, str]) -> None:
        """Leave columns with the values of the core, and those that rules join with them."""
        self.unspread |= columns
        has_changed = True
        while has_changed:
            # In the order of the columns: that of a set differs from run to run.
            free = self.list_free()
            joined = {
                name: "rule"
                for text in self.records.recipe.rules
                for name in free
                if name in columns_of(rule_of(text))
                if not self.keeps_rule(text) or not {*free}.issuperset(columns_of(rule_of(text)))
            }
            self.unspread |= joined
            has_changed = bool(joined)

    def group_core(self, columns: SpreadColumns) -> Core:
        """Describe the groups of the core in the columns to be spread.

        The last description is kept, because pools take a while to form.
        """
        described = self._described
        if described is not None and described.columns == columns:
            return described
        if described is not None and replace(columns, capped=()) == replace(
            described.columns, capped=()
        ):
            described = cap_groups(described, columns)
        else:
            weights = self.records.weights()
            described = describe_groups(self.core, columns, self.labels, weights)
        self._described = described
        return described

    def count_columns(self, spread: LoggedSpread | None) -> dict[str, int | float | str]:
        """Count the drawn columns and those that are left, for the step."""
        names = () if spread is None else spread.columns.names
        counts: dict[str, int | float | str] = {"columns": len(names), "left": len(self.unspread)}
        counts |= dict.fromkeys((f"drawn:{name}" for name in names), 1)
        return counts | {f"left:{name}": reason for name, reason in self.unspread.items()}

    def has_zeros(self, name: str) -> bool:
        """Check whether 0 is a value as any other, which at least as many have as form a pool."""
        column = self.records.named(name)
        n_zeros = int(((column.values == 0) & ~column.missing).sum())
        return not self.records.schema.named(name).keeps_zeros and n_zeros >= FEWEST_POOLED

    def residuals(self, core: Core) -> Floats:
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
            scaled = np.where(is_observed, core.scale(column.floats(0.0), j), np.nan)
            means = core.means(scaled)
            residuals.append(scaled - means[core.labels])
        # Column by column in memory, as it is used.
        return np.array(residuals).T

    def _cap_columns(self, columns: SpreadColumns) -> SpreadColumns:
        """Let the columns with revealing amounts keep the largest ones of the core."""
        capped = tuple(j for j, name in enumerate(columns.names) if name in self.capped)
        return replace(columns, capped=capped)

    def _find_revealing(self, spread: LoggedSpread, job: Job) -> set[str]:
        """Find columns whose largest amounts are read from drawn records more often than before.

        The draws that are examined are not the one that is released: that one is made once, and
        for nothing that it comes near to.
        """
        core = self.group_core(spread.columns)
        amounts = {
            j: np.abs(self.records.named(name).floats(0.0))
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
            n_largest = min(N_LARGEST, len(sizes))
            n_read_in_core = count_read_by_rank(sizes, np.abs(core.values[core.labels, j]))
            n_read = sum(count_read_by_rank(sizes, np.abs(values[:, j])) for values in draws)
            if n_read > _TRIALS * (n_read_in_core + TOLERATED_SHARE * n_largest):
                revealing.add(spread.columns.names[j])
        return revealing

    def _list_masked(self) -> list[str]:
        """List the masked columns of numbers."""
        schema, recipe = self.records.schema, self.records.recipe
        masked = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
        return [a.name for a in masked if a.scale in AMOUNTS and a.name != recipe.weight]

    def list_free(self) -> list[str]:
        """List the columns that are drawn."""
        return [name for name in self._list_masked() if name not in self.unspread]

    def _obstacle(self, name: str) -> str | None:
        """Say why a column cannot be spread, by itself."""
        if name in self.finishing.parts:
            return "shared"
        keeps_zeros = self.records.schema.named(name).keeps_zeros
        if keeps_zeros and bool((self.core[name].floats(0.0) < 0).any()):
            return "zeros"
        return None


def draw_columns(
    core: Mapping[str, Column], groups: Core, spread: LoggedSpread, seed: str
) -> dict[str, Column]:
    """Draw the spread columns of a file from those of its core.

    Parameters
    ----------
    core : Mapping of str to Column
        The columns of the core, in the order of the run.
    groups : Core
        Described by `describe_groups`.
    """
    drawn = draw_records(groups, spread.covariances, seed)
    released = {}
    for name, values in zip(spread.columns.names, drawn.T, strict=True):
        column = core[name]
        is_exact = column.kind is ColumnKind.NUMBER
        cells = values if is_exact else np.rint(values).astype(np.int64)
        # Where no value was released in the core, none is drawn.
        cells = np.where(column.missing, column.values, cells)
        released[name] = replace(column, values=keep(cells))
    return released


def draw_logged(stored: StoredCore) -> tuple[dict[str, Column], list[str]]:
    """Draw the columns of a release again from the numbers of its log.

    See `Representative.draw_again`.
    """
    logged = read_logged_spread(stored.steps)
    if logged is None:
        return {}, []
    weight = stored.project.recipe.weight
    weights = None if weight is None else stored.core[weight].values.astype(np.float64)
    groups = describe_groups(stored.core, logged.columns, stored.labels, weights)
    pools = groups.pools[stored.labels]
    sizes = np.bincount(pools[pools >= 0])
    fewest = 1 if logged.columns.is_of_groups else FEWEST_POOLED
    if logged.sizes != tuple(sizes.tolist()) or sizes.min(initial=fewest) < fewest:
        # No run would have drawn records from these groups.
        raise ValueError
    drawn = draw_columns(stored.core, groups, logged, stored.seed)
    return drawn, _list_off(groups, stored.released)


def _list_off(core: Core, released: Mapping[str, Column]) -> list[str]:
    """List columns whose means of groups in the file differ from the values of the core.

    Rounding a record moves it by less than a step.
    """
    off = []
    for j, name in enumerate(core.columns.names):
        values = released[name].floats(0.0)
        differences = np.abs(core.means(values) - core.values[:, j])
        allowed = core.columns.steps[j] if core.weights is not None else 0.0
        # A mean of 0 may be the sum of large values of both signs.
        sizes = np.maximum(core.means(np.abs(values)), np.abs(core.values[:, j]))
        if (differences > allowed + 1e-9 * sizes).any():
            off.append(name)
    return off


def describe_groups(
    core: Mapping[str, Column], columns: SpreadColumns, labels: Ints, weights: Floats | None
) -> Core:
    """Describe the groups of a core in the columns to be spread."""
    values = [core[name].floats(0.0) for name in columns.names]
    published = [core[name].floats() for name in columns.published]
    published_values = np.column_stack(published) if published else None
    return describe_core(columns, np.column_stack(values), labels, weights, published_values)


def _hold_largest(core: Core) -> NDArray[np.bool_]:
    """Find the groups of a core that hold the largest amounts of any draw."""
    sizes, examined = np.bincount(core.labels), np.zeros(len(core.values), dtype=np.bool_)
    for column in np.abs(core.values).T:
        ordered = np.argsort(-column, kind="stable")
        examined[ordered[np.cumsum(sizes[ordered]) - sizes[ordered] < _MOST_EXAMINED]] = True
    return examined
