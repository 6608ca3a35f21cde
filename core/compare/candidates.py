"""Determines which methods can take part in a comparison, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.compare.basis import Basis, complete, take_over_settings
from core.compare.cost import seconds_of_one, with_budget
from core.compare.sweep import SYMBOLS, Sweep
from core.compare.trial import Trial
from core.compare.ways import keeps_t, method_of, ways
from core.errors import Problem, Severity
from core.model import Method, Role, Scale, Schema
from core.pipeline.resolve import role_problems

SLOW_SECONDS = 120.0
"""A method expected to take longer is left out unless the user asks for it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A method that may take part in a comparison.

    Attributes
    ----------
    name : str
        The way in which the method would be used (`core.compare.ways`).
    trials : tuple of Trial
        The runs; empty if it cannot take part.
    """

    name: str
    trials: tuple[Trial, ...]
    obstacle: Problem | None = None
    seconds: float = 0.0

    @property
    def is_proposed(self) -> bool:
        """Whether it runs unless the user decides otherwise."""
        is_varied = any(trial.value is not None for trial in self.trials)
        return not self.is_slow and (is_varied or method_of(self.name).forms_groups)

    @property
    def is_slow(self) -> bool:
        """Whether it only runs at the user's request."""
        return self.seconds > SLOW_SECONDS


def candidates(basis: Basis, sweep: Sweep) -> tuple[Candidate, ...]:
    """List every way; those that cannot take part have an obstacle."""
    return tuple(_candidate(way, basis, sweep) for way in ways())


def list_trials(candidates_tried: Iterable[Candidate], names: Iterable[str]) -> tuple[Trial, ...]:
    """List the trials of the named candidates, in order."""
    chosen = frozenset(names)
    return tuple(trial for e in candidates_tried if e.name in chosen for trial in e.trials)


def trial_of(way: str, value: float | None, parameter: str, basis: Basis) -> Trial:
    """Build a trial of a method with the current settings, one of them varied."""
    method = take_over_settings(way, basis.method, basis.last)
    if value is not None:
        method = Method(method.name, {**method.parameters, parameter: value})
    return Trial(with_budget(method, basis), value)


def obstacle(way: str, schema: Schema) -> Problem | None:
    """Return why the columns do not allow a way, or ``None`` if they do.

    Parameters
    ----------
    way : str
        One of `core.compare.ways.ways`.
    schema : Schema
        Without strata, which no method masks.
    """
    method = method_of(way)
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    if method.quasi_identifiers == 1 and len(masked) > 1:
        return Problem("takes-one-quasi-identifier", params={"count": len(masked)})
    confidential = schema.with_role(Role.CONFIDENTIAL)
    # All ways that keep t need one, whatever else some of them cannot do.
    if (method.needs_confidential or keeps_t(way)) and not confidential:
        return Problem("takes-a-confidential-column")
    nominal = [a.name for a in masked if a.scale is Scale.NOMINAL]
    if nominal and not method.takes_nominal:
        return Problem("takes-no-nominal", params={"count": len(nominal), "columns": nominal})
    grown = [a.name for a in confidential if a.scale is Scale.NOMINAL and a.taxonomy is not None]
    if method.t_optional and keeps_t(way) and grown:
        return Problem("keeps-no-t-along-a-taxonomy", params={"columns": grown})
    return None


def _candidate(way: str, basis: Basis, sweep: Sweep) -> Candidate:
    method = method_of(way)
    schema = basis.schema.without_strata(basis.project.recipe.strata)
    barrier = obstacle(way, schema)
    if barrier is None and method.adds_noise:
        barrier = Problem("compared-private")
    elif barrier is None and sweep.parameter:
        names = {p.name for p in method.parameters} - (set() if keeps_t(way) else {"t"})
        if sweep.parameter not in names:
            barrier = Problem("compared-not-varied", params={"symbol": SYMBOLS[sweep.parameter]})
    if barrier is not None:
        return Candidate(way, (), barrier)
    values = sweep.values if sweep.parameter else (None,)
    trials = tuple(trial_of(way, value, sweep.parameter, basis) for value in values)
    for trial in trials:
        problems = role_problems(method, complete(trial.method), schema)
        barrier = next(
            (problem for problem in problems if problem.severity is Severity.ERROR), None
        )
        if barrier is not None:
            return Candidate(way, (), barrier)
    seconds = sum(seconds_of_one(trial.method, basis) for trial in trials)
    return Candidate(way, trials, seconds=seconds)
