"""Units with equal profiles, against counts of multisets in plain Python."""

from __future__ import annotations

from collections import Counter
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import group_records
from core.encode.unit_groups import group_units, units_in_groups
from core.measure.unit_counts import (
    count_unique_units,
    find_unequal_columns,
    risks_of_records,
    risks_of_units,
)
from tests.core.protect.units.households import fewest_units, profiles, smallest_class
from tests.core.tables import column
from tests.lanes import examples

rows_of_units = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.sampled_from([None, 1.0, 2.0, -0.0, 0.0]),
        st.sampled_from([None, "a", "b"]),
    ),
    min_size=1,
    max_size=30,
)


@examples(100)
@given(rows_of_units)
def test_profiles_are_compared_as_multisets(rows) -> None:
    home = [row[0] for row in rows]
    columns = [column("x", [row[1] for row in rows]), column("y", [row[2] for row in rows])]
    plain = [column("x", [None if x is None else x + 0.0 for _, x, _ in rows]), columns[1]]
    unit = group_records([column("home", home)])
    classes = Counter(profiles(home, plain).values())

    groups = group_units(unit, group_records(columns))
    assert np.bincount(groups).min() == smallest_class(home, plain)
    assert count_unique_units(unit, columns) == sum(n == 1 for n in classes.values())
    assert units_in_groups(group_records(columns), unit).min() == fewest_units(home, plain)
    found = groups.tolist()
    each = profiles(home, plain)
    own = [each[name] for name in dict.fromkeys(home)]
    assert [[a == b for b in own] for a in own] == [[a == b for b in found] for a in found]


def test_a_profile_that_is_repeated_differs_from_one_that_is_not() -> None:
    """Two children of one age are not one child, and a pair is not two halves of others."""
    home = [1, 1, 2, 3, 3, 4, 4, 4]
    age = [5, 5, 5, 5, 6, 5, 5, 6]
    unit = group_records([column("home", home)])
    assert group_units(unit, group_records([column("age", age)])).tolist() == [0, 1, 2, 3]
    # The order of members and of rows is no part of a profile.
    home, age = ["b", "a", "a", "b"], [7, 7, 40, 40]
    groups = group_units(group_records([column("home", home)]), group_records([column("age", age)]))
    assert np.bincount(groups).min() == 2


def test_columns_that_differ_inside_units_are_named_with_units_and_rows() -> None:
    unit = group_records([column("home", [1, 2, 1, 2, 3, 1])])
    rooms = column("rooms", [3, 4, 3, 5, None, None])
    area = column("area", [1.5, 2.5, 1.5, 2.5, 9.0, 1.5])
    assert find_unequal_columns(unit, [rooms, area]) == [("rooms", 2, (3, 5))]
    assert find_unequal_columns(unit, [rooms], n_records=1) == [("rooms", 2, (3,))]


@examples(50)
@given(st.lists(st.tuples(st.integers(0, 4), st.floats(0, 1)), min_size=1, max_size=20))
def test_the_risk_of_a_unit_is_that_of_at_least_one_member(rows) -> None:
    unit = group_records([column("home", [home for home, _ in rows])])
    found = risks_of_units(unit, np.array([risk for _, risk in rows]))
    for home, risk in zip(dict.fromkeys(home for home, _ in rows), found.tolist(), strict=True):
        expected = 1 - prod(1 - r for h, r in rows if h == home)
        assert risk == pytest.approx(expected, abs=1e-12)
        assert 0.0 <= risk <= 1.0


def test_a_record_has_the_risk_of_its_group_and_a_certain_member_makes_its_unit_certain() -> None:
    assert risks_of_units(np.array([0, 0, 1]), np.array([1.0, 0.2, 0.0])).tolist() == [1.0, 0.0]
    risks = risks_of_records([column("x", [1, 2, 1, None, None, 1])])
    assert risks.tolist() == [1 / 3, 1, 1 / 3, 1 / 2, 1 / 2, 1 / 3]
