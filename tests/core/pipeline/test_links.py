"""Numbers of units are new in every release and say nothing about the original ones."""

from __future__ import annotations

import numpy as np
import pytest

from core.model import Attribute, Role, Schema
from core.pipeline.seal import record_order
from core.pipeline.seal.links import link_problems, links_of
from core.protect.privacy import entropy
from tests.core.tables import column

UNIT = np.array([0, 1, 0, 2, 3, 3, 1, 4], dtype=np.int64)


def test_the_records_of_a_unit_have_one_number_from_one_upwards() -> None:
    found = links_of(UNIT)
    assert len({(u, n) for u, n in zip(UNIT.tolist(), found.tolist(), strict=True)}) == 5
    assert sorted(set(found.tolist())) == [1, 2, 3, 4, 5]


def test_two_releases_have_different_numbers() -> None:
    unit = np.arange(1000, dtype=np.int64)
    first, second = links_of(unit), links_of(unit)
    assert np.count_nonzero(first == second) < 30
    assert np.count_nonzero(first == unit + 1) < 30


def test_every_order_of_the_numbers_is_as_likely() -> None:
    """Six orders of three units in 3,000 releases: 500 each, by more than 100 off in no case."""
    unit = np.arange(3, dtype=np.int64)
    drawn = [tuple(links_of(unit).tolist()) for _ in range(3000)]
    assert len(set(drawn)) == 6
    assert all(abs(drawn.count(order) - 500) < 110 for order in set(drawn))


def test_the_numbers_come_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = np.arange(50, dtype=np.int64)
    assert not np.array_equal(links_of(unit), links_of(unit))
    same = np.arange(1 << 20, dtype=np.uint8).tobytes()
    monkeypatch.setattr(entropy.os, "urandom", lambda length: same[:length])
    assert np.array_equal(links_of(unit), links_of(unit))


def test_a_test_seed_makes_them_reproducible_and_unlike_the_order_of_records() -> None:
    unit = np.arange(50, dtype=np.int64)
    np.testing.assert_array_equal(links_of(unit, 3), links_of(unit, 3))
    assert not np.array_equal(links_of(unit, 3), links_of(unit, 4))
    source = record_order.supply(3, apart="order")
    assert not np.array_equal(links_of(unit, 3) - 1, record_order.shuffle_values(unit, source))


def test_no_records_have_no_numbers() -> None:
    assert links_of(np.empty(0, dtype=np.int64)).tolist() == []


@pytest.mark.parametrize("is_text", [False, True])
def test_original_numbers_are_found(is_text: bool) -> None:
    numbers = [1 + i // 2 for i in range(100)]
    schema = Schema((Attribute("HID", Role.LINK),))
    before = column("HID", [f"{n}" for n in numbers]) if is_text else column("HID", numbers)
    (found,) = link_problems([column("HID", numbers)], [before], schema)
    assert (found.code, found.params["count"]) == ("link-original", 50)
    (problem,) = link_problems([column("HID", [51 - n for n in numbers])], [before], schema)
    assert problem.code == "link-order"
    drawn = [1 + 31 * n % 53 for n in numbers]
    assert link_problems([column("HID", drawn)], [before], schema) == ()
    names = column("HID", [f"H{n}" for n in numbers])
    (problem,) = link_problems([column("HID", numbers)], [names], schema)
    assert problem.code == "link-order"


@pytest.mark.parametrize(("n", "codes"), [(20, ["link-order"]), (3, [])])
def test_ascending_numbers_released_as_1_to_n_are_found(n: int, codes: list[str]) -> None:
    original = column("HID", [1000 + 17 * i for i in range(n)])
    schema = Schema((Attribute("HID", Role.LINK),))
    problems = link_problems([column("HID", range(1, n + 1))], [original], schema)
    assert [problem.code for problem in problems] == codes
