"""What the window does with the register of releases."""

from __future__ import annotations

from core.checklist.answers import is_ready
from core.errors import Problem
from core.jobs import Job
from core.model import Dataset, Plan, Release, Result
from core.model.release import EarlierRelease
from core.pipeline.earlier_releases import earlier_releases, record_release
from core.pipeline.release_register import unless_unusable


def releases_to_compare(
    plan: Plan, dataset: Dataset, job: Job
) -> tuple[EarlierRelease, ...] | None:
    """Find the earlier releases of the records of a run; ``None`` if the register is unusable."""
    releases, _ = unless_unusable(lambda: earlier_releases(plan.project, dataset, job))
    return releases


def register_if_ready(
    result: Result, dataset: Dataset, release: Release, job: Job
) -> Problem | None:
    """Enter a release in the register if it is ready; give what prevents it."""
    if not is_ready(release, result):
        return None
    _, obstacle = unless_unusable(lambda: record_release(result, dataset, release, job))
    return obstacle
