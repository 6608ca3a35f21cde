"""What logs hold instead of sentences: a code with the facts that its sentence states.

Numbers are those that the sentence shows: a public log discloses no more than its words would.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral
from string import Formatter

from core.errors import Problem, Severity, Where
from core.messages import CATALOGUE

Fact = bool | int | float | str | None
Facts = Mapping[str, Fact | tuple[Fact, ...]]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that is about no column, such as a claim."""

    code: str
    params: Facts


@dataclass(frozen=True, slots=True)
class LoggedProblem:
    """A problem or warning, without rows: a log contains no record's position."""

    code: str
    column: str | None
    field: str | None
    severity: Severity
    params: Facts

    @property
    def problem(self) -> Problem:
        """The problem, from which the catalogue makes its sentence."""
        return Problem(self.code, Where(self.column, field=self.field), self.params, self.severity)


def statement_of(code: str, params: Mapping[str, object]) -> Statement:
    """Return the statement with the facts of its sentence."""
    return Statement(code, facts_of(code, params))


def log_problem(problem: Problem) -> LoggedProblem:
    """Build the log entry of a problem with the facts of its sentence."""
    location, params = problem.where, facts_of(problem.code, problem.params)
    return LoggedProblem(problem.code, location.column, location.field, problem.severity, params)


def facts_of(code: str, params: Mapping[str, object], *further: str) -> Facts:
    """Select those of `params` that the sentence `code` states, and `further` ones."""
    template = CATALOGUE[code]
    parts = Formatter().parse(f"{template.other}{template.one or ''}")
    stated = {name for _, name, _, _ in parts if name} | {"count", *further}
    return {name: _fact(value) for name, value in params.items() if name in stated}


def _fact(value: object) -> Fact | tuple[Fact, ...]:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return tuple(_plain_facts(value))
    return next(_plain_facts([value]))


def _plain_facts(values: Iterable[object]) -> Iterator[Fact]:
    for value in values:
        if value is None or isinstance(value, bool):
            yield value
        elif isinstance(value, Integral):
            yield int(value)
        elif isinstance(value, float) and math.isfinite(value):
            # As `core.messages` shows it.
            yield round(value) if 1e6 <= abs(value) < 1e15 else float(f"{value:.6g}")
        elif isinstance(value, Iterable) and not isinstance(value, str):
            yield from _plain_facts(value)
        else:
            yield str(value)
