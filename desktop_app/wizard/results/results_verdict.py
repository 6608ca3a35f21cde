"""The verdict on a result, in words."""

from __future__ import annotations

from core.model import Result
from core.pipeline.promise import promised_t
from core.protect.privacy import claim_of_plan
from desktop_app.presenters.conditions import conditions_verdict
from desktop_app.text import fixed, number, tr, tr_n
from desktop_app.wizard.privacy.claim_view import claim_kind, claim_text
from desktop_app.wizard.results.result_blocks import blocks_verdict


def verdict(result: Result) -> str:
    """Return the k and t that were reached and what was kept, in whole sentences."""
    private = claim_of_plan(result.plan)
    if private is not None:
        return claim_text(private)
    alike = blocks_verdict(result) if result.blocks else [_alike(result)]
    return " ".join([*alike, *_close(result), *_kept(result)])


def conditions_said(result: Result) -> str:
    """Return how the conditions were kept, in whole sentences; of a private result, nothing."""
    if claim_of_plan(result.plan) is not None:
        return ""
    return " ".join(conditions_verdict(result.conditions))


def verdict_kind(result: Result) -> str:
    """Return the colour of the verdict: that of a claim, or none."""
    private = claim_of_plan(result.plan)
    return "" if private is None else claim_kind(private)


def _alike(result: Result) -> str:
    return tr_n(
        "Every record shares its masked values with at least {count} other.",
        "Every record shares its masked values with at least {count} others.",
        result.k_reached - 1,
    )


def _close(result: Result) -> list[str]:
    promised = promised_t(result.plan.project.recipe.method)
    if promised is None or not result.t_reached:
        return []
    reached = max(result.t_reached.values())
    return [
        tr(
            "No cluster is farther than {emd} from the whole file (promised: {t}).",
            emd=number(reached, 3),
            t=number(promised),
        )
    ]


def _kept(result: Result) -> list[str]:
    for measure in result.measures:
        if measure.name == "information-loss" and measure.attribute is None:
            # Means that are weighted can be farther from the records than their plain mean.
            kept = max(0.0, 100 - measure.value)
            return [tr("Information kept: {share} %.", share=fixed(kept, 1))]
    return []
