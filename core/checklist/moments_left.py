"""Warns of columns of which the moments are not restored, or that are not spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.errors import Problem, Severity, Where
from core.model import Step
from core.protect.representatives.moment_log import MOMENTS_STEP, LoggedMoments, logged_maps
from core.protect.representatives.spread_log import SPREAD_STEP


def warnings_on_moments(steps: Sequence[Step]) -> tuple[Problem, ...]:
    """Name each column that keeps its means, and why; and covariances that cannot be restored."""
    return tuple(_warnings(steps))


def warnings_on_spread(steps: Sequence[Step]) -> tuple[Problem, ...]:
    """Name each column that keeps the values of the core, and why."""
    counts = next((step.counts for step in steps if step.name == SPREAD_STEP), {})
    problems = []
    for key, reason in counts.items():
        kind, _, name = key.partition(":")
        if kind == "left" and name:
            shares = {
                param: round(100 * float(counts.get(f"{param}:{name}", 0)), 1)
                for param in ("share", "core")
            }
            where = Where(name, field="method.aggregate")
            problems.append(Problem(f"spread-left-{reason}", where, shares, Severity.WARNING))
    return tuple(problems)


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
