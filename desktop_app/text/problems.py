"""Problems, phases and failures as sentences."""

from __future__ import annotations

from dataclasses import replace

from core.errors import Problem, StatveilError
from core.messages import CATALOGUE, sentence, text
from desktop_app.text.minus import with_minus
from desktop_app.text.numbers import number
from desktop_app.text.translate import tr, translate
from desktop_app.text.window_problems import SENTENCES


def problem_text(problem: Problem) -> str:
    """Return what is wrong, where, and what to do, in the user's language.

    It speaks of steps and controls where the catalogue's own sentence speaks of a recipe's keys.
    """
    titles = {
        name: message(f"{name}-{value}")
        for name, value in problem.params.items()
        if name in ("parameter", "method") and f"{name}-{value}" in CATALOGUE
    }
    # Parameter and method are named as their controls are.
    titled = replace(problem, params={**problem.params, **titles}) if titles else problem
    # Some have a sentence of their own where the file has zeros, or unasked questions, alone.
    code = f"{problem.code}-{problem.params.get('states')}"
    particular = replace(titled, code=code) if code in CATALOGUE else titled
    return sentence(particular, translate, lambda value: with_minus(number(value)), SENTENCES)


def message(code: str, /, **params: object) -> str:
    """Return the catalogue's text for `code` in the user's language."""
    return text(code, params, translate, number)


def phase_text(phase: str) -> str:
    """Return the name of a phase; empty while no phase has begun."""
    code = f"phase-{phase}"
    return message(code) if code in CATALOGUE else ""


def failure_text(error: BaseException) -> str:
    """Return the text for a failure: its problems, or that the defect is ours."""
    if isinstance(error, StatveilError) and error.problems:
        return "\n".join(problem_text(problem) for problem in error.problems)
    if isinstance(error, MemoryError):
        return tr("There is not enough memory for this. Close other programs and try again.")
    return tr(
        "Something went wrong inside the program. Nothing was written; your file is as it was."
    )
