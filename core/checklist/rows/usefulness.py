"""Row F1: whether a release that protects is still of use."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from core.array_types import Bools
from core.checklist.collapsed import COLLAPSED
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.measure.contradictions import find_contradictions
from core.measure.figures import compare_figures, sample_of
from core.measure.figures.kept_figures import score_figures, worst_figures
from core.model import Figure, FigureKind, Scale, UsualFigures
from core.model.checklist import Profile, RowCount
from core.protect import promise_of
from core.protect.representatives.drawn.spread_log import NUMBERS
from core.protect.representatives.moments.moment_log import (
    MOMENTS_STEP,
    LoggedMoments,
    read_logged_maps,
)
from core.recipe.figure_requests import figure_entry

MOST_LOST = 50.0
"""Per cent of a column's information that a release may lose without a question."""
MOST_DROPPED = 0.05
"""Share of the records that may be left out without a question if the recipe accepts no other."""
MOST_FILLED = 0.05
"""Share of a masked column's values that may have been missing without a question."""
MOST_FAR = 0.05
"""Share of the records whose values may change by more than the usual factor without a question."""

_NOTHING = Row("F1", "nothing-promised", Publicity.ANSWERED)
RECORDS = "many-left-out"
_RECORDS = Row("F1", RECORDS, Publicity.FIGURES)
LOST_FIGURES = "figures-lost"
_FIGURES = Row("F1", LOST_FIGURES, Publicity.ANSWERED)
CATEGORIES = "categories-lost"
_CATEGORIES = Row("F1", CATEGORIES, Publicity.ANSWERED, names_columns=True)
_FILLED = Row("F1", "values-filled", Publicity.ANSWERED)
_CLASS = Row("F1", "class-moved", Publicity.ANSWERED)
_TOTALS = Row("F1", "totals-distort", Publicity.ANSWERED)
_MEANS = Row("F1", "means-left", Publicity.ANSWERED, names_columns=True)
_APART = Row("F1", "moments-apart", Publicity.ANSWERED)
_COLLAPSED = {code: Row("F1", code, Publicity.ANSWERED) for code in COLLAPSED}


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield from _count_promises(evidence)
    yield _count_dropped(evidence)
    yield from count_lost_figures(evidence.profile, evidence.usual)
    yield from _count_lost_categories(evidence)
    for name in evidence.masked:
        yield _count_filled(evidence, name)
    yield from _count_contradictions(evidence)
    yield from _count_distorted(evidence)
    yield from _count_means(evidence)
    for warning in evidence.warnings:
        if warning.code in COLLAPSED:
            verdict = judge(evidence.profile, _COLLAPSED[warning.code], 1, 0)
            yield RowCount(
                warning.code, None, 1, 0, verdict, warning.params, field=warning.where.field
            )


def _count_promises(evidence: Evidence) -> Iterator[RowCount]:
    """Ask if nothing but the measured risk shows how far records are protected."""
    if not promise_of(evidence.recipe.method).is_nothing:
        return
    of_file = {m.name: m.value for m in evidence.measures if m.attribute is None}
    share = round(of_file["linkage"], 1)
    verdict = judge(evidence.profile, _NOTHING, share, 0, is_asked=True)
    params = {"k": round(of_file["k"]), "share": share}
    yield RowCount(_NOTHING.code, None, share, 0, verdict, params, field="method")


def _count_dropped(evidence: Evidence) -> RowCount:
    """Count the records that were left out."""
    rows, accepted = evidence.typed.rows, evidence.recipe.accepted_loss
    count = rows - len(evidence.plan.kept)
    limit = (MOST_DROPPED if accepted is None else accepted) * rows
    params = {"count": count, "rows": rows, "share": round(100 * count / max(1, rows), 1)}
    verdict = judge(evidence.profile, _RECORDS, count, limit)
    return RowCount(_RECORDS.code, None, count, limit, verdict, params, field="missing")


def count_lost_figures(profile: Profile, usual: UsualFigures | None) -> Iterator[RowCount]:
    """Count the figures that users will probably compute outside the original's 95 % interval.

    Those that are farthest off are named by what they are of, never by a domain or category.
    """
    if usual is None or not (score := score_figures(usual)).counted:
        return
    count = score.counted - score.inside
    share, limit = round(100 * count / score.counted, 1), 100 * profile.outside
    worst = dict.fromkeys(
        json.dumps(figure_entry(figure), ensure_ascii=False)
        for figure, value in worst_figures(usual)
        if not value.inside
    )
    params = {
        **{"count": count, "of": score.counted, "share": share},
        **{"close": score.close, "figures": [*worst]},
    }
    verdict = judge(profile, _FIGURES, share, limit)
    yield RowCount(_FIGURES.code, None, share, limit, verdict, params, field="method")


def _count_lost_categories(evidence: Evidence) -> Iterator[RowCount]:
    """Find how much of its categories a column lost at most.

    Another method or fewer columns would serve all of them.
    """
    losses = {
        measure.attribute: measure.value
        for measure in evidence.measures
        if measure.name == "information-loss" and measure.attribute is not None
        if evidence.original.schema.named(measure.attribute).scale is Scale.NOMINAL
        if not np.isnan(measure.value)
    }
    if not losses:
        return
    beyond = {name: loss for name, loss in losses.items() if loss > MOST_LOST}
    largest = max(losses.values())
    params = {
        "count": len(beyond),
        "columns": [*beyond],
        # Rounded like the figures in the public report.
        "shares": [100 - round(100 - loss) for loss in beyond.values()],
    }
    verdict = judge(evidence.profile, _CATEGORIES, largest, MOST_LOST)
    yield RowCount(
        CATEGORIES, None, largest, MOST_LOST, verdict, params, tuple(beyond), field="method"
    )


def _count_filled(evidence: Evidence, name: str) -> RowCount:
    """Count the values of a masked column that were missing and are the group's now.

    Totals of the column then count values that nobody gave, so that they are not those of the
    original, however exact the means of groups are.
    """
    was_missing = evidence.original.column(name).missing
    count = int(np.count_nonzero(was_missing & ~evidence.released.column(name).missing))
    rows = len(evidence.released)
    limit = MOST_FILLED * rows
    params = {"count": count, "rows": rows, "share": round(100 * count / rows, 1)}
    verdict = judge(evidence.profile, _FILLED, count, limit)
    return RowCount(_FILLED.code, name, count, limit, verdict, params, field="missing")


def _count_contradictions(evidence: Evidence) -> Iterator[RowCount]:
    """Count the records in which a class no longer fits its number."""
    rows = len(evidence.released)
    for clash in find_contradictions(evidence.original, evidence.released, evidence.recipe.strata):
        params = {"number": clash.number, "count": clash.count, "rows": rows}
        verdict = judge(evidence.profile, _CLASS, clash.count, 0)
        yield RowCount(_CLASS.code, clash.column, clash.count, 0, verdict, params, (clash.number,))


def _count_distorted(evidence: Evidence) -> Iterator[RowCount]:
    """Count the columns with totals of which many values change much, or the median leaves."""
    totals = evidence.recipe.totals
    columns = tuple(dict.fromkeys(name for entry in totals for name in entry.columns))
    if not columns:
        return
    (step,) = (step for step in evidence.steps if step.name == "totals")
    has_far = [float(step.counts[f"far:{name}"]) > MOST_FAR for name in columns]
    distorted = np.array(has_far) | ~_medians_stay(evidence, columns)
    names = tuple(np.array(columns)[distorted].tolist())
    params = {"columns": list(names), "count": len(names)}
    verdict = judge(evidence.profile, _TOTALS, len(names), 0)
    yield RowCount(_TOTALS.code, None, len(names), 0, verdict, params, names, "totals")


def _medians_stay(evidence: Evidence, columns: tuple[str, ...]) -> Bools:
    """Find the columns whose released median lies in the 95 % interval of the original's."""
    recipe, units = evidence.recipe, evidence.unit_of_record
    medians = [Figure(FigureKind.QUANTILE, (name,), q=0.5) for name in columns]
    original, released = (
        sample_of(table.columns, recipe.weight, units)
        for table in (evidence.original, evidence.released)
    )
    compared = compare_figures(medians, evidence.schema, original, released, evidence.job)
    return np.array([figure.values[0].inside is not False for figure in compared])


def _count_means(evidence: Evidence) -> Iterator[RowCount]:
    """Count the columns that were to be restored or drawn, and were not."""
    for step in evidence.steps:
        if step.name not in (MOMENTS_STEP, *NUMBERS):
            continue
        reason_of = {
            name: f"word-{step.name}-{reason}"
            for kind, _, name in (key.partition(":") for key in step.counts)
            if kind == "left" and name and (reason := step.counts[f"left:{name}"])
        }
        reasons = sorted(set(reason_of.values()))
        yield _count_unrestored(evidence.profile, _MEANS, [*reason_of], {"what": reasons})
    for logged in map(LoggedMoments.read, read_logged_maps(evidence.steps)):
        if logged.eigenvalue is not None:
            apart = () if logged.published else logged.columns
            yield _count_unrestored(evidence.profile, _APART, apart, {})


def _count_unrestored(
    profile: Profile, row: Row, columns: Sequence[str], params: Mapping[str, object]
) -> RowCount:
    count = len(columns)
    params = {"count": count, "columns": [*columns], **params}
    verdict = judge(profile, row, count, 0)
    return RowCount(row.code, None, count, 0, verdict, params, tuple(columns), field="method")


FAMILY = Family(
    (
        _NOTHING,
        _RECORDS,
        _FIGURES,
        _CATEGORIES,
        _FILLED,
        _CLASS,
        _TOTALS,
        _MEANS,
        _APART,
        *_COLLAPSED.values(),
    ),
    _count,
)
