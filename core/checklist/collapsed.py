"""Warns of a result in which little of the file's detail remains."""

from __future__ import annotations

from collections.abc import Mapping

from core.errors import Problem, Severity, Where
from core.model import Plan, Step
from core.protect import METHODS, promise_of
from core.protect.protected import Protected

COLLAPSED = ("one-group", "one-group-merged", "groups-merged", "groups-merged-scenarios")
"""The codes of these warnings, which are worth a look before anything is written."""


def collapse_warnings(plan: Plan, protected: Protected, k_reached: int) -> tuple[Problem, ...]:
    """Return a warning if all released records are alike, or nearly alike by t or a scenario.

    Records are nearly alike if merging left fewer than half of the groups, or if one group holds
    more than half of the records of a file that could have at least four groups.
    """
    recipe, records = plan.project.recipe, int(protected.clusters.sizes.sum())
    t = promise_of(recipe.method).t
    if not METHODS[recipe.method.name].forms_groups or records == 0:
        return ()
    if _is_merged(protected.steps, "key-sets"):
        clusters = int(protected.clusters.sizes.size)
        counts = {"records": records, "clusters": clusters, "count": clusters}
        return (_warning("groups-merged-scenarios", counts),)
    if k_reached == records:
        code = "one-group" if t is None else "one-group-merged"
        return (_warning(code, {"records": records, "t": t}),)
    sizes = protected.clusters.sizes
    largest, clusters = int(sizes.max()), len(sizes)
    # One group may hold more than half of a file that could have four groups.
    ahead = plan.implications
    is_swallowed = ahead is not None and ahead.clusters >= 4 and 2 * largest > records
    if t is None or not (_is_merged(protected.steps) or is_swallowed):
        return ()
    params = {"records": records, "t": t, "clusters": clusters, "largest": largest}
    return (_warning("groups-merged", params),)


def _is_merged(steps: tuple[Step, ...], name: str = "merging") -> bool:
    """Check whether merging removed more groups than it left."""
    merge_counts = [step.counts for step in steps if step.name == name]
    return any(int(counts["merges"]) > int(counts["clusters"]) for counts in merge_counts)


def _warning(code: str, params: Mapping[str, object]) -> Problem:
    known_params = {name: value for name, value in params.items() if value is not None}
    return Problem(code, Where(field="method"), known_params, Severity.WARNING)
