"""The reports' sections on the figures that users of the file compute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.checklist.rows.usefulness import LOST_FIGURES
from core.log import InternalLog
from core.log.declared.logged_figures import (
    InternalFigure,
    LoggedEstimate,
    LoggedUsualFigures,
    LoggedValue,
    PublicFigure,
)
from core.messages import name_figure, text
from core.model import Figure
from core.recipe.figure_requests import figure_entry
from core.report.formatting import format_number, format_numbers, format_share, report_text
from core.report.notices import list_asked_rows

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


@dataclass(frozen=True, slots=True)
class UsualTable:
    """How many figures that users will probably compute are kept, and those farthest off.

    If a question says how many, the sentence is empty.
    """

    sentence: str
    rows: tuple[FigureRow, ...]


def usual_table(log: InternalLog) -> UsualTable | None:
    """Put together what the internal half says of them; ``None`` if none could be judged."""
    if log.usual is None or not log.usual.kept.counted:
        return None
    rows = tuple(name_row(worst.figure, worst.value) for worst in log.usual.worst)
    is_asked = any(row.row == LOST_FIGURES for row in list_asked_rows(log))
    return UsualTable("" if is_asked else say_kept_figures(log.usual), rows)


def name_row(figure: Figure, value: LoggedValue) -> FigureRow:
    """Build the row of a value in a table of several figures."""
    row = _row(value, figure.what.counts_categories)
    return replace(row, name=name_value(figure, value))


def say_kept_figures(logged: LoggedUsualFigures) -> str:
    """Say how many figures are kept."""
    counts, code = logged.kept, "usual-kept-sample" if logged.is_sample else "usual-kept"
    return text(code, {"count": counts.counted, "inside": counts.inside, "close": counts.close})


def name_value(figure: Figure, value: LoggedValue) -> str:
    """Name a value with its figure."""
    title = figure_title(figure)
    if not (value.by or value.of or value.term is not None):
        return title
    return text("usual-name", {"figure": title, "value": name_domain(value)})


def figure_overlaps(figures: Sequence[PublicFigure]) -> tuple[FigureOverlap, ...]:
    """List the overlap of each figure in the public log."""
    rows = []
    for logged in figures:
        overlap = logged.overlap
        stated = report_text("figures-not-stated") if overlap is None else _per_cent(overlap)
        counted = report_text("figures-of", counted=logged.counted, values=logged.values)
        rows.append(FigureOverlap(figure_title(logged.figure), stated, counted))
    return tuple(rows)


def figure_tables(figures: Sequence[InternalFigure]) -> tuple[FigureTable, ...]:
    """List each figure in the internal log with its values."""
    return tuple(_table(logged) for logged in figures)


def figure_title(figure: Figure) -> str:
    """Name a figure, as a phrase."""
    return name_figure(figure_entry(figure))


def _table(logged: InternalFigure) -> FigureTable:
    is_share = logged.figure.what.counts_categories
    rows = [_row(value, is_share) for value in logged.values]
    notes = [*_notes(logged), *([report_text("figures-points")] if is_share else [])]
    return FigureTable(figure_title(logged.figure), tuple(rows), tuple(notes))


def _row(value: LoggedValue, is_share: bool) -> FigureRow:
    verdict = "–"
    if value.inside is not None:
        verdict = report_text("figures-inside" if value.inside else "figures-outside")
    return FigureRow(
        name_domain(value),
        _estimate(value.original, is_share),
        _estimate(value.released, is_share),
        _difference(value, is_share),
        "–" if value.overlap is None else _per_cent(100 * value.overlap),
        verdict,
        value.inside,
    )


def _difference(value: LoggedValue, is_share: bool) -> str:
    difference = value.difference
    if difference is None:
        return "–"
    sides = (value.original, value.released)
    largest = max(abs(side.value) for side in sides if side is not None)
    if abs(difference) <= _ROUNDING * largest:
        return "0"  # the rounding of sums
    return format_number(100 * difference if is_share else difference)


def name_domain(value: LoggedValue) -> str:
    """Name the domain, the category and the term of a value within its figure."""
    names = [*value.by.values()]
    if value.term is None:
        names += value.of.values()
    elif value.of:
        names += [f"{name}: {category}" for name, category in value.of.items()]
    else:
        names.append(value.term or report_text("figures-intercept"))
    return ", ".join(names) or report_text("figures-whole")


def _estimate(estimate: LoggedEstimate | None, is_share: bool) -> tuple[str, str | None]:
    """Write a figure and its interval as texts."""
    if estimate is None:
        return "–", None
    ends = [end for end in (estimate.low, estimate.high) if end is not None]
    figures = [(100 if is_share else 1) * figure for figure in (estimate.value, *ends)]
    texts = format_numbers(figures) if len(ends) == 2 else [format_number(figures[0])]
    if is_share:
        texts = [report_text("per-cent", value=figure) for figure in texts]
    if len(texts) == 1:
        return texts[0], None
    return texts[0], report_text("figures-interval", low=texts[1], high=texts[2])


def _notes(logged: InternalFigure) -> Sequence[str]:
    """Say how many records count, and why others do not."""
    original, released, small = logged.original, logged.released, logged.small
    notes = []
    for code, n_original, n_released in (
        ("figures-counted", original.records, released.records),
        ("figures-missing", original.missing, released.missing),
        ("figures-not-applicable", original.not_applicable, released.not_applicable),
    ):
        if code == "figures-counted" or n_original or n_released:
            notes.append(report_text(code, before=n_original, after=n_released))
    if small.values:
        params = {"count": small.values, "least": small.least, "records": small.records}
        notes.append(report_text("figures-small", **params))
    if released.lacks:
        notes.append(report_text(f"figures-lacks-{released.lacks}"))
    return notes


def _per_cent(amount: float) -> str:
    return format_share(round(amount))
