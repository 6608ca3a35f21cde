"""What the internal report shows of the original: the risk, and each masked column in counts.

The figures are taken from a run, kept in the internal log, and read from there again: so a
report follows from its logs and the released file alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, take
from core.measure import count_k, count_p, count_t
from core.measure.group_counts import groups_of
from core.model import Attribute, Column, ColumnKind, Dataset, Result, Role, Scale, Schema
from core.pipeline.cast_columns import cast_columns
from core.pipeline.report.charts.bars import Bar, safe_bars
from core.pipeline.report.charts.category_bars import category_bars
from core.pipeline.report.charts.date_intervals import date_intervals
from core.pipeline.report.charts.number_intervals import Intervals, Tick, number_intervals
from core.pipeline.report.log_lookup import Log, entries, part
from core.protect.privacy import is_private

# Even where a method promises no k, a count of one or two would be a person's own.
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Exposure:
    """How exposed the records of a table are to somebody who knows all quasi-identifiers.

    Attributes
    ----------
    records, groups, uniques : int
        Records; different combinations of quasi-identifiers; those that one record has.
    k : int
        Records that have the rarest combination.
    p : Mapping of str to int
        Least number of different values of each confidential column within a group.
    t : Mapping of str to float
        Largest EMD of a group from the table, for each confidential column.
    """

    records: int
    groups: int
    uniques: int
    k: int
    p: Mapping[str, int] = field(default_factory=dict)
    t: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ComparedColumn:
    """A masked column before and after, in counts that show nobody.

    Attributes
    ----------
    name : str
        Of the column.
    missing : int or None
        Values that the original lacks; ``None`` if they are too few to be counted.
    bars : tuple of Bar
        Empty if too few records have a value.
    names : tuple of str or None
        What each bar's slots are called; ``None`` for intervals.
    ticks : tuple of Tick
        Marks on the axis of intervals.
    """

    name: str
    missing: int | None
    bars: tuple[Bar, ...] = ()
    names: tuple[str, ...] | None = None
    ticks: tuple[Tick, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that the internal report shows of the original and its log does not hold anyway.

    Attributes
    ----------
    before, after : Exposure
        Of the records that are released, in the original and in the release.
    columns : tuple of ComparedColumn
        The masked columns.
    """

    before: Exposure
    after: Exposure
    columns: tuple[ComparedColumn, ...]


def compare(
    log: Log, result: Result, dataset: Dataset, released: Sequence[Column]
) -> Comparison | None:
    """Return the release held against its original; ``None`` for a private release.

    Parameters
    ----------
    log : Mapping of str to object
        The internal log.
    result, dataset : Result and Dataset
        The run and its input.
    released : sequence of Column
        The released columns, read back from the file.
    """
    project, kept = result.plan.project, result.plan.kept
    if is_private(project):
        return None
    typed = cast_columns(dataset, project)
    original = [take(column, kept) for column in typed.columns]
    return Comparison(
        exposure(original, project.schema),
        exposure(released, project.schema),
        compare_columns(log, typed, released, kept),
    )


def exposure(columns: Sequence[Column], schema: Schema) -> Exposure:
    """Count on `columns`, original or released, what they expose."""
    sizes = np.bincount(groups_of(columns, schema))
    return Exposure(
        len(columns[0]),
        len(sizes),
        int((sizes == 1).sum()),
        count_k(columns, schema),
        count_p(columns, schema),
        count_t(columns, schema),
    )


def compare_columns(
    log: Log, dataset: Dataset, released: Sequence[Column], kept: NDArray[np.int64]
) -> tuple[ComparedColumn, ...]:
    """Return each masked column before and after.

    Parameters
    ----------
    log
        As in `compare`.
    dataset : Dataset
        The typed input.
    released : sequence of Column
        The released columns.
    kept : numpy.ndarray of int64, shape (r,)
        Positions in `dataset` of the records that are released.
    """
    found, least = {column.name: column for column in released}, least_shown(log)
    compared = []
    for entry in entries(part(log, "recipe"), "attributes"):
        name = str(entry.get("name"))
        if entry.get("role") == Role.QUASI_IDENTIFIER and name in found:
            before = take(dataset.column(name), kept)
            compared.append(_compared(attribute_of(entry, before), before, found[name], least))
    return tuple(compared)


def least_shown(log: Log) -> int:
    """Return how many people an interval must hold to be shown by itself."""
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
    one, other = (numbers(column, attribute) for column in (before, after))
    slots = intervals_of(attribute, before.kind, one)
    bars = safe_bars(slots.count(one), slots.count(other), least)
    if attribute.scale is Scale.ORDINAL:
        return ComparedColumn(attribute.name, shown, bars, tuple(attribute.order))
    return ComparedColumn(attribute.name, shown, bars, ticks=slots.ticks)


def attribute_of(entry: Log, column: Column) -> Attribute:
    """Return the attribute with an order for text, so that both columns get the same ranks."""
    scale = Scale(str(entry.get("scale") or Scale.CONTINUOUS))
    order = tuple(str(category) for category in entry.get("order") or column.categories)
    if scale is Scale.ORDINAL and not order:
        scale = Scale.CONTINUOUS
    return Attribute(str(entry.get("name")), Role.QUASI_IDENTIFIER, scale, order)


def intervals_of(attribute: Attribute, kind: ColumnKind, values: NDArray[np.float64]) -> Intervals:
    """Return the intervals that the values of an attribute are counted in."""
    if attribute.scale is Scale.ORDINAL:
        return Intervals(np.arange(1, len(attribute.order), dtype=np.float64), ())
    present = values[~np.isnan(values)]
    if kind is ColumnKind.DATE:
        return date_intervals(present)
    return number_intervals(present, attribute.scale is Scale.INTEGER)


# In the log


def comparison_entry(found: Comparison) -> dict[str, object]:
    """Return `found` as the internal log holds it."""
    return {
        "risk": {"original": asdict(found.before), "release": asdict(found.after)},
        "columns": [asdict(column) for column in found.columns],
    }


def comparison_in(log: Log) -> Comparison | None:
    """Return what an internal log holds; ``None`` if it holds no comparison."""
    found = part(log, "compared")
    if not found:
        return None
    risk = part(found, "risk")
    return Comparison(
        _logged_exposure(part(risk, "original")),
        _logged_exposure(part(risk, "release")),
        tuple(_logged_column(column) for column in entries(found, "columns")),
    )


def _logged_exposure(entry: Log) -> Exposure:
    return Exposure(
        entry["records"], entry["groups"], entry["uniques"], entry["k"], entry["p"], entry["t"]
    )


def _logged_column(entry: Log) -> ComparedColumn:
    names, missing = entry.get("names"), entry.get("missing")
    bars = (Bar(b["first"], b["last"], b["before"], b["after"]) for b in entry["bars"])
    ticks = (Tick(tick["position"], tick["text"]) for tick in entry["ticks"])
    shown = None if names is None else tuple(names)
    return ComparedColumn(entry["name"], missing, tuple(bars), shown, tuple(ticks))
