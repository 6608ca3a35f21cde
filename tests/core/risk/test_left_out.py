"""Columns that make records rare, rare combinations and levels of risk, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled
from core.jobs import Job
from core.risk import (
    Frequencies,
    count_frequencies,
    find_rare,
    leave_each_out,
    levels_of,
    population_risk,
)
from tests.core.tables import column
from tests.lanes import examples
from tests.oracles import risk as oracle

Records = list[tuple[int | None, ...]]

cell = st.one_of(st.none(), st.integers(0, 2))
ks = st.integers(1, 6)


@st.composite
def tables(draw: st.DrawFn) -> Records:
    columns = draw(st.integers(1, 7))
    return draw(st.lists(st.tuples(*[cell] * columns), min_size=1, max_size=40))


def frequencies_of(records: Records) -> Frequencies:
    cells = zip(*records, strict=True)
    return count_frequencies([column(f"K{i}", list(c)) for i, c in enumerate(cells)], Job())


@examples(25, 500)
@given(tables(), ks)
def test_records_that_one_column_makes_rare(records: Records, k: int) -> None:
    frequencies = frequencies_of(records)
    found = leave_each_out(frequencies, k, Job())
    by_hand = oracle.made_rare_by(records, k)
    assert [found.positions(i, frequencies).tolist() for i in range(len(records[0]))] == by_hand
    assert list(found.records) == [len(rare) for rare in by_hand]


def test_a_record_counts_for_each_column_that_would_be_enough() -> None:
    # The last record is alone by either column; without it, it is one of three.
    records: Records = [(0, 0), (0, 0), (0, 1), (1, 1), (1, 1), (0, 2), (1, 0)]
    assert oracle.made_rare_by(records, 3) == [[0, 1, 2, 3, 4, 6], [0, 1, 2, 3, 4, 5, 6]]
    found = leave_each_out(frequencies_of(records), 3, Job())
    assert found.records == (6, 7)


def test_many_columns_of_many_values() -> None:
    """Groups of which no table of all combinations could be made."""
    chance = np.random.default_rng(3)
    near = chance.integers(0, 40, (3_000, 8)) * (chance.random((3_000, 8)) < 0.05)
    records = [tuple(r) for r in near.tolist()]
    found = leave_each_out(frequencies_of(records), 5, Job())
    assert list(found.records) == [len(rare) for rare in oracle.made_rare_by(records, 5)]
    assert min(found.records) > 0


def test_leaving_out_is_cancelled() -> None:
    frequencies, job = frequencies_of([(0, 1), (1, 0)]), Job()
    job.cancel()
    with pytest.raises(Cancelled):
        leave_each_out(frequencies, 2, job)


@examples(25, 500)
@given(tables(), ks, st.data())
def test_rare_combinations_riskiest_first(records: Records, k: int, data: st.DataObject) -> None:
    weights = [data.draw(st.sampled_from([1.0, 2.0, 30.0])) for _ in records]
    frequencies = frequencies_of(records)
    risks = population_risk(frequencies, np.array(weights), None).risks
    found = find_rare(frequencies, risks, k)
    sizes = oracle.frequencies(records)
    by_hand = {r: [i for i, other in enumerate(records) if other == r] for r in records}
    rare = [members for members in by_hand.values() if len(members) < k]
    rare.sort(key=lambda members: (-risks[members[0]], len(members), members[0]))
    at = range(len(found.groups))
    assert [found.positions(i, frequencies).tolist() for i in at] == rare
    assert found.first.tolist() == [members[0] for members in rare]
    assert found.sizes.tolist() == [sizes[members[0]] for members in rare]
    assert found.risks.tolist() == [risks[members[0]] for members in rare]


@examples(25, 500)
@given(
    st.lists(st.sampled_from([1e-5, 0.001, 0.01, 1 / 3, 0.5, 1.0]), min_size=1, max_size=30),
    st.lists(st.sampled_from([1e-6, 1e-5, 0.002, 1 / 3, 0.4, 1.0]), min_size=1, unique=True),
)
def test_records_above_a_threshold(risks: list[float], thresholds: list[float]) -> None:
    levels = levels_of(np.array(risks))
    for threshold in thresholds:
        assert levels.count_above(threshold) == sum(risk > threshold for risk in risks)
    edges = sorted(thresholds)
    lower = [0.0, *edges[:-1]]
    assert levels.counts(edges).tolist() == [
        sum(low < risk <= high for risk in risks) for low, high in zip(lower, edges, strict=True)
    ]
