"""Preparing steps in words. Knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence

from core.inspect.profiling.name_words import YEARS, matches_words
from core.model import Dataset, Preparing
from core.model.preparing import Age, Drop, Group, PreparedStep
from core.report.tables.preparation_tables import step_words
from desktop_app.text import listed, message, number, problem_text, tr, tr_n
from desktop_app.text.figures import are_years
from desktop_app.text.numbers import plain

_DIGITS = 15
# Values of the column; other numbers are widths and counts of records.
_VALUES = frozenset({"bound", "cuts", "origin"})


def step_line(step: Preparing) -> str:
    """Return what a step does, such as ``AGE: bands of width 5, counted from 0``."""
    if isinstance(step, Group):
        # Reports must not name them, but the window may.
        new = listed([name for name, _ in step.into])
        return tr("{column}: categories joined as {new}", column=step.column, new=new)
    code, params = step_words(step)
    dated = matches_words(step.column, YEARS)
    return message(
        code, **{key: _shown(value, dated and key in _VALUES) for key, value in params.items()}
    )


def _shown(value: object, may_be_year: bool) -> object:
    """Return numbers as the user's locale writes them, with every digit; years without signs."""
    if isinstance(value, list):
        # A comma may group digits, or begin the decimals.
        return "; ".join(str(_shown(each, may_be_year)) for each in value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        is_year = may_be_year and are_years(value, value)
        return plain(value) if is_year else number(value, _DIGITS)
    return value


def effect_lines(steps: Sequence[Preparing], dataset: Dataset | None) -> tuple[str, ...]:
    """Return what each step changed in the records, with what is to be said of it."""
    prepared = dataset.prepared if dataset is not None else None
    done = list(prepared.steps if prepared is not None else ())
    notes = dataset.notes if dataset is not None else ()
    lines = []
    for at, step in enumerate(steps):
        # While a list cannot be done, the records are those of an earlier one.
        found = done.pop(0) if done and done[0].step == step else None
        of_step = [problem_text(n) for n in notes if n.where.field == f"prepare[{at}]"]
        lines.append("\n".join([effect_line(step, found), *of_step]))
    return tuple(lines)


def effect_line(step: Preparing, found: PreparedStep | None) -> str:
    """Return what a step changed; `found` is ``None`` if it was not done."""
    if step.is_off:
        return tr("Switched off")
    if found is None:
        return tr("Not done yet")
    if isinstance(step, Age):
        return tr_n(
            "New column: {count} record with an age, {distinct}",
            "New column: {count} records with an age, {distinct}",
            found.changed,
            distinct=distinct_text(found.after),
        )
    if isinstance(step, Drop):
        return tr("The column had {distinct}", distinct=distinct_text(found.before))
    if not found.changed:
        return tr("Changes no cell")
    return tr_n(
        "{count} cell changed; {before} before, {after} now",
        "{count} cells changed; {before} before, {after} now",
        found.changed,
        before=distinct_text(found.before),
        after=found.after,
    )


def distinct_text(count: int) -> str:
    """Return a number of distinct values in words."""
    return tr_n("{count} distinct value", "{count} distinct values", count)
