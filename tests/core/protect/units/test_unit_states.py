"""States of members, such as zeros, are kept; those that change are named beforehand."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from core.conditions import Records
from core.encode import group_records
from core.jobs import Job
from core.model import Attribute, Role, Scale, Schema
from core.protect import METHODS
from core.protect.units import patterns_of
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import cluster_units, represent_columns
from core.protect.units.unit_file import UnitFile, unit_file
from tests.core.protect.units.households import fewest_units, file_of, households, smallest_class
from tests.core.tables import cells, column, plan, quasi
from tests.lanes import examples


def with_zeros(table, seed: int, share: float) -> tuple[dict[str, list], UnitFile]:
    """Return the table with amounts in place of ages, some of them zero, as states to keep."""
    chance = np.random.default_rng(seed)
    pay = chance.lognormal(size=len(table["home"])).round(3)
    pay[chance.random(len(pay)) < share] = 0.0
    table = {**table, "age": pay.tolist()}
    return table, file_of(table, states=(("age", pay == 0.0),))


@pytest.mark.parametrize("method", ["mdav", "v-mdav"])
@examples(12, 200)
@given(
    table=households(least=4),
    seed=st.integers(0, 2**32 - 1),
    share=st.sampled_from([0.1, 0.4, 0.9]),
)
def test_zeros_change_only_next_to_units_of_joined_patterns(
    method: str, table, seed: int, share: float
) -> None:
    table, file = with_zeros(table, seed, share)
    protection = METHODS[method]
    parameters = protection.complete({"k": 3, "gamma": 0.2} if method == "v-mdav" else {"k": 3})

    clusters = cluster_units(protection, file, parameters, Job())
    found = represent_columns(file, clusters)

    assert smallest_class(table["home"], found) >= 3
    joined = {
        int(unit) for pattern in patterns_of(file, 3) for unit in pattern.units[pattern.joined]
    }
    near = {int(clusters.units[unit]) for unit in joined}
    event("some joined" if joined else "none joined")
    for unit, before, after in zip(file.unit, table["age"], cells(found[2]), strict=True):
        if int(clusters.units[unit]) not in near:
            assert (before == 0) == (after == 0)


@examples(12, 200)
@given(households(least=1), st.integers(0, 2**32 - 1), st.integers(2, 4))
def test_only_patterns_with_too_few_units_are_joined(table, seed: int, k: int) -> None:
    table, file = with_zeros(table, seed, 0.3)
    own: dict[int, list[bool]] = defaultdict(list)
    for unit, value in zip(file.unit.tolist(), table["age"], strict=True):
        own[unit].append(value == 0)
    multiset = {unit: tuple(sorted(zeros)) for unit, zeros in own.items()}
    counts = Counter(multiset.values())

    for pattern in patterns_of(file, k):
        states = {multiset[unit] for unit in pattern.units[~pattern.joined].tolist()}
        assert len(states) == 1
        for unit in pattern.units[pattern.joined].tolist():
            assert counts[multiset[unit]] < k
            assert len(multiset[unit]) == pattern.rows.shape[1]
        assert sum(one.records for one in pattern.joins) == int(pattern.joined.sum())
        assert all(one.columns == ("age",) for one in pattern.joins)
        assert {multiset[one.first] for one in pattern.joins} == {
            multiset[unit] for unit in pattern.units[pattern.joined].tolist()
        }


def test_a_joined_unit_changes_as_few_states_as_k_allows() -> None:
    """Four couples earn twice, four once and one not at all, which joins those who earn once."""
    pay = [[5.0, 6.0]] * 4 + [[0.0, 5.0]] * 4 + [[0.0, 0.0]]
    table = {
        "home": [home for home in range(9) for _ in range(2)],
        "rooms": [1] * 18,
        "income": [1.0] * 18,
        "age": [value for couple in pay for value in couple],
        "sex": [0.0, 1.0] * 9,
    }
    file = file_of(table, states=(("age", np.array(table["age"]) == 0),))

    (twice, once) = patterns_of(file, 2)
    found = cells(represent_columns(file, clustered(file, 2))[2])

    assert (twice.joins, [(join.first, join.records) for join in once.joins]) == ((), [(8, 1)])
    assert found[:8] == [5.0, 6.0] * 4
    assert found[8:].count(0.0) >= 5


def clustered(file: UnitFile, k: int):
    method = METHODS["mdav"]
    return cluster_units(method, file, method.complete({"k": k}), Job())


@examples(12, 200)
@given(households(least=4), st.integers(0, 2**32 - 1))
def test_zeros_of_members_are_kept_where_k_units_have_them(table, seed: int) -> None:
    table, file = with_zeros(table, seed, 0.4)
    zero = file.states[0][1]
    homes = [len({h for h, z in zip(table["home"], zero, strict=True) if z == s}) for s in (0, 1)]
    method = METHODS["mdav"]

    clusters = cluster_members(method, file, method.complete({"k": 3}), Job(), spread=2)
    found = represent_columns(file, clusters)

    assert fewest_units(table["home"], found) >= 3
    if min(homes) >= 3:
        event("kept")
        assert [value == 0 for value in cells(found[2])] == zero.tolist()


@pytest.mark.parametrize("cluster", [cluster_units, cluster_members])
@examples(10, 150)
@given(households(least=6), st.integers(0, 2**32 - 1))
def test_a_recipe_of_conditions_is_kept_with_units(cluster, table, seed: int) -> None:
    """Zeros of household incomes, strata of households and weights, from a recipe's records."""
    chance = np.random.default_rng(seed)
    homes = sorted(set(table["home"]))
    size = Counter(table["home"])
    third = {home: i % 3 for i, home in enumerate(sorted(homes, key=lambda h: (size[h], h)))}
    income = {home: 0.0 if third[home] == 0 else chance.lognormal() for home in homes}
    region = {home: int(third[home] == 2) for home in homes}
    weight = {home: chance.uniform(1, 3) for home in homes}
    own = {"income": income, "region": region, "weight": weight}
    columns = [
        *(column(name, [held[home] for home in table["home"]]) for name, held in own.items()),
        column("age", table["age"]),
    ]
    weights = Attribute("weight", Role.OTHER, Scale.CONTINUOUS)
    region_of_home = quasi("region", Scale.INTEGER)
    schema = Schema((quasi("income", keeps_zeros=True), region_of_home, weights, quasi("age")))
    made = plan(schema, "mdav", {}, (), strata=("region",), weight="weight")
    records = Records(tuple(columns), schema, made.project.recipe)
    unit = group_records([column("home", table["home"])])
    file = unit_file(records, unit, ("income", "age"), ("income", "region"))
    method = METHODS["mdav"]

    found = represent_columns(file, cluster(method, file, method.complete({"k": 2}), Job()))

    masked = [found[0], found[1], found[3]]
    shared = smallest_class if cluster is cluster_units else fewest_units
    assert shared(table["home"], masked) >= 2
    assert cells(found[1]) == cells(columns[1])
    assert [v == 0 for v in cells(found[0])] == [v == 0 for v in cells(columns[0])]
    weights = np.array(cells(columns[2]))
    for part in (0, 1):
        here = np.array(cells(columns[1])) == part
        total = (weights * np.array(cells(columns[3])))[here].sum()
        assert (weights * np.array(cells(found[3])))[here].sum() == pytest.approx(total)
