"""Rows B7 and B8 on the specification's examples, and on twins that just pass."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.model import Role
from core.model.checklist import RowVerdict
from tests.core.checklist.test_rows import counts_of, published
from tests.core.tables import quasi

pytestmark = pytest.mark.usefixtures("usual_office")


@pytest.mark.parametrize(
    ("amounts", "groups"),
    [
        ([100, 30, 6, 3], 1),
        ([100, 30, 6, 4], 0),
        # A loss does not switch the rule off: 10 finds 1,000 exactly.
        ([1000, 10, 100, -100], 1),
        ([1000, 10, 100, 100], 0),
    ],
)
def test_the_second_largest_works_out_the_largest(amounts: Sequence[float], groups: int) -> None:
    further = np.arange(1.0, 3.0, 0.05)
    original = {"SALES": [*map(float, amounts), *further.tolist()]}
    released = {"SALES": [34.75] * 4 + np.repeat(np.arange(1.0, 9.0), 5).tolist()}
    assert quasi("SALES").role is Role.QUASI_IDENTIFIER
    count = counts_of([quasi("SALES")], released, original)["dominated"]
    assert (count.figure, count.columns) == (groups, ("SALES",) if groups else ())
    assert (count.verdict is RowVerdict.HELD) == (groups == 0)


@pytest.mark.parametrize(("equal", "figure"), [(40, 40), (15, None)])
def test_wages_that_are_the_whole_masked_income_of_some(equal: int, figure: int | None) -> None:
    chance = np.random.default_rng(5)
    incomes = chance.lognormal(8, 0.5, 100).round(2)
    wages = np.where(np.arange(100) < equal, incomes, chance.lognormal(7, 0.5, 100).round(2))
    original = {"INCOME": incomes.tolist(), "WAGES": wages.tolist()}
    released = {"INCOME": np.repeat(incomes[:20], 5).tolist(), "WAGES": wages.tolist()}
    counts = counts_of([quasi("INCOME"), published("WAGES")], released, original)
    count = counts.get("undone-part:WAGES")
    assert (count and count.figure) == figure
    assert (count and count.verdict) is (RowVerdict.ASKED if count else None)
    assert ("undone" in counts) == (count is None)
