"""What resolving asks of a file's units, against counts in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
from hypothesis import given, settings

from core.measure.unit_counts import units_of
from core.protect.units import (
    larger_units,
    patterns_of,
    small_patterns,
    units_of_size,
    without,
    without_number,
)
from tests.core.protect.units.households import MEMBERS, file_of, households, smallest_class
from tests.core.protect.units.test_unit_clusters import released
from tests.core.tables import cells, column


def test_missing_numbers_are_counted_and_the_first_are_named() -> None:
    link = column("id", [1, None, 1, 2, None, None, 3])
    assert without_number(link, most=2) == (3, (1, 4))
    assert without_number(column("id", ["a", "b"])) == (0, ())


@settings(max_examples=25)
@given(households(least=1))
def test_sizes_and_small_sizes_are_those_counted_one_by_one(table) -> None:
    sizes = Counter(Counter(table["home"]).values())
    file = file_of(table)

    small = small_patterns(patterns_of(file), 4)

    assert units_of_size(file.unit) == dict(sorted(sizes.items()))
    expected = [(size, n, size * n) for size, n in sorted(sizes.items()) if n < 4]
    assert [tuple(one) for one in small] == expected


@settings(max_examples=25)
@given(households(least=1))
def test_patterns_are_the_multisets_of_strata(table) -> None:
    file = file_of(table, strata=units_of(column("sex", table["sex"])))
    held: dict[object, list[object]] = defaultdict(list)
    for home, sex in zip(table["home"], table["sex"], strict=True):
        held[home].append(sex)
    expected = Counter(tuple(sorted(sexes)) for sexes in held.values())

    found = list(patterns_of(file))

    sexes = [tuple(sorted(table["sex"][i] for i in pattern.rows[0])) for pattern in found]
    assert {sex: len(p.units) for sex, p in zip(sexes, found, strict=True)} == expected
    for pattern, sex in zip(found, sexes, strict=True):
        for rows in pattern.rows.tolist():
            assert tuple(sorted(table["sex"][i] for i in rows)) == sex


@settings(max_examples=25)
@given(households())
def test_larger_units_are_left_out_whole(table) -> None:
    file = file_of(table)
    sizes = Counter(table["home"])
    largest = max(min(sizes.values()), max(sizes.values()) - 1)

    gone = larger_units(file.unit, largest)
    left, rows = without(file, gone.units)

    expected = [i for i, home in enumerate(table["home"]) if sizes[home] <= largest]
    assert rows.tolist() == expected
    assert gone.records == len(table["home"]) - len(expected)
    assert len(gone.units) == sum(size > largest for size in sizes.values())
    assert cells(left.columns[-1]) == [table[MEMBERS[-1]][i] for i in expected]
    homes = [table["home"][i] for i in expected]
    assert smallest_class(homes, released(left, k=3)) >= 3


def test_one_unit_of_many_members_is_found_at_once() -> None:
    """10,000 rows with one number are no household."""
    unit = np.concatenate((np.zeros(10_000, dtype=np.int64), np.arange(1, 21)))
    gone = larger_units(unit, 8)
    assert (gone.units.tolist(), gone.records) == ([0], 10_000)
    assert units_of_size(unit) == {1: 20, 10_000: 1}
