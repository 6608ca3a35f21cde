"""Records are drawn from the means of groups, pooled covariances and a seed, and nothing else."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import distance_scale
from core.jobs import Job
from core.model import Schema
from core.protect.representatives import Finishing, represent
from core.protect.representatives.drawn.local_spread import LocalSpread
from core.protect.representatives.drawn.spread_columns import SpreadColumns
from core.protect.representatives.drawn.spread_draw import describe_core, draw_records
from core.protect.representatives.drawn.spread_pools import FEWEST_POOLED, form_pools
from tests.core.pipeline.making import recipe
from tests.core.tables import column, confidential, quasi
from tests.lanes import in_lane

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SEED = "0123456789abcdef" * 2


def independent(*steps: float) -> SpreadColumns:
    names = tuple(f"V{j}" for j in range(len(steps)))
    return SpreadColumns(names, tuple(range(len(steps))), ((),) * len(steps), steps)


def normal_deviates(n_records: int, n_columns: int) -> Floats:
    """Twelve uniform numbers of 16 bits, from three words of Philox, for each deviate."""
    words = np.random.Philox(key=int(SEED, 16)).random_raw(n_records * n_columns * 3)
    deviates = []
    for first in range(0, len(words), 3):
        parts = [
            int(w) >> shift & 0xFFFF for w in words[first : first + 3] for shift in (0, 16, 32, 48)
        ]
        deviates.append((sum(parts) - 6 * 65535) / 65536)
    return np.array(deviates).reshape(n_records, n_columns)


def draw_by_definition(values: Floats, sizes: Sequence[int], covariance: Floats) -> Floats:
    """Draw whole amounts of one pool group by group, as the manual says."""
    deviates = normal_deviates(sum(sizes), 2)
    root = np.linalg.cholesky(covariance)
    halves = 0.1 * np.median(values, axis=0)
    n_records = np.array(sizes)
    average = np.average(values, axis=0, weights=n_records)
    variance = np.average((values - average) ** 2, axis=0, weights=n_records)
    skewness = np.average((values - average) ** 3, axis=0, weights=n_records) / variance**1.5
    drawn, start = [], 0
    for value, size in zip(values, sizes, strict=True):
        apart = deviates[start : start + size] @ root.T
        apart = (apart - apart.mean(axis=0)) * np.sqrt(size / (size - 1))
        start += size
        columns = []
        for j in range(2):
            is_log = skewness[j] > 1
            exact = value[j] + apart[:, j]
            if is_log:
                scaled = np.log1p(value[j] / halves[j]) + apart[:, j]
                exact = halves[j] * np.expm1(np.maximum(scaled, 0))
            factor = exact / value[j]
            change = np.sqrt(np.mean((factor - 1) ** 2))
            if is_log and change < 0.05:
                factor = 1 + (factor - 1) * 0.05 / change
            least = max(0.05, 1 / value[j])
            factor = np.maximum(factor, least)
            factor = least + (factor - least) * (1 - least) / (factor.mean() - least)
            amounts = factor * value[j]
            whole = np.floor(amounts + 1e-9)
            lacking = round(size * value[j] - whole.sum())
            whole[np.argsort(-(amounts - whole), kind="stable")[:lacking]] += 1
            columns.append(whole)
        drawn.append(np.column_stack(columns))
    return np.vstack(drawn)


def test_records_are_drawn_as_the_manual_says() -> None:
    # Fewer than twenty different values: no amounts, of which the largest would be kept.
    values = np.array([[40.0 + g, 10.0 * 1.6**g] for g in range(12)]).round()
    sizes = [5, 6, 7, 5, 5, 8, 5, 6, 5, 5, 5, 6]
    covariance = np.array([[9.0, 0.6], [0.6, 0.2]])
    labels = np.repeat(np.arange(12), sizes)
    core = describe_core(independent(1.0, 1.0), values[labels], labels, None)

    assert core.is_log.tolist() == [False, True]
    assert core.pools.tolist() == [0] * 12
    drawn = draw_records(core, covariance[None], SEED)
    assert np.array_equal(drawn, draw_by_definition(values, sizes, covariance))


def any_core(seed: int) -> tuple[SpreadColumns, Floats, Ints, Floats | None, Floats]:
    """Make a core of five columns: amounts in order with zeros, a number, and one with signs."""
    chance = np.random.default_rng(seed)
    sizes = chance.integers(3, 9, size=int(chance.integers(20, 120)))
    labels = np.repeat(np.arange(len(sizes)), sizes)
    turnover = np.ceil(np.exp(chance.normal(4, 2, len(sizes))))
    exports = np.floor(turnover * chance.random(len(sizes))) * (chance.random(len(sizes)) < 0.7)
    age = chance.integers(15, 90, len(sizes))
    profit = chance.normal(0, 50, len(sizes)).round(1)
    wages = (np.exp(chance.normal(2, 1, len(sizes)))).round(2)
    values = np.column_stack([exports, turnover, age, profit, wages])[labels]
    columns = SpreadColumns(
        ("EXPORTS", "TURNOVER", "AGE", "PROFIT", "WAGES"),
        (1, 1, 2, 3, 4),
        ((1,), (), (), (), ()),
        (1.0, 1.0, 1.0, 0.1, 0.01),
    )
    weights = chance.integers(1, 9, len(labels)).astype(float) if seed % 3 == 0 else None
    roots = chance.normal(0, [0.1, 1.5, 9, 30, 0.9], size=(5, 5)).T
    return columns, values, labels, weights, roots @ roots.T / 5


@pytest.mark.parametrize("seed", range(in_lane(25, 2500)))
def test_totals_zeros_orders_and_steps_are_kept(seed: int) -> None:
    columns, values, labels, weights, covariance = any_core(seed)
    core = describe_core(columns, values, labels, weights)
    n_pools = max(0, int(core.pools.max()) + 1)
    drawn = draw_records(core, np.repeat(covariance[None], n_pools, axis=0), SEED)

    mass = np.ones(len(labels)) if weights is None else weights
    for j, step in enumerate(columns.steps):
        assert np.allclose(drawn[:, j] / step, np.rint(drawn[:, j] / step), rtol=0, atol=1e-6)
        off = np.bincount(labels, mass * (drawn[:, j] - values[:, j])) / np.bincount(labels, mass)
        assert np.abs(off).max() <= (step if weights is not None else 1e-9 * np.abs(values).max())
    amounts = [0, 1, 2, 4]
    assert np.array_equal(drawn[:, amounts] == 0, values[:, amounts] == 0)
    assert (drawn[:, amounts] >= 0).all()
    assert (drawn[:, 0] <= drawn[:, 1]).all()
    assert not np.signbit(drawn[drawn == 0]).any()
    # Of amounts the twenty largest are those of the core.
    for j in np.flatnonzero(np.isfinite(core.limits)):
        largest = [np.sort(np.abs(table[:, j]))[-20:] for table in (drawn, values)]
        assert np.array_equal(*largest)
    # The next draw differs, the same one does not.
    again = draw_records(core, np.repeat(covariance[None], n_pools, axis=0), SEED)
    assert np.array_equal(again, drawn)
    if (core.pools >= 0).any():
        fresh = draw_records(core, np.repeat(covariance[None], n_pools, axis=0), "f" * 32)
        assert not np.array_equal(fresh, drawn)


@pytest.mark.parametrize("seed", range(in_lane(10, 300)))
def test_no_order_of_records_changes_what_is_drawn(seed: int) -> None:
    columns, values, labels, _, covariance = any_core(seed)
    core = describe_core(columns, values, labels, None)
    covariances = np.repeat(covariance[None], max(0, int(core.pools.max()) + 1), axis=0)
    order = np.random.default_rng(seed).permutation(len(labels))
    permuted = describe_core(columns, values[order], labels[order], None)

    assert permuted.pools.tobytes() == core.pools.tobytes()
    # Each group has the same records, in whatever order they come.
    tables = []
    for table in (core, permuted):
        rows = np.column_stack([table.labels, draw_records(table, covariances, SEED)])
        tables.append(rows[np.lexsort(rows.T)])
    assert tables[0].tobytes() == tables[1].tobytes()


# Their last digits depend on the processor, or on how the library behind numpy was built.
MACHINE_DEPENDENT = {
    *("exp", "expm1", "log", "log1p", "log10", "log2", "power", "pow", "cbrt"),
    *("mean", "std", "var", "average", "cov", "corrcoef", "dot", "matmul", "einsum", "linalg"),
}


def test_what_is_drawn_again_is_computed_alike_on_every_machine() -> None:
    folder = Path(distance_scale.__file__).parents[1]
    for name in (
        "encode/distance_scale.py",
        "protect/representatives/drawn/drawn_columns.py",
        "protect/representatives/drawn/local_spread.py",
        "protect/representatives/drawn/spread_draw.py",
        "protect/representatives/drawn/spread_pools.py",
    ):
        tree = ast.parse((folder / name).read_text(encoding="utf-8"))
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not named & MACHINE_DEPENDENT, name
        operations = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp)]
        assert not any(isinstance(node.op, ast.MatMult) for node in operations), name
        powers = [node for node in operations if isinstance(node.op, ast.Pow)]
        assert all(isinstance(node.left, ast.Constant) for node in powers), name


@pytest.mark.parametrize("seed", range(20))
def test_pools_have_fifty_records_of_one_pattern(seed: int) -> None:
    chance = np.random.default_rng(seed)
    n_groups = int(chance.integers(5, 300))
    sizes = chance.integers(3, 30, n_groups)
    patterns = chance.integers(0, 4, n_groups)
    pools = form_pools(chance.normal(size=(n_groups, 3)), sizes, patterns)
    for pool in range(pools.max() + 1):
        assert sizes[pools == pool].sum() >= FEWEST_POOLED == 50
        assert len(np.unique(patterns[pools == pool])) == 1
    # Only patterns with too few records have none.
    for pattern in np.unique(patterns[pools < 0]):
        assert (pools[patterns == pattern] < 0).all()
        assert sizes[patterns == pattern].sum() < 60


def test_drawn_numbers_have_the_pooled_covariances() -> None:
    labels = np.repeat(np.arange(4000), 10)
    values = np.column_stack([np.full(40000, 500.0), np.full(40000, -500.0)])
    values[:10] += 1
    values[10:20] -= 1
    core = describe_core(independent(0.001, 0.001), values, labels, None)
    covariance = np.array([[4.0, -3.0], [-3.0, 9.0]])
    drawn = draw_records(core, np.repeat(covariance[None], core.pools.max() + 1, axis=0), SEED)
    # The standard error of the largest is 0.06.
    assert np.abs(np.cov((drawn - values).T) - covariance).max() < 0.25


def test_numbers_go_with_published_ones_as_the_pooled_covariances_say() -> None:
    chance = np.random.default_rng(1)
    labels = np.repeat(np.arange(4000), 10)
    values = np.column_stack([np.full(40000, 500.0), np.full(40000, -500.0)])
    values[:10] += 1
    values[10:20] -= 1
    published = chance.normal(70, 3, 40000)
    columns = replace(independent(0.001, 0.001), published=("INCOME",))
    core = describe_core(columns, values, labels, None, published[:, None])
    joint = np.array([[9.0, 4.0, -6.0], [4.0, 4.0, -3.0], [-6.0, -3.0, 9.0]])
    drawn = draw_records(core, np.repeat(joint[None], core.pools.max() + 1, axis=0), SEED)
    apart = published - np.repeat(published.reshape(-1, 10).mean(axis=1), 10)
    for j, (covariance, variance) in enumerate(((4.0, 4.0), (-6.0, 9.0))):
        deviations = drawn[:, j] - values[:, j]
        slope = (deviations * apart).mean() / (apart * apart).mean()
        assert slope == pytest.approx(covariance / 9, abs=0.02)
        left = deviations - covariance / 9 * apart
        assert left.var() == pytest.approx(variance - covariance**2 / 9, rel=0.05)
    # A missing value says nothing of the number, and no other group is drawn otherwise.
    published[3] = np.nan
    core = describe_core(columns, values, labels, None, published[:, None])
    again = draw_records(core, np.repeat(joint[None], core.pools.max() + 1, axis=0), SEED)
    assert np.isfinite(again).all()
    assert np.array_equal(again[10:], drawn[10:])


def test_zeros_are_drawn_only_where_they_are_values_as_others() -> None:
    labels = np.repeat(np.arange(40), 5)
    values = np.column_stack([np.tile(20.0, 200), np.tile(20.0, 200)]) + (labels % 7)[:, None]
    columns = replace(independent(1.0, 1.0), with_zeros=(1,))
    core = describe_core(columns, values, labels, None)
    covariance = np.diag([400.0, 400.0])
    drawn = draw_records(core, np.repeat(covariance[None], core.pools.max() + 1, axis=0), SEED)
    assert drawn[:, 0].min() >= 1
    assert (drawn[:, 1] == 0).sum() > 10
    assert drawn[:, 1].min() == 0
    assert np.array_equal(drawn.reshape(40, 5, 2).mean(axis=1), values[::5])


def test_two_columns_go_together_only_where_fifty_records_have_both() -> None:
    chance = np.random.default_rng(3)
    values = np.sort(chance.normal(100, 10, 110))[:, None] + chance.normal(0, 3, (110, 2))
    labels, place = np.repeat(np.arange(10), 11), np.tile(np.arange(11), 10)
    attributes = quasi("A"), quasi("B")
    # All are in one pool; in each group so many lack one value, and others the other one.
    for n_without in (1, 4):
        cells = values.astype(object)
        cells[place < n_without, 1] = cells[place >= 11 - n_without, 0] = None
        columns = tuple(column(name, cells[:, j].tolist()) for j, name in enumerate("AB"))
        records = Records(columns, Schema(attributes), recipe(k=11, secret_seed=SEED))
        core = [represent(c, a, labels) for c, a in zip(columns, attributes, strict=True)]
        finishing = Finishing(tuple, frozenset())
        _, (step,) = LocalSpread().draw_from_core(records, core, finishing, Job())
        ((first, together, second),) = json.loads(str(step.counts["pools"]))["covariances"]
        assert min(first, second) > 0
        assert (together == 0) == (110 - 20 * n_without < FEWEST_POOLED)


@pytest.mark.parametrize("size", [3, 5])
def test_no_record_repeats_its_value_because_published_columns_single_it_out(size: int) -> None:
    chance = np.random.default_rng(6)
    labels = np.repeat(np.arange(360 // size), size)
    amounts = np.linspace(90, 260, 360) + chance.normal(0, 6, 360)
    # In a group of 90 or so one firm has twice as much, and what it owns abroad shows it.
    amounts[size // 2] = 190
    sites = chance.uniform(1, 9, 360)
    abroad = sites.copy()
    abroad[size // 2] += 5
    attributes = quasi("A"), confidential("Y"), confidential("Z")
    columns = tuple(
        column(name, values.tolist())
        for name, values in (("A", amounts), ("Y", sites), ("Z", abroad))
    )
    core = [represent(columns[0], attributes[0], labels), *columns[1:]]
    n_read = 0
    for number in range(20):
        records = Records(columns, Schema(attributes), recipe(k=size, secret_seed=f"{number:032x}"))
        drawn, (step,) = LocalSpread().draw_from_core(
            records, core, Finishing(tuple, frozenset()), Job()
        )
        n_read += abs(drawn["A"].values[size // 2] - 190) <= 19
    assert step.counts["given:Y"] == 1
    assert n_read <= 2


def test_two_columns_that_differ_for_one_record_of_a_pool_are_not_both_spread() -> None:
    chance = np.random.default_rng(7)
    labels = np.repeat(np.arange(72), 5)
    sales = np.linspace(90, 260, 360) + chance.normal(0, 6, 360)
    sales[2] = 190
    domestic = sales.copy()
    domestic[2] -= 80
    attributes = quasi("A"), quasi("B")
    columns = column("A", sales.tolist()), column("B", domestic.tolist())
    records = Records(columns, Schema(attributes), recipe(k=5, secret_seed=SEED))
    core = [represent(c, a, labels) for c, a in zip(columns, attributes, strict=True)]
    _, (step,) = LocalSpread().draw_from_core(records, core, Finishing(tuple, frozenset()), Job())

    # In the other pools they are the same column, and go together.
    triangles = np.array(json.loads(str(step.counts["pools"]))["covariances"])
    assert step.counts["hidden"] == 1
    assert (triangles[:, 1] == 0).tolist() == (triangles[:, 2] == 0).tolist()
    assert (triangles[:, 1] == 0).sum() == 1
