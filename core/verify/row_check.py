"""Counts the rows of the checklist on a private release again in its file."""

from __future__ import annotations

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.row_registry import count_rows
from core.encode import MeasuredTable
from core.errors import Problem
from core.jobs import Job
from core.log import InternalLog
from core.log.checklist_rows import day_of_run, log_counts, with_counts_of_log
from core.model import Dataset, Plan, Project
from core.verify.figures import checklist_faults


def private_row_faults(
    log: InternalLog, project: Project, released: Dataset, table: MeasuredTable
) -> list[Problem]:
    """Check that the checklist of a private release is that of its file.

    Its run cannot be repeated, and its rows need nothing else than released values.
    """
    plan = Plan(project, project.recipe.method.parameters, np.arange(released.rows), (), None)
    tables = (released, released, table, table)
    evidence = Evidence(plan, *tables, (), (), (), False, Job(), day=day_of_run(log))
    counts = count_rows(evidence)
    return checklist_faults(log, log_counts(with_counts_of_log(counts, log), project.recipe))
