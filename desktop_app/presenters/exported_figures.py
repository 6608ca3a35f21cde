"""The figures of a result as rows of the exported table, each number in full."""

from __future__ import annotations

from core.log.declared.logged_figures import LoggedEstimate
from core.log.figure_entries import figure_entries
from core.messages import in_language
from core.model import Result
from core.report.tables.figure_tables import figure_tables
from desktop_app.text import tr
from desktop_app.text.window_language import WINDOW


def exported_titles() -> tuple[str, ...]:
    """Return the titles of `exported_figures` from the third on."""
    return (
        tr("Domain, category or term"),
        tr("Original"),
        tr("Original, 95 % from"),
        tr("Original, 95 % to"),
        tr("Original, records"),
        tr("Release"),
        tr("Release, 95 % from"),
        tr("Release, 95 % to"),
        tr("Release, records"),
        tr("Difference"),
        tr("Overlap"),
        tr("Inside"),
    )


def exported_figures(result: Result) -> list[tuple[str, ...]]:
    """Return a row for each value of a figure: figure, kind, then as in `exported_titles`.

    As in the internal log, values of fewer than k records are left out. Shares and overlaps are
    numbers from 0 to 1. A cell without a number is empty.
    """
    figures, rows = figure_entries(result), []
    with in_language(WINDOW):
        tables = figure_tables(figures)
    for logged, table in zip(figures, tables, strict=True):
        for value, row in zip(logged.values, table.rows, strict=True):
            inside = value.inside
            rows.append(
                (
                    table.title,
                    f"figures.{logged.figure.what}",
                    row.name,
                    *_estimate(value.original),
                    *_estimate(value.released),
                    _in_full(value.difference),
                    _in_full(value.overlap),
                    "" if inside is None else tr("yes") if inside else tr("no"),
                )
            )
    return rows


def _estimate(estimate: LoggedEstimate | None) -> tuple[str, ...]:
    if estimate is None:
        return ("",) * 4
    numbers = (estimate.value, estimate.low, estimate.high, estimate.records)
    return tuple(map(_in_full, numbers))


def _in_full(value: float | None) -> str:
    return "" if value is None else repr(value)
