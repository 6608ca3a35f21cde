"""The report's section with pictures of the masked columns before and after."""

from __future__ import annotations

from dataclasses import dataclass

from core.log import InternalLog
from core.report.charts.category_bars import label_bars
from core.report.charts.drawing import Chart, histogram, rows
from core.report.formatting import report_text
from core.report.original import smallest_count


@dataclass(frozen=True, slots=True)
class Picture:
    """A column before and after, without a chart if none would be safe."""

    column: str
    chart: Chart | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures, with an explanation of how they protect people."""

    purpose: str
    columns: tuple[Picture, ...]


def pictures(log: InternalLog) -> Pictures | None:
    """Draw the pictures, or return ``None`` without any."""
    if log.compared is None or not log.compared.columns:
        return None
    smallest = smallest_count(log.project)
    purpose = report_text("pictures-purpose", few=smallest - 1)
    drawn = []
    for column in log.compared.columns:
        note, chart = None, None
        if column.missing is None:
            note = report_text("missing-few", k=smallest)
        elif column.missing:
            note = report_text("missing-before", count=column.missing)
        title = report_text("picture-title", column=column.name)
        if column.bars and column.names is not None:
            labels = label_bars(column.names, column.others)
            chart = rows(title, column.bars, labels)
        elif column.bars:
            chart = histogram(title, column.bars, column.ticks)
        drawn.append(Picture(column.name, chart, note))
    return Pictures(purpose, tuple(drawn))
