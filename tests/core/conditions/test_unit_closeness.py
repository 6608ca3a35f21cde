"""t over units: in a column of the unit each unit counts once, in one of members each record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.conditions import Records
from core.conditions.condition import Released
from core.conditions.unit_closeness_condition import UnitCloseness
from core.model import Attribute, Role, Schema, Unit
from tests.core.tables import confidential, dataset, plan, quasi


@pytest.mark.parametrize(
    ("columns", "t", "failing"),
    [
        # Two homes of one person without income and two of three with the same one: of the homes
        # half have an income, so that both groups are 0.5 away.
        (("INCOME",), 0.6, 0),
        (("INCOME",), 0.4, 2),
        # Of the persons three quarters have one: the groups are 0.75 and 0.25 away.
        ((), 0.6, 1),
        ((), 0.2, 2),
    ],
)
def test_a_home_counts_once_or_by_its_members(
    columns: tuple[str, ...], t: float, failing: int
) -> None:
    table = {
        "HOME": [1, 2, 3, 3, 3, 4, 4, 4],
        "AGE": [30, 30, 50, 50, 50, 50, 50, 50],
        "INCOME": [0.0, 0.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0],
    }
    schema = Schema((Attribute("HOME", Role.IDENTIFIER), quasi("AGE"), confidential("INCOME")))
    recipe = plan(schema, "t-merge", {"k": 2, "t": t}, ()).project.recipe
    recipe = replace(recipe, unit=Unit(("HOME",), columns))
    records = Records(dataset(table).columns, schema, recipe)
    released = Released({c.name: c for c in records.columns if c.name != "HOME"}, {}, {})

    (count,) = UnitCloseness().count(records, released)

    assert count.figures == {"groups": 2, "failing": failing}
    assert count.is_held is (failing == 0)
