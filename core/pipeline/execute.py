"""Runs a plan: protects, then measures what came out and holds it against what was promised."""

from __future__ import annotations

from core.encode import take
from core.errors import PromiseBroken
from core.jobs import Job, hand_back_large_blocks, patiently
from core.measure import MEASURE_PHASES, measure_all
from core.model import Dataset, Plan, Result, Role, Step
from core.pipeline.conform import conform
from core.pipeline.promise import count
from core.protect import protect


def execute(plan: Plan, dataset: Dataset, job: Job) -> Result:
    """Protect `dataset` as `plan` says.

    Parameters
    ----------
    plan : Plan
        Without errors, resolved against `dataset`.
    dataset : Dataset
        The records as they were read.
    job : Job
        Told of the progress; can be cancelled.

    Returns
    -------
    Result
        Whose k and t are counted from the released columns, not taken from the method's word.

    Raises
    ------
    PromiseBroken
        If the released columns do not have the k or the t that was asked for.
    Cancelled
        If the job was asked to stop.
    """
    hand_back_large_blocks()
    job.plan((*plan.phases, *MEASURE_PHASES))
    # A run changes nothing but the job, so on cancel nobody needs to wait for its present step.
    return patiently(lambda: _executed(plan, dataset, job), job)


def _executed(plan: Plan, dataset: Dataset, job: Job) -> Result:
    schema = plan.project.schema
    typed = conform(dataset, plan.project)
    protected = protect(plan, typed, job)
    job.check()
    counts = count(protected.columns, schema, plan.project.recipe)
    job.check()
    if counts.problems:
        raise PromiseBroken(*counts.problems)
    original = [take(column, plan.kept) for column in typed.columns]
    measures = measure_all(schema, original, protected.columns, job)
    return Result(
        plan=plan,
        columns=protected.columns,
        clusters=protected.clusters,
        k_reached=counts.k,
        t_reached=counts.t,
        measures=measures,
        steps=(*_read_steps(plan, dataset), *protected.steps),
        warnings=plan.warnings,
        blocks=protected.blocks,
    )


def _read_steps(plan: Plan, dataset: Dataset) -> tuple[Step, ...]:
    dropped = len(plan.project.schema.with_role(Role.IDENTIFIER))
    return (
        Step("read", {"rows": dataset.rows, "columns": len(dataset.columns)}),
        Step("left-out", {"rows": dataset.rows - len(plan.kept)}),
        Step("identifiers-dropped", {"columns": dropped}),
    )
