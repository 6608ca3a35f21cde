"""The report's section on the remaining utility of each released column.

It is based on the release, the promises, and the kept information in whole per cents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.model import Column, Role, Scale
from core.report.charts.bars import safe_bars
from core.report.charts.category_bars import category_bars
from core.report.charts.drawing import Chart, small
from core.report.formatting import report_text
from core.report.log_lookup import Log, columns_with, entries, part
from core.report.original import attribute_of, counted, intervals_of, least_shown
from core.report.private_log import is_masked, is_private, is_withheld
from core.report.tables.preparation_tables import recoded_names

_LONGEST_WORD = 14


@dataclass(frozen=True, slots=True)
class Utility:
    """The remaining utility of the released columns.

    Attributes
    ----------
    purpose, caption : str
        Of the table.
    heads : tuple of (str, str)
        The names and meanings of the figures; empty if none may be published.
    rows : tuple of UsefulColumn
        The columns.
    whole_is_stated : bool
        Whether the figure over all masked columns is stated as well.
    """

    purpose: str
    caption: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[UtilityColumn, ...]
    whole_is_stated: bool


@dataclass(frozen=True, slots=True)
class UtilityColumn:
    """A released column.

    Attributes
    ----------
    name, kind : str
        Its name, and its treatment and content.
    chart : Chart or None
        Its released values.
    instead : str or None
        The text shown if no chart can be drawn.
    figures : tuple of str
        Kept shares of the original.
    no_figures : str or None
        Why there are no figures.
    """

    name: str
    kind: str
    chart: Chart | None
    instead: str | None
    figures: tuple[str, ...] = ()
    no_figures: str | None = None


def utility(log: Log, released: Sequence[Column]) -> Utility | None:
    """Return the utility of each released column, or ``None`` if nothing was released.

    The numbers of a link are new and have no utility but to show which records belong together.
    """
    links = columns_with(log, Role.LINK)
    found = {column.name: column for column in released if column.name not in links}
    listed = [e for e in entries(part(log, "recipe"), "attributes") if e.get("name") in found]
    if not listed:
        return None
    bare = is_withheld(log)
    mode = "dp-" if bare else ""
    heads = () if bare else ("useful-kept", "useful-mean", "useful-spread")
    return Utility(
        report_text(f"{mode}useful-purpose"),
        report_text(f"{mode}useful-caption"),
        tuple((report_text(code), report_text(f"{code}-means")) for code in heads),
        _columns(log, listed, found),
        not entries(log, "not_stated"),
    )


def _columns(
    log: Log, listed: Sequence[Log], found: Mapping[str, Column]
) -> tuple[UtilityColumn, ...]:
    # Collected once: a file may have thousands of columns.
    not_stated = {left.get("column") for left in entries(log, "not_stated")}
    recoded = recoded_names(log)
    measures: dict[str, dict[str, float | None]] = {}
    for measure in entries(log, "measures"):
        of, value = measure.get("attribute"), measure.get("value")
        if isinstance(of, str):
            number = float(value) if isinstance(value, int | float) else None
            measures.setdefault(of, {}).setdefault(str(measure.get("name")), number)
    rows = []
    for entry in listed:
        name = str(entry["name"])
        column = found[name]
        chart, instead = _picture(log, entry, column)
        masked = "outcome-noise" if is_private(log) else "outcome-quasi-identifier"
        outcome = report_text(masked if is_masked(log, entry) else "outcome-other")
        scale = entry.get("scale")
        kind = f"{outcome}, {report_text(f'scale-{scale}')}" if scale in list(Scale) else outcome
        row = UtilityColumn(column.name, kind, chart, instead)
        if not is_withheld(log):
            if not is_masked(log, entry):
                kept = "useful-prepared" if name in recoded else "useful-unchanged"
                row = replace(row, no_figures=report_text(kept))
            elif name in not_stated:
                row = replace(row, no_figures=report_text("useful-not-stated"))
            else:
                own = measures.get(name, {})
                lost = own.get("information-loss")
                remains = None if lost is None else max(0.0, 100.0 - lost)
                shown = (remains, own.get("mean-change"), own.get("variance-change"))
                # More digits would disclose more of the original than needed.
                figures = ("–" if value is None else f"{round(value):,} %" for value in shown)
                row = replace(row, figures=tuple(figures))
        rows.append(row)
    return tuple(rows)


def _picture(log: Log, entry: Log, column: Column) -> tuple[Chart | None, str | None]:
    """Return a chart of the released values alone, or the reason why there is none."""
    least = least_shown(log)
    if int((~column.missing).sum()) < least:
        return None, None
    title = report_text("useful-picture-title", column=column.name)
    attribute = attribute_of(entry, column)
    are_names = column.categories and entry.get("scale") != Scale.ORDINAL
    if attribute.scale is Scale.NOMINAL or are_names:
        found = category_bars(column, column, least)
        if len(found.bars) == 1:
            distinct = len(np.unique(column.values[~column.missing]))
            if distinct > 1:
                return None, report_text("useful-all-rare", count=distinct)
        return small(title, found.bars, (_short(found.names[0]), _short(found.names[-1]))), None
    intervals = intervals_of(attribute, column)
    counts = counted(intervals, column, attribute)
    bars = safe_bars(counts, counts, least)
    if attribute.scale is Scale.ORDINAL:
        order = attribute.order
        ends = _short(order[bars[0].first]), _short(order[bars[-1].last])
        return small(title, bars, ends), None
    # The ends would disclose the extreme values of a column published unchanged.
    ends = report_text("useful-low"), report_text("useful-high")
    if is_masked(log, entry):
        ticks = intervals.ticks
        ends = (ticks[0].text, ticks[-1].text) if len(ticks) > 1 else ("", "")
    return small(title, bars, ends), None


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_WORD else name[: _LONGEST_WORD - 1] + "…"
