"""What the tab Figures shows: each figure of the recipe on both sides, as the report lists it.

Made once from a result, on the compute lane. Internal: never leaves the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from statistics import median

from core.checklist.cast_columns import cast_columns
from core.checklist.figure_problems import propose_figures
from core.jobs import Job
from core.log.declared.logged_figures import LoggedEstimate, LoggedValue
from core.log.figure_entries import figure_entries, usual_entry
from core.messages import in_language
from core.model import Dataset, Figure, FigureKind, Project, Result
from core.report.tables.figure_tables import (
    figure_tables,
    figure_title,
    name_domain,
    say_kept_figures,
)
from desktop_app.text import message, percent, tr, tr_n
from desktop_app.text.figures import NONE, are_years, change, figure
from desktop_app.text.window_language import WINDOW

_DIGITS = 3
_MOST_DECIMALS = 9
_RELATIVE, _POINTS = 1, 2
# Rounding residue of sums.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure of one side as it is shown: in per cent where it is a share.

    Attributes
    ----------
    value : float
        The figure.
    low, high : float or None
        Ends of its 95 % interval; ``None`` if there is none.
    value_text, between : str
        The figure and its interval as texts.
    """

    value: float
    low: float | None
    high: float | None
    value_text: str
    between: str


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One value of a figure.

    Attributes
    ----------
    at : int
        Number of its figure, from 0.
    title, name : str
        The figure; the domain, category or term.
    original, released : Interval or None
        Both sides; ``None`` where there is nothing to compute it from, or too few records.
    difference : float or None
        Release minus original: in per cent of the original, of shares in percentage points.
    difference_said : str
        The same as a text.
    overlap : float or None
        Overlap of the intervals, in [0, 1].
    inside : bool or None
        Whether the released figure lies inside the original's interval.
    """

    at: int
    title: str
    name: str
    original: Interval | None
    released: Interval | None
    difference: float | None
    difference_said: str
    overlap: float | None
    inside: bool | None

    @property
    def is_whole(self) -> bool:
        """Whether all records count, not those of a domain or category."""
        return self.name == message("report-figures-whole")


@dataclass(frozen=True, slots=True)
class FigureLines:
    """All values of all figures of a result.

    Attributes
    ----------
    lines : tuple of FigureLine
        In the order of the recipe.
    titles : tuple of str
        The figures.
    kinds : tuple of FigureKind
        For each figure: what is computed.
    notes : tuple of str
        For each figure: which records count, and what is not listed.
    summary, advice : str
        How many figures are kept, and what to do with the others.
    """

    lines: tuple[FigureLine, ...]
    titles: tuple[str, ...]
    kinds: tuple[FigureKind, ...]
    notes: tuple[str, ...]
    summary: str
    advice: str


def side_text(title: str, side: Interval | None) -> str:
    """Say the figure of one side with its interval, or why there is none."""
    if side is None:
        return tr(
            "{side}: no value, because no record or too few have what it is computed from.",
            side=title,
        )
    return tr(
        "{side}: {value} ({between})", side=title, value=side.value_text, between=side.between
    )


def figure_lines(result: Result) -> FigureLines:
    """List what the internal report lists of the figures of a result.

    Where the recipe names none, those are listed that users will probably compute and that are
    farthest off.
    """
    if not result.figures:
        return _list_worst(result)
    figures = figure_entries(result)
    with in_language(WINDOW):
        tables = figure_tables(figures)
    lines: list[FigureLine] = []
    for figure_number, (logged, table) in enumerate(zip(figures, tables, strict=True)):
        for value, row in zip(logged.values, table.rows, strict=True):
            lines.append(_line(figure_number, table.title, row.name, value, logged.figure.what))
    ahead = result.plan.implications
    if ahead is None or not ahead.left_out or all(line.inside is not False for line in lines):
        left_out = ""
    else:
        left_out = tr(
            "Records are left out, which moves figures whatever k is. To keep these records, "
            "choose on the step Method what becomes of missing values."
        )
    contrast = tr(
        "Measures, also those in the public report, compare the released records alone, each "
        "counted once."
    )
    return FigureLines(
        tuple(lines),
        tuple(table.title for table in tables),
        tuple(logged.figure.what for logged in figures),
        tuple(" ".join((*table.notes, _basis(result), contrast)) for table in tables),
        _summary(lines),
        " ".join(filter(None, (_advice(lines), left_out))),
    )


def _list_worst(result: Result) -> FigureLines:
    """List the usual figures that are farthest off, the worst first."""
    usual = usual_entry(result)
    worst_figures = () if usual is None else usual.worst
    kinds: dict[str, FigureKind] = {}
    lines = []
    with in_language(WINDOW):
        for worst in worst_figures:
            title, kind = figure_title(worst.figure), worst.figure.what
            kinds[title] = kind
            figure_number = list(kinds).index(title)
            lines.append(_line(figure_number, title, name_domain(worst.value), worst.value, kind))
    summary = tr(
        "Of the figures that users will probably compute, these are farthest off. Name the figures "
        "of your users to see them all."
    )
    notes = (_basis(result),) * len(kinds)
    return FigureLines(
        tuple(lines), tuple(kinds), tuple(kinds.values()), notes, summary if lines else "", ""
    )


def _basis(result: Result) -> str:
    """Say which records are compared here; the measures of utility compare something else."""
    weight = result.plan.project.recipe.weight
    if weight is None:
        return tr("Each side counts all of its records that have the values.")
    return tr(
        "Each side counts all of its records that have the values, weighted by {name}.",
        name=weight,
    )


def usual_verdict(result: Result) -> str:
    """Say how many figures that users will probably compute are kept; empty if none is judged."""
    usual = usual_entry(result)
    if usual is None or not usual.kept.counted:
        return ""
    with in_language(WINDOW):
        return say_kept_figures(usual)


def worst_usual(result: Result) -> str:
    """Name those that are farthest off; empty if all are kept."""
    usual = usual_entry(result)
    if usual is None or not usual.worst:
        return ""
    with in_language(WINDOW):
        titles = dict.fromkeys(figure_title(worst.figure) for worst in usual.worst)
    return tr("Farthest off: {figures}.", figures="; ".join(titles))


def title_of_figure(user_figure: Figure) -> str:
    """Name a figure as a phrase, as the report has it."""
    with in_language(WINDOW):
        return figure_title(user_figure)


def figures_to_offer(project: Project, dataset: Dataset, job: Job) -> tuple[Figure, ...]:
    """Choose the figures that users of this file will probably compute."""
    typed = cast_columns(dataset, project)
    job.check()
    return propose_figures(project, typed.columns)


def wanted_text(recipe_figures: Sequence[Figure], computed: Sequence[Figure]) -> str:
    """Say that the figures of the recipe are not those of the result, if they are not."""
    if tuple(recipe_figures) == tuple(computed):
        return ""
    if not recipe_figures:
        return tr("The recipe names no figures any longer: the next run computes none.")
    return tr_n(
        "The recipe names {count} figure. It is computed with the next run.",
        "The recipe names {count} figures. They are computed with the next run.",
        len(recipe_figures),
    )


def _line(
    figure_number: int, title: str, name: str, value: LoggedValue, kind: FigureKind
) -> FigureLine:
    original, released = (_interval(side, kind) for side in (value.original, value.released))
    if original is None or released is None:
        difference = None
    else:
        change_of_value = released.value - original.value
        if abs(change_of_value) <= _ROUNDING * max(abs(original.value), abs(released.value)):
            difference = 0.0
        elif kind.counts_categories:
            difference = change_of_value
        else:
            difference = 100 * change_of_value / abs(original.value) if original.value else None
    change_text = NONE
    if difference is not None:
        is_share = kind.counts_categories
        change_text = change(0.0, difference, _POINTS if is_share else _RELATIVE)
        change_text = tr("{change} points", change=change_text) if is_share else f"{change_text} %"
    return FigureLine(
        figure_number,
        title,
        name,
        original,
        released,
        difference,
        change_text,
        value.overlap,
        value.inside,
    )


def _interval(estimate: LoggedEstimate | None, kind: FigureKind) -> Interval | None:
    if estimate is None:
        return None
    factor = 100.0 if kind.counts_categories else 1.0
    sign = " %" if kind.counts_categories else ""
    value = factor * estimate.value
    if estimate.low is None or estimate.high is None:
        return Interval(value, None, None, f"{figure(value, _decimals(abs(value)))}{sign}", NONE)
    low, high = factor * estimate.low, factor * estimate.high
    places = _decimals((high - low) / 2 or abs(value))
    if low.is_integer() and high.is_integer() and value.is_integer():
        places = 0
    # Quantiles of a column of years are years.
    grouped = kind is not FigureKind.QUANTILE or not are_years(low, high)
    value_text, *ends = (figure(x, places, grouped=grouped) + sign for x in (value, low, high))
    return Interval(value, low, high, value_text, tr("{low} to {high}", low=ends[0], high=ends[1]))


def _decimals(size: float) -> int:
    """Count the decimals at which a number of this size has three digits."""
    if not size > 0:
        return 2
    return min(max(_DIGITS - 1 - floor(log10(size)), 0), _MOST_DECIMALS)


def _summary(lines: Sequence[FigureLine]) -> str:
    verdicts = [line.inside for line in lines if line.inside is not None]
    if not verdicts:
        return tr("No figure has an interval, so none can be judged.")
    sentence = tr_n(
        "{inside} of {count} released figure lies inside the original’s 95 % interval.",
        "{inside} of {count} released figures lie inside the original’s 95 % interval.",
        len(verdicts),
        inside=sum(verdicts),
    )
    overlaps = [line.overlap for line in lines if line.overlap is not None]
    if overlaps:
        middle = tr("Median overlap of the intervals: {share}.", share=percent(median(overlaps), 0))
        sentence = f"{sentence} {middle}"
    return sentence


def _advice(lines: Sequence[FigureLine]) -> str:
    outside = sum(line.inside is False for line in lines)
    if not outside:
        return tr("Users come to no conclusion that the original contradicts.")
    return tr_n(
        "{count} lies outside: there the release leads users to another conclusion than the "
        "original. Where it matters, leave out or prepare a masked column, or try another method. "
        "A smaller k comes last: it loses less, and protects less. Or tell users not to compute "
        "it.",
        "{count} lie outside: there the release leads users to other conclusions than the "
        "original. Where they matter, leave out or prepare a masked column, or try another "
        "method. A smaller k comes last: it loses less, and protects less. Or tell users not to "
        "compute them.",
        outside,
    )
