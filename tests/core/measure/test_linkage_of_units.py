"""Whole units, and three columns known nearly, against every pair in plain Python."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import measure_all
from core.measure.unit_counts import ProfiledUnits
from core.model import Attribute, Role, Scale, Schema
from tests.core.tables import Cell, column, quasi
from tests.oracles.partitions import squared_distance, standardised

LINK = Attribute("HID", Role.LINK)


def linkage_of(
    original: dict[str, list[Cell]], released: dict[str, list[Cell]], schema: Schema
) -> dict[str, float]:
    unit = np.array(original["HID"], dtype=np.int64)
    tables = [
        MeasuredTable([column(name, cells) for name, cells in table.items()], schema)
        for table in (original, released)
    ]
    names = tuple(a.name for a in schema.with_role(Role.QUASI_IDENTIFIER))
    measures = measure_all(*tables, Job(), units=ProfiledUnits(unit, names))
    return {m.name: m.value for m in measures if m.attribute is None}


def share_of_units(
    original: list[list[float]], released: list[list[float]], members: list[list[int]]
) -> float:
    """Link each original unit to the nearest released ones, all permutations of members tried."""
    known, published = standardised(original), standardised(released)
    total = 0.0
    for unit, records in enumerate(members):
        distances = {}
        for rival, others in enumerate(members):
            if len(others) == len(records):
                distances[rival] = min(
                    sum(squared_distance(known[i], published[j]) for i, j in pairs)
                    for pairs in (
                        zip(records, order, strict=True) for order in permutations(others)
                    )
                )
        least = min(distances.values())
        nearest = [rival for rival, distance in distances.items() if distance <= least + 1e-9]
        total += (unit in nearest) / len(nearest)
    return total / len(members)


@pytest.mark.parametrize("seed", range(6))
def test_units_are_linked_by_the_best_matching_of_their_members(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = [*rng.integers(1, 5, 12).tolist(), 6]
    unit = np.repeat(np.arange(len(sizes)), sizes).tolist()
    members = [[i for i, u in enumerate(unit) if u == number] for number in range(len(sizes))]
    ages, wages = (rng.integers(0, 9, len(unit)).astype(float) for _ in range(2))
    # Pairs of units of a size are released alike, with their members in another order.
    masked = [values + rng.normal(0, 1.5, len(unit)) for values in (ages, wages)]
    for number, rival in combinations(range(len(sizes)), 2):
        if sizes[number] == sizes[rival]:
            for values in masked:
                values[members[rival]] = values[members[number]][::-1]
            break
    found = linkage_of(
        {"HID": unit, "AGE": ages.tolist(), "WAGE": wages.tolist()},
        {"HID": unit, "AGE": masked[0].tolist(), "WAGE": masked[1].tolist()},
        Schema((LINK, quasi("AGE"), quasi("WAGE"))),
    )
    expected = share_of_units(
        [ages.tolist(), wages.tolist()], [values.tolist() for values in masked], members
    )
    assert found["linkage"] == pytest.approx(100 * expected)


def test_records_one_by_one_understate_what_their_unit_gives_away() -> None:
    """Two couples with the same ages in another pairing: alone each age is that of two persons."""
    ages: list[Cell] = [30.0, 40.0, 50.0, 60.0, 30.0, 60.0, 50.0, 40.0]
    table: dict[str, list[Cell]] = {"HID": [0, 0, 1, 1, 2, 2, 3, 3], "AGE": ages}
    hidden = Schema((Attribute("HID", Role.DROP), quasi("AGE")))
    assert linkage_of(table, table, hidden)["linkage"] == 50.0
    assert linkage_of(table, table, Schema((LINK, quasi("AGE"))))["linkage"] == 100.0


def test_questions_that_were_not_asked_tell_members_apart() -> None:
    hours = Attribute("HOURS", Role.QUASI_IDENTIFIER, Scale.INTEGER, not_applicable=("",))
    schema = Schema((LINK, hours, quasi("AGE")))
    table: dict[str, list[Cell]] = {
        "HID": [0, 1, 2, 3],
        "HOURS": [40, None, 30, None],
        "AGE": [20.0, 20.0, 60.0, 60.0],
    }
    masked = {**table, "HOURS": [35, None, 35, None]}
    assert linkage_of(table, masked, schema)["linkage"] == 100.0


def test_answers_that_are_missing_are_the_mean_or_the_mode() -> None:
    hours = Attribute("HOURS", Role.QUASI_IDENTIFIER, Scale.INTEGER, not_applicable=("",))
    schema = Schema((LINK, hours, quasi("AGE")))
    table: dict[str, list[Cell]] = {"HID": [0, 1, 2, 3], "AGE": [60.0, 20.0, 20.0, 60.0]}
    # Nobody asked the third; the second, who gave no answer, is released with the mean.
    table["HOURS"] = [40, None, None, 30]
    assert linkage_of(table, {**table, "HOURS": [35, 35, None, 35]}, schema)["linkage"] == 75.0
    table = {"HID": [0, 1, 2, 3], "PLACE": ["a", "b", "b", None], "AGE": [1.0, 2.0, 3.0, 1.0]}
    masked = {**table, "PLACE": ["a", "b", "b", "b"]}
    schema = Schema((LINK, quasi("PLACE", Scale.NOMINAL), quasi("AGE")))
    assert linkage_of(table, masked, schema)["linkage"] == 100.0


def test_large_units_are_linked_too() -> None:
    rng = np.random.default_rng(1)
    unit = np.repeat(np.arange(3), 40)
    sales = (rng.normal(size=120) + 10 * unit).tolist()
    table = {"HID": unit.tolist(), "SALES": sales}
    assert linkage_of(table, table, Schema((LINK, quasi("SALES"))))["linkage"] == 100.0


def share_by_three(original: list[list[float]], released: list[list[float]]) -> float:
    """Link records to the nearest released ones by three columns, the three that link most."""
    largest = 0.0
    for triple in combinations(range(len(original)), 3):
        known = standardised([original[x] for x in triple])
        published = standardised([released[x] for x in triple])
        total = 0.0
        for record, point in enumerate(known):
            distances = [squared_distance(point, rival) for rival in published]
            if distances[record] == min(distances):
                total += 1 / distances.count(min(distances))
        largest = max(largest, total / len(known))
    return largest


@pytest.mark.parametrize("seed", range(4))
def test_three_columns_link_as_all_pairs_do(seed: int) -> None:
    """Ranks, which are known exactly."""
    rng = np.random.default_rng(seed)
    original = rng.integers(0, 9, (5, 60)).astype(float)
    # All ranks occur, so that they are the values themselves.
    original[:, :9] = np.arange(9)
    released = original.copy()
    for group in np.arange(60).reshape(-1, 3):
        released[:, group] = original[:, group[:1]]
    schema = Schema((Attribute("HID", Role.DROP), *(quasi(n, Scale.ORDINAL) for n in "abcde")))
    tables = [
        {"HID": list(range(60)), **{n: [int(v) for v in t[i]] for i, n in enumerate("abcde")}}
        for t in (original, released)
    ]
    found = linkage_of(tables[0], tables[1], schema)
    expected = share_by_three(original.tolist(), released.tolist())
    assert found["linkage-three"] == pytest.approx(100 * expected)


def test_amounts_are_known_to_within_a_tenth() -> None:
    apart = (1000 * 1.3 ** np.arange(12)).tolist()
    near = (1000 + np.arange(12.0)).tolist()
    schema = Schema((Attribute("HID", Role.DROP), quasi("a"), quasi("b"), quasi("c")))
    for values, is_linked in ((apart, True), (near, False)):
        table = {"HID": list(range(12)), "a": values, "b": values[::-1], "c": values}
        assert (linkage_of(table, table, schema)["linkage-three"] == 100.0) is is_linked


def test_three_categories_are_compared_with_a_number_among_them() -> None:
    names = ("x", "y", "z")
    schema = Schema(
        (Attribute("HID", Role.DROP), *(quasi(n, Scale.NOMINAL) for n in names), quasi("a"))
    )
    table: dict[str, list[Cell]] = {
        "HID": [0, 1, 2, 3],
        "x": ["p", "p", "q", "q"],
        "y": ["p", "q", "p", "q"],
        "z": ["p", "p", "p", "p"],
        "a": [7.0, 7.0, 7.0, 7.0],
    }
    assert linkage_of(table, table, schema)["linkage-three"] == 100.0
    without = Schema(schema.attributes[:-1])
    del table["a"]
    assert "linkage-three" not in linkage_of(table, table, without)
