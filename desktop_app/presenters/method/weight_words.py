"""What is to be decided of the survey weight, in sentences; counted off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import Problem
from core.jobs import Job
from core.model import Dataset, Plan
from desktop_app.text import problem_text, tr


def count_weights(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """Return the cautions that a run will give of survey weights that are published."""
    from core.pipeline.cautions import weights_beforehand

    return weights_beforehand(plan, dataset, job)


def weight_text(found: Sequence[Problem]) -> str:
    """Return the sentences on the weight, and when they have to be answered."""
    if not found:
        return ""
    said = [problem_text(problem) for problem in found]
    return "\n".join([*said, tr("If nothing changes, the step Release asks you to accept this.")])
