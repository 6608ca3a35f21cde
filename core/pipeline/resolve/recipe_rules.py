"""Checks the edit rules of a recipe against the records to be released."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.conditions import kept_records, record_problems
from core.errors import Problem, Severity
from core.model import Dataset, Project
from core.pipeline.cast_columns import cast_columns
from core.protect.edit_rules import judged


def rule_problems(project: Project, dataset: Dataset, kept: NDArray[np.int64]) -> list[Problem]:
    """Return what is wrong with the rules of a resolved project, and which may not be kept.

    Parameters
    ----------
    project : Project
        With a method that forms groups if there are rules.
    dataset : Dataset
        The file.
    kept : numpy.ndarray of int64, shape (r,)
        Positions of the records to be released.
    """
    if not project.recipe.rules or not len(kept):
        return []
    typed = cast_columns(dataset, project)
    records = kept_records(typed, kept, project.schema, project.recipe)
    problems = record_problems(records)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return problems
    return [*problems, *judged(records).problems]
