"""Rows on how somebody is found, on the specification's examples and twins that just pass."""

from __future__ import annotations

import pytest

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import measure_all
from core.model import Schema
from core.model.checklist import RowCount, RowVerdict
from tests.core.checklist.test_rows import Table, counts_of
from tests.core.tables import dataset, quasi

pytestmark = pytest.mark.usefixtures("usual_office")


def linked(original: Table, released: Table, profile: str = "scientific") -> RowCount:
    """Judge the measured linkage of a masked file."""
    attributes = [quasi(name) for name in original]
    schema = Schema(tuple(attributes))
    tables = [MeasuredTable(dataset(t).columns, schema) for t in (original, released)]
    measures = measure_all(*tables, Job())
    counts = counts_of(attributes, released, original, measures=measures, profile=profile)
    return counts["linked"]


def test_records_that_are_linked_to_their_group_of_five() -> None:
    ages = [20.0, 21.0, 22.0, 23.0, 24.0, 40.0, 41.0, 42.0, 43.0, 44.0]
    count = linked({"AGE": ages}, {"AGE": [22.0] * 5 + [42.0] * 5})
    assert (count.figure, count.limit, count.verdict) == (20, 20, RowVerdict.HELD)
    pairs = linked({"AGE": ages}, {"AGE": [20.5, 20.5, 23.0, 23.0, 23.0, *[42.0] * 5]})
    assert (pairs.figure, pairs.verdict) == (30, RowVerdict.ASKED)
    assert linked({"AGE": ages}, {"AGE": [22.0] * 5 + [42.0] * 5}, "public").limit == 10


def test_no_reason_is_taken_in_a_public_file_where_most_are_linked() -> None:
    ages = {"AGE": [float(20 + i) for i in range(10)]}
    assert linked(ages, ages).verdict is RowVerdict.ASKED
    assert linked(ages, ages, "public").verdict is RowVerdict.NEVER
