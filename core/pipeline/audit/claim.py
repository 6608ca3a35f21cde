"""The one sentence that says what a release promises, made from what was counted."""

from __future__ import annotations

from core.messages import text
from core.model import Result
from core.pipeline.promise import promised_t
from core.protect.privacy import claim_of_plan


def claim(result: Result) -> str:
    """Return the claim that the release of `result` may make, in plain English."""
    private = claim_of_plan(result.plan)
    if private is not None:
        return text(private.code, private.params)
    params: dict[str, object] = {"k": result.k_reached, "others": result.k_reached - 1}
    limit = promised_t(result.plan.project.recipe.method)
    if result.blocks:
        smallest = min(int(block.clusters.sizes.min()) for block in result.blocks)
        return text("claim-blocks", {**params, "least": smallest, "others": smallest - 1})
    if limit is None:
        return text("claim-k", params)
    return text("claim-k-t", {**params, "t": limit, "columns": list(result.t_reached)})
