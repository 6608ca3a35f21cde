"""k units share their whole profile, counted in plain Python on the released columns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import group_records
from core.errors import Cancelled, PromiseBroken
from core.jobs import Job
from core.model import Attribute, Column, Role, Scale, Schema
from core.protect import METHODS
from core.protect.representatives import NUMBER_REPRESENTATIVES
from core.protect.units import patterns_of, takes_units
from core.protect.units.unit_clusters import cluster_units, represent_columns
from tests.core.protect.units.households import (
    MEMBERS,
    SCHEMA,
    UNIT,
    clustered,
    file_of,
    households,
    profiles,
    records_of,
    released,
    smallest_class,
)
from tests.core.tables import cells, column, quasi
from tests.lanes import examples

PARAMETERS = {"k": 3, "moves": 2000, "gamma": 0.2, "bins": 4}
TAKEN = ["mdav", "v-mdav", "best", "insensitive", "ama"]


def test_the_methods_that_take_units_are_known() -> None:
    """The others partition columns separately, one column, or by the confidential attributes."""
    complete = {name: method.complete({"k": 3, "t": 0.2}) for name, method in METHODS.items()}
    complete["best"] = METHODS["best"].complete({"k": 3})
    taken = {name for name, method in METHODS.items() if takes_units(method, complete[name])}
    assert taken == {*TAKEN, "t-merge"}  # t-merge: tests/core/command_line/test_unit_closeness.py


@pytest.mark.parametrize(
    ("method", "parameters"),
    [("mdav", {"lambda": 0.5}), ("mdav", {"blocks": [["age"], ["sex"]]}), ("best", {"t": 0.5})],
)
def test_settings_that_leave_part_of_the_profile_out_are_not_taken(
    method: str, parameters: dict[str, object]
) -> None:
    protection = METHODS[method]
    assert not takes_units(protection, protection.complete({"k": 3, **parameters}))


@pytest.mark.parametrize("method", TAKEN[1:])
@examples(8, 120)
@given(table=households(), median=st.booleans())
def test_k_units_share_their_whole_profile(method: str, table, median: bool) -> None:
    representative = NUMBER_REPRESENTATIVES["median" if median else "mean"]
    file = file_of(table)
    found = represent_columns(file, clustered(file, method, **PARAMETERS), representative)
    assert_shared(table, found)


def assert_shared(table, found: Sequence[Column]) -> None:
    assert smallest_class(table["home"], found) >= 3
    for records in records_by_home(table["home"], found[: len(UNIT)]).values():
        assert len(set(records)) == 1


@examples(10, 150)
@given(households())
def test_units_of_a_cluster_have_equal_profiles_and_the_totals_of_columns(table) -> None:
    """The matched slots of a cluster lose at most what the members sorted by age lose."""
    file = file_of(table)
    clusters = clustered(file, **PARAMETERS)
    columns = represent_columns(file, clusters)
    assert_shared(table, columns)
    found = profiles(file.unit.tolist(), columns)
    for cluster in range(clusters.units.max() + 1):
        members = np.flatnonzero(clusters.units == cluster).tolist()
        assert len({found[unit] for unit in members}) == 1
    for group in range(clusters.records.max() + 1):
        units = file.unit[clusters.records == group].tolist()
        assert len(units) == len(set(units))
        assert len({clusters.units[unit] for unit in units}) == 1
    # Totals over records; so are those of the unit's columns, as a cluster has one size.
    for name, after in zip((*UNIT, *MEMBERS), columns, strict=True):
        before = [float(value) for value in table[name]]
        assert fsum(cells(after)) == pytest.approx(fsum(before), rel=1e-9, abs=1e-9)
    points = file.quasi_of_members().points
    assert lost(points, clusters.records) <= lost(points, by_order(file, clusters.units)) + 1e-9


@examples(8, 120)
@given(households(), st.integers(0, 2**32 - 1))
def test_weighted_totals_are_preserved(table, seed: int) -> None:
    chance = np.random.default_rng(seed)
    weight = {home: chance.uniform(1, 5) for home in sorted(set(table["home"]))}
    weights = np.array([weight[home] for home in table["home"]])

    found = released(file_of(table, weights=weights), **PARAMETERS)

    for name, after in zip((*UNIT, *MEMBERS), found, strict=True):
        before = fsum((weights * np.array(table[name])).tolist())
        total = fsum((weights * np.array(cells(after))).tolist())
        assert total == pytest.approx(before, rel=1e-9, abs=1e-9)


def lost(points: np.ndarray, labels: np.ndarray) -> float:
    groups = [points[labels == label] for label in range(labels.max() + 1)]
    return fsum(float(((group - group.mean(axis=0)) ** 2).sum()) for group in groups)


@examples(10, 150)
@given(households(), st.randoms(use_true_random=False))
def test_the_order_of_rows_and_the_numbers_of_units_decide_nothing(table, shuffled) -> None:
    """Incomes and ages are continuous here, so no distances are tied."""
    chance = np.random.default_rng(len(table["home"]))
    homes = sorted(set(table["home"]))
    income = dict(zip(homes, chance.normal(size=len(homes)).tolist(), strict=True))
    table = {
        **table,
        "income": [income[home] for home in table["home"]],
        "age": chance.normal(size=len(table["home"])).tolist(),
    }
    order = list(range(len(table["home"])))
    shuffled.shuffle(order)
    renamed = dict(zip(homes, shuffled.sample(range(1000), len(homes)), strict=True))
    turned = {name: [values[i] for i in order] for name, values in table.items()}
    turned["home"] = [renamed[home] for home in turned["home"]]

    before = records_of(released(file_of(table), **PARAMETERS))
    after = records_of(released(file_of(turned), **PARAMETERS))

    assert after == [before[i] for i in order]


@examples(10)
@given(households(), st.integers(1, 5))
def test_threads_leave_no_trace(table, threads: int) -> None:
    method, file = METHODS["mdav"], file_of(table)
    parameters = method.complete({"k": 3})
    one = cluster_units(method, file, parameters, Job(), threads=1)
    several = cluster_units(method, file, parameters, Job(), threads=threads)
    np.testing.assert_array_equal(one.records, several.records)
    np.testing.assert_array_equal(one.units, several.units)


@examples(8, 120)
@given(households())
def test_members_change_places_only_within_their_stratum(table) -> None:
    """Sex as a stratum stays as it is and is part of the profile that k units share."""
    strata = group_records([column("sex", table["sex"])])
    file = file_of(table, strata=strata, masked=(*UNIT, "age"))
    k = min(len(pattern.units) for pattern in patterns_of(file))
    if k < 2:
        with pytest.raises(PromiseBroken):
            released(file, k=2)
        return
    found = released(file, k=k)
    assert cells(found[-1]) == table["sex"]
    assert smallest_class(table["home"], found) >= k


def test_a_panel_compares_each_wave_with_itself() -> None:
    """Trajectories that cross are not turned around; who was seen in which waves is a pattern."""
    home, wave, pay, rows = [], [], [], 0
    for person in range(12):
        seen = (1, 2, 3) if person < 6 else (1, 3)
        for year in seen:
            home.append(person)
            wave.append(year)
            pay.append(float(year * 10 if person % 2 else 40 - year * 10) + person / 100)
            rows += 1
    schema = Schema((Attribute("wave", Role.OTHER, Scale.INTEGER), quasi("pay")))
    columns = (column("wave", wave), column("pay", pay))
    strata = group_records([columns[0]])
    file = file_of(
        {"home": home, **dict.fromkeys((*UNIT, *MEMBERS), pay)},
        columns=columns,
        schema=schema,
        masked=("pay",),
        unit_columns=(),
        members_by=("wave",),
        strata=strata,
    )

    found = released(file, k=3)

    assert len(list(patterns_of(file))) == 2
    assert smallest_class(home, found) >= 3
    means = defaultdict(set)
    for year, value, person in zip(wave, cells(found[1]), home, strict=True):
        means[person % 2, year].add(round(value))
    assert means[1, 1] == means[0, 3] == {10}
    assert means[1, 3] == means[0, 1] == {30}


def test_children_are_matched_by_resemblance_instead_of_age() -> None:
    """Sorted by age, the boy is the first child in every second family, and slots would be mixed.

    The search has to leave a start in which both slots of children have the same mean.
    """
    rows = []
    for home in range(4):
        boy = home % 2
        rows += [(home, 5.0, float(boy)), (home, 5.2, float(1 - boy)), (home, 40.0, 0.0)]
    table = {
        "home": [home for home, _, _ in rows],
        "age": [age for _, age, _ in rows],
        "sex": [sex for _, _, sex in rows],
        "rooms": [3] * 12,
        "income": [1.0] * 12,
    }
    found = released(file_of(table), k=4)
    assert cells(found[3]) == table["sex"]
    assert set(cells(found[2])) == {5.1, 40.0}


def test_categories_of_members_are_matched_too() -> None:
    homes, jobs = [], []
    for home in range(6):
        homes += [home] * 3
        jobs += [["cook", "smith", "tailor"][(home + i) % 3] for i in range(3)]
    names = ["job"]
    file = file_of(
        {"home": homes, **{name: [0.0] * 18 for name in (*UNIT, *MEMBERS)}},
        columns=(column("job", jobs),),
        schema=Schema((quasi("job", Scale.NOMINAL),)),
        masked=tuple(names),
        unit_columns=(),
        members_by=(),
    )
    found = released(file, k=3)
    assert cells(found[0]) == jobs


def test_a_unit_counts_once_in_the_mean_of_its_column_whatever_its_size() -> None:
    table = {
        "home": [0, 0, 1, 1, 2, 2],
        "rooms": [1, 1, 2, 2, 6, 6],
        "income": [1.0, 1.0, 2.0, 2.0, 6.0, 6.0],
        "age": [30.0, 40.0] * 3,
        "sex": [0.0, 1.0] * 3,
    }
    found = released(file_of(table), k=3)
    assert cells(found[0]) == [3.0] * 6
    assert cells(found[1]) == [3.0] * 6


def test_missing_values_get_those_of_their_group() -> None:
    table = {
        "home": [0, 0, 1, 1, 2, 2, 3, 3],
        "rooms": [1, 1, None, None, 3, 3, 2, 2],
        "income": [1.0] * 8,
        "age": [30.0, 41.0, None, 40.0, 31.0, 42.0, 32.0, 43.0],
        "sex": [0.0, 1.0] * 4,
    }
    found = released(file_of(table), k=4)
    assert cells(found[0]) == [2.0] * 8
    assert smallest_class(table["home"], found) == 4


def test_rooms_that_two_of_three_homes_gave_are_not_written_to_the_third() -> None:
    table = {
        "home": [0, 0, 1, 1, 2, 2],
        "rooms": [1, 1, None, None, 3, 3],
        "income": [1.0] * 6,
        "age": [30.0, 41.0, 30.0, 40.0, 31.0, 42.0],
        "sex": [0.0, 1.0] * 3,
    }
    columns = released(file_of(table), k=3)
    assert cells(columns[0]) == [None] * 6
    assert None not in cells(columns[2])
    assert smallest_class(table["home"], columns) == 3


def test_a_size_with_too_few_units_breaks_the_promise() -> None:
    table = {"home": [0, 1, 2, 3, 3], **{n: [1.0, 2.0, 3.0, 4.0, 5.0] for n in (*UNIT, *MEMBERS)}}
    with pytest.raises(PromiseBroken) as broken:
        released(file_of(table), k=3)
    (problem,) = broken.value.problems
    assert (problem.code, problem.params) == ("k-not-reached", {"k": 3, "reached": 1})


def test_a_cancelled_job_ends() -> None:
    table = {"home": [0, 1, 2, 3], **{n: [1.0, 2.0, 3.0, 4.0] for n in (*UNIT, *MEMBERS)}}
    job, method = Job(), METHODS["mdav"]
    job.cancel()
    with pytest.raises(Cancelled):
        cluster_units(method, file_of(table), method.complete({"k": 2}), job)


def test_unmasked_columns_are_released_as_they_are_and_identifiers_are_not() -> None:
    schema = Schema(
        (
            Attribute("rooms", Role.IDENTIFIER, Scale.INTEGER),
            Attribute("income", Role.CONFIDENTIAL, Scale.CONTINUOUS),
            *SCHEMA.attributes[2:],
        )
    )
    table = {"home": [0, 1, 2, 3], **{n: [1.0, 2.0, 3.0, 4.0] for n in (*UNIT, *MEMBERS)}}
    found = released(file_of(table, schema=schema, masked=MEMBERS), k=2)
    assert [column.name for column in found] == ["income", "age", "sex"]
    assert cells(found[0]) == [1.0, 2.0, 3.0, 4.0]


def records_by_home(home, columns) -> dict[object, list[object]]:
    held: dict[object, list[object]] = defaultdict(list)
    for one, record in zip(home, records_of(columns), strict=True):
        held[one].append(record)
    return held


def by_order(file, clusters: np.ndarray) -> np.ndarray:
    """Return the group of each record if members keep the order of age, then sex."""
    age, sex = (cells(file.named(name)) for name in MEMBERS)
    place: Counter[int] = Counter()
    names = {}
    for i in sorted(range(len(age)), key=lambda i: (age[i], sex[i])):
        unit = int(file.unit[i])
        names[i] = (int(clusters[unit]), place[unit])
        place[unit] += 1
    numbered = {name: label for label, name in enumerate(sorted(set(names.values())))}
    return np.array([numbered[names[i]] for i in range(len(age))])


@pytest.mark.parametrize("masked", [UNIT, MEMBERS, ("income",), ("age",)])
@examples(10)
@given(table=households())
def test_any_part_of_the_columns_may_be_masked(masked: tuple[str, ...], table) -> None:
    found = released(file_of(table, masked=masked), **PARAMETERS)
    assert smallest_class(table["home"], [one for one in found if one.name in masked]) >= 3


@pytest.mark.parametrize("method", ["mdav", "insensitive"])
@examples(10)
@given(table=households(), seed=st.integers(0, 2**32 - 1))
def test_categories_of_units_and_members_are_shared_too(method: str, table, seed: int) -> None:
    chance = np.random.default_rng(seed)
    roofs = {home: str(chance.choice(["tile", "slate", "thatch"])) for home in set(table["home"])}
    jobs = chance.choice(["cook", "smith", "tailor", "none"], len(table["home"])).tolist()
    cells_of = {"roof": [roofs[home] for home in table["home"]], "job": jobs, "age": table["age"]}
    scales = {"roof": Scale.NOMINAL, "job": Scale.NOMINAL, "age": Scale.CONTINUOUS}
    file = file_of(
        table,
        columns=tuple(column(name, held) for name, held in cells_of.items()),
        schema=Schema(tuple(quasi(name, scale) for name, scale in scales.items())),
        masked=tuple(scales),
        unit_columns=("roof",),
        members_by=("job", "age"),
    )
    found = released(file, method, **PARAMETERS)
    assert smallest_class(table["home"], found) >= 3
