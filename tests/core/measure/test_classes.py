"""k, p and t counted on released columns alone."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import MeasuredTable, group_records
from core.measure import count_k, count_p, count_t
from core.model import Scale, Schema
from tests.core.tables import Cell, column, confidential, quasi
from tests.oracles.closeness import ordered_emd, total_variation

text = st.sampled_from(["x", "y", None])
whole = st.sampled_from([1, 2, 3, None])
real = st.sampled_from([0.0, -0.0, 1.5, None])
records = st.lists(st.tuples(text, whole, real), min_size=1, max_size=40)


@given(records)
def test_equal_tuples_share_a_class_numbered_by_first_appearance(
    found: list[tuple[Cell, Cell, Cell]],
) -> None:
    table = [column(str(i), list(cells)) for i, cells in enumerate(zip(*found, strict=True))]
    numbering: dict[tuple[Cell, ...], int] = {}
    expected = [numbering.setdefault(record, len(numbering)) for record in found]
    assert group_records(table).tolist() == expected


@given(st.lists(st.tuples(text, whole, st.integers(0, 5), text), min_size=1, max_size=40))
def test_k_p_and_t(found: list[tuple[Cell, Cell, int, Cell]]) -> None:
    schema = Schema(
        (
            quasi("a", Scale.ORDINAL),
            quasi("b", Scale.INTEGER),
            confidential("c"),
            confidential("d", Scale.NOMINAL),
        )
    )
    cells = [list(part) for part in zip(*found, strict=True)]
    table = [column(name, part) for name, part in zip("abcd", cells, strict=True)]
    groups: dict[tuple[Cell, ...], list[tuple[int, Cell]]] = {}
    for a, b, c, d in found:
        groups.setdefault((a, b), []).append((c, d))
    assert count_k(MeasuredTable(table, schema)) == min(
        Counter((r[0], r[1]) for r in found).values()
    )
    first = [[c for c, _ in group] for group in groups.values()]
    second = [[d for _, d in group if d is not None] for group in groups.values()]
    assert count_p(MeasuredTable(table, schema)) == {
        "c": min(len(set(group)) for group in first),
        "d": min(len(set(group)) for group in second),
    }
    observed = [d for d in cells[3] if d is not None]
    assert count_t(MeasuredTable(table, schema)) == {
        "c": max(float(ordered_emd(group, cells[2])) for group in first),
        "d": max(float(total_variation(g, observed)) if g else 0.0 for g in second),
    }


def test_without_quasi_identifiers_all_records_are_alike() -> None:
    schema = Schema((confidential("c"),))
    table = [column("c", [1, 2, 3])]
    assert count_k(MeasuredTable(table, schema)) == 3
    assert count_t(MeasuredTable(table, schema)) == {"c": 0.0}


def test_many_columns_of_many_values_do_not_overflow() -> None:
    n = 3000
    table = [column(str(i), [(j * (i + 7)) % n for j in range(n)]) for i in range(8)]
    assert len(set(group_records(table).tolist())) == n


@pytest.mark.parametrize("scale", [Scale.CONTINUOUS, Scale.NOMINAL])
def test_a_constant_confidential_column_is_at_no_distance(scale: Scale) -> None:
    schema = Schema((quasi("a"), confidential("c", scale)))
    table = [
        column("a", [1, 1, 2, 2]),
        column("c", ["v"] * 4 if scale is Scale.NOMINAL else [7] * 4),
    ]
    assert count_t(MeasuredTable(table, schema)) == {"c": 0.0}
    assert count_p(MeasuredTable(table, schema)) == {"c": 1}
