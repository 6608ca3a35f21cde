"""Warns of columns of which the moments are not restored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.errors import Problem, Severity, Where
from core.model import Step
from core.protect.representatives.moment_log import MOMENTS_STEP, LoggedMoments, logged_maps


def warnings_on_moments(steps: Sequence[Step]) -> tuple[Problem, ...]:
    """Name each column that keeps its means, and why; and covariances that cannot be restored."""
    return tuple(_warnings(steps))


def _warnings(steps: Sequence[Step]) -> Iterator[Problem]:
    for step in steps:
        for key, reason in step.counts.items() if step.name == MOMENTS_STEP else ():
            kind, _, name = key.partition(":")
            if kind == "left" and name:
                loss = round(100 * float(step.counts[f"spread:{name}"]), 1)
                where = Where(name, field="method")
                yield Problem(f"moments-left-{reason}", where, {"loss": loss}, Severity.WARNING)
    for logged in map(LoggedMoments.read, logged_maps(steps)):
        if logged.eigenvalue is not None and not logged.published:
            apart = {"columns": list(logged.columns), "eigenvalue": logged.eigenvalue}
            yield Problem("moments-apart", Where(field="method"), apart, Severity.WARNING)
