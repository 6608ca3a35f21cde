"""The report's section on all measures that are neither promises nor risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.log import InternalLog
from core.log.declared.entries import LoggedMeasure
from core.messages import text
from core.report.formatting import (
    direction_text,
    format_number,
    format_numbers,
    report_text,
    unit_text,
)
from core.report.risk import ATTACKS

# These are shown with the promises or compared with the original's risk.
_ELSEWHERE = {
    "k", "t", "p", "groups", "largest-group", "uniques-before", "uniques-after", *ATTACKS,
    "unit-uniques-before", "unit-uniques-after", "unit-risk-before", "unit-risk-after",
}  # fmt: skip
# A page has no space for more columns of figures.
_MOST_WIDE = 5


@dataclass(frozen=True, slots=True)
class WholeMeasure:
    """A measure of the whole file."""

    name: str
    meaning: str | None
    value: str
    unit: str
    better: str


@dataclass(frozen=True, slots=True)
class MeasureTable:
    """Measures of several columns.

    Attributes
    ----------
    heads : tuple of (str, str)
        The measures, each with its unit and direction.
    """

    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    meanings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of the whole file and of each column."""

    of_file: tuple[WholeMeasure, ...]
    by_column: tuple[MeasureTable, ...]


def measures(log: InternalLog) -> Measures | None:
    """Build the tables of measures, or ``None`` without any."""
    if not log.measures:
        return None
    file_measures = []
    for measure in log.measures:
        name, value = measure.name, format_number(measure.value)
        if measure.attribute is None and name not in _ELSEWHERE:
            better = direction_text(measure) or "–"
            unit = unit_text(measure)
            file_measures.append(WholeMeasure(_title(name), _meaning(name), value, unit, better))
    return Measures(tuple(file_measures), tuple(_by_column(log.measures)))


def _title(name: str) -> str:
    return text(f"measure-{name}")


def _meaning(name: str) -> str:
    return text(f"measure-{name}-meaning")


def _by_column(measures: Sequence[LoggedMeasure]) -> list[MeasureTable]:
    """Build a table for each set of columns with the same measures."""
    covers: dict[str, list[str]] = {}
    cells: dict[tuple[str, str], LoggedMeasure] = {}
    for measure in measures:
        if measure.attribute is not None:
            covers.setdefault(measure.name, []).append(measure.attribute)
            cells[measure.attribute, measure.name] = measure
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, columns in covers.items():
        alike.setdefault(tuple(columns), []).append(name)
    return [
        _table(columns, names[begin : begin + _MOST_WIDE], cells)
        for columns, names in alike.items()
        for begin in range(0, len(names), _MOST_WIDE)
    ]


def _table(
    columns: Sequence[str], names: Sequence[str], cells: Mapping[tuple[str, str], LoggedMeasure]
) -> MeasureTable:
    figures = [format_numbers([cells[c, n].value for c in columns]) for n in names]
    meanings = ((_title(name), _meaning(name)) for name in names)
    heads = []
    for name in names:
        measure = cells[columns[0], name]
        way = direction_text(measure)
        words = [unit_text(measure), report_text("better-is", way=way) if way else ""]
        heads.append((_title(name), "; ".join(word for word in words if word)))
    return MeasureTable(
        tuple(heads),
        tuple(zip(columns, zip(*figures, strict=True), strict=True)),
        tuple((title, meaning) for title, meaning in meanings if meaning),
    )
