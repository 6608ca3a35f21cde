"""A table computes its groups, ranks and distances once, and a recounted file its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.encode import MeasuredTable, measured_table
from core.measure.table import pairs
from core.model import Column, ColumnKind, Role, Scale, Schema
from core.table import spooling
from tests.core.table.spooled import linux, mapped_files
from tests.core.tables import column, confidential, quasi

SCHEMA = Schema((quasi("a"), quasi("b"), confidential("c")))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the calls of what is costly."""
    counted: Counter[str] = Counter()
    for name in ("group_records", "rank", "emd_of_groups", "distinct_in_groups"):
        whole = getattr(measured_table, name)

        def count(*given: object, name: str = name, whole=whole) -> object:
            counted[name] += 1
            return whole(*given)

        monkeypatch.setattr(measured_table, name, count)
    return counted


def columns() -> list[Column]:
    return [
        column("a", [1.0, 1.0, 2.0, 2.0, 2.0]),
        column("b", [1.0, 1.0, 3.0, 3.0, 4.0]),
        column("c", [0.0, 5.0, 5.0, 5.0, 7.0]),
    ]


def test_everything_is_computed_once(calls: Counter[str]) -> None:
    table = MeasuredTable(columns(), SCHEMA)
    for _ in range(3):
        assert table.key_groups.tolist() == [0, 0, 1, 1, 2]
        assert table.key_sizes.tolist() == [2, 2, 1]
        assert table.groups(["b", "a"]) is table.key_groups
        assert table.least_distinct == {"c": 1}
        assert table.key_emds["c"].shape == (3,)
        assert table.n_distinct("c") == 3
    assert calls == {"group_records": 2, "rank": 1, "emd_of_groups": 1, "distinct_in_groups": 1}


def test_known_groups_are_split_into_those_of_more_columns() -> None:
    draw = np.random.default_rng(4)
    # Minus zero equals zero.
    cells = [draw.choice([0.0, -0.0, 1.0, 2.0], 60).tolist() for _ in "abcd"]
    many = [column(name, values) for name, values in zip("abcd", cells, strict=True)]
    schema = Schema(tuple(quasi(name) for name in "abcd"))
    table = MeasuredTable(many, schema)
    for names in ("c", "ab", "abc", "abd", "abcd"):
        assert table.groups(names).tolist() == MeasuredTable(many, schema).groups(names).tolist()
        keys = [*zip(*(c.values.tolist() for c in many if c.name in names), strict=True)]
        assert table.groups(names).tolist() == [list(dict.fromkeys(keys)).index(k) for k in keys]


def test_columns_of_the_source_are_not_ranked_again(calls: Counter[str]) -> None:
    a, b, c = columns()
    original = MeasuredTable((a, b, c), SCHEMA)
    released = MeasuredTable((a, column("b", [2.0] * 5), c), SCHEMA, source=original)
    assert released.ranks_of("c") is original.ranks_of("c")
    assert released.n_distinct("c") == original.n_distinct("c") == 3
    assert calls["rank"] == calls["group_records"] == 1
    assert (original.n_distinct("b"), released.n_distinct("b")) == (3, 1)


def test_missing_values_are_no_value() -> None:
    values, missing = np.array([3, 0, 3, 0]), np.array([False, True, False, False])
    table = MeasuredTable([Column("a", ColumnKind.INTEGER, values, missing)], Schema((quasi("a"),)))
    assert table.n_distinct("a") == 2


def test_all_records_in_order_are_the_table_itself() -> None:
    table = MeasuredTable(columns(), SCHEMA)
    assert table.take(np.arange(5)) is table
    part = table.take(np.array([4, 0]))
    assert part.column("c").values.tolist() == [7.0, 0.0]
    assert part.key_groups.tolist() == [0, 1]


@linux
def test_what_is_computed_lies_where_the_columns_lie(scratch: Path) -> None:
    schema = Schema((quasi("a", Scale.INTEGER), confidential("c")))
    cells = [column("a", [1, 1, 2]), column("c", [0.0, None, 5.0])]
    with spooling(scratch):
        original, released = (MeasuredTable(cells, schema) for _ in range(2))
        kept = original.key_groups, original.key_sizes, original.ranks_of("c")
        assert mapped_files("self", scratch) == len(kept)
        assert kept[2].ranks.tolist() == [0, -1, 1]
        (pair,) = pairs(original, released, Role.QUASI_IDENTIFIER)
        assert mapped_files("self", scratch) == len(kept) + len((pair.before, pair.after))


def test_another_schema_has_other_groups() -> None:
    table = MeasuredTable(columns(), SCHEMA)
    assert table.with_schema(SCHEMA) is table
    only_a = Schema((quasi("a"), *SCHEMA.attributes[2:]))
    assert table.with_schema(only_a).key_groups.tolist() == [0, 0, 1, 1, 1]
    assert [a.name for a in only_a.with_role(Role.QUASI_IDENTIFIER)] == ["a"]
