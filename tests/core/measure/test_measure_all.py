"""Every measure against plain Python, on whatever was released."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import MeasuredTable
from core.errors import Cancelled
from core.jobs import Job
from core.measure import MEASURE_PHASES, measure_all
from core.messages import CATALOGUE
from core.model import Attribute, Column, Direction, Measure, Role, Scale, Schema
from core.protect import protect
from tests.core.tables import Cell, column, confidential, dataset, plan, quasi
from tests.lanes import examples, in_lane
from tests.oracles import linkage, measures
from tests.oracles.closeness import ordered_emd
from tests.oracles.files import numeric_columns
from tests.oracles.partitions import standardised

SCHEMA = Schema((quasi("a"), quasi("b"), confidential("c")))
Table = list[list[float]]
Found = dict[tuple[str, str | None], float]
small = st.integers(-9, 9).map(float)
rows = st.lists(st.tuples(small, small, small, small, small), min_size=1, max_size=40)


def values(found: tuple[Measure, ...]) -> dict[tuple[str, str | None], float]:
    return {(m.name, m.attribute): m.value for m in found}


def tables(records: list[tuple[float, ...]]) -> tuple[Table, Table]:
    a, b, c, masked_a, masked_b = (list(cells) for cells in zip(*records, strict=True))
    return [a, b, c], [masked_a, masked_b, c]


def columns(table: Table) -> list[Column]:
    return [column(name, cells) for name, cells in zip("abc", table, strict=True)]


def measure(
    before: Sequence[Column], after: Sequence[Column], schema: Schema = SCHEMA, **more: bool
) -> tuple[Measure, ...]:
    return measure_all(MeasuredTable(before, schema), MeasuredTable(after, schema), Job(), **more)


@examples(25, 500)
@given(rows)
def test_measures_are_those_of_the_definitions(records: list[tuple[float, ...]]) -> None:
    before, after = tables(records)
    found = values(measure(columns(before), columns(after)))
    check_losses(found, before, after)
    check_moments(found, before, after)
    check_privacy(found, before, after)
    scaled = [standardised(before[:2]), standardised(after[:2])]
    assert found["linkage", None] == pytest.approx(100 * linkage.disclosure(*scaled), abs=1e-9)
    # Of a group of equal released records no more than one can be linked.
    assert found["linkage", None] <= 100 * found["groups", None] / len(records) + 1e-9
    errors = [found["relative-error", name] for name in "ab"]
    assert found["relative-error", None] == pytest.approx(sum(errors) / 2)


def check_losses(found: Found, before: Table, after: Table) -> None:
    lost = [measures.sse(before[i], after[i]) for i in (0, 1)]
    expected = {
        ("information-loss", None): measures.information_loss(before[:2], after[:2]),
        ("sse", None): sum(lost),
        ("normalised-sse", None): measures.normalised_sse(before[:2], after[:2]),
        ("information-loss", "a"): measures.information_loss(before[:1], after[:1]),
        ("information-loss", "b"): measures.information_loss(before[1:2], after[1:2]),
        ("sse", "a"): lost[0],
        ("normalised-sse", "b"): measures.normalised_sse(before[1:2], after[1:2]),
        ("sse-share", "a"): 100 * lost[0] / sum(lost) if sum(lost) else 0.0,
    }
    assert {key: found[key] for key in expected} == pytest.approx(expected, rel=1e-9, abs=1e-9)


def check_moments(found: Found, before: Table, after: Table) -> None:
    pairs = [(0, 1), (0, 2), (1, 2)]
    for name, of in (
        ("correlation-change", lambda x, y, *_: measures.correlation(x, y)),
        ("covariance-change", measures.scaled_covariance),
    ):
        change = {
            (i, j): abs(
                of(before[i], before[j], before[i], before[j])
                - of(after[i], after[j], before[i], before[j])
            )
            for i, j in pairs
        }
        assert found[name, None] == pytest.approx(max(change.values()), abs=1e-9)
        for place, attribute in enumerate("abc"):
            most = max(value for pair, value in change.items() if place in pair)
            assert found[name, attribute] == pytest.approx(most, abs=1e-9)
    for name, x, y in zip("ab", before[:2], after[:2], strict=True):
        spread = measures.variance(x)
        if min(x) == max(x):
            assert ("variance-change", name) not in found
            continue
        moved = 100 * abs(measures.mean(y) - measures.mean(x)) / spread**0.5
        changed = 100 * abs(measures.variance(y) - spread) / spread
        assert found["mean-change", name] == pytest.approx(moved, rel=1e-9, abs=1e-9)
        assert found["variance-change", name] == pytest.approx(changed, rel=1e-9, abs=1e-9)


def check_privacy(found: Found, before: Table, after: Table) -> None:
    groups: dict[tuple[float, float], list[float]] = {}
    for a, b, c in zip(*after, strict=True):
        groups.setdefault((a, b), []).append(c)
    sizes = [len(group) for group in groups.values()]
    emd = [float(ordered_emd(group, after[2])) for group in groups.values()]
    assert found["k", None] == min(sizes)
    assert found["groups", None] == len(groups)
    assert found["largest-group", None] == max(sizes)
    assert found["uniques-after", None] == sizes.count(1)
    originals = Counter(zip(before[0], before[1], strict=True))
    assert found["uniques-before", None] == list(originals.values()).count(1)
    assert found["p", "c"] == found["p", None] == min(len(set(g)) for g in groups.values())
    assert found["emd-largest", "c"] == found["t", None] == max(emd)
    assert found["emd-mean", "c"] == pytest.approx(sum(emd) / len(emd))


observations = st.one_of(st.none(), small)


@examples(25, 500)
@given(st.lists(st.tuples(st.integers(0, 5).map(float), observations), min_size=1, max_size=40))
def test_groups_without_a_value_are_no_part_of_the_mean_distance(
    records: list[tuple[float, float | None]],
) -> None:
    group, seen = zip(*records, strict=True)
    released = [column("a", group), column("b", group), column("c", seen)]
    found = values(measure(released, released))

    observed = [value for value in seen if value is not None]
    groups: dict[float, list[float]] = {}
    for label, value in records:
        if value is not None:
            groups.setdefault(label, []).append(value)
    emd = [float(ordered_emd(values, observed)) for values in groups.values()]
    expected = sum(emd) / len(emd) if emd else 0.0
    assert found["emd-mean", "c"] == pytest.approx(expected, abs=1e-12)
    assert found["emd-largest", "c"] == pytest.approx(max(emd, default=0.0), abs=1e-12)


def test_every_measure_has_its_words() -> None:
    table = [[1.0, 2.0, 5.0], [2.0, 2.0, 3.0], [1.0, 2.0, 3.0]]
    for found in measure(columns(table), columns(table)):
        assert f"measure-{found.name}" in CATALOGUE
        assert f"measure-{found.name}-meaning" in CATALOGUE
        assert found.direction in Direction


def test_measures_of_the_file_come_first_then_by_column() -> None:
    table = [[1.0, 2.0, 5.0], [2.0, 2.5, 3.0], [1.0, 2.0, 3.0]]
    found = [m.attribute for m in measure(columns(table), columns(table))]
    order = [None, "a", "b", "c"]
    assert found == sorted(found, key=order.index)
    assert set(found) == set(order)


def test_without_pairing_what_needs_it_is_left_out() -> None:
    rng = np.random.default_rng(2)
    before = [rng.normal(size=50).tolist() for _ in range(3)]
    shuffle = rng.permutation(50)
    mixed = [[cells[i] for i in shuffle] for cells in before]
    paired = values(measure(columns(before), columns(before)))
    found = values(measure(columns(before), columns(mixed), paired=False))
    assert found == {key: pytest.approx(paired[key], abs=1e-12) for key in found}
    gone = {name for name, _ in paired.keys() - found.keys()}
    assert gone == {
        *("information-loss", "sse", "normalised-sse", "sse-share", "quasi-distortion"),
        *("relative-error", "il1s", "interval-disclosure", "linkage"),
    }


def test_a_missing_value_has_no_loss() -> None:
    schema = Schema((quasi("a"),))
    before: list[Cell] = [0.0, None, 10.0, 10.0]
    after: list[Cell] = [0.0, 0.0, 8.0, 8.0]
    found = values(measure([column("a", before)], [column("a", after)], schema))
    seen = [0.0, 10.0, 10.0], [0.0, 8.0, 8.0]
    assert found["information-loss", None] == pytest.approx(
        measures.information_loss([seen[0]], [seen[1]])
    )


def test_released_ordinal_ranks_are_the_original_ones() -> None:
    # 9 and 10 became 10: one rank further, although only two values are left.
    schema = Schema((quasi("a", Scale.ORDINAL),))
    before, after = [column("a", [2, 9, 10])], [column("a", [2, 10, 10])]
    found = values(measure(before, after, schema))
    assert found["information-loss", None] == pytest.approx(
        measures.information_loss([[0, 1, 2]], [[0, 2, 2]])
    )


def test_other_columns_are_not_looked_at() -> None:
    schema = Schema((*SCHEMA.attributes, Attribute("note", Role.OTHER)))
    table = [*columns([[1.0, 2.0], [2.0, 2.0], [1.0, 2.0]]), column("note", ["x", None])]
    names = {m.attribute for m in measure(table, table, schema)}
    assert "note" not in names


def test_measuring_announces_its_phases_and_can_be_called_off() -> None:
    table, job = columns([[1.0, 2.0], [2.0, 2.0], [1.0, 2.0]]), Job(MEASURE_PHASES)
    measure_all(MeasuredTable(table, SCHEMA), MeasuredTable(table, SCHEMA), job)
    progress = job.progress()
    assert (progress.phase, progress.index, progress.phases) == ("linking", 2, 2)
    job.cancel()
    with pytest.raises(Cancelled):
        measure_all(MeasuredTable(table, SCHEMA), MeasuredTable(table, SCHEMA), job)


@pytest.mark.parametrize("k", [3, pytest.param(10, marks=pytest.mark.longer)])
def test_linkage_of_a_clustered_file_stays_below_groups_by_records(
    reference_data: Path, k: int
) -> None:
    n = in_lane(300, 834)
    table = {
        name: cells[:n] for name, cells in numeric_columns(reference_data / "tarragona.csv").items()
    }
    schema = Schema(tuple(quasi(name) for name in table))
    records = dataset(table)
    released = protect(plan(schema, "mdav", {"k": k}, range(n)), records, Job()).columns
    found = values(measure(records.columns, released, schema))
    assert found["k", None] >= k
    assert 0 < found["linkage", None] <= 100 * found["groups", None] / n <= 100 / k
    expected = linkage.disclosure(
        standardised(list(table.values())), standardised([c.values.tolist() for c in released])
    )
    assert found["linkage", None] == pytest.approx(100 * expected, abs=1e-9)
