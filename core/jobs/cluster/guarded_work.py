"""What a worker runs: a block's work, whose failure names no cell value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from core.errors import Problem, PromiseBroken, Refused, place_of
from core.jobs import Job

Piece = TypeVar("Piece")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, eq=False)
class Outcome(Generic[Found]):
    """The outcome of a block on a worker.

    Attributes
    ----------
    found : object or None
        What the work returned, if it did.
    broken, refused : tuple of Problem
        Those of a promise that cannot be kept, or of what is not possible.
    defect : str
        Type and place of any other exception.
    """

    found: Found | None = None
    broken: tuple[Problem, ...] = ()
    refused: tuple[Problem, ...] = ()
    defect: str = field(default="")


def opened(outcome: Outcome[Found]) -> Found:
    """Return what an outcome holds; raise what kept the work from it."""
    if outcome.broken:
        raise PromiseBroken(*outcome.broken)
    if outcome.refused:
        raise Refused(*outcome.refused)
    if outcome.defect:
        raise RuntimeError(outcome.defect)
    return cast("Found", outcome.found)


def guarded(work: Callable[[Piece, Job], Found], piece: Piece) -> Outcome[Found]:
    """Return the outcome of ``work(piece, job)``.

    An exception that left a worker's function would be written to its log together with the
    arguments, which are confidential.
    """
    try:
        return Outcome(work(piece, Job()))
    except PromiseBroken as broken:
        return Outcome(broken=broken.problems)
    except Refused as refused:
        return Outcome(refused=refused.problems)
    except Exception as error:
        place = place_of(error.__traceback__)
        return Outcome(defect=f"{type(error).__name__} at {place}")
