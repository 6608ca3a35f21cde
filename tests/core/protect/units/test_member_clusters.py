"""Every group of equal records comes from at least k units, counted in plain Python."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import group_records
from core.encode.unit_groups import units_in_groups
from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Column, Schema
from core.protect import METHODS
from core.protect.clustering import Quasi
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import represent_columns
from core.protect.units.unit_file import UnitFile
from core.protect.units.unit_merging import EnoughUnits, merge_within
from tests.core.protect.units.households import (
    MEMBERS,
    UNIT,
    fewest_units,
    file_of,
    households,
    records_of,
)
from tests.core.tables import Cell, cells, column, quasi
from tests.lanes import examples

TAKEN = ["mdav", "v-mdav", "best", "insensitive", "ama"]


def released(file: UnitFile, k: int, method: str = "mdav", spread: int = 2) -> tuple[Column, ...]:
    protection = METHODS[method]
    given = {"k": k, "moves": 500} if method == "best" else {"k": k}
    clusters = cluster_members(protection, file, protection.complete(given), Job(), spread=spread)
    return represent_columns(file, clusters)


@pytest.mark.parametrize("method", TAKEN)
@pytest.mark.parametrize("names", [(*UNIT, *MEMBERS), MEMBERS])
@examples(10)
@given(table=households(), spread=st.integers(1, 3))
def test_equal_records_come_from_k_units(
    method: str, names: tuple[str, ...], table, spread: int
) -> None:
    found = released(file_of(table, masked=names), 3, method, spread)

    masked = [column for column in found if column.name in names]
    assert fewest_units(table["home"], masked) >= 3
    assert min(Counter(records_of(masked)).values()) >= 3
    held: dict[Cell, set[object]] = {}
    for home, record in zip(table["home"], records_of(found[: len(UNIT)]), strict=True):
        held.setdefault(home, set()).add(record)
    assert {len(records) for records in held.values()} == {1}


@examples(12)
@given(households(), st.integers(2, 4))
def test_strata_are_kept_and_each_has_k_units_in_every_group(table, k: int) -> None:
    """Sex as a stratum differs within households, of which each cluster then needs k of each."""
    strata = group_records([column("sex", table["sex"])])
    file = file_of(table, strata=strata, masked=(*UNIT, "age"))
    pairs = set(zip(table["home"], table["sex"], strict=True))
    fewest = min(Counter(sex for _, sex in pairs).values())
    if fewest < k:
        with pytest.raises(PromiseBroken):
            released(file, k)
        return
    found = released(file, k, spread=1)
    assert cells(found[-1]) == table["sex"]
    assert fewest_units(table["home"], found) >= k


def test_only_the_failing_groups_are_merged_with_their_nearest() -> None:
    """Of four groups of two the second has one unit only; the third is nearer than the first."""
    points = np.array([[0.0], [0.0], [5.0], [5.0], [9.0], [9.0], [30.0], [30.0]])
    labels = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    unit = np.array([0, 1, 2, 2, 3, 4, 5, 6])
    none = np.zeros(8, dtype=np.int64)

    found = merge_within(Quasi(points), labels, none, [EnoughUnits(unit, none, 2)], Job())

    assert units_in_groups(labels, unit).tolist() == [2, 1, 2, 2]
    assert found.tolist() == [0, 0, 1, 1, 1, 1, 2, 2]


def test_clusters_of_other_cells_are_never_merged_with() -> None:
    points = np.array([[0.0], [0.0], [0.1], [0.1], [9.0], [9.0]])
    labels, unit = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 0, 1, 2, 3, 4])
    cells_, none = np.array([0, 0, 1, 1, 0, 0]), np.zeros(6, dtype=np.int64)
    found = merge_within(Quasi(points), labels, cells_, [EnoughUnits(unit, none, 2)], Job())
    assert found.tolist() == [0, 0, 1, 1, 0, 0]


def test_two_of_three_twins_in_one_household_do_not_make_a_group() -> None:
    """k records are equal in each group, but the k records of the twins are one household's."""
    table = {"home": [0, 0, 0, 1, 2, 3], "age": [20.0, 20.0, 20.0, 21.0, 40.0, 41.0]}
    file = file_of(
        {**table, **{name: [0.0] * 6 for name in (*UNIT, "sex")}},
        columns=(column("age", table["age"]),),
        schema=Schema((quasi("age"),)),
        masked=("age",),
        unit_columns=(),
    )
    assert fewest_units(table["home"], released(file, 3)) >= 3


def test_fewer_than_k_units_break_the_promise() -> None:
    table = {"home": [0, 0, 1, 1], **{n: [1.0, 1.0, 3.0, 3.0] for n in (*UNIT, *MEMBERS)}}
    with pytest.raises(PromiseBroken) as broken:
        released(file_of(table), 3)
    (problem,) = broken.value.problems
    assert (problem.code, problem.params) == ("k-not-reached", {"k": 3, "reached": 2})


@pytest.mark.parametrize("masked", [UNIT, MEMBERS, ("income",), ("age",)])
@examples(10)
@given(table=households(least=6))
def test_any_part_of_the_columns_may_be_masked(masked: tuple[str, ...], table) -> None:
    found = released(file_of(table, masked=masked), 3)
    assert fewest_units(table["home"], [one for one in found if one.name in masked]) >= 3


@pytest.mark.parametrize("masked", [UNIT, MEMBERS])
def test_a_stratum_of_fewer_than_k_units_breaks_the_promise(masked: tuple[str, ...]) -> None:
    values = [float(i) for i in range(10)]
    table = {"home": list(range(10)), **dict.fromkeys((*UNIT, *MEMBERS), values)}
    strata = np.array([0] * 8 + [1] * 2)
    with pytest.raises(PromiseBroken) as broken:
        released(file_of(table, masked=masked, strata=strata), 3)
    (problem,) = broken.value.problems
    assert (problem.code, problem.params) == ("k-not-reached", {"k": 3, "reached": 2})
