"""The patterns of a file's units, against counts in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict

from hypothesis import given

from core.encode import group_records
from core.protect.units import patterns_of
from tests.core.protect.units.households import file_of, households
from tests.core.tables import column
from tests.lanes import examples


@examples(12)
@given(households(least=1))
def test_patterns_are_the_multisets_of_strata(table) -> None:
    file = file_of(table, strata=group_records([column("sex", table["sex"])]))
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
