"""D_X, D_Y and the average diversity, against their definitions in plain Python."""

from __future__ import annotations

from math import floor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import measure_all
from core.measure.dependence import confidential_measures
from core.model import Measure, Scale, Schema
from tests.core.tables import column, confidential, quasi
from tests.oracles.files import numeric_columns
from tests.oracles.partitions import sse, standardised

rows = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-9, 9), st.integers(0, 500)), min_size=1, max_size=40
)


def value(found: tuple[Measure, ...], name: str, attribute: str | None = None) -> float:
    (measure,) = [m for m in found if (m.name, m.attribute) == (name, attribute)]
    return measure.value


@given(rows)
def test_confidential_distortion_and_diversity(found: list[tuple[int, int, int]]) -> None:
    schema = Schema((quasi("q"), confidential("a"), confidential("b")))
    released = [column(name, [float(r[i]) for r in found]) for i, name in enumerate("qab")]
    measures = confidential_measures(MeasuredTable(released, schema))
    groups = [[i for i, r in enumerate(found) if r[0] == q] for q in {r[0] for r in found}]
    records = standardised([[r[1] for r in found], [r[2] for r in found]])
    everyone = [range(len(found))]
    spread = sse(records, everyone)
    expected = sse(records, groups) / spread if spread else 0.0
    assert value(measures, "confidential-distortion") == pytest.approx(expected, abs=1e-12)
    alone = [[record[1]] for record in records]
    of_b = sse(alone, groups) / sse(alone, everyone) if sse(alone, everyone) else 0.0
    assert value(measures, "confidential-distortion", "b") == pytest.approx(of_b, abs=1e-12)
    least = [
        min(len({floor(records[i][a] / 0.02) for i in group}) for a in (0, 1)) for group in groups
    ]
    # A value on the very edge of an interval may fall to either side by its last bit.
    assert value(measures, "average-diversity") == pytest.approx(sum(least) / len(least), abs=1.0)


def test_diversity_counts_categories_and_leaves_out_what_is_missing() -> None:
    schema = Schema((quasi("q"), confidential("n", Scale.NOMINAL), confidential("x")))
    released = [
        column("q", [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
        column("n", ["a", "b", "c", "a", "a", None]),
        column("x", [0.0, 5.0, 9.0, 0.001, 9.0, 5.0]),
    ]
    measures = confidential_measures(MeasuredTable(released, schema))
    assert value(measures, "average-diversity") == (3 + 1) / 2
    # A nominal column has no variance.
    assert [m.attribute for m in measures if m.name == "confidential-distortion"] == [None, "x"]


def test_nothing_is_measured_without_confidential_columns() -> None:
    assert (
        confidential_measures(MeasuredTable([column("q", [1.0, 2.0])], Schema((quasi("q"),)))) == ()
    )


def test_quasi_distortion_is_the_information_loss_as_a_share() -> None:
    schema = Schema((quasi("a"), quasi("b")))
    before = [column("a", [1.0, 2.0, 3.0, 4.0]), column("b", [0.0, 0.0, 5.0, 9.0])]
    after = [column("a", [1.5, 1.5, 3.5, 3.5]), column("b", [0.0, 0.0, 7.0, 7.0])]
    found = measure_all(MeasuredTable(before, schema), MeasuredTable(after, schema), Job())
    assert value(found, "quasi-distortion") == pytest.approx(
        value(found, "information-loss") / 100, rel=1e-12
    )


@pytest.mark.parametrize(("name", "least", "most"), [("census", 93, 196), ("tarragona", 106, 149)])
def test_categories_that_the_paper_counts(
    reference_data: Path, name: str, least: int, most: int
) -> None:
    table = numeric_columns(reference_data / f"{name}.csv")
    counts = []
    for confidential_name in list(table)[6:]:
        schema = Schema((quasi("q"), confidential(confidential_name)))
        released = [
            column("q", [0.0] * len(table[confidential_name])),
            column(confidential_name, table[confidential_name]),
        ]
        measures = confidential_measures(MeasuredTable(released, schema))
        counts.append(value(measures, "average-diversity"))
    # The paper's own counts come out to the last one if values are rounded to the nearest
    # multiple of 0.02; its formula, which is used here, rounds down.
    assert abs(min(counts) - least) <= 5
    assert abs(max(counts) - most) <= 5
