"""Settings that are allowed and leave next to nothing of the file, in sentences."""

from __future__ import annotations

from core.model import Implications, Plan
from core.protect import METHODS
from desktop_app.text import tr, tr_n

# Groups of more than this share of the records leave a handful of values in a column.
_LARGE_SHARE = 0.1


def method_cautions(plan: Plan, ahead: Implications) -> list[str]:
    """Return what somebody should know before running settings as strict as these.

    Parameters
    ----------
    plan : Plan
        Resolved, of a method that forms groups.
    ahead : Implications
        What the engine says of it.
    """
    said = []
    if ahead.cluster_size > _LARGE_SHARE * ahead.records and not plan.project.recipe.strata:
        said.append(_few(ahead))
    spec = METHODS[plan.project.recipe.method.name]
    if spec.keeps_t(plan.parameters) and plan.parameters.get("t") == 0:
        said.append(
            tr(
                "<b>Caution:</b> t = 0 requires the confidential values of every group to have "
                "exactly the distribution of the whole file. Often only one group of all records "
                "does."
            )
        )
    return said


def _few(ahead: Implications) -> str:
    if ahead.clusters == 1:
        return tr(
            "<b>Caution:</b> all {records} records form one group, so each masked column has one "
            "value for all of them.",
            records=ahead.records,
        )
    return tr_n(
        "<b>Caution:</b> with groups of at least {size} of {records} records, a masked column has "
        "no more than {count} different value.",
        "<b>Caution:</b> with groups of at least {size} of {records} records, a masked column has "
        "no more than {count} different values.",
        ahead.clusters,
        size=ahead.cluster_size,
        records=ahead.records,
    )
