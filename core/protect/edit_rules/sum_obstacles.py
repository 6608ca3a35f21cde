"""Reasons for which the parts of a sum cannot be shared out."""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions import Records, rule_place
from core.errors import Problem
from core.model import Scale
from core.protect.attribute_blocks import Names
from core.protect.method_registry import METHODS
from core.rules import SumOfParts

_NUMBERS = (Scale.CONTINUOUS, Scale.INTEGER)


def sum_problems(
    index: int, each: SumOfParts, records: Records, blocks: Sequence[Names]
) -> list[Problem]:
    """Return what has to change before the sum of the rule `index` can be shared out, if anything.

    Parameters
    ----------
    index : int
        Number of the rule, from 0.
    each : SumOfParts
        The sum.
    records : Records
        The records to be released.
    blocks : sequence of tuple of str
        The columns that are masked together.
    """
    code, columns = _obstacle(each, records, blocks)
    if not code:
        return []
    return [Problem(code, rule_place(index), {"columns": columns})]


def _obstacle(each: SumOfParts, records: Records, blocks: Sequence[Names]) -> tuple[str, list[str]]:
    """Return the code of the first obstacle, empty if there is none, and the columns concerned."""
    parts = [name for name, _ in each.parts]
    names = [each.total, *parts]
    masked = {name for block in blocks for name in block}
    unmasked = [name for name in names if name not in masked]
    if unmasked:
        return "rule-sum-not-masked", unmasked
    if records.recipe.weight in names:
        return "rule-sum-weight", [str(records.recipe.weight)]
    # Scales rule out shares: whole parts of a total that is not whole.
    scales = {name: records.schema.named(name).scale for name in parts}
    total = records.schema.named(each.total).scale
    whole = [name for name, scale in scales.items() if scale is Scale.INTEGER]
    odd = [name for name, scale in scales.items() if scale not in _NUMBERS]
    if total not in _NUMBERS:
        odd = [each.total]
    elif total is Scale.CONTINUOUS or len(whole) < len(scales):
        odd += whole
    if odd:
        return "rule-sum-scales", odd
    if METHODS[records.recipe.method.name].column_by_column:
        # Parts whose zeros or dominance groups of their own would be needed for.
        dominance = records.recipe.dominance
        ruled = () if dominance is None else dominance.columns
        bound = [n for n in parts if n in ruled or records.schema.named(n).keeps_zeros]
        return ("rule-sum-conditions", bound) if bound else ("", [])
    if len({i for i, block in enumerate(blocks) for name in names if name in block}) > 1:
        return "rule-sum-blocks" if records.recipe.unit is None else "rule-sum-units", names
    return "", []
