"""What the internal report shows of the original: its risk and counts of masked columns.

The figures come from a run and are stored in the internal log, so that a report follows from its
logs and the released file alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from core.checklist.cast_columns import cast_columns
from core.encode import numbers, take
from core.model import Attribute, Column, ColumnKind, Dataset, Exposure, Result, Role, Scale
from core.report.charts.bars import Bar, safe_bars
from core.report.charts.category_bars import category_bars
from core.report.charts.intervals import Intervals, Tick, date_intervals, number_intervals
from core.report.log_lookup import Log, entries, part
from core.table import pieces

# Even if a method promises no k, a count of one or two would identify people.
_LEAST = 3
# Quantiles of as many values are near enough for the borders of a picture of 24 bars.
_SAMPLED = 100_000


@dataclass(frozen=True, slots=True)
class ComparedColumn:
    """A masked column before and after, in counts that identify nobody.

    Attributes
    ----------
    name : str
        Name of the column.
    missing : int or None
        Missing values of the original; ``None`` if they are too few to be shown.
    bars : tuple of Bar
        The bars; empty if too few records have a value.
    names : tuple of str or None
        Names of the bars; ``None`` for intervals.
    ticks : tuple of Tick
        Marks on the axis.
    """

    name: str
    missing: int | None
    bars: tuple[Bar, ...] = ()
    names: tuple[str, ...] | None = None
    ticks: tuple[Tick, ...] = ()


@dataclass(frozen=True, slots=True)
class OriginalComparison:
    """What the internal report shows of the original beyond the other entries of its log.

    Attributes
    ----------
    before, after : Exposure
        The released records, in the original and in the release.
    columns : tuple of ComparedColumn
        The masked columns.
    """

    before: Exposure
    after: Exposure
    columns: tuple[ComparedColumn, ...]


def compare(
    log: Log, result: Result, dataset: Dataset, exposure: Exposure, released: Sequence[Column]
) -> OriginalComparison:
    """Compare a release with its original.

    Parameters
    ----------
    log : Mapping of str to object
        The internal log.
    result, dataset : Result and Dataset
        The run, which is not private, and its input.
    exposure : Exposure
        Of the file read back.
    released : sequence of Column
        The records of the file, in any order.
    """
    project, kept = result.plan.project, result.plan.kept
    assert result.exposure is not None
    typed = cast_columns(dataset, project)
    original = [take(column, kept) for column in typed.columns]
    return OriginalComparison(
        result.exposure,
        exposure,
        compare_columns(log, original, released),
    )


def compare_columns(
    log: Log, original: Sequence[Column], released: Sequence[Column]
) -> tuple[ComparedColumn, ...]:
    """Return the masked columns before and after protection.

    Parameters
    ----------
    log
        As in `compare`.
    original, released : sequence of Column
        The columns of the released records, as typed for the run and as released.
    """
    before = {column.name: column for column in original}
    after, least = {column.name: column for column in released}, least_shown(log)
    compared = []
    for entry in entries(part(log, "recipe"), "attributes"):
        name = str(entry.get("name"))
        if entry.get("role") == Role.QUASI_IDENTIFIER and name in after:
            attribute = attribute_of(entry, before[name])
            compared.append(_compared(attribute, before[name], after[name], least))
    return tuple(compared)


def least_shown(log: Log) -> int:
    """Return the minimum number of people in an interval that is shown separately."""
    k = part(log, "recipe", "method").get("k")
    return max(k, _LEAST) if isinstance(k, int) else _LEAST


def _compared(attribute: Attribute, before: Column, after: Column, least: int) -> ComparedColumn:
    missing = int(before.missing.sum())
    shown = None if 0 < missing < least else missing
    if len(before) - missing < least:
        return ComparedColumn(attribute.name, shown)
    if attribute.scale is Scale.NOMINAL:
        found = category_bars(before, after, least)
        return ComparedColumn(attribute.name, shown, found.bars, found.names)
    intervals = intervals_of(attribute, before)
    one, other = (counted(intervals, column, attribute) for column in (before, after))
    bars = safe_bars(one, other, least)
    if attribute.scale is Scale.ORDINAL:
        return ComparedColumn(attribute.name, shown, bars, tuple(attribute.order))
    return ComparedColumn(attribute.name, shown, bars, ticks=intervals.ticks)


def counted(intervals: Intervals, column: Column, attribute: Attribute) -> NDArray[np.int64]:
    """Return the number of a column's values in each interval."""
    counts = np.zeros(len(intervals.borders) + 1, dtype=np.int64)
    values = numbers(column, attribute, shared=True)
    for piece in pieces(len(values)):
        counts += intervals.count(values[piece])
    return counts


def attribute_of(entry: Log, column: Column) -> Attribute:
    """Return the attribute with an order for texts, so that both columns get the same ranks."""
    scale = Scale(str(entry.get("scale") or Scale.CONTINUOUS))
    order = tuple(str(category) for category in entry.get("order") or column.categories)
    if scale is Scale.ORDINAL and not order:
        scale = Scale.CONTINUOUS
    return Attribute(str(entry.get("name")), Role.QUASI_IDENTIFIER, scale, order)


def intervals_of(attribute: Attribute, column: Column) -> Intervals:
    """Return the intervals in which the values of an attribute are counted.

    They follow from every s-th record of a long column.
    """
    if attribute.scale is Scale.ORDINAL:
        return Intervals(np.arange(1, len(attribute.order), dtype=np.float64), ())
    values = numbers(column, attribute, shared=True)
    sample = values[:: max(1, -(-len(values) // _SAMPLED))]
    present = sample[~np.isnan(sample)]
    if not len(present):
        # A column with so few values has them elsewhere.
        present = values[~np.isnan(values)][:1]
    if column.kind is ColumnKind.DATE:
        return date_intervals(present)
    return number_intervals(present, attribute.scale is Scale.INTEGER)


# In the log


def comparison_entry(found: OriginalComparison) -> dict[str, object]:
    """Return the entry of `found` in the internal log."""
    return {
        "risk": {"original": asdict(found.before), "release": asdict(found.after)},
        "columns": [asdict(column) for column in found.columns],
    }


def comparison_in(log: Log) -> OriginalComparison | None:
    """Return the comparison in an internal log; ``None`` if it has none."""
    found = part(log, "compared")
    if not found:
        return None
    risk, columns = part(found, "risk"), []
    for entry in entries(found, "columns"):
        names = entry.get("names")
        bars = (Bar(b["first"], b["last"], b["before"], b["after"]) for b in entry["bars"])
        ticks = (Tick(tick["position"], tick["text"]) for tick in entry["ticks"])
        shown = None if names is None else tuple(names)
        columns.append(
            ComparedColumn(entry["name"], entry.get("missing"), tuple(bars), shown, tuple(ticks))
        )
    return OriginalComparison(
        _logged_exposure(part(risk, "original")),
        _logged_exposure(part(risk, "release")),
        tuple(columns),
    )


def _logged_exposure(entry: Log) -> Exposure:
    return Exposure(
        entry["records"], entry["groups"], entry["uniques"], entry["k"], entry["p"], entry["t"]
    )
