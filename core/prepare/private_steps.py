"""Which preparing steps a differentially private release may have."""

from __future__ import annotations

from core.errors import Problem, Where
from core.model import Recipe
from core.model.preparing import Action, Band, BandLabel, Drop, Round, TailCoding, TailValue
from core.prepare.recoded_cells import step_number


def private_problems(recipe: Recipe) -> list[Problem]:
    """Return a problem for each active step that a private release may not have.

    One record must not decide how another one is recoded: the claim counts on records that do not
    affect each other before noise is added.
    """
    fields = [f"prepare[{at}]" for at, step in enumerate(recipe.prepare) if not step.is_off]
    return [
        Problem(
            "prepare-not-private",
            Where(step.action.column, field=field),
            {"step": step_number(field)},
        )
        for field, step in zip(fields, recipe.active_preparing, strict=True)
        if not is_cell_by_cell(step.action)
    ]


def is_cell_by_cell(action: Action) -> bool:
    """Return whether a step computes each cell from that cell and the recipe alone.

    Steps on categories and dates are not counted among them: how these were read depends on the
    other cells of the column. Whether a column holds whole numbers does, too, and with it the name
    of a band and its middle, but not its lower end.
    """
    if isinstance(action, TailCoding):
        return action.to is TailValue.THRESHOLD
    if isinstance(action, Band):
        return action.label is BandLabel.LOWER
    return isinstance(action, Drop | Round)
