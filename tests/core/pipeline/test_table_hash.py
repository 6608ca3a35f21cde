"""The hash of a table tells its records, not their order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.io import read
from core.jobs import Job
from core.log import table_hash
from core.model import FileKind, ReadOptions, Source
from tests.core.pipeline.making import numbers
from tests.core.tables import column

ROWS = st.lists(
    st.tuples(
        st.one_of(st.none(), st.integers(-3, 3)),
        st.one_of(st.none(), st.sampled_from([0.0, -0.0, 0.5, 1e300])),
        st.one_of(st.none(), st.sampled_from(["", "a", "b\n"])),
    ),
    min_size=1,
    max_size=12,
)


def hashed(rows: list[tuple[int | None, float | None, str | None]]) -> str:
    a, b, c = zip(*rows, strict=True)
    return table_hash([column("a", a), numbers("b", b), column("c", c)])


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(rows, chance: random.Random) -> None:
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert hashed(shuffled) == hashed(rows)


@given(ROWS, ROWS)
@example([(1, 0.5, "a")], [(1, 0.5, "a")] * 2)
def test_other_records_have_another_hash(one, other) -> None:
    def multiset(rows) -> list[str]:
        return sorted(repr(tuple(0.0 if cell == 0 else cell for cell in row)) for row in rows)

    # An integer 0 and a float 0.0 stand in different columns, so the replacement is harmless.
    assert (hashed(one) == hashed(other)) == (multiset(one) == multiset(other))


def test_names_count() -> None:
    assert table_hash([column("a", [1])]) != table_hash([column("b", [1])])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["1.5", "7.25"], ["1.50", "725e-2"]),
        (["0", "7.25"], ["-0.0", "7.25"]),
        (["1234567890123456.78", "7.25"], ["1234567890123456.79", "7.25"]),
        (["2020-01-02", "2020-03-31"], ["02.01.2020", "31.03.2020"]),
        (["", "7.25"], ["NA", "7.25"]),
    ],
)
def test_values_count_and_not_their_spelling(
    tmp_path: Path, one: list[str], other: list[str]
) -> None:
    """Of two files as they are read; their own hashes tell them apart."""
    hashes = []
    for cells in (one, other):
        path = tmp_path / "in.csv"
        path.write_text("\n".join(["A;B", *(f"{cell};x" for cell in cells)]))
        options = ReadOptions(delimiter=";", missing=("", "NA"))
        dataset = read(Source(str(path), FileKind.CSV, options), Job())
        hashes.append(table_hash(dataset.columns))

    assert hashes[0] == hashes[1]


def linked(units: list[list[int]], start: int) -> str:
    """Return the hash of a table in which each list holds the values of a unit's records."""
    pairs = [(start + i, value) for i, unit in enumerate(units) for value in unit]
    link, values = zip(*pairs, strict=True)
    return table_hash([column("unit", link), column("a", values)], links=["unit"])


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
)
def test_numbers_of_units_count_only_for_which_records_belong_together(
    units: list[list[int]], chance: random.Random
) -> None:
    other = [chance.sample(unit, len(unit)) for unit in chance.sample(units, len(units))]
    assert linked(units, 1) == linked(other, 40)


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=5),
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=5),
)
def test_other_units_have_another_hash(one: list[list[int]], other: list[list[int]]) -> None:
    same = sorted(map(sorted, one)) == sorted(map(sorted, other))
    assert (linked(one, 1) == linked(other, 1)) == same
