"""What is said above a comparison."""

from __future__ import annotations

from core.compare.comparison import Comparison
from core.compare.sweep import SYMBOLS
from desktop_app.presenters.comparing.age import ComparisonAge
from desktop_app.presenters.comparing.settings_words import settings_text
from desktop_app.text import listed, tr, tr_n
from desktop_app.text.durations import duration_text
from desktop_app.text.methods import method_short


def caption(comparison: Comparison | None, busy: bool) -> str:
    """Return what is compared, or how far that is."""
    if comparison is None:
        return tr("Run every method that your columns allow, and lay them side by side.")
    said, running = _what(comparison), comparison.running
    if running is None or not busy:
        sample = left_out = ""
        if comparison.sample is not None:
            sample = tr(
                "The figures are those of a random sample of {size} of {records} records; for the "
                "whole file they differ.",
                size=comparison.sample,
                records=comparison.basis.records,
            )
        if comparison.left_out:
            named = [
                tr("{method} ({time})", method=method_short(name), time=duration_text(seconds))
                for name, seconds in comparison.left_out
            ]
            left_out = tr("Left out, as they take long: {methods}.", methods=listed(named))
        return " ".join(filter(None, (said, sample, left_out)))
    run, value = method_short(running.way), running.value
    if value is not None:
        symbol = SYMBOLS[comparison.sweep.parameter]
        run = tr("{method}, {symbol} = {value}", method=run, symbol=symbol, value=value)
    return tr(
        "{what} {done} of {of} done; next {run}.",
        what=said,
        done=len(comparison.found),
        of=len(comparison.trials),
        run=run,
    )


def _what(comparison: Comparison) -> str:
    count = len(comparison.methods)
    if not comparison.sweep.parameter:
        return tr_n(
            "{count} method with {settings}.",
            "{count} methods with {settings}.",
            count,
            settings=settings_text(comparison.trials),
        )
    values = comparison.sweep.values
    return tr_n(
        "{count} method with {symbol} from {low} to {high}.",
        "{count} methods with {symbol} from {low} to {high}.",
        count,
        symbol=SYMBOLS[comparison.sweep.parameter],
        low=values[0],
        high=values[-1],
    )


def out_of_date(aged: ComparisonAge, rows: int) -> str:
    """Return which of the rows shown are old and what changed; empty if none is."""
    count = sum(1 for i in aged.old if i < rows)
    if not count:
        return ""
    return tr_n(
        "{count} row is out of date. Changed since then: {changes}.",
        "{count} rows are out of date. Changed since then: {changes}.",
        count,
        changes=", ".join(aged.changes),
    )
