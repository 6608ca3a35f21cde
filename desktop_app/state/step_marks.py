"""Which mark each step carries; knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.state.steps import Step, StepState


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What the marks depend on.

    Attributes
    ----------
    opened : bool
        A data set is open.
    confirmed : frozenset of Step
        Steps whose main button was pressed.
    wrong : frozenset of Step
        Steps on which an error can be put right.
    result, result_current : bool
        There is a result; it belongs to the present settings.
    release, release_current : bool
        A release was written; it belongs to the present settings.
    undecided : bool
        The user must still say how the categories of some column are related.
    release_open : bool
        Nobody has confirmed some caution about the release, or some doubt of its claim.
    """

    opened: bool
    confirmed: frozenset[Step]
    wrong: frozenset[Step]
    result: bool
    result_current: bool
    release: bool
    release_current: bool
    undecided: bool = False
    release_open: bool = False


def mark(step: Step, facts: StepFacts) -> StepState:
    """Return the mark of `step`."""
    if step is Step.DATA:
        return StepState.DONE if facts.opened else StepState.TODO
    if not facts.opened:
        return StepState.LOCKED
    if step in (Step.RUN, Step.RESULTS):
        if facts.result:
            found = StepState.DONE if facts.result_current else StepState.OUT_OF_DATE
        else:
            ready = {Step.COLUMNS, Step.METHOD} <= facts.confirmed and not facts.undecided
            found = StepState.TODO if ready and step is Step.RUN else StepState.LOCKED
        is_wrong = step in facts.wrong and found is not StepState.LOCKED
        return StepState.ATTENTION if is_wrong else found
    if step is Step.RELEASE:
        if facts.release and not facts.release_current:
            return StepState.OUT_OF_DATE
        if facts.release:
            return StepState.ATTENTION if facts.release_open else StepState.DONE
        if not facts.result:
            return StepState.LOCKED
        if not facts.result_current:
            return StepState.OUT_OF_DATE
        return StepState.ATTENTION if Step.RELEASE in facts.wrong else StepState.TODO
    if step is not Step.COLUMNS and Step.COLUMNS not in facts.confirmed:
        return StepState.LOCKED
    if step in facts.wrong:
        return StepState.ATTENTION
    if step is Step.TAXONOMIES:
        return StepState.TODO if facts.undecided else StepState.DONE
    return StepState.DONE if step in facts.confirmed else StepState.TODO
