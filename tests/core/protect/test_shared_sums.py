"""Parts of a masked total are shared out in the proportions that the recipe's weights give."""

from __future__ import annotations

import numpy as np
import pytest

from core.conditions import Records
from core.model import Attribute, Role, Schema
from core.protect.edit_rules.shared_sums import share_out
from core.rules import parse_rule, sum_of_parts
from tests.core.tables import dataset, plan, quasi


@pytest.mark.parametrize(("weight", "parts"), [("WEIGHT", (6.0, 2.0)), (None, (4.0, 4.0))])
def test_weights_decide_the_shares(weight: str | None, parts: tuple[float, float]) -> None:
    # In a group of two records one has all of the first part, and stands for three others.
    table = {"TOTAL": [10.0, 6.0], "A": [10.0, 0.0], "B": [0.0, 10.0], "WEIGHT": [3.0, 1.0]}
    schema = Schema((quasi("TOTAL"), quasi("A"), quasi("B"), Attribute("WEIGHT", Role.OTHER)))
    recipe = plan(schema, "mdav", {"k": 2}, (), weight=weight).project.recipe
    records = Records(dataset(table).columns, schema, recipe)
    released = dataset({"TOTAL": [8.0, 8.0], "A": [0.0, 0.0], "B": [0.0, 0.0]}).columns
    total = sum_of_parts(parse_rule("TOTAL = A + B"))
    assert total is not None

    _, *shares = share_out(records, released, [total], {"TOTAL": np.array([0, 0])})

    for share, part in zip(shares, parts, strict=True):
        assert share.values.tolist() == pytest.approx([part, part])
