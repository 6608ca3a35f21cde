"""The question whether several records belong to one household, firm or school."""

from __future__ import annotations

from core.errors import Problem, Severity, Where
from core.io.structure.likely_units import find_units
from core.jobs import Job
from core.model import Dataset, Plan
from core.protect.privacy import is_private


def unit_cautions(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """Return a caution on the column that most likely numbers units, if nothing is said of it.

    Parameters
    ----------
    plan : Plan
        What is run.
    dataset : Dataset
        The records as they were read.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    recipe = plan.project.recipe
    if recipe.unit is not None or recipe.records_are_units or is_private(plan.project):
        return ()
    found = find_units(dataset, job)
    if not found:
        return ()
    likely = found[0]
    params = {
        "id": likely.column,
        "count": likely.units,
        "rows": likely.rows,
        "largest": likely.largest,
    }
    return (Problem("caution-unit", Where(likely.column), params, Severity.WARNING),)
