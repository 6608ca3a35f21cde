"""The report's section on the remaining utility of each released column.

It is based on the release, the promises, and the kept information in whole per cents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.log import PublicLog, is_withheld
from core.model import Attribute, Column, Scale
from core.report.charts.bars import safe_bars
from core.report.charts.category_bars import category_bars, label_bars
from core.report.charts.drawing import Chart, small
from core.report.formatting import format_share, format_tick, report_text
from core.report.original import count_by_interval, intervals_of, smallest_count, with_order
from core.report.private_log import is_masked, spends_budget
from core.report.tables.preparation_tables import list_recoded

_LONGEST_WORD = 14


@dataclass(frozen=True, slots=True)
class Utility:
    """The remaining utility of the released columns.

    Attributes
    ----------
    heads : tuple of (str, str)
        The names and meanings of the figures; empty if none may be published.
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
    figures : tuple of str
        Kept shares of the original.
    """

    name: str
    kind: str
    chart: Chart | None
    instead: str | None
    figures: tuple[str, ...] = ()
    no_figures: str | None = None


def utility(log: PublicLog, released: Sequence[Column]) -> Utility | None:
    """Return the utility of each released column, or ``None`` if nothing was released.

    The numbers of a link are new and have no utility but to show which records belong together.
    """
    links = log.project.schema.links
    columns = {column.name: column for column in released if column.name not in links}
    if not columns:
        return None
    withheld = is_withheld(log.project)
    mode = "dp-" if withheld else ""
    heads = () if withheld else ("useful-kept", "useful-mean", "useful-spread")
    return Utility(
        report_text(f"{mode}useful-purpose"),
        report_text(f"{mode}useful-caption"),
        tuple((report_text(code), report_text(f"{code}-means")) for code in heads),
        _rows(log, columns, withheld),
        not log.not_stated,
    )


def _rows(
    log: PublicLog, columns: Mapping[str, Column], withheld: bool
) -> tuple[UtilityColumn, ...]:
    # Collected once: a file may have thousands of columns.
    recoded = list_recoded(log.project.recipe)
    measures: dict[str, dict[str, float | None]] = {}
    for measure in log.measures:
        if measure.attribute is not None:
            measures.setdefault(measure.attribute, {})[measure.name] = measure.value
    masked = report_text("outcome-noise" if spends_budget(log) else "outcome-quasi-identifier")
    rows = []
    for attribute in log.project.schema.attributes:
        name = attribute.name
        if name not in columns:
            continue
        chart, instead = _picture(log, attribute, columns[name])
        kind = masked if is_masked(log, attribute) else report_text("outcome-other")
        if attribute.scale is not None:
            kind = f"{kind}, {report_text(f'scale-{attribute.scale}')}"
        row = UtilityColumn(name, kind, chart, instead)
        if not withheld:
            if not is_masked(log, attribute):
                reason_code = "useful-prepared" if name in recoded else "useful-unchanged"
                row = replace(row, no_figures=report_text(reason_code))
            elif name in log.not_stated:
                row = replace(row, no_figures=report_text("useful-not-stated"))
            else:
                row = replace(row, figures=_shares_kept(measures.get(name, {})))
        rows.append(row)
    return tuple(rows)


def _shares_kept(measures: Mapping[str, float | None]) -> tuple[str, ...]:
    lost = measures.get("information-loss")
    remains = None if lost is None else max(0.0, 100.0 - lost)
    shown = (remains, measures.get("mean-change"), measures.get("variance-change"))
    # More digits would disclose more of the original than needed.
    return tuple("–" if value is None else format_share(round(value)) for value in shown)


def _picture(
    log: PublicLog, attribute: Attribute, column: Column
) -> tuple[Chart | None, str | None]:
    """Draw a chart of the released values alone, or give the reason why not."""
    fewest = smallest_count(log.project)
    if int((~column.missing).sum()) < fewest:
        return None, None
    title = report_text("useful-picture-title", column=column.name)
    are_names = column.categories and attribute.scale is not Scale.ORDINAL
    ranked = with_order(attribute, column)
    if ranked.scale is Scale.NOMINAL or are_names:
        categories = category_bars(column, column, fewest)
        if len(categories.bars) == 1:
            distinct = len(np.unique(column.values[~column.missing]))
            if distinct > 1:
                return None, report_text("useful-all-rare", count=distinct)
        labels = label_bars(categories.names, categories.n_combined)
        return small(title, categories.bars, (_short(labels[0]), _short(labels[-1]))), None
    intervals = intervals_of(ranked, column)
    counts = count_by_interval(intervals, column, ranked)
    bars = safe_bars(counts, counts, fewest)
    if ranked.scale is Scale.ORDINAL:
        order = ranked.order
        ends = _short(order[bars[0].first]), _short(order[bars[-1].last])
        return small(title, bars, ends), None
    # The ends would disclose the extreme values of a column published unchanged.
    ends = report_text("useful-low"), report_text("useful-high")
    if is_masked(log, attribute):
        ticks = intervals.ticks
        ends = (format_tick(ticks[0]), format_tick(ticks[-1])) if len(ticks) > 1 else ("", "")
    return small(title, bars, ends), None


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_WORD else name[: _LONGEST_WORD - 1] + "…"
