"""The reports' sections on the figures that users of the file compute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.messages import text
from core.model import FigureKind
from core.report.formatting import format_number, format_numbers, report_text
from core.report.log_lookup import Log, entries, part

_MEDIAN = 0.5
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One value of a figure, with its intervals as notes."""

    name: str
    original: tuple[str, str | None]
    released: tuple[str, str | None]
    difference: str
    overlap: str
    verdict: str
    is_inside: bool | None


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A figure with its values, and notes on the records that count."""

    title: str
    rows: tuple[FigureRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureOverlap:
    """What the public part states of a figure: its overlap, and of how many values it is."""

    title: str
    overlap: str
    counted: str


def figure_overlaps(log: Log) -> tuple[FigureOverlap, ...]:
    """Return the overlap of each figure in the public log."""
    found = []
    for entry in entries(log, "figures"):
        overlap = entry.get("overlap")
        stated = report_text("figures-not-stated") if overlap is None else _per_cent(overlap)
        counted, values = entry.get("counted"), entry.get("values")
        said = report_text("figures-of", counted=counted, values=values)
        found.append(FigureOverlap(figure_title(part(entry, "figure")), stated, said))
    return tuple(found)


def figure_tables(log: Log) -> tuple[FigureTable, ...]:
    """Return each figure in the internal log with its values."""
    return tuple(_table(entry) for entry in entries(log, "figures"))


def figure_title(figure: Log) -> str:
    """Return the name of a figure as a phrase."""
    named = figure.get("of")
    of = [str(name) for name in named] if isinstance(named, list) else [str(named)]
    what, on, q = str(figure.get("what")), figure.get("on") or [], figure.get("q")
    if what == FigureKind.QUANTILE and q == _MEDIAN:
        what = "median"
    params = {"of": of, "on": on, "q": q}
    if what == FigureKind.RATIO:
        params = {"of": of[:1], "to": of[1:]}
    title = text(f"figure-{what}", params)
    by = figure.get("by")
    return text("figure-by", {"figure": title, "by": by}) if by else title


def _table(entry: Log) -> FigureTable:
    figure, values = part(entry, "figure"), entries(entry, "values")
    is_share = figure.get("what") in (FigureKind.SHARE, FigureKind.TABLE)
    rows = []
    for value in values:
        one, other = _estimate(value, "original", is_share), _estimate(value, "released", is_share)
        inside, difference = value.get("inside"), value.get("difference")
        sizes = (part(value, "original"), part(value, "released"))
        if difference is None:
            said = "–"
        elif abs(difference) <= _ROUNDING * max(abs(size.get("value", 0.0)) for size in sizes):
            said = "0"  # the rounding of sums
        else:
            said = format_number(100 * difference if is_share else difference)
        rows.append(
            FigureRow(
                _name(value),
                one,
                other,
                said,
                "–" if value.get("overlap") is None else _per_cent(100 * value["overlap"]),
                "–"
                if inside is None
                else report_text("figures-inside" if inside is True else "figures-outside"),
                inside if isinstance(inside, bool) else None,
            )
        )
    notes = [*_notes(entry), *([report_text("figures-points")] if is_share else [])]
    return FigureTable(figure_title(figure), tuple(rows), tuple(notes))


def _name(value: Log) -> str:
    """Return the domain, the category and the term of a value."""
    names = [*part(value, "by").values()]
    term, of = value.get("term"), part(value, "of")
    if term is None:
        names += of.values()
    elif of:
        names += [f"{name}: {category}" for name, category in of.items()]
    else:
        names.append(term or report_text("figures-intercept"))
    return ", ".join(map(str, names)) or report_text("figures-whole")


def _estimate(value: Log, side: str, is_share: bool) -> tuple[str, str | None]:
    """Return a figure and its interval as texts."""
    found = part(value, side)
    if not found:
        return "–", None
    low, high = found.get("low"), found.get("high")
    if low is None or high is None:
        amount = found.get("value")
        if amount is None:
            return "–", None
        return f"{format_number(100 * amount)} %" if is_share else format_number(amount), None
    factor = 100 if is_share else 1
    said = format_numbers([factor * each for each in (found["value"], low, high)])
    unit = " %" if is_share else ""
    interval = report_text("figures-interval", low=said[1] + unit, high=said[2] + unit)
    return said[0] + unit, interval


def _per_cent(amount: Any) -> str:
    return report_text("figures-per-cent", value=round(amount))


def _notes(entry: Log) -> Sequence[str]:
    """Return how many records count, and why others do not."""
    before, after, small = part(entry, "original"), part(entry, "released"), part(entry, "small")
    found = []
    for code, key in (
        ("figures-counted", "records"),
        ("figures-missing", "missing"),
        ("figures-not-applicable", "not_applicable"),
    ):
        counts = before.get(key), after.get(key)
        if key == "records" or any(counts):
            found.append(report_text(code, before=counts[0], after=counts[1]))
    if small.get("values"):
        params = {"count": small["values"], "least": small["least"], "records": small["records"]}
        found.append(report_text("figures-small", **params))
    if after.get("lacks"):
        found.append(report_text(f"figures-lacks-{after['lacks']}"))
    return found
