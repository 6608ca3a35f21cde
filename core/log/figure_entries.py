"""The figures in both logs: with all values in the internal one, as whole per cents in public.

The public log states the mean overlap of a figure's intervals. Its size rests on the variances of
the original, so values with a unit that makes up more than 3 % of the variance are left out:
otherwise somebody who knows all other units could estimate that unit. Of the usual figures it
states shares in tens of per cent, because exact counts would let that person do the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum

from core.log.declared.logged_figures import (
    InternalFigure,
    LoggedEstimate,
    LoggedKeptCounts,
    LoggedSide,
    LoggedUsualFigures,
    LoggedValue,
    PublicFigure,
    PublicUsualFigures,
    SmallValues,
    WorstFigure,
)
from core.measure.figures.kept_figures import (
    MOST_OF_ONE_UNIT,
    find_fewest_records,
    is_of,
    publish_shares,
    score_figures,
    worst_figures,
)
from core.model import Estimate, FigureValue, Result
from core.same_fields import copy_fields


def figure_entries(result: Result) -> tuple[InternalFigure, ...]:
    """List the figures of the internal log.

    Values of fewer than k records, at least 3, are counted but not listed.
    """
    fewest_records = find_fewest_records(result.plan.parameters)
    figures = []
    for compared in result.figures:
        hidden = [value for value in compared.values if _is_small(value, fewest_records)]
        listed = [value for value in compared.values if not _is_small(value, fewest_records)]
        records = sum(v.original.records for v in hidden if v.original is not None)
        figures.append(
            InternalFigure(
                compared.figure,
                copy_fields(LoggedSide, compared.original),
                copy_fields(LoggedSide, compared.released),
                tuple(value_entry(value, fewest_records) for value in listed),
                SmallValues(fewest_records, len(hidden), records),
            )
        )
    return tuple(figures)


def usual_entry(result: Result) -> LoggedUsualFigures | None:
    """Write how many figures that users will probably compute are kept, and the worst of them."""
    usual = result.usual
    if usual is None:
        return None
    counts, shares = score_figures(usual), publish_shares(usual, result.dominated)
    return LoggedUsualFigures(
        usual.records,
        usual.is_sample,
        usual.least,
        copy_fields(LoggedKeptCounts, counts),
        None if shares is None else PublicUsualFigures(usual.is_sample, *shares),
        tuple(
            WorstFigure(figure, value_entry(value, usual.least))
            for figure, value in worst_figures(usual)
        ),
    )


def publish_figures(
    figures: Sequence[InternalFigure], dominated: Collection[str]
) -> tuple[PublicFigure, ...]:
    """List the figures of the public log; nothing is stated on those of `dominated` columns."""
    return tuple(_publish(figure, dominated) for figure in figures)


def _publish(logged: InternalFigure, dominated: Collection[str]) -> PublicFigure:
    overlaps = [
        value.overlap
        for value in logged.values
        if value.overlap is not None and value.heaviest <= MOST_OF_ONE_UNIT
    ]
    figure = logged.figure
    if is_of(figure, dominated):
        overlaps = []
    return PublicFigure(
        figure,
        round(100 * fsum(overlaps) / len(overlaps)) if overlaps else None,
        len(overlaps),
        len(logged.values),
    )


def _is_small(value: FigureValue, fewest_records: int) -> bool:
    return max(_records(value.original), _records(value.released)) < fewest_records


def _records(estimate: Estimate | None) -> int:
    return 0 if estimate is None else estimate.records_behind


def value_entry(value: FigureValue, fewest_records: int) -> LoggedValue:
    """Write the entry of a value; that of few records of the original is not stated."""
    is_small = _records(value.original) < fewest_records
    original, released = None if is_small else value.original, value.released
    difference = None
    if original is not None and released is not None:
        difference = released.value - original.value
    return LoggedValue(
        dict(value.by),
        dict(value.of),
        value.term,
        _estimate(original),
        _estimate(released),
        difference,
        None if is_small else value.overlap,
        None if is_small else value.inside,
        1.0 if original is None else original.heaviest,
    )


def _estimate(estimate: Estimate | None) -> LoggedEstimate | None:
    return None if estimate is None else copy_fields(LoggedEstimate, estimate)
