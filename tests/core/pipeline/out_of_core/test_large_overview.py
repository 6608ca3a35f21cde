"""What a run on disk says of each column is what the same run in memory says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_run import LargeOutcome, LargeRequest, run_large
from core.pipeline.out_of_core.measuring.order_statistics import quantiles
from hypothesis import given
from hypothesis import strategies as st

from core.encode import take
from core.jobs import Job
from core.measure import correlations, describe, distribution
from core.model import Attribute, MissingPolicy, Role, Schema
from core.pipeline import execute, resolve
from core.pipeline.cast_columns import cast_columns
from core.pipeline.prepared_input import read_input
from core.pipeline.seal import new_stamp
from tests.core.pipeline.out_of_core.large_files import SCHEMA, project_of, write_input
from tests.lanes import examples

RECORDS = 1200
COLUMNS = Schema((*SCHEMA.attributes, Attribute("WEALTH", Role.OTHER)))


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("large") / "in.parquet"
    write_input(found, records=RECORDS)
    chance, table = np.random.default_rng(8), pq.read_table(found)
    # So skewed that its picture has another scale, with zeros and debts.
    wealth = np.round(chance.standard_t(1.2, RECORDS) * 1000)
    wealth[::7] = 0.0
    pq.write_table(table.append_column("WEALTH", pa.array(wealth)), found)
    return found


def looked_at(place: Path, folder: Path, rows: int, missing: MissingPolicy) -> LargeOutcome:
    folder.mkdir()
    request = LargeRequest(folder, folder / "out", False, new_stamp, rows=rows, describes=True)
    project = replace(project_of(place, missing=missing), schema=COLUMNS)
    return run_large(project, request, Job())


@pytest.mark.parametrize("missing", list(MissingPolicy))
def test_columns_are_described_as_in_memory(place, tmp_path, missing):
    found = looked_at(place, tmp_path / "disk", 401, missing).overview
    project, dataset = read_input(
        replace(project_of(place, missing=missing), schema=COLUMNS), Job()
    )
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    after = {column.name: column for column in execute(plan, dataset, Job()).columns}
    typed = cast_columns(dataset, plan.project)
    before = {name: take(typed.column(name), plan.kept) for name in after}
    assert [a.name for a in found.attributes] == list(after)
    schema = plan.project.schema
    attributes = [schema.named(name) for name in after]
    expected = describe(attributes, before, after, None, Job())
    for one, other in zip(found.described, expected, strict=True):
        assert (one.name, one.is_date, one.categories) == (
            other.name,
            other.is_date,
            other.categories,
        )
        assert one.counts.tolist() == other.counts.tolist()
        for side, own in ((one.before, other.before), (one.after, other.after)):
            assert (side is None) == (own is None)
            if side is not None:
                assert (side.count, side.missing) == (own.count, own.missing)
                assert side.quantiles.tolist() == own.quantiles.tolist()
                figures = [side.mean, side.deviation, side.total]
                assert figures == pytest.approx([own.mean, own.deviation, own.total], rel=1e-12)
    for attribute in attributes:
        name = attribute.name
        one, other = found.distributions[name], distribution(attribute, before[name], after[name])
        assert one.categories == other.categories
        assert (one.others, one.others_before, one.others_after) == (
            other.others,
            other.others_before,
            other.others_after,
        )
        assert (one.missing_before, one.missing_after) == (
            other.missing_before,
            other.missing_after,
        )
        assert one.linear_width == other.linear_width
        assert one.before.tolist() == other.before.tolist()
        assert one.after.tolist() == other.after.tolist()
        assert (one.edges is None) == (other.edges is None)
        if one.edges is not None:
            assert one.edges.tolist() == other.edges.tolist()
    assert found.distributions["WEALTH"].linear_width is not None
    related = correlations(found.correlated.names, before, after, Job())
    assert {"AMOUNT", "COUNT", "DAY", "INCOME", "SCORE"} <= set(related.names)
    for side, own in (
        (found.correlated.before, related.before),
        (found.correlated.after, related.after),
    ):
        assert side == pytest.approx(own, abs=1e-12, nan_ok=True)


def test_nothing_depends_on_the_size_of_parts(place, tmp_path):
    one, other = (
        looked_at(place, tmp_path / str(rows), rows, MissingPolicy.USE_OBSERVED)
        for rows in (301, 5000)
    )
    assert one.result.measures == other.result.measures
    first, second = one.overview, other.overview
    assert str(first.described) == str(second.described)
    assert str(first.distributions) == str(second.distributions)
    assert first.correlated.before.tolist() == second.correlated.before.tolist()
    assert first.correlated.after.tolist() == second.correlated.after.tolist()


@examples(30)
@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1, max_size=60),
    st.integers(1, 9),
)
def test_quantiles_in_parts_are_those_of_numpy(values, size):
    numbers = np.array(values)
    levels = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)

    def parts():
        for start in range(0, len(numbers), size):
            yield np.append(numbers[start : start + size], np.nan)

    found = quantiles(parts, len(numbers), levels)
    assert found.tolist() == np.quantile(numbers, levels).tolist()
