"""The steps of the window, and which mark each carries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from core.errors import Problem


class Step(Enum):
    """The steps in order; the value is the position on the rail."""

    DATA = 0
    COLUMNS = 1
    TAXONOMIES = 2
    PREPARE = 3
    METHOD = 4
    RUN = 5
    RESULTS = 6
    RELEASE = 7

    @property
    def next(self) -> Step | None:
        """The step after this one."""
        return None if self is Step.RELEASE else Step(self.value + 1)

    @property
    def previous(self) -> Step | None:
        """The step before this one."""
        return None if self is Step.DATA else Step(self.value - 1)


class StepState(StrEnum):
    """The mark of a step on the rail."""

    LOCKED = "locked"
    TODO = "to do"
    ATTENTION = "needs attention"
    OUT_OF_DATE = "out of date"
    DONE = "done"


_BY_FIELD = {
    "input": Step.DATA,
    "attributes": Step.COLUMNS,
    "taxonomy": Step.TAXONOMIES,
    "prepare": Step.PREPARE,
    "method": Step.METHOD,
    "missing": Step.METHOD,
    "unit": Step.COLUMNS,
    "strata": Step.METHOD,
    "weight": Step.METHOD,
    "merges": Step.RUN,
    "output": Step.RELEASE,
    "keep_order": Step.RELEASE,
}
# Problems of a column that the method has with it, not of what the column is.
_OF_METHOD = ("dp-", "zeros-", "not-applicable-")
# What an order lacks, which is given on the step Taxonomies.
_OF_ORDERS = ("ordinal-", "order-of-labels")
# What is decided on the step Method about a column's missing values.
_OF_MISSING = frozenset({"missing-in-closeness", "closeness-not-applicable"})


def step_of(problem: Problem) -> Step:
    """Return the step on which `problem` can be put right."""
    location = problem.where
    if location.field is not None:
        return _BY_FIELD.get(location.field.split(".")[0].split("[")[0], Step.METHOD)
    if problem.code.startswith(_OF_METHOD) or problem.code in _OF_MISSING:
        return Step.METHOD
    if problem.code.startswith(_OF_ORDERS):
        return Step.TAXONOMIES
    return Step.COLUMNS if location.column is not None else Step.METHOD


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
        Nobody has answered some question about the release, or some doubt of its claim.
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
            state = StepState.DONE if facts.result_current else StepState.OUT_OF_DATE
        else:
            ready = {Step.COLUMNS, Step.METHOD} <= facts.confirmed and not facts.undecided
            state = StepState.TODO if ready and step is Step.RUN else StepState.LOCKED
        is_wrong = step in facts.wrong and state is not StepState.LOCKED
        return StepState.ATTENTION if is_wrong else state
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
