"""What a worker runs: a task's work, whose failure names no cell value, and what it replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from core.errors import Problem, PromiseBroken, Refused, StatveilError, Where, place_of
from core.jobs import Job
from core.jobs.cluster.outcome_bytes import outcome_type, read_outcome, write_outcome
from core.messages import sentence

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

_DONE, _FAILED = b"D", b"F"


class _SentProblem(NamedTuple):
    code: str
    column: str | None
    field: str | None
    params: Mapping[str, int | float | str]


class _Failure(NamedTuple):
    """Why a task has no outcome: a broken promise, a refusal, or else a defect at a place."""

    is_broken: bool
    problems: tuple[_SentProblem, ...]
    defect: str


def reply_to(work: Callable[[Task, Job], Outcome], task: Task) -> bytes:
    """Compute the outcome of a task, and write it, or why there is none.

    An exception that left a worker's function would be written to its log together with the
    arguments, which are confidential.
    """
    try:
        return _DONE + write_outcome(work(task, Job()))
    except (PromiseBroken, Refused) as failure:
        problems = tuple(map(_to_send, failure.problems))
        return _FAILED + write_outcome(_Failure(isinstance(failure, PromiseBroken), problems, ""))
    except Exception as error:
        defect = f"{type(error).__name__} at {place_of(error.__traceback__)}"
        return _FAILED + write_outcome(_Failure(False, (), defect))


def read_reply(work: Callable[[Task, Job], Outcome], reply: object) -> Outcome:
    """Read the outcome of ``work`` from a reply.

    Raises
    ------
    PromiseBroken, Refused
        If the work did, or if the reply is none.
    RuntimeError
        If the work failed otherwise; names the place.
    """
    kind, content = (reply[:1], reply[1:]) if isinstance(reply, bytes) else (b"", b"")
    if kind == _DONE:
        outcome: Outcome = read_outcome(content, outcome_type(work))
        return outcome
    failure: _Failure = read_outcome(content, _Failure)
    if failure.problems:
        raise _failure_of(failure)
    raise RuntimeError(failure.defect)


def _to_send(problem: Problem) -> _SentProblem:
    params: dict[str, Any] = {
        name: value if isinstance(value, int | float | str) else str(value)
        for name, value in problem.params.items()
    }
    return _SentProblem(problem.code, problem.where.column, problem.where.field, params)


def _failure_of(failure: _Failure) -> StatveilError:
    problems = [
        Problem(sent.code, Where(sent.column, field=sent.field), sent.params)
        for sent in failure.problems
    ]
    try:
        for problem in problems:
            sentence(problem)
    # A code or a parameter that no worker of this version sends.
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return Refused(Problem("cluster-wrong-result"))
    return PromiseBroken(*problems) if failure.is_broken else Refused(*problems)
