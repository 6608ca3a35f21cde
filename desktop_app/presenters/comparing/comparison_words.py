"""What is said above a comparison."""

from __future__ import annotations

from core.compare.comparison import Comparison
from core.compare.sweep import SYMBOLS
from core.compare.trial import Trial
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
        return " ".join(filter(None, (said, _sample(comparison), _left_out(comparison))))
    return tr(
        "{what} {done} of {of} done; next {run}.",
        what=said,
        done=len(comparison.found),
        of=len(comparison.trials),
        run=_run(running, comparison.sweep.parameter),
    )


def _sample(comparison: Comparison) -> str:
    """Return of which records the figures are, unless of all."""
    if comparison.sample is None:
        return ""
    return tr(
        "The figures are those of a random sample of {size} of {records} records; for the whole "
        "file they differ.",
        size=comparison.sample,
        records=comparison.basis.records,
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


def _left_out(comparison: Comparison) -> str:
    """Return which methods were left out for the time they take."""
    if not comparison.left_out:
        return ""
    named = [
        tr("{method} ({time})", method=method_short(name), time=duration_text(seconds))
        for name, seconds in comparison.left_out
    ]
    return tr("Left out, as they take long: {methods}.", methods=listed(named))


def _run(trial: Trial, parameter: str) -> str:
    said = method_short(trial.way)
    if trial.value is None:
        return said
    symbol = SYMBOLS[parameter]
    return tr("{method}, {symbol} = {value}", method=said, symbol=symbol, value=trial.value)


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
