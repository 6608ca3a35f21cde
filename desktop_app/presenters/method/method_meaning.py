"""What the method's settings imply for this file, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from core.compare.cost import seconds_for
from core.model import CATEGORICAL, Implications, Method, Plan, Recipe, Role
from core.protect import METHODS, ProtectionMethod
from core.protect.representatives import number_representative
from desktop_app.presenters.conditions import conditions_meaning
from desktop_app.presenters.method.left_out_words import left_out_text
from desktop_app.presenters.privacy_meaning import private_meaning
from desktop_app.text import message, problem_text, tr, tr_n
from desktop_app.text.durations import duration_text

# Groups of more than this share of the records leave a handful of values in a column.
_LARGE_SHARE = 0.1


def meaning(plan: Plan, ahead: Implications) -> tuple[str, ...]:
    """Write the sentences of the panel *What this means* on the settings in force."""
    recipe, schema, parameters = plan.project.recipe, plan.project.schema, plan.parameters
    method = METHODS[recipe.method.name]
    if method.adds_noise:
        return private_meaning(plan)
    if method.promise(parameters).is_nothing:
        sentences = [message(f"method-{method.name}-implies", **parameters), *_strata(recipe)]
        return (*sentences, left_out_text(plan, ahead)) if ahead.left_out else tuple(sentences)
    # Parts of the columns; each is masked on its own.
    parts = len(method.blocks(parameters, schema, recipe.strata))
    if parts > 1:
        sentences = [_clusters_apart(ahead, parts, method.column_by_column)]
        sentences.append(
            tr(
                "Whoever knows one of these parts alone finds at least {count} that look the "
                "same. Whoever knows more may find a single record; Results counts how many "
                "records are unique.",
                count=ahead.cluster_size,
            )
        )
    else:
        merging = method.keeps_t(parameters)
        sentences = [
            _clusters(ahead, ahead.at_most or merging),
            tr_n(
                "The record of a person or firm may be the only one that fits.",
                "Whoever searches for one person or firm by the masked columns finds at least "
                "{count} records that look the same: the chance to pick the right one is at most "
                "1 in {count}.",
                ahead.cluster_size,
            ),
        ]
    sentences += _cautions(plan, ahead)
    has_sizes = method.name == "v-mdav" or method.quasi_identifiers == 1
    if not (has_sizes and recipe.limits_groups):
        sentences += method_note(method, parameters, ahead)
    if method.t_optional and method.keeps_t(parameters):
        sentences.append(_explain_t(parameters))
    elif method.promises_t and ahead.t_bound is None:
        sentences.append(_merging(parameters))
    elif method.promises_t:
        sentences += _price(plan, ahead)
    elif schema.with_role(Role.CONFIDENTIAL):
        sentences.append(_unaware(method.works_on_confidential(parameters)))
    moves = parameters.get("moves")
    if isinstance(moves, int):
        sentences.append(_searching(plan, ahead, moves))
    sentences += conditions_meaning(plan)
    sentences += _design(plan)
    if ahead.left_out:
        sentences.append(left_out_text(plan, ahead))
    return tuple(sentences)


def _design(plan: Plan) -> list[str]:
    recipe = plan.project.recipe
    sentences = _strata(recipe)
    if recipe.weight is not None:
        masked = plan.project.schema.with_role(Role.QUASI_IDENTIFIER)
        are_categories = [a.scale in CATEGORICAL for a in masked]
        if not all(are_categories) and number_representative(plan.parameters).keeps_sums:
            sentences.append(tr("Means are weighted by {name}.", name=recipe.weight))
        elif any(are_categories):
            sentences.append(tr("Categories are weighted by {name}.", name=recipe.weight))
        else:
            sentences.append(
                tr(
                    "The weight {name} has no effect, because no column is replaced by means.",
                    name=recipe.weight,
                )
            )
    return sentences


def _strata(recipe: Recipe) -> list[str]:
    """Explain the strata, if there are any."""
    if not recipe.strata:
        return []
    return [
        tr(
            "Each stratum (by {names}) is masked on its own; what it is split by is released as "
            "it is.",
            names=", ".join(recipe.strata),
        )
    ]


def _merging(parameters: Mapping[str, object]) -> str:
    return tr(
        "Where a cluster is farther than t = {t} from the whole file, it is merged with its "
        "neighbour. How many clusters are left shows after the run; with a small t it may be few.",
        t=float(str(parameters["t"])),
    )


def _explain_t(parameters: Mapping[str, object]) -> str:
    return tr(
        "Every cluster stays within t = {t} of the whole file in each confidential column. How "
        "many clusters that takes shows after the run.",
        t=float(str(parameters["t"])),
    )


def _searching(plan: Plan, ahead: Implications, moves: int) -> str:
    method = Method(plan.project.recipe.method.name, plan.parameters)
    scale = plan.project.recipe.scale
    block = None if scale is None else scale.block
    seconds = seconds_for(method, plan.project.schema, ahead.records, block)
    return tr(
        "The search tries up to {moves} moves: {time} in all, estimated from the records, the "
        "columns and the moves for a common computer.",
        moves=moves,
        time=duration_text(seconds),
    )


def _unaware(uses_confidential: bool) -> str:
    if uses_confidential:
        return tr(
            "Records with similar confidential values come together, which keeps relations. It "
            "also lets a cluster tell more about its members; Results shows how much."
        )
    return tr(
        "This method does not look at the confidential columns: in a cluster they may all "
        "hold the same value. Results shows how far each cluster is from the whole file."
    )


def _clusters_apart(ahead: Implications, parts: int, alone: bool) -> str:
    beginning = (
        tr("In each of {parts} columns by itself", parts=parts)
        if alone
        else tr("In each of {parts} blocks of columns", parts=parts)
    )
    return tr_n(
        "<b>{said}, {records} records become up to {count} cluster of at least {size} records.</b>",
        "<b>{said}, {records} records become up to {count} clusters of at least {size} "
        "records.</b>",
        ahead.clusters,
        said=beginning,
        records=ahead.records,
        size=ahead.cluster_size,
    )


def _clusters(ahead: Implications, at_most: bool) -> str:
    if at_most:
        return tr_n(
            "<b>{records} records become one cluster of at least {size} records.</b>",
            "<b>{records} records become up to {count} clusters of at least {size} records.</b>",
            ahead.clusters,
            records=ahead.records,
            size=ahead.cluster_size,
        )
    return tr_n(
        "<b>{records} records become one cluster of at least {size} records.</b>",
        "<b>{records} records become {count} clusters of at least {size} records.</b>",
        ahead.clusters,
        records=ahead.records,
        size=ahead.cluster_size,
    )


def _price(plan: Plan, ahead: Implications) -> list[str]:
    k, t = plan.parameters.get("k"), plan.parameters.get("t")
    if not isinstance(k, int) or not isinstance(t, int | float):
        return []
    sentences = []
    if plan.without_use is not None:
        sentences.append(problem_text(plan.without_use))
    elif not plan.project.recipe.limits_groups:
        sentences.append(
            tr(
                "For t = {t} the method forms clusters of at least {size} records, more than your "
                "k = {k} asks for.",
                t=float(t),
                k=k,
                size=ahead.cluster_size,
            )
        )
    # Only the run knows how far its clusters are: values repeat, columns differ.
    merged = tr(
        "Clusters that are still farther than t from the whole file in a confidential column are "
        "merged with their neighbours. How many are left, and what t costs, the run shows; the "
        "comparison sets it beside methods without t."
    )
    return [*sentences, merged]


def _cautions(plan: Plan, ahead: Implications) -> list[str]:
    """Warn of settings that are so strict that little is left."""
    sentences = []
    if ahead.cluster_size > _LARGE_SHARE * ahead.records and not plan.project.recipe.strata:
        if ahead.clusters == 1:
            sentences.append(
                tr(
                    "<b>Caution:</b> all {records} records form one group, so each masked column "
                    "has one value for all of them.",
                    records=ahead.records,
                )
            )
        else:
            sentences.append(
                tr_n(
                    "<b>Caution:</b> with groups of at least {size} of {records} records, a "
                    "masked column has no more than {count} different value.",
                    "<b>Caution:</b> with groups of at least {size} of {records} records, a "
                    "masked column has no more than {count} different values.",
                    ahead.clusters,
                    size=ahead.cluster_size,
                    records=ahead.records,
                )
            )
    method = METHODS[plan.project.recipe.method.name]
    if method.keeps_t(plan.parameters) and plan.parameters.get("t") == 0:
        sentences.append(
            tr(
                "<b>Caution:</b> t = 0 requires the confidential values of every group to have "
                "exactly the distribution of the whole file. Often only one group of all records "
                "does."
            )
        )
    return sentences


def method_note(
    method: ProtectionMethod, parameters: Mapping[str, object], ahead: Implications
) -> list[str]:
    """Return at most one sentence; a method that is not known here has none."""
    if method.name == "v-mdav":
        if parameters.get("refine"):
            growing = tr(
                "Refinement moves records between clusters and may join or divide them; none gets "
                "fewer than {count} records.",
                count=ahead.cluster_size,
            )
        elif parameters.get("gamma") == 0:
            growing = tr(
                "With γ = 0 no cluster grows; the records left over at the end, fewer than "
                "{count}, join the nearest clusters.",
                count=ahead.cluster_size,
            )
        else:
            growing = tr(
                "A cluster takes in near records while it has fewer than {most}, so there may be "
                "fewer clusters; the records left over at the end, fewer than {count}, join the "
                "nearest.",
                most=2 * ahead.cluster_size - 1,
                count=ahead.cluster_size,
            )
        return [growing]
    if method.quasi_identifiers == 1:
        return [
            tr(
                "The clusters have {least} to {most} records, wherever that loses least.",
                least=ahead.cluster_size,
                most=2 * ahead.cluster_size - 1,
            )
        ]
    if method.uses_domain:
        return [
            tr(
                "The columns’ domains fix the order of the records. Where none is declared, the "
                "smallest and largest values of the records that are masked together are used."
            )
        ]
    if method.name == "ama":
        return [
            tr(
                "Similar means similar in the columns that tell most about the others; the run "
                "finds which. The others may differ widely within a cluster."
            )
        ]
    return []
