"""Protects the records of a checked plan by its method."""

from __future__ import annotations

from dataclasses import replace

from core.conditions import take_records
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.kernels.numerics.grouping import Labels
from core.model import Dataset, Plan
from core.protect.method_registry import METHODS
from core.protect.protected import Protected


def protect(
    plan: Plan,
    dataset: Dataset,
    job: Job,
    engine: BlockEngine | None = None,
    groups_to_merge: Labels | None = None,
    maps_of_moments: tuple[str, ...] = (),
    knows_logarithms: bool = True,
) -> Protected:
    """Protect the kept records; see `ProtectionMethod.protect`.

    Parameters
    ----------
    plan : Plan
        Without errors; `plan.parameters` complete.
    groups_to_merge : numpy.ndarray of int, shape (r,), optional
        As in `core.conditions.Records`, of the kept records.
    maps_of_moments : tuple of str
        As in `core.conditions.Records`.
    knows_logarithms : bool
        As in `core.conditions.Records`.
    """
    recipe = plan.project.recipe
    method = METHODS[recipe.method.name]
    records = take_records(dataset, plan.kept, plan.project.schema, recipe)
    records = replace(
        records,
        groups_to_merge=groups_to_merge,
        maps_of_moments=maps_of_moments,
        knows_logarithms=knows_logarithms,
    )
    return method.protect(records, method.complete(plan.parameters), job, engine)
