"""Cautions: what must be confirmed before a release with kept promises is called ready.

A file can satisfy its k and its t and still be of little use, or protect less than its readers
think. The cautions are computed once, at the end of a run; window, report and command line show the
same ones. A differentially private release has none of them, because they would disclose something
about the original; its claim has doubts instead (`core.protect.privacy.claim`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.checklist.cast_columns import cast_columns
from core.checklist.collapse import COLLAPSED
from core.checklist.unit_cautions import unit_value_cautions
from core.checklist.weight_cautions import off_weights, revealing_weights, weight_columns
from core.encode import MeasuredTable, numbers, take
from core.errors import Problem, Severity, Where, warning
from core.jobs import Job
from core.measure.contradictions import contradictions
from core.model import (
    Attribute,
    Dataset,
    Measure,
    Plan,
    Recipe,
    Release,
    Result,
    Role,
    Scale,
    SignedCaution,
)
from core.model.uniqueness import is_nearly_unique
from core.protect import adds_noise, claim_of_plan, promise_of

MOST_LOST = 50.0
"""Per cent of a column's variance that a release may lose without a caution."""
MOST_MOVED = 0.2
"""By how much a correlation may change without a caution."""
MOST_DROPPED = 0.05
"""Share of the records that may be left out without a caution if the recipe accepts no other."""
MOST_FILLED = 0.05
"""Share of a masked column's values that may have been missing without a caution."""

UNCHANGED = {
    Role.OTHER: "column-unique-published",
    Role.CONFIDENTIAL: "column-unique-confidential",
}
"""Codes of the caution on a column published unchanged whose values point to single records."""

_WARNINGS = frozenset({*COLLAPSED, "column-unprotected-unique"})


def cautions_of_run(
    plan: Plan,
    typed: Dataset,
    original: MeasuredTable,
    released: MeasuredTable,
    measures: Sequence[Measure],
) -> tuple[Problem, ...]:
    """Return the cautions of a run other than its warnings.

    Parameters
    ----------
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    original, released : MeasuredTable
        The released records before and after.
    """
    if adds_noise(plan.project.recipe):
        return ()
    all_filled = []
    for column in released.columns:
        if released.schema.named(column.name).role is Role.QUASI_IDENTIFIER:
            was_missing = original.column(column.name).missing
            count = int(np.count_nonzero(was_missing & ~column.missing))
            all_filled += filled(column.name, count, len(released))
    return (
        *_nothing_promised(plan, measures),
        *_dropped(plan.project.recipe, typed.rows - len(plan.kept), typed.rows),
        *off_weights(plan, typed, released.columns),
        *_lost(measures, original, released),
        *all_filled,
        *_contradicting(plan, original, released),
        *moved(measures),
        *_nearly_unique(plan, released),
    )


def weights_beforehand(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """Return the cautions that a run will give of survey weights that are published as they are.

    Parameters
    ----------
    plan : Plan
        Without errors.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    schema, strata = plan.project.schema, plan.project.recipe.strata
    if adds_noise(plan.project.recipe) or not len(plan.kept):
        return ()
    typed = cast_columns(dataset, plan.project)
    published = [a.name for a in schema.attributes if a.role in UNCHANGED or a.name in strata]
    found = weight_columns(plan, [typed.column(name) for name in published])
    if not found:
        return ()
    weights = [column.name for column in found]
    kept = [take(column, plan.kept) for column in found]
    hidden = [a.name for a in schema.attributes if a.name not in published]
    unit = plan.project.recipe.unit
    of_units = {*weights, *(() if unit is None else (unit.id,))}
    original = [take(column, plan.kept) for column in typed.columns if column.name in of_units]
    by_unit = (p for p in unit_value_cautions(plan, original) if p.where.column in weights)
    job.check()
    return (
        *off_weights(plan, typed, kept),
        *_nearly_unique(plan, MeasuredTable(kept, schema, job)),
        *by_unit,
        *revealing_weights(typed, weights, hidden, job),
    )


def cautions(result: Result) -> tuple[Problem, ...]:
    """Return all cautions and warnings of a result that must be confirmed."""
    if adds_noise(result.plan.project.recipe):
        return ()
    warned = (problem for problem in result.warnings if problem.code in _WARNINGS)
    return (*warned, *result.cautions)


def caution_key(caution: Problem) -> str:
    """Return the key in a recipe's ``answers`` that confirms a caution."""
    column = caution.where.column
    return caution.code if column is None else f"{caution.code}:{column}"


def signed_cautions(result: Result) -> tuple[SignedCaution, ...]:
    """Return the cautions of a result, each with the recipe's answer."""
    answers = dict(result.plan.project.recipe.answers)
    found = cautions(result)
    return tuple(SignedCaution(one, reason_of(answers.get(caution_key(one)))) for one in found)


def reason_of(why: str | None) -> str | None:
    """Return the reason for which a caution is accepted; an empty one is none."""
    return why if why is not None and why.strip() else None


def _nothing_promised(plan: Plan, measures: Sequence[Measure]) -> list[Problem]:
    """Return a caution if nothing but the measured risk shows how far records are protected."""
    if not promise_of(plan.project.recipe.method).is_nothing:
        return []
    of_file = {measure.name: measure.value for measure in measures if measure.attribute is None}
    where = Where(field="method")
    params = {"k": round(of_file["k"]), "share": round(of_file["linkage"], 1)}
    return [Problem("caution-nothing-promised", where, params, Severity.WARNING)]


def _dropped(recipe: Recipe, gone: int, rows: int) -> list[Problem]:
    """Return a caution if more of the `rows` records were left out than the recipe accepts."""
    accepted = recipe.accepted_loss
    if gone <= (MOST_DROPPED if accepted is None else accepted) * rows:
        return []
    share = round(100 * gone / rows, 1)
    return [warning("caution-records", count=gone, rows=rows, share=share)]


def _lost(
    measures: Sequence[Measure], original: MeasuredTable, released: MeasuredTable
) -> list[Problem]:
    """Return a caution on each column that lost most of its variance, or of its categories."""

    def has_shrunk(attribute: Attribute) -> bool:
        # A variance can also change by more than half by growing.
        was, remains = (
            numbers(table.column(attribute.name), attribute, shared=True)
            for table in (original, released)
        )
        return bool(np.nanvar(remains) < np.nanvar(was))

    found = []
    for measure in measures:
        name = measure.attribute
        if name is None or not measure.value > MOST_LOST:
            continue
        # Rounded like the figures in the public report.
        share, attribute = 100 - round(100 - measure.value), original.schema.named(name)
        if measure.name == "variance-change" and has_shrunk(attribute):
            found.append(warning("caution-variance", name, share=share))
        elif measure.name == "information-loss" and attribute.scale is Scale.NOMINAL:
            found.append(warning("caution-categories", name, share=share))
    return found


def filled(name: str, count: int, rows: int) -> list[Problem]:
    """Return a caution if many values of a masked column were missing and are the group's now.

    Totals of the column then count values that nobody gave, so that they are not those of the
    original, however exact the means of groups are.
    """
    if count <= MOST_FILLED * rows:
        return []
    share = round(100 * count / rows, 1)
    return [warning("caution-filled", name, count=count, rows=rows, share=share)]


def _contradicting(plan: Plan, original: MeasuredTable, released: MeasuredTable) -> list[Problem]:
    """Return a caution on each column of classes that no longer fit their number."""
    found = contradictions(original, released, plan.project.recipe.strata)
    rows = len(released)
    return [
        warning("caution-class", one.column, number=one.number, count=one.count, rows=rows)
        for one in found
    ]


def moved(measures: Sequence[Measure]) -> list[Problem]:
    """Return a caution if a correlation changed considerably."""
    changes = {m.attribute: m.value for m in measures if m.name == "correlation-change"}
    most = changes.pop(None, 0.0)
    if not most > MOST_MOVED:
        return []
    pair = [name for name, change in changes.items() if change >= most * (1 - 1e-9)]
    return [warning("caution-correlation", columns=pair, change=round(most, 2))]


def _nearly_unique(plan: Plan, released: MeasuredTable) -> list[Problem]:
    """Return a caution on columns published unchanged whose values point to single records.

    Anybody who knows such a value from another source can find the record, whatever else is masked.
    """
    found = []
    # What a warning already reports as different in every record.
    reported = {p.where.column for p in plan.problems if p.code == "column-unprotected-unique"}
    for column in released.columns:
        code = UNCHANGED.get(plan.project.schema.named(column.name).role)
        if code is None or column.name in reported:
            continue
        distinct, present = released.n_distinct(column.name), released.n_present(column.name)
        if is_nearly_unique(distinct, present):
            found.append(warning(code, column.name, count=distinct, rows=present))
    return found


def is_ready(release: Release, result: Result) -> bool:
    """Return whether no caution is open and a claim of differential privacy has no doubt left."""
    claim = claim_of_plan(result.plan)
    return not release.open_cautions and (claim is None or claim.ready)
