"""Problems as values, and the exceptions that carry them out of the engine."""

from __future__ import annotations

import errno
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import TracebackType

# Error numbers of a full disk, an exceeded quota and a file that is too large.
DISK_FULL_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Severity(StrEnum):
    """How much a problem matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Where:
    """The place that a problem is about; parts that do not apply are ``None``.

    Attributes
    ----------
    row : int or None
        Row as the user's own program numbers it: the line of a text file or the row of a
        sheet, counted from 1.
    field : str or None
        Key of the recipe, with dots between levels, such as ``method.k``.
    """

    column: str | None = None
    row: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """An error, warning or note as a code with parameters, without text and without cell values.

    Attributes
    ----------
    code : str
        Key into the text catalogue (`core.messages`).
    params : Mapping of str to object
        What the catalogue's sentence needs: numbers, names of columns, files and parameters;
        never a cell's value.
    severity : Severity
        An error stops the work, a warning goes into the audit log, a note is only shown.
    """

    code: str
    where: Where = field(default_factory=Where)
    params: Mapping[str, object] = field(default_factory=dict)
    severity: Severity = Severity.ERROR


def warning(code: str, column: str | None = None, **params: object) -> Problem:
    """Return a warning about a column, or about the whole file."""
    return Problem(code, Where(column), params, Severity.WARNING)


def field_problem(code: str, field: str, column: str | None = None, **params: object) -> Problem:
    """Return an error in a field of the recipe, which its text names."""
    return Problem(code, Where(column, field=field), {"field": field, **params})


class StatveilError(Exception):
    """Base of all expected failures; carries its problems instead of a text."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems

    def has(self, code: str) -> bool:
        """Return whether one of the problems has a code."""
        return any(problem.code == code for problem in self.problems)


class Refused(StatveilError):  # noqa: N818 - reads as what happened
    """The recipe or the input is wrong; nothing was written (exit status 2)."""


class PromiseBroken(StatveilError):  # noqa: N818
    """A promise could not be kept, such as t not reached (exit status 3)."""


class StorageFull(StatveilError):  # noqa: N818
    """The disk is full; incomplete files have been removed (exit status 4)."""


class Cancelled(StatveilError):  # noqa: N818
    """The user cancelled the work (exit status 4)."""


def place_of(trace: TracebackType | None) -> str:
    """Return the file and line in which an exception was raised, such as ``merging.py:41``.

    For an unexpected exception only this place and the exception's type may be reported, because
    its message could contain a cell value.
    """
    last = traceback.extract_tb(trace)[-1:]
    return "".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in last)
