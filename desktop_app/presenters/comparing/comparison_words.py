"""What is said of a comparison: what it is, which of its rows are old, and which run to take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.compare.basis import Basis, complete
from core.compare.comparison import Comparison
from core.compare.sweep import SYMBOLS
from core.compare.trial import ComparisonRow, Trial
from core.protect import METHODS
from desktop_app.presenters.comparing.age import ComparisonAge
from desktop_app.text import join_sentences, list_names, number, to_decimals, tr, tr_n
from desktop_app.text.durations import duration_text
from desktop_app.text.methods import method_short

_SETTINGS = ("k", "t", "lambda")


def caption(comparison: Comparison | None, busy: bool) -> str:
    """Describe the comparison, or its progress."""
    if comparison is None:
        return tr("Run every method that your columns allow, and lay them side by side.")
    subject, running = _what(comparison), comparison.running
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
            methods = [
                tr("{method} ({time})", method=method_short(name), time=duration_text(seconds))
                for name, seconds in comparison.left_out
            ]
            left_out = tr("Left out, as they take long: {methods}.", methods=list_names(methods))
        return join_sentences(filter(None, (subject, sample, left_out)))
    run, value = method_short(running.way), running.value
    if value is not None:
        symbol = SYMBOLS[comparison.sweep.parameter]
        run = tr("{method}, {symbol} = {value}", method=run, symbol=symbol, value=value)
    return tr(
        "{what} {done} of {of} done; next {run}.",
        what=subject,
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


def settings_text(trials: Iterable[Trial]) -> str:
    """Write k, the t of methods that promise one, and λ unless it is 0; all where they differ."""
    values_by_setting: dict[str, dict[float, None]] = {name: {} for name in _SETTINGS}
    for trial in trials:
        values, method = complete(trial.method), METHODS[trial.method.name]
        for name, distinct in values_by_setting.items():
            value = values.get(name)
            if isinstance(value, int | float) and (name != "t" or method.keeps_t(values)):
                distinct[value] = None
    return ", ".join(
        tr(
            "{symbol} = {values}",
            symbol=SYMBOLS[name],
            values=" / ".join(map(number, sorted(distinct))),
        )
        for name, distinct in values_by_setting.items()
        if any(distinct)
    )


def recommendation(rows: Sequence[ComparisonRow], now: Basis, symbol: str = "") -> str:
    """Recommend a run for k alone, and for k and t, in sentences.

    A t is spoken of if it is among the settings in force, or if methods that keep one were run.

    Parameters
    ----------
    rows : sequence of ComparisonRow
        Runs that are up to date; they count by the k and t that were reached, not by those that
        were asked for.
    now : Basis
        The settings in force, which say which k and t are wanted.
    symbol : str
        What is varied, as it is written; empty if nothing is.
    """
    k, t, chosen = _read_requirements(rows, now)
    if k is None:
        return ""
    unequal = _describe_unequal(rows)
    alone = least_loss(rows, k, None)
    close = least_loss(rows, k, t) if t is not None else None
    sentences = []
    if t is not None:
        requirement = tr("k ≥ {k} and t ≤ {t}", k=k, t=number(t))
        sentences.append(_sentence(requirement, close, symbol, counted=bool(unequal)))
    if alone is not None and alone is not close:
        k_alone = tr("k ≥ {k} alone", k=k) if sentences else tr("k ≥ {k}", k=k)
        sentences.append(_sentence(k_alone, alone, symbol, counted=bool(unequal)))
    if t is not None and not chosen:
        sentences.append(
            tr("You have set no t; the methods that keep one were run with {t}.", t=number(t))
        )
    if unequal:
        sentences.append(unequal)
    failed = sum(row.error is not None for row in rows)
    if failed:
        sentences.append(
            tr_n(
                "{count} run failed; choose its row to see why.",
                "{count} runs failed; choose a row to see why.",
                failed,
            )
        )
    return join_sentences(sentences)


def least_loss(rows: Sequence[ComparisonRow], k: int, t: float | None) -> ComparisonRow | None:
    """Find the run of least loss that reached k, and t if one is given; ties by linkage."""
    fitting = [
        (row.figures.loss, row.figures.linkage, i)
        for i, row in enumerate(rows)
        if row.figures is not None
        and row.figures.k >= k
        and (t is None or (row.figures.t is not None and row.figures.t <= t))
    ]
    return rows[min(fitting)[2]] if fitting else None


def _describe_unequal(rows: Sequence[ComparisonRow]) -> str:
    """Count the records that each method releases, where they are not equally many."""
    groups: dict[int, list[str]] = {}
    for row in rows:
        if row.figures is not None:
            names = groups.setdefault(row.figures.records, [])
            names += {method_short(row.trial.way)} - set(names)
    if len(groups) < 2:
        return ""
    largest = max(groups)
    fewer = [
        tr("{methods}: {count}", methods=list_names(groups[count]), count=number(count))
        for count in sorted(groups, reverse=True)
        if count != largest
    ]
    return tr(
        "<b>Not the same records:</b> because values are missing, some methods release fewer than "
        "{most} records ({fewer}). Compare their loss and risk with care.",
        most=number(largest),
        fewer="; ".join(fewer),
    )


def _read_requirements(
    rows: Sequence[ComparisonRow], now: Basis
) -> tuple[int | None, float | None, bool]:
    """Read the required k and t: those in force, else what all runs had.

    The third is whether the t is one of the settings in force.
    """
    method = now.method
    protection = METHODS.get(method.name)
    parameters = complete(method) if protection is not None else {}
    ks = {row.method.parameters.get("k") for row in rows}
    k = parameters.get("k", min((k for k in ks if isinstance(k, int)), default=None))
    chosen = protection is not None and protection.keeps_t(parameters)
    if chosen:
        t = parameters.get("t")
    else:
        runs = [(row, complete(row.method)) for row in rows if row.figures is not None]
        with_t = (v for row, v in runs if METHODS[row.method.name].keeps_t(v))
        ts = {values.get("t") for values in with_t} - {None}
        t = next(iter(ts)) if len(ts) == 1 else None
    return (
        k if isinstance(k, int) else None,
        float(t) if isinstance(t, int | float) else None,
        chosen,
    )


def _sentence(requirement: str, row: ComparisonRow | None, symbol: str, *, counted: bool) -> str:
    """Write the sentence on a run, with its number of released records where runs differ."""
    if row is None or row.figures is None:
        return tr("No run reached {asked}.", asked=requirement)
    run, loss = method_short(row.trial.way), to_decimals(row.figures.loss, 2)
    if row.trial.value is not None:
        value = number(row.trial.value)
        run = tr("{method}, {symbol} = {value}", method=run, symbol=symbol, value=value)
    if counted:
        return tr_n(
            "Least loss with {asked}: <b>{method}</b> ({loss} %, {count} record).",
            "Least loss with {asked}: <b>{method}</b> ({loss} %, {count} records).",
            row.figures.records,
            asked=requirement,
            method=run,
            loss=loss,
        )
    return tr(
        "Least loss with {asked}: <b>{method}</b> ({loss} %).",
        asked=requirement,
        method=run,
        loss=loss,
    )
