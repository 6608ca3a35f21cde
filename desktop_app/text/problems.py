"""Problems, phases and failures as sentences."""

from __future__ import annotations

from core.errors import Problem, StatveilError
from core.messages import CATALOGUE, sentence, text
from desktop_app.text.numbers import number
from desktop_app.text.translate import tr, translate


def problem_text(problem: Problem) -> str:
    """Return what is wrong, where, and what to do, in the user's language."""
    return sentence(problem, translate, number)


def message(code: str, /, **params: object) -> str:
    """Return the catalogue's text for `code` in the user's language."""
    return text(code, params, translate, number)


def phase_text(phase: str) -> str:
    """Return the name of a phase; empty while no phase has begun."""
    code = f"phase-{phase}"
    return message(code) if code in CATALOGUE else ""


def failure_text(error: BaseException) -> str:
    """Return what to tell of a failure: its problems, or that the defect is ours."""
    if isinstance(error, StatveilError) and error.problems:
        return "\n".join(problem_text(problem) for problem in error.problems)
    if isinstance(error, MemoryError):
        return tr("There is not enough memory for this. Close other programs and try again.")
    return tr(
        "Something went wrong inside the program. Nothing was written; your file is as it was."
    )
