"""What the tab Conditions shows: each promise with its count, and the groups nearest to it.

Made once from a result, on the compute lane. Internal: never leaves the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from core.checklist.answers import unsaid_questions
from core.checklist.cast_columns import cast_columns
from core.conditions import GroupFigures, Records, condition_group_figures, take_records
from core.errors import Problem, Severity
from core.jobs import Job
from core.model import Clusters, ConditionCount, Dataset, Result
from core.protect import promise_of
from desktop_app.text import message, number, to_decimals, tr, tr_n

MOST_GROUPS = 100
"""Groups that are listed for a condition."""

# Groups without any such cell or record are no worse than others.
_COUNTED = ("changed", "records")


@dataclass(frozen=True, slots=True)
class NearGroup:
    """A group that is among the nearest to violating a condition.

    Attributes
    ----------
    cluster : int
        Its number, from 0, among the clusters of `block`.
    block : int or None
        The block in which its columns were masked; ``None`` for all columns together.
    records : int
        Its size.
    figure : str
        How near it is, in words of `ConditionRow.figure`.
    """

    cluster: int
    block: int | None
    records: int
    figure: str


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """A promise, what was counted in the released columns, and its worst groups.

    Attributes
    ----------
    name, meaning : str
        What was promised, and what that means.
    promised, counted : str
        The two figures.
    is_held : bool or None
        Whether the release keeps it; ``None`` if nothing was promised.
    figure : str
        Title of the groups' figures; empty if no group is worse than the others.
    groups : tuple of NearGroup
        The worst first, ties in the order of their numbers.
    """

    name: str
    meaning: str
    promised: str
    counted: str
    is_held: bool | None
    figure: str = ""
    groups: tuple[NearGroup, ...] = ()


def condition_rows(result: Result, dataset: Dataset, job: Job) -> tuple[ConditionRow, ...]:
    """List k, t and all conditions of a result whose method forms groups.

    Raises `Cancelled` if the job is cancelled.
    """
    rows = [*_of_k(result), *_of_k_of_values(result)]
    for name, row in _of_t(result):
        figures = GroupFigures("emd", result.clusters.emd[name], high_is_worse=True)
        groups = _list_nearest(figures, result.clusters, None)
        rows.append(replace(row, figure=tr("EMD"), groups=groups))
    if result.conditions:
        project = result.plan.project
        typed = cast_columns(dataset, project)
        original = take_records(typed, result.plan.kept, project.schema, project.recipe)
        for count in result.conditions:
            job.check()
            rows.append(_of_condition(count, result, original))
    return tuple(rows)


def problems_of(result: Result) -> tuple[Problem, ...]:
    """Return warnings and cautions of a result; a counted rule has its count, not a guess."""
    rules = result.plan.project.recipe.rules
    counts = {count.column: count for count in result.conditions if count.condition == "rules"}
    counted = {f"rules[{i}]": counts[rule] for i, rule in enumerate(rules) if rule in counts}
    warnings = []
    for problem in result.warnings:
        count = counted.get(problem.where.field or "")
        if count is not None and problem.code.startswith("rule-not-kept"):
            code = "rule-counted" if count.figures["before"] else "rule-counted-none"
            figures = {"count": count.figures["after"], "before": count.figures["before"]}
            warnings.append(Problem(code, problem.where, figures, Severity.NOTE))
        else:
            warnings.append(problem)
    return (*warnings, *unsaid_questions(result))


def units_sentence(result: Result) -> str:
    """Write the risk of units before and after; empty where each record is a unit."""
    values = {m.name: m.value for m in result.measures if m.attribute is None}
    if "unit-risk-after" not in values:
        return ""
    sentence = tr(
        "Units with a unique profile: {unique_before} before, {unique_after} after. Mean risk that "
        "at least one record of a unit is re-identified: {risk_before} % before, {risk_after} % "
        "after. Each record of a unit counts on its own, so larger units are at a higher risk.",
        unique_before=number(values["unit-uniques-before"]),
        unique_after=number(values["unit-uniques-after"]),
        risk_before=to_decimals(values["unit-risk-before"], 1),
        risk_after=to_decimals(values["unit-risk-after"], 1),
    )
    unit = result.plan.project.recipe.unit
    if unit is None or not unit.is_whole:
        return sentence
    addition = tr("Whoever looks for a whole unit finds at least k that share its profile.")
    return f"{sentence} {addition}"


def _of_t(result: Result) -> Iterator[tuple[str, ConditionRow]]:
    """Yield the confidential columns with the condition on each, if t was promised."""
    promised = promise_of(result.plan.project.recipe.method).t
    if promised is None:
        return
    for name, reached in result.t_reached.items():
        row = ConditionRow(
            name=tr("Distance of {name} from the whole file (t)", name=name),
            meaning=message("measure-emd-largest-meaning"),
            promised=tr("at most {t}", t=number(promised)),
            counted=tr("at most {t}", t=number(reached, 3)),
            is_held=reached <= promised,
        )
        yield name, row


def _of_k(result: Result) -> Iterator[ConditionRow]:
    """Yield the condition on k, of each block if there are any."""
    promised = promise_of(result.plan.project.recipe.method).k
    parts: list[tuple[int | None, Clusters]] = [(None, result.clusters)]
    if result.blocks:
        parts = [(position, block.clusters) for position, block in enumerate(result.blocks)]
    for position, clusters in parts:
        smallest, name = result.k_reached, tr("Smallest group (k)")
        if result.core:
            name = tr("Smallest group of the core (k)")
        if position is not None:
            names = ", ".join(result.blocks[position].columns)
            smallest = int(clusters.sizes.min())
            name = tr("Smallest group (k) in {names}", names=names)
        row = ConditionRow(
            name=name,
            meaning=message("measure-k-meaning"),
            promised="–" if promised is None else tr("at least {count} records", count=promised),
            counted=tr_n("{count} record", "{count} records", smallest),
            is_held=None if promised is None else smallest >= promised,
        )
        if result.k_of_values is not None:
            row = replace(
                row,
                name=message("report-k-of-blanks"),
                meaning=message("report-k-of-blanks-means"),
            )
        sizes = GroupFigures("size", clusters.sizes.astype(np.float64), high_is_worse=False)
        yield replace(row, figure=tr("Records"), groups=_list_nearest(sizes, clusters, position))


def _of_k_of_values(result: Result) -> Iterator[ConditionRow]:
    """Yield k with a blank as a value of its own, which is not promised."""
    if result.k_of_values is not None:
        yield ConditionRow(
            name=message("report-k-of-values"),
            meaning=message("report-k-of-values-means"),
            promised="–",
            counted=tr_n("{count} record", "{count} records", result.k_of_values),
            is_held=None,
        )


def _build_row(count: ConditionCount, result: Result) -> ConditionRow:
    """Build the row of a condition, with the promise and the count."""
    code = f"report-condition-{count.condition}"
    figures: dict[str, object] = {**count.figures, "count": count.violations}
    figures.setdefault("wanted", promise_of(result.plan.project.recipe.method).k)
    ending = "released" if count.condition in ("blanks", "rules") else "counted"
    return ConditionRow(
        name=message(code, column=count.column),
        meaning=message(f"{code}-means"),
        promised=message(f"{code}-promised", **figures),
        counted=message(f"{code}-{ending}", **figures),
        is_held=count.is_held,
    )


def _of_condition(count: ConditionCount, result: Result, original: Records) -> ConditionRow:
    # Where the column was masked.
    block, clusters = next(
        ((i, b.clusters) for i, b in enumerate(result.blocks) if count.column in b.columns),
        (None, result.clusters),
    )
    nearest = condition_group_figures(count, original, result.columns, clusters.labels)
    return replace(
        _build_row(count, result),
        figure=""
        if nearest is None
        else {
            "changed": tr("Cells changed"),
            "emd": tr("EMD"),
            "records": tr("Records that violate it"),
            "units": tr("Units"),
            "sharing": tr("Share the values"),
            "values": tr("Different values"),
            "p": tr("p that it satisfies"),
            "share": tr("Share of the largest"),
        }[nearest.name],
        groups=() if nearest is None else _list_nearest(nearest, clusters, block),
    )


def _list_nearest(
    figures: GroupFigures, clusters: Clusters, block: int | None
) -> tuple[NearGroup, ...]:
    """List the worst groups, at most `MOST_GROUPS`."""
    order = np.argsort(-figures.values if figures.high_is_worse else figures.values, kind="stable")
    return tuple(
        NearGroup(group, block, int(clusters.sizes[group]), _figure(figures.name, value))
        for group, value in (
            (int(group), float(figures.values[group])) for group in order[:MOST_GROUPS]
        )
        if isfinite(value) and (value > 0 or figures.name not in _COUNTED)
    )


def _figure(name: str, value: float) -> str:
    if name == "emd":
        return number(value, 3)
    if name in ("p", "share"):
        return tr("{share} %", share=to_decimals(value, 1))
    return number(round(value))
