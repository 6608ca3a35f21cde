"""Which methods take part in a comparison, with what, and why the others do not. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import Severity
from core.model import Method
from core.pipeline.resolve import role_problems
from core.protect import MethodSpec
from desktop_app.presenters.method.method_groups import why_not
from desktop_app.presenters.method.method_ways import keeps_t, spec_of, ways
from desktop_app.text import problem_text, tr
from desktop_app.wizard.comparing.basis import Basis, complete, taken_over
from desktop_app.wizard.comparing.cost import seconds_of, with_budget
from desktop_app.wizard.comparing.sweep import SYMBOLS, Sweep
from desktop_app.wizard.comparing.trial import Trial

PATIENCE_SECONDS = 120.0
"""A method expected to take longer is left out unless the user asks for it."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A method that may take part in a comparison.

    Attributes
    ----------
    name : str
        The way in which a method would be used (`method_ways`).
    trials : tuple of Trial
        What would be run; empty where it cannot take part.
    why_not : str
        Why it cannot, in a sentence.
    seconds : float
        About how long its trials take.
    """

    name: str
    trials: tuple[Trial, ...]
    why_not: str = ""
    seconds: float = 0.0

    @property
    def is_slow(self) -> bool:
        """Whether it is run only if the user asks for it."""
        return self.seconds > PATIENCE_SECONDS


def entrants(basis: Basis, sweep: Sweep) -> tuple[Entrant, ...]:
    """Return every way, those that cannot take part with the reason."""
    return tuple(_entrant(way, basis, sweep) for way in ways())


def trial_of(way: str, value: float | None, parameter: str, basis: Basis) -> Trial:
    """Return one run of a method: with the settings in force, one of them varied."""
    method = taken_over(way, basis.draft.method, basis.last)
    if value is not None:
        method = Method(method.name, {**method.parameters, parameter: value})
    return Trial(with_budget(method, basis), value)


def _entrant(way: str, basis: Basis, sweep: Sweep) -> Entrant:
    spec = spec_of(way)
    reason = why_not(way, basis.schema) or _lacking(way, sweep)
    if reason:
        return Entrant(way, (), reason)
    values = sweep.values if sweep.parameter else (None,)
    trials = tuple(trial_of(way, value, sweep.parameter, basis) for value in values)
    reason = next(filter(None, (_refused(spec, trial, basis) for trial in trials)), "")
    if reason:
        return Entrant(way, (), reason)
    return Entrant(way, trials, seconds=seconds_of(trials, basis))


def _lacking(way: str, sweep: Sweep) -> str:
    spec = spec_of(way)
    if spec.is_private:
        return tr("Spends a privacy budget with each run, so it is not tried out.")
    names = {p.name for p in spec.parameters} - (set() if keeps_t(way) else {"t"})
    if not sweep.parameter or sweep.parameter in names:
        return ""
    return tr("Has no {parameter} to vary.", parameter=SYMBOLS[sweep.parameter])


def _refused(spec: MethodSpec, trial: Trial, basis: Basis) -> str:
    found = role_problems(spec, complete(trial.method), basis.schema)
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    return problem_text(errors[0]) if errors else ""


def chosen_trials(found: Iterable[Entrant], names: Iterable[str]) -> tuple[Trial, ...]:
    """Return the trials of the entrants that are named, in their order."""
    wanted = frozenset(names)
    return tuple(trial for e in found if e.name in wanted for trial in e.trials)
