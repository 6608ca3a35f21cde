"""The claim of a release: what it promises, based on the counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.conditions import condition_claims
from core.log.declared.entries import Omitted
from core.log.declared.facts import Statement, statement_of
from core.log.published_settings import DOMINANCE
from core.model import Project, Recipe
from core.model.recipe_conditions import PPercent
from core.protect import promise_of
from core.protect.representatives import MixedRecords, list_drawing, number_representative


def state_claim(
    project: Project,
    k: int,
    smallest: Sequence[int],
    columns: Sequence[str],
    with_secret_rule: Sequence[str] = (),
) -> tuple[Statement, ...]:
    """State the claim of a method without noise.

    Parameters
    ----------
    k : int
        Counted over all quasi-identifiers.
    smallest : sequence of int
        Size of the smallest group of each block; empty without blocks.
    columns : sequence of str
        Columns for which t was counted.
    with_secret_rule : sequence of str
        Columns of a dominance rule that `project`, as it is published, leaves out.
    """
    method = project.recipe.method
    promised = promise_of(method)
    if promised.is_nothing:
        return (statement_of(f"claim-{method.name}", {**method.parameters, "k": k}),)
    params: dict[str, object] = {"k": k, "others": k - 1}
    limit = promised.t
    representative = number_representative(method.parameters)
    drawing = list_drawing(method.parameters)
    if drawing:
        words = drawing[0].core_words
        if words == MixedRecords.core_words:
            params = {"k": promised.k, "least": k}
        code = f"claim-{words}" if limit is None else f"claim-{words}-t"
        promise = statement_of(code, {**params, "t": limit, "columns": columns})
    elif project.schema.blanked:
        blanked = {**params, "columns": project.schema.blanked}
        promise = statement_of("claim-k-blanks", blanked)
    elif smallest:
        smallest_group = min(smallest)
        promise = statement_of(
            "claim-blocks", {**params, "least": smallest_group, "others": smallest_group - 1}
        )
    elif limit is None:
        promise = statement_of("claim-k", params)
    else:
        promise = statement_of("claim-k-t", {**params, "t": limit, "columns": columns})
    claims = condition_claims(project.recipe, project.schema)
    statements = [promise, *(statement_of(claim.code, claim.params) for claim in claims)]
    if representative.looks_at_all_clusters:
        statements.append(statement_of("claim-moments", {}))
    if with_secret_rule:
        statements.append(statement_of("claim-dominance", {"columns": with_secret_rule}))
    return tuple(statements)


def dominance_columns(omitted: Iterable[Omitted]) -> list[str]:
    """List the columns of a dominance rule whose kind and numbers the public log leaves out."""
    columns = (setting.column for setting in omitted if setting.setting == DOMINANCE)
    return [name for name in columns if name is not None]


def with_some_rule(recipe: Recipe, omitted: Iterable[Omitted]) -> Recipe:
    """Put some dominance rule in the place of one whose kind and numbers are left out."""
    columns = dominance_columns(omitted)
    return replace(recipe, dominance=PPercent(tuple(columns))) if columns else recipe
