"""The steps of the window and the state of each."""

from __future__ import annotations

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
    where = problem.where
    if problem.code == "large-output-kind":
        return Step.RUN  # where a file on disk gets its release
    if where.field is not None:
        return _BY_FIELD.get(where.field.split(".")[0].split("[")[0], Step.METHOD)
    if problem.code.startswith(_OF_METHOD) or problem.code in _OF_MISSING:
        return Step.METHOD
    if problem.code.startswith(_OF_ORDERS):
        return Step.TAXONOMIES
    return Step.COLUMNS if where.column is not None else Step.METHOD
