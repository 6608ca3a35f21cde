"""What a run will ask about survey weights that are published as they are."""

from __future__ import annotations

from core.checklist.cast_columns import cast_columns
from core.checklist.evidence import Evidence
from core.checklist.rows import published_values, weights
from core.encode import MeasuredTable
from core.jobs import Job
from core.model import Dataset, Plan
from core.model.checklist import RowCount, RowVerdict
from core.protect import adds_noise


def weights_beforehand(plan: Plan, dataset: Dataset, job: Job) -> tuple[RowCount, ...]:
    """Count what a run will ask about survey weights that are published as they are.

    Parameters
    ----------
    plan : Plan
        Without errors.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    if adds_noise(plan.project.recipe) or not len(plan.kept):
        return ()
    typed = cast_columns(dataset, plan.project)
    whole_file = MeasuredTable(typed.columns, plan.project.schema, job)
    kept = whole_file.take(plan.kept)
    released = MeasuredTable(
        [
            column
            for column in kept.columns
            if plan.project.schema.named(column.name).role.is_released
        ],
        plan.project.schema,
        job,
        source=kept,
    )
    evidence = Evidence(plan, dataset, typed, whole_file, kept, released, (), (), (), True, job)
    if not evidence.weights:
        return ()
    counts = (
        *weights.FAMILY.count(evidence),
        *published_values.count_values(evidence, evidence.weights),
    )
    return tuple(count for count in counts if count.verdict is not RowVerdict.HELD)
