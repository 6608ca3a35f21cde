"""Dominance rules and t over groups of units, counted in plain Python from original values."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from core.conditions import Records
from core.conditions.dominance_condition import DominanceLimit
from core.encode import rank
from core.errors import PromiseBroken
from core.jobs import Job
from core.model import NK, Dominance, PPercent
from core.protect import METHODS
from core.protect.closeness_limit import ClosenessLimit
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import UnitClusters, cluster_units, represent_columns
from core.protect.units.unit_promises import UnitDominanceLimit, unit_dominance_limits
from tests.core.protect.units.households import (
    MEMBERS,
    fewest_units,
    file_of,
    households,
    smallest_class,
)
from tests.core.tables import plan
from tests.lanes import examples
from tests.oracles.closeness import ordered_emd

MDAV = METHODS["mdav"]


def amounts(table, seed: int) -> dict[str, list]:
    """Return the table with skewed amounts in place of ages."""
    chance = np.random.default_rng(seed)
    pay = chance.lognormal(sigma=1.5, size=len(table["home"])).round(3)
    return {**table, "age": pay.tolist()}


def holds(values: list[Fraction], p: Fraction) -> bool:
    """Whether the p% rule holds for contributions (Hundepool et al. 2012)."""
    largest = sorted(values, reverse=True)
    return sum(largest) - sum(largest[:2]) >= p / 100 * largest[0]


def groups_of(labels: np.ndarray, values: list[float]) -> list[list[Fraction]]:
    held = defaultdict(list)
    for label, value in zip(labels.tolist(), values, strict=True):
        held[label].append(Fraction(value))
    return list(held.values())


@examples(15, 300)
@given(households(least=4), st.integers(0, 2**32 - 1), st.sampled_from([5, 30, 80]))
def test_the_p_rule_holds_for_records_and_for_units(table, seed: int, p: int) -> None:
    table = amounts(table, seed)
    file = file_of(table)
    rule = PPercent(("age",), p=float(p))
    limit = DominanceLimit(np.array(table["age"]), rule)
    parameters = MDAV.complete({"k": 3})
    try:
        clusters = cluster_units(MDAV, file, parameters, Job(), [limit])
    except PromiseBroken:
        event("cannot be kept")
        return
    free = cluster_units(MDAV, file, parameters, Job())
    event("merged" if free.units.max() > clusters.units.max() else "kept without merging")

    assert all(holds(group, Fraction(p)) for group in groups_of(clusters.records, table["age"]))
    for total in totals(clusters, file.unit, table["age"]):
        assert holds(total, Fraction(p))
    assert smallest_class(table["home"], represent_columns(file, clusters)) >= 3


def totals(clusters: UnitClusters, unit: np.ndarray, values: list[float]) -> list[list[Fraction]]:
    """Return the sums of the units of each cluster."""
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for one, value in zip(unit.tolist(), values, strict=True):
        sums[one] += Fraction(value)
    held = defaultdict(list)
    for one, total in sums.items():
        held[int(clusters.units[one])].append(total)
    return list(held.values())


@examples(12)
@given(households(least=4), st.integers(0, 2**32 - 1), st.sampled_from(["0.3", "0.45"]))
def test_t_is_kept_in_every_group_of_records(table, seed: int, t: str) -> None:
    file = file_of(amounts(table, seed))
    pay = file.named("age")
    limit = ClosenessLimit([rank(pay, file.schema.named("age"))], float(t))
    try:
        clusters = cluster_units(MDAV, file, MDAV.complete({"k": 3}), Job(), [limit])
    except PromiseBroken:
        event("cannot be kept")
        return
    values = pay.values.tolist()
    for group in groups_of(clusters.records, values):
        assert ordered_emd([float(value) for value in group], values) <= Fraction(t)


@examples(15, 300)
@given(
    households(least=4),
    st.integers(0, 2**32 - 1),
    st.sampled_from([PPercent(("age",), p=30.0), NK(("age",), n=1, share=60.0)]),
)
def test_a_unit_with_several_records_in_a_group_counts_once(
    table, seed: int, rule: Dominance
) -> None:
    table = amounts(table, seed)
    file = file_of(table, masked=MEMBERS)
    recipe = plan(file.schema, "mdav", {}, (), dominance=rule).project.recipe
    limits = unit_dominance_limits(Records(file.columns, file.schema, recipe), file.unit, MEMBERS)
    try:
        clusters = cluster_members(MDAV, file, MDAV.complete({"k": 3}), Job(), limits)
    except PromiseBroken:
        event("cannot be kept")
        return
    free = cluster_members(MDAV, file, MDAV.complete({"k": 3}), Job())
    event("merged" if free.records.max() > clusters.records.max() else "kept without merging")
    held: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    rows = zip(clusters.records.tolist(), file.unit.tolist(), table["age"], strict=True)
    for group, unit, value in rows:
        held[group][unit] += Fraction(value)
    for sums in held.values():
        values = list(sums.values())
        if isinstance(rule, PPercent):
            assert holds(values, Fraction(30))
        else:
            assert max(values) <= Fraction(60, 100) * sum(values)
    found = [one for one in represent_columns(file, clusters) if one.name in MEMBERS]
    assert fewest_units(table["home"], found) >= 3


def test_twins_of_one_unit_do_not_hide_each_other() -> None:
    """Counted as records the two largest leave enough; one household has both of them."""
    values = np.array([50.0, 50.0, 6.0, 3.0])
    rule = PPercent(("age",), p=8.0)
    together = np.zeros(4, dtype=np.int64)
    assert DominanceLimit(values, rule).start(together, 1)[0] < 0
    assert UnitDominanceLimit(values, np.array([0, 0, 1, 2]), rule).start(together, 1)[0] > 0


def test_only_clusters_beyond_the_limit_are_merged() -> None:
    """Four clusters of three; one has a giant, which needs the nearest cluster as company."""
    pay = [1.0, 1.1, 1.2, 2.0, 2.1, 2.2, 10.0, 10.1, 10.2, 20.0, 21.0, 300.0]
    table = {
        "home": [*range(12)],
        "age": pay,
        **dict.fromkeys(("rooms", "income", "sex"), [0] * 12),
    }
    file = file_of(table, masked=("age",))
    limit = DominanceLimit(np.array(pay), PPercent(("age",), p=10.0))

    clusters = cluster_units(MDAV, file, MDAV.complete({"k": 3}), Job(), [limit])

    sizes = sorted(np.bincount(clusters.units).tolist())
    assert sizes == [3, 3, 6]
    assert np.flatnonzero(clusters.units == clusters.units[-1]).tolist() == [6, 7, 8, 9, 10, 11]


def test_a_limit_that_all_units_together_violate_breaks_the_promise() -> None:
    pay = [0.0, 0.0, 0.0, 100.0]
    table = {"home": [0, 1, 2, 3], **dict.fromkeys(("rooms", "income", "age", "sex"), pay)}
    limit = DominanceLimit(np.array(pay), PPercent(("age",), p=10.0))
    with pytest.raises(PromiseBroken) as broken:
        cluster_units(MDAV, file_of(table), MDAV.complete({"k": 2}), Job(), [limit])
    (problem,) = broken.value.problems
    assert (problem.code, problem.params) == ("units-too-far", {"count": 1})
