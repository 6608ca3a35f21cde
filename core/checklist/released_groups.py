"""The groups of records that a release shows, by which it is compared with others."""

from __future__ import annotations

from core.encode import MeasuredTable
from core.kernels.numerics.grouping import Labels
from core.model import Plan
from core.model.release import Grouping
from core.protect import METHODS
from core.table import empty, forget, pieces


def group_released(plan: Plan, released: MeasuredTable, rows: int) -> tuple[Grouping, ...]:
    """Group the records by the columns that were masked together, and by kept totals.

    Parameters
    ----------
    released : MeasuredTable
        The released records, in the order of the input.
    rows : int
        The records of the input, followed by those that only other inputs have.

    Returns
    -------
    tuple of Grouping
        Empty for a method that forms no groups.
    """
    recipe, schema = plan.project.recipe, plan.project.schema
    method = METHODS[recipe.method.name]
    if not method.forms_groups:
        return ()
    # What was drawn from a core shows no more than its groups.
    released = released.core
    strata = {column.name for column in released.columns}.intersection(recipe.strata)

    def over_input(labels: Labels) -> Labels:
        spread: Labels = empty(rows, labels.dtype)
        spread.fill(0)
        for piece in pieces(len(labels)):
            spread[plan.kept[piece]] = labels[piece] + 1
        forget(spread)
        return spread

    return (
        *(
            Grouping(tuple(block), over_input(released.groups(strata.union(block))))
            for block in method.blocks(plan.parameters, schema, recipe.strata)
        ),
        *(
            Grouping(totals.columns, over_input(released.groups(totals.by)), keeps_total=True)
            for totals in recipe.totals
        ),
    )
