"""Preparing steps in words. Knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence

from core.inspect.profiling.name_words import YEARS, matches_words
from core.model import Dataset, Preparing
from core.model.preparing import Age, Drop, Group, PreparedStep
from core.report.tables.preparation_tables import step_words
from desktop_app.text import list_names, message, number, problem_text, tr, tr_n
from desktop_app.text.figures import are_years
from desktop_app.text.numbers import plain

_DIGITS = 15
# Values of the column; other numbers are widths and counts of records.
_VALUES = frozenset({"bound", "cuts", "origin"})


def step_line(step: Preparing) -> str:
    """Describe a step, such as ``AGE: bands of width 5, counted from 0``."""
    if isinstance(step, Group):
        # Reports must not name them, but the window may.
        new = list_names([name for name, _ in step.into])
        return tr("{column}: categories joined as {new}", column=step.column, new=new)
    code, params = step_words(step)
    dated = matches_words(step.column, YEARS)
    return message(
        code, **{key: _localise(value, dated and key in _VALUES) for key, value in params.items()}
    )


def _localise(value: object, may_be_year: bool) -> object:
    """Write numbers as the user's locale does, with every digit; years without signs."""
    if isinstance(value, list):
        # A comma may group digits, or begin the decimals.
        return "; ".join(str(_localise(x, may_be_year)) for x in value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        is_year = may_be_year and are_years(value, value)
        return plain(value) if is_year else number(value, _DIGITS)
    return value


def effect_lines(steps: Sequence[Preparing], dataset: Dataset | None) -> tuple[str, ...]:
    """Describe the changes by each step, with its notes."""
    prepared = dataset.prepared if dataset is not None else None
    done = list(prepared.steps if prepared is not None else ())
    notes = dataset.notes if dataset is not None else ()
    lines = []
    for i, step in enumerate(steps):
        # While a list cannot be done, the records are those of an earlier one.
        prepared_step = done.pop(0) if done and done[0].step == step else None
        of_step = [problem_text(n) for n in notes if n.where.field == f"prepare[{i}]"]
        lines.append("\n".join([effect_line(step, prepared_step), *of_step]))
    return tuple(lines)


def effect_line(step: Preparing, prepared_step: PreparedStep | None) -> str:
    """Describe the changes by a step; `prepared_step` is ``None`` if it was not done."""
    if step.is_off:
        return tr("Switched off")
    if prepared_step is None:
        return tr("Not done yet")
    if isinstance(step, Age):
        return tr_n(
            "New column: {count} record with an age, {distinct}",
            "New column: {count} records with an age, {distinct}",
            prepared_step.changed,
            distinct=distinct_text(prepared_step.after),
        )
    if isinstance(step, Drop):
        return tr("The column had {distinct}", distinct=distinct_text(prepared_step.before))
    if not prepared_step.changed:
        return tr("Changes no cell")
    return tr_n(
        "{count} cell changed; {before} before, {after} now",
        "{count} cells changed; {before} before, {after} now",
        prepared_step.changed,
        before=distinct_text(prepared_step.before),
        after=prepared_step.after,
    )


def distinct_text(count: int) -> str:
    """Return a number of distinct values in words."""
    return tr_n("{count} distinct value", "{count} distinct values", count)
