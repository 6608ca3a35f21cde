"""The report's section on all measures that are neither promises nor risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.report.formatting import (
    direction_text,
    format_number,
    format_numbers,
    report_text,
    text_or_none,
    unit_text,
)
from core.report.log_lookup import Log, entries
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
    rows : tuple of (str, tuple of str)
        The columns with their figures.
    meanings : tuple of (str, str)
        The meanings of the measures.
    """

    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    meanings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of the whole file and of each column."""

    whole: tuple[WholeMeasure, ...]
    by_column: tuple[MeasureTable, ...]


def measures(log: Log) -> Measures | None:
    """Return the measures, or ``None`` if there are none."""
    found = entries(log, "measures")
    if not found:
        return None
    whole = []
    for measure in found:
        name, value = str(measure.get("name")), format_number(measure.get("value"))
        if measure.get("attribute") is None and name not in _ELSEWHERE:
            better = direction_text(measure) or "–"
            unit = unit_text(measure)
            whole.append(WholeMeasure(_title(name), _meaning(name), value, unit, better))
    single = [measure for measure in found if measure.get("attribute") is not None]
    return Measures(tuple(whole), tuple(_by_column(single)))


def _title(name: str) -> str:
    return text_or_none(f"measure-{name}") or name.replace("-", " ")


def _meaning(name: str) -> str | None:
    return text_or_none(f"measure-{name}-meaning") or text_or_none(f"measure-{name}-means")


def _by_column(found: list[Log]) -> list[MeasureTable]:
    """Return a table for each set of columns with the same measures."""
    covers: dict[str, list[str]] = {}
    for measure in found:
        covers.setdefault(str(measure.get("name")), []).append(str(measure.get("attribute")))
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, columns in covers.items():
        alike.setdefault(tuple(columns), []).append(name)
    cells = {(str(m.get("attribute")), str(m.get("name"))): m for m in found}
    return [
        _table(columns, names[at : at + _MOST_WIDE], cells)
        for columns, names in alike.items()
        for at in range(0, len(names), _MOST_WIDE)
    ]


def _table(
    columns: Sequence[str], names: Sequence[str], cells: Mapping[tuple[str, str], Log]
) -> MeasureTable:
    figures = [format_numbers([cells[c, n].get("value") for c in columns]) for n in names]
    meanings = ((_title(name), _meaning(name)) for name in names)
    heads = []
    for name in names:
        measure = cells[columns[0], name]
        way = direction_text(measure)
        parts = [unit_text(measure), report_text("better-is", way=way) if way else ""]
        heads.append((_title(name), "; ".join(part for part in parts if part)))
    return MeasureTable(
        tuple(heads),
        tuple(zip(columns, zip(*figures, strict=True), strict=True)),
        tuple((title, meaning) for title, meaning in meanings if meaning),
    )
