"""Random tables, counted by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.kernels.risk.individual_risk import approximate_risk, exact_risk
from core.kernels.risk.lone_records import alone_by_hash, alone_in_table
from core.risk import THRESHOLDS, KeyRisk, Settings, assess_keys
from core.risk.individual import EDGES
from tests.core.tables import column
from tests.lanes import examples
from tests.oracles import risk as oracle


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[int | None, ...]]:
    shape = draw(st.integers(1, 30)), draw(st.integers(1, 5))
    # To draw each cell takes longer than what is tested.
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    cells = chance.integers(0, draw(st.integers(2, 5)), shape).tolist()
    return [tuple(code - 1 if code else None for code in record) for record in cells]


def found(records: list[tuple[int | None, ...]], **given_: object) -> KeyRisk:
    plain = {"weights": None, "units": None, "length": 3, "sampling_fraction": None}
    settings = Settings(**{**plain, **given_})  # type: ignore[arg-type]
    keys = [column(f"K{i}", list(cells)) for i, cells in enumerate(zip(*records, strict=True))]
    return assess_keys(keys, settings, Job())


@examples(12, 500)
@given(tables(), st.integers(1, 5))
def test_minimal_sample_uniques_and_their_scores(
    records: list[tuple[int | None, ...]], length: int
) -> None:
    columns = len(records[0])
    longest = min(length, columns)
    uniques = found(records, length=length).uniques
    by_hand = oracle.minimal_uniques(records, longest)
    scores = {
        record: sum(oracle.score(len(subset), longest, columns) for subset in subsets)
        for record, subsets in by_hand.items()
    }
    at = uniques.positions.tolist()
    given_scores = dict(zip(at, uniques.scores.tolist(), strict=True))
    assert {record: score for record, score in given_scores.items() if score} == scores

    total = sum(scores.values())
    shares = [
        sum(
            oracle.score(len(s), longest, columns)
            for each in by_hand.values()
            for s in each
            if k in s
        )
        for k in range(columns)
    ]
    assert uniques.column_shares == pytest.approx([s / total if total else 0 for s in shares])


@examples(12, 500)
@given(tables())
def test_uniques_of_each_combination(records: list[tuple[int | None, ...]]) -> None:
    columns = len(records[0])
    by_hand = oracle.minimal_uniques(records, min(3, columns))
    expected = [
        (
            tuple(f"K{i}" for i in subset),
            len(oracle.uniques(records, subset)),
            sum(subset in each for each in by_hand.values()),
        )
        for size in range(1, min(3, columns) + 1)
        for subset in combinations(range(columns), size)
    ]
    counted = found(records, length=1).uniques.combinations
    assert [(c.columns, c.uniques, c.minimal) for c in counted] == expected


@examples(12, 500)
@given(tables(), st.data())
def test_violations_of_records_and_units(
    records: list[tuple[int | None, ...]], data: st.DataObject
) -> None:
    homes = [data.draw(st.integers(0, 4)) for _ in records]
    units = np.unique(homes, return_inverse=True)[1].astype(np.int64)
    sizes = oracle.frequencies(records)
    for each in found(records, units=units).violations:
        rare = [i for i, size in enumerate(sizes) if size < each.k]
        assert (each.records, each.units) == (len(rare), len({homes[i] for i in rare}))
    assert [each.k for each in found(records).violations] == list(THRESHOLDS)


@examples(12, 500)
@given(tables(), st.data())
def test_individual_risk(records: list[tuple[int | None, ...]], data: st.DataObject) -> None:
    weights = [data.draw(st.floats(1.001, 500)) for _ in records]
    homes = [data.draw(st.integers(0, 4)) for _ in records]
    units = np.unique(homes, return_inverse=True)[1].astype(np.int64)
    population = found(records, weights=np.array(weights), units=units).population
    classes: dict[object, float] = {}
    for record, weight in zip(records, weights, strict=True):
        classes[record] = classes.get(record, 0.0) + weight
    sizes = oracle.frequencies(records)
    expected = [
        oracle.approximate(f, f / classes[record]) for record, f in zip(records, sizes, strict=True)
    ]
    assert population.risks.tolist() == pytest.approx(expected, rel=1e-6)
    assert population.expected == pytest.approx(sum(expected), rel=1e-6)
    joint = 0.0
    for home in homes:
        spared = 1.0
        for other, risk in zip(homes, expected, strict=True):
            spared *= 1 - risk if other == home else 1.0
        joint += 1 - spared
    assert population.units_expected == pytest.approx(joint, rel=1e-6)
    assert sum(population.counts) == len(records)
    for i, edge in enumerate(EDGES):
        assert sum(population.counts[: i + 1]) == int((population.risks <= edge).sum())


def test_risks_are_counted_between_one_in_10_000_5_000_2_000_and_so_on() -> None:
    edges = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]
    # Each edge ends an interval; the class that is smaller by a record begins the next.
    sizes = [*edges, *(edge - 1 for edge in edges[:-1])]
    records = [(group,) for group, size in enumerate(sizes) for _ in range(size)]
    counts = found(records).population.counts
    wanted = [edge + above - 1 for above, edge in zip([1, *edges], edges, strict=False)]
    assert list(counts) == wanted


@pytest.mark.parametrize("f", [1, 2, 3, 4, 10, 49, 50, 51, 200])
@pytest.mark.parametrize("p", [0.002, 0.01, 0.3, 0.499, 0.5, 0.9, 0.999, 1 - 1e-9])
def test_the_exact_risk_is_the_expectation_of_one_over_the_population(f: int, p: float) -> None:
    (risk,) = exact_risk(np.array([f]), np.array([p]))
    assert risk == pytest.approx(oracle.expected_inverse(f, p), rel=1e-8)


@pytest.mark.parametrize("f", [1, 2, 3, 60])
def test_a_class_that_is_the_whole_population_has_risk_one_over_f(f: int) -> None:
    for risk in (approximate_risk, exact_risk):
        assert risk(np.array([f]), np.array([1.0])).tolist() == [1 / f]
        near = risk(np.array([f]), np.array([1 - 1e-12]))
        assert near.tolist() == pytest.approx([1 / f], rel=1e-9)


def test_a_class_whose_weights_are_below_one_counts_as_the_whole_population() -> None:
    population = found([(1,), (1,), (2,)], weights=np.array([0.2, 0.3, 0.5])).population
    assert population.risks.tolist() == [0.5, 0.5, 1.0]


def test_without_weights_the_file_is_the_population() -> None:
    population = found([(1,), (1,), (2,)]).population
    assert population.risks.tolist() == [0.5, 0.5, 1.0]
    assert population.expected == 2
    assert not population.is_weighted


def test_a_certain_member_makes_its_unit_certain() -> None:
    units = np.array([0, 0, 1], dtype=np.int64)
    assert found([(1,), (2,), (2,)], units=units).population.units_expected == 2.5


@examples(12, 500)
@given(tables(), st.floats(0.001, 1.0), st.integers(1, 5))
def test_dis(records: list[tuple[int | None, ...]], fraction: float, length: int) -> None:
    uniques = found(records, sampling_fraction=fraction, length=length).uniques
    rate = oracle.dis(records, fraction)
    assert uniques.dis_file == pytest.approx(rate)
    assert uniques.dis_scores is not None
    assert ((uniques.dis_scores > 0) == (uniques.scores > 0)).all()
    scored = uniques.dis_scores[uniques.scores > 0]
    order = np.argsort(uniques.scores[uniques.scores > 0], kind="stable")
    assert (np.diff(scored[order]) >= -1e-12).all()
    if len(set(uniques.scores.tolist()) - {0}) == 1 and rate:
        # All alike: each has the probability of the file.
        assert scored.tolist() == pytest.approx([rate] * len(scored))


@examples(12, 500)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), min_size=1, max_size=60))
def test_lone_records_by_table_and_by_hash(pairs: list[tuple[int, int]]) -> None:
    labels, codes = (np.array(part, dtype=np.int64) for part in zip(*pairs, strict=True))
    expected = [pairs.count(pair) == 1 for pair in pairs]
    assert alone_in_table(labels, codes, 7, 35).tolist() == expected
    assert alone_by_hash(labels, codes, 7).tolist() == expected


def test_wide_keys_are_hashed_and_agree() -> None:
    """Keys of thousands of categories, of which no table is made."""
    chance = np.random.default_rng(7)
    records = [tuple(r) for r in chance.integers(0, 3_000, (4_000, 4)).tolist()]
    uniques = found(records, length=3).uniques
    by_hand = oracle.minimal_uniques(records, 3)
    assert uniques.scored == len(by_hand)
    assert uniques.total == sum(
        oracle.score(len(s), 3, 4) for subsets in by_hand.values() for s in subsets
    )
