"""From a checked plan to protected columns."""

from __future__ import annotations

from core.jobs import Job
from core.model import Dataset, Plan
from core.protect.protected import Protected


def protect(plan: Plan, dataset: Dataset, job: Job) -> Protected:
    """Protect the kept records of a data set.

    Parameters
    ----------
    plan : Plan
        Without errors; `plan.parameters` complete.
    dataset : Dataset
        The data the plan was resolved against.
    job : Job
        Enters the phases of the method's `MethodSpec.phases`.

    Returns
    -------
    Protected
        Every cluster has at least `k` records and, for a method that promises t, an EMD of at
        most `t` for every confidential attribute.

    Raises
    ------
    PromiseBroken
        If a promise could not be kept.
    Cancelled
        If the job was cancelled.
    """
    raise NotImplementedError
