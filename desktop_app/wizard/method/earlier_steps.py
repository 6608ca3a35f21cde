"""What must be put right on other steps before the settings of the step Method mean anything."""

from __future__ import annotations

from collections.abc import Iterable

from core.errors import Problem, Severity
from desktop_app.state.steps import Step, step_of
from desktop_app.text import listed, problem_text, tr
from desktop_app.views.frame.rail import step_title

_MOST_STEPS = 3


def elsewhere(problems: Iterable[Problem], step: Step) -> tuple[Problem, ...]:
    """Return the errors that are put right on another step than `step`."""
    wrong = (problem for problem in problems if problem.severity is Severity.ERROR)
    return tuple(problem for problem in wrong if step_of(problem) is not step)


def reason_elsewhere(problems: Iterable[Problem], step: Step) -> str:
    """Return in a line on which steps something is wrong; empty if there is no such step."""
    steps = sorted({step_of(each) for each in elsewhere(problems, step)}, key=lambda s: s.value)
    if not steps:
        return ""
    names = listed([step_title(each) for each in steps], _MOST_STEPS)
    return tr("Put right first what is wrong on the step {steps}.", steps=names)


def paragraphs_elsewhere(problems: Iterable[Problem], step: Step) -> tuple[str, ...]:
    """Return the errors of other steps, each in a paragraph that begins with its step."""
    return tuple(
        tr("Step {step}: {said}", step=step_title(step_of(each)), said=problem_text(each))
        for each in elsewhere(problems, step)
    )
