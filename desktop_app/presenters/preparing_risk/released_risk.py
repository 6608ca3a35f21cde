"""The risk by frequencies of a release, counted as that of the file. Knows no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Column, Dataset
from desktop_app.presenters.preparing_risk.risk_counting import (
    AskedFile,
    RiskCounts,
    RiskQuestion,
    count_risk,
)

if TYPE_CHECKING:
    from desktop_app.presenters.results_insight import ResultInsight

_USUAL_K = 5


def count_released_risk(insight: ResultInsight, job: Job) -> RiskCounts:
    """Return the risk of the records that were kept, before and after they were protected.

    Weights and units are those of the original on both sides: what changes is what an intruder
    finds in the quasi-identifiers.

    Raises
    ------
    Refused
        If nothing can be counted, such as without quasi-identifiers.
    """
    from core.encode.rows import take

    plan, dataset = insight.result.plan, insight.dataset
    project = plan.project
    recipe = project.recipe
    keys = project.quasi_identifiers_in(dataset.names)
    needed = {*keys, recipe.weight, recipe.unit.id if recipe.unit is not None else None}
    before: list[Column] = []
    for name in dataset.names:
        if name in needed:
            before.append(take(dataset.column(name), plan.kept))
            job.check()
    after = [insight.after[c.name] if c.name in keys and c.name in insight.after else c
             for c in before]  # fmt: skip
    k = recipe.method.parameters.get("k")
    question = RiskQuestion(
        k if isinstance(k, int) else _USUAL_K,
        AskedFile(project, Dataset(tuple(before), dataset.fingerprint)),
        AskedFile(project, Dataset(tuple(after), dataset.fingerprint)),
    )
    return count_risk(question, None, job)
