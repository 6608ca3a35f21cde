"""Protects the records of a checked plan by its method."""

from __future__ import annotations

from core.conditions import kept_records
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.model import Dataset, Plan
from core.protect.method_registry import METHODS
from core.protect.protected import Protected


def protect(plan: Plan, dataset: Dataset, job: Job, engine: BlockEngine | None = None) -> Protected:
    """Protect the kept records; see `ProtectionMethod.protect`.

    Parameters
    ----------
    plan : Plan
        Without errors; `plan.parameters` complete.
    dataset : Dataset
        The dataset against which the plan was resolved.
    """
    recipe = plan.project.recipe
    method = METHODS[recipe.method.name]
    records = kept_records(dataset, plan.kept, plan.project.schema, recipe)
    return method.protect(records, method.complete(plan.parameters), job, engine)
