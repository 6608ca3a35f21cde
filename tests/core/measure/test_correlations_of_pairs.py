"""Correlations where values are missing: those of the records that have both."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import measure_all
from core.model import Schema
from tests.core.tables import column, confidential, quasi


def test_the_change_is_that_of_pandas_over_complete_pairs() -> None:
    draw = np.random.default_rng(4)
    before = pd.DataFrame(draw.normal(size=(200, 3)), columns=["A", "B", "C"])
    before["B"] += before["A"]
    after = before.copy()
    after["A"] = after["A"].mean() + 0.3 * draw.normal(size=200)
    # What is missing depends on the other column, so that it matters which records count.
    lacks_value = before["A"] > 0.2
    before.loc[lacks_value, "B"] = after.loc[lacks_value, "B"] = np.nan
    schema = Schema((quasi("A"), confidential("B"), confidential("C")))
    tables = [
        MeasuredTable(
            [column(name, [None if v != v else v for v in table[name].tolist()]) for name in "ABC"],
            schema,
            Job(),
        )
        for table in (before, after)
    ]
    changes = {
        measure.attribute: measure.value
        for measure in measure_all(*tables, Job())
        if measure.name == "correlation-change"
    }
    expected = (after.corr() - before.corr()).abs()
    assert changes[None] == pytest.approx(expected.to_numpy().max(), rel=1e-9)
    assert changes["B"] == pytest.approx(expected["B"].max(), rel=1e-9)
    assert expected["B"].max() > 0.2
