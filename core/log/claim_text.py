"""The claim of a release: one sentence on what it promises, based on the counts."""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions import condition_claims
from core.messages import text
from core.model import Project, Result
from core.protect import claim_of_plan, promise_of


def claim(result: Result) -> str:
    """Return the claim of the release of `result` as a sentence."""
    private = claim_of_plan(result.plan)
    if private is not None:
        return text(private.code, private.params)
    smallest = [int(block.clusters.sizes.min()) for block in result.blocks]
    return counted_claim(result.plan.project, result.k_reached, smallest, list(result.t_reached))


def counted_claim(project: Project, k: int, smallest: Sequence[int], columns: Sequence[str]) -> str:
    """Return the claim of a method without noise.

    Parameters
    ----------
    project : Project
        Resolved.
    k : int
        Counted over all quasi-identifiers.
    smallest : sequence of int
        Size of the smallest group of each block; empty without blocks.
    columns : sequence of str
        Columns for which t was counted.
    """
    method = project.recipe.method
    if promise_of(method).is_nothing:
        return text(f"claim-{method.name}", {**method.parameters, "k": k})
    others = condition_claims(project.recipe, project.schema)
    params: dict[str, object] = {"k": k, "others": k - 1}
    limit = promise_of(method).t
    if smallest:
        least = min(smallest)
        said = text("claim-blocks", {**params, "least": least, "others": least - 1})
    elif limit is None:
        said = text("claim-k", params)
    else:
        said = text("claim-k-t", {**params, "t": limit, "columns": list(columns)})
    return " ".join([said, *(text(claim.code, claim.params) for claim in others)])
