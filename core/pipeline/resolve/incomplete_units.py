"""Finds out whether missing values are why too few units of a size are left."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.encode.unit_groups import group_units
from core.errors import Problem, Where
from core.model import Attribute, Dataset, Project, Role
from core.pipeline.resolve.records import without_answer
from core.protect import METHODS

Ints = NDArray[np.int64]


def lost_units_problem(
    project: Project, dataset: Dataset, whole: Records, first: Iterable[int]
) -> Problem | None:
    """Return the error that missing values leave too few units, or ``None`` if they do not.

    Units with an incomplete record are left out whole, so a question that was not asked of all can
    take away nearly all units of several records.

    Parameters
    ----------
    project : Project
        Resolved; with a unit, whose units are protected whole.
    dataset : Dataset
        The input.
    whole : Records
        All records of units that are not larger than allowed, complete or not.
    first : iterable of int
        A position in `whole` for each pattern of which too few units are left.
    """
    k, unit = project.recipe.method.parameters.get("k"), whole.units()
    found = _costliest(project, dataset)
    if not isinstance(k, int) or unit is None or found is None:
        return None
    groups = group_units(unit, whole.strata())
    units = np.bincount(groups)
    if not any(units[groups[unit[row]]] >= k for row in first):
        return None
    attribute, records = found
    is_masked = attribute.role is Role.QUASI_IDENTIFIER
    code = "units-lost" if is_masked else "units-lost-confidential"
    return Problem(code, Where(attribute.name), {"count": records, "k": k})


def _costliest(project: Project, dataset: Dataset) -> tuple[Attribute, int] | None:
    """Return the column for which most records are left out, with their number."""
    method = project.recipe.method
    works_on = METHODS[method.name].works_on_confidential(method.parameters)
    lacking = without_answer(project.schema, dataset, works_on)
    counted = {name: int(missing.sum()) for name, missing in lacking.items()}
    if not any(counted.values()):
        return None
    name = max(counted, key=counted.__getitem__)
    return project.schema.named(name), counted[name]
