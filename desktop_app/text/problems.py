"""Problems, phases and failures as sentences."""

from __future__ import annotations

from dataclasses import replace

from core.errors import Problem, StatveilError
from core.messages import CATALOGUE, sentence, text
from desktop_app.text.translate import tr
from desktop_app.text.window_language import WINDOW

# Sentences that name columns with counts, which no log may hold, by the codes of those that do not.
_ON_SCREEN = {"records-left-out": "records-left-out-by-column"}


def problem_text(problem: Problem) -> str:
    """Say what is wrong, where, and what to do, in the user's language.

    Parameter, method and the places of settings are named as the window's controls are.
    """
    titles = {
        name: message(f"{name}-{value}")
        for name, value in problem.params.items()
        if name in ("parameter", "method") and f"{name}-{value}" in CATALOGUE
    }
    # Some have a sentence of their own where the file has zeros, or unasked questions, alone.
    code = f"{problem.code}-{problem.params.get('states')}"
    if code not in CATALOGUE:
        code = _ON_SCREEN.get(problem.code, problem.code)
    titled = replace(problem, code=code, params={**problem.params, **titles})
    return sentence(titled, WINDOW)


def message(code: str, /, **params: object) -> str:
    """Return the catalogue's text for `code` in the user's language."""
    return text(code, params, WINDOW)


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
