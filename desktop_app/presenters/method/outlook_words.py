"""What conditions and a survey weight mean for the open file; counted off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.errors import Problem
from core.jobs import Job
from core.model import Dataset, DominanceRule, Plan
from desktop_app.presenters.unit_words import sizes_text
from desktop_app.text import listed, number, problem_text, tr, tr_n

if TYPE_CHECKING:
    from core.checklist.condition_outlook import ConditionOutlook, PatternOutlook

_MOST_COLUMNS = 4
_JOINED = ("unit-patterns-joined", "patterns-joined")


def count_outlook(plan: Plan, dataset: Dataset, job: Job) -> ConditionOutlook | None:
    """Return what the conditions of a plan mean for its file."""
    from core.checklist.condition_outlook import outlook

    return outlook(plan, dataset, job)


def outlook_text(found: ConditionOutlook, plan: Plan) -> tuple[str, ...]:
    """Return the sentences on units, patterns and the dominance rule."""
    unit = plan.project.recipe.unit
    said = []
    if found.units_by_size:
        is_whole = unit is not None and unit.is_whole
        sizes = sizes_text(found.units_by_size, found.k, is_whole)
        said += [part for part in (sizes.figures, sizes.caution) if part]
    if unit is not None:
        said += _known_after(plan)
    if found.patterns:
        states = plan.project.schema.kept_states
        said.append(_patterns(found, states))
        said += [_pattern(one, states) for one in found.listed]
    rule = plan.project.recipe.dominance
    if rule is not None and found.dominance:
        name = tr("p% rule") if rule.rule is DominanceRule.P_PERCENT else tr("(n,k) rule")
        said += [
            tr_n(
                "{rule}: about {failing} of {count} group would disclose an amount of {name}.",
                "{rule}: about {failing} of {count} groups would disclose an amount of {name}.",
                one.groups,
                rule=name,
                failing=number(one.failing),
                name=one.column,
            )
            for one in found.dominance
        ]
        said.append(
            tr(
                "This is an estimate by groups of k = {k} neighbouring records. The run merges "
                "such groups until the rule holds in all.",
                k=found.k,
            )
        )
    return tuple(said)


def _known_after(plan: Plan) -> list[str]:
    """Return why patterns and groups of units are not counted before the run."""
    said = []
    if any(a.keeps_zeros or a.not_applicable for a in plan.project.schema.attributes):
        joins = any(problem.code in _JOINED for problem in plan.problems)
        states = plan.project.schema.kept_states
        if joins:
            said.append(
                tr(
                    "The warning below says how many patterns join others, and where cells may "
                    "change."
                )
            )
        elif states == "zeros":
            said.append(tr("Each pattern of zeros has enough units."))
        elif states == "unasked":
            said.append(tr("Each pattern of questions that do not apply has enough units."))
        else:
            said.append(
                tr("Each pattern of zeros and of questions that do not apply has enough units.")
            )
    rule = plan.project.recipe.dominance
    if rule is not None:
        name = tr("p% rule") if rule.rule is DominanceRule.P_PERCENT else tr("(n,k) rule")
        said.append(
            tr(
                "{rule}: which groups would violate it is known only during the run, because "
                "units are grouped by their whole profile. The run merges such groups until the "
                "rule holds in all.",
                rule=name,
            )
        )
    return said


def _patterns(found: ConditionOutlook, states: str) -> str:
    if states == "zeros":
        said = tr_n(
            "{count} pattern of zeros; records are grouped within patterns.",
            "{count} patterns of zeros; records are grouped within patterns.",
            found.patterns,
        )
    elif states == "unasked":
        said = tr_n(
            "{count} pattern of questions that do not apply; records are grouped within patterns.",
            "{count} patterns of questions that do not apply; records are grouped within patterns.",
            found.patterns,
        )
    else:
        said = tr_n(
            "{count} pattern of zeros and of questions that do not apply; records are grouped "
            "within patterns.",
            "{count} patterns of zeros and of questions that do not apply; records are grouped "
            "within patterns.",
            found.patterns,
        )
    if not found.joined:
        return tr("{patterns} Each has enough records.", patterns=said)
    few = tr_n(
        "{count} pattern is too small and joins the nearest one (records: {records}).",
        "{count} patterns are too small and join the nearest ones (records: {records}).",
        found.joined,
        records=number(found.joined_records),
    )
    return tr("{patterns} {few}", patterns=said, few=few)


def _pattern(one: PatternOutlook, states: str) -> str:
    names = listed(one.columns, _MOST_COLUMNS)
    if states == "zeros":
        columns = tr("zero in {names}", names=names) if one.columns else tr("nothing zero")
    elif states == "unasked":
        columns = tr("not asked in {names}", names=names) if one.columns else tr("everything asked")
    elif not one.columns:
        columns = tr("nothing zero, everything asked")
    else:
        columns = tr("zero or not asked in {names}", names=names)
    said = tr_n("{count} record: {columns}", "{count} records: {columns}", one.records,
                columns=columns)  # fmt: skip
    if not one.joined_in:
        return tr("– {pattern}", pattern=said)
    changed = listed(one.joined_in, _MOST_COLUMNS)
    return tr("– {pattern}; joined, may change in {names}", pattern=said, names=changed)


def count_weights(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """Return the cautions that a run will give of survey weights that are published."""
    from core.checklist.beforehand import weights_beforehand

    return tuple(count.problem for count in weights_beforehand(plan, dataset, job))


def weight_text(found: Sequence[Problem]) -> str:
    """Return the sentences on the weight, and when they have to be answered."""
    if not found:
        return ""
    said = [problem_text(problem) for problem in found]
    asked = tr("If nothing changes, the step Release asks you to accept this.")
    return "\n".join([*said, asked])
