"""The claim of a release: what it promises, based on the counts."""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions import condition_claims
from core.log.declared.facts import Statement, statement_of
from core.model import Project
from core.protect import promise_of


def counted_claim(
    project: Project, k: int, smallest: Sequence[int], columns: Sequence[str]
) -> tuple[Statement, ...]:
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
    promised = promise_of(method)
    if promised.is_nothing:
        return (statement_of(f"claim-{method.name}", {**method.parameters, "k": k}),)
    params: dict[str, object] = {"k": k, "others": k - 1}
    limit = promised.t
    if smallest:
        least = min(smallest)
        promise = statement_of("claim-blocks", {**params, "least": least, "others": least - 1})
    elif limit is None:
        promise = statement_of("claim-k", params)
    else:
        promise = statement_of("claim-k-t", {**params, "t": limit, "columns": columns})
    claims = condition_claims(project.recipe, project.schema)
    return promise, *(statement_of(claim.code, claim.params) for claim in claims)
