"""What conditions and a survey weight mean for the open file; counted off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.errors import Problem
from core.jobs import Job
from core.model import Dataset, DominanceRule, Plan
from desktop_app.presenters.unit_words import sizes_text
from desktop_app.text import list_names, number, problem_text, tr, tr_n

if TYPE_CHECKING:
    from core.checklist.condition_outlook import ConditionOutlook, PatternOutlook

_MOST_COLUMNS = 4
_JOINED = ("unit-patterns-joined", "patterns-joined")


def count_outlook(plan: Plan, dataset: Dataset, job: Job) -> ConditionOutlook | None:
    """Count what the conditions of a plan imply for its file."""
    from core.checklist.condition_outlook import count_condition_outlook

    return count_condition_outlook(plan, dataset, job)


def outlook_text(outlook: ConditionOutlook, plan: Plan) -> tuple[str, ...]:
    """Write the sentences on units, patterns and the dominance rule."""
    unit = plan.project.recipe.unit
    sentences = []
    if outlook.units_by_size:
        is_whole = unit is not None and unit.is_whole
        sizes = sizes_text(outlook.units_by_size, outlook.k, is_whole)
        sentences += [sentence for sentence in (sizes.figures, sizes.caution) if sentence]
    if unit is not None:
        sentences += _explain_uncounted(plan)
    if outlook.patterns:
        states = plan.project.schema.kept_states
        sentences.append(_patterns(outlook, states))
        sentences += [_pattern(x, states) for x in outlook.listed]
    rule = plan.project.recipe.dominance
    if rule is not None and outlook.dominance:
        name = tr("p% rule") if rule.rule is DominanceRule.P_PERCENT else tr("(n,k) rule")
        sentences += [
            tr_n(
                "{rule}: about {failing} of {count} group would disclose an amount of {name}.",
                "{rule}: about {failing} of {count} groups would disclose an amount of {name}.",
                x.groups,
                rule=name,
                failing=number(x.failing),
                name=x.column,
            )
            for x in outlook.dominance
        ]
        sentences.append(
            tr(
                "This is an estimate by groups of k = {k} neighbouring records. The run merges "
                "such groups until the rule holds in all.",
                k=outlook.k,
            )
        )
    return tuple(sentences)


def _explain_uncounted(plan: Plan) -> list[str]:
    """Explain why patterns and groups of units are not counted before the run."""
    sentences = []
    if any(a.keeps_zeros or a.not_applicable for a in plan.project.schema.attributes):
        joins = any(problem.code in _JOINED for problem in plan.problems)
        states = plan.project.schema.kept_states
        if joins:
            sentences.append(
                tr(
                    "The warning below says how many patterns join others, and where cells may "
                    "change."
                )
            )
        elif states == "zeros":
            sentences.append(tr("Each pattern of zeros has enough units."))
        elif states == "unasked":
            sentences.append(tr("Each pattern of questions that do not apply has enough units."))
        else:
            sentences.append(
                tr("Each pattern of zeros and of questions that do not apply has enough units.")
            )
    rule = plan.project.recipe.dominance
    if rule is not None:
        name = tr("p% rule") if rule.rule is DominanceRule.P_PERCENT else tr("(n,k) rule")
        sentences.append(
            tr(
                "{rule}: which groups would violate it is known only during the run, because "
                "units are grouped by their whole profile. The run merges such groups until the "
                "rule holds in all.",
                rule=name,
            )
        )
    return sentences


def _patterns(outlook: ConditionOutlook, states: str) -> str:
    if states == "zeros":
        text = tr_n(
            "{count} pattern of zeros; records are grouped within patterns.",
            "{count} patterns of zeros; records are grouped within patterns.",
            outlook.patterns,
        )
    elif states == "unasked":
        text = tr_n(
            "{count} pattern of questions that do not apply; records are grouped within patterns.",
            "{count} patterns of questions that do not apply; records are grouped within patterns.",
            outlook.patterns,
        )
    else:
        text = tr_n(
            "{count} pattern of zeros and of questions that do not apply; records are grouped "
            "within patterns.",
            "{count} patterns of zeros and of questions that do not apply; records are grouped "
            "within patterns.",
            outlook.patterns,
        )
    if not outlook.joined:
        return tr("{patterns} Each has enough records.", patterns=text)
    few = tr_n(
        "{count} pattern is too small and joins the nearest one (records: {records}).",
        "{count} patterns are too small and join the nearest ones (records: {records}).",
        outlook.joined,
        records=number(outlook.joined_records),
    )
    return tr("{patterns} {few}", patterns=text, few=few)


def _pattern(pattern: PatternOutlook, states: str) -> str:
    names = list_names(pattern.columns, _MOST_COLUMNS)
    if states == "zeros":
        columns = tr("zero in {names}", names=names) if pattern.columns else tr("nothing zero")
    elif states == "unasked":
        columns = (
            tr("not asked in {names}", names=names) if pattern.columns else tr("everything asked")
        )
    elif not pattern.columns:
        columns = tr("nothing zero, everything asked")
    else:
        columns = tr("zero or not asked in {names}", names=names)
    text = tr_n("{count} record: {columns}", "{count} records: {columns}", pattern.records,
                columns=columns)  # fmt: skip
    if not pattern.joined_in:
        return tr("– {pattern}", pattern=text)
    changed = list_names(pattern.joined_in, _MOST_COLUMNS)
    return tr("– {pattern}; joined, may change in {names}", pattern=text, names=changed)


def count_weights(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """Return the cautions that a run will give of survey weights that are published."""
    from core.checklist.beforehand import weights_beforehand

    return tuple(count.problem for count in weights_beforehand(plan, dataset, job))


def count_lost_relations(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """List the confidential columns with which correlations are stronger than t allows."""
    from core.checklist.beforehand import list_lost_relations

    return list_lost_relations(plan, dataset, job)


def weight_text(problems: Sequence[Problem]) -> str:
    """Write the sentences on the weight, and when they have to be answered."""
    if not problems:
        return ""
    sentences = [problem_text(problem) for problem in problems]
    question = tr("If nothing changes, the step Release asks you to accept this.")
    return "\n".join([*sentences, question])
