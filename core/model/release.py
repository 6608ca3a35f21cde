"""Releases: the written files, their hashes and the verification of the file on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import Problem
from core.model.checklist import RowCount
from core.model.declared_types import Flag
from core.model.recipe_conditions import ConditionCount


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the release folder; its name starts with its half, as in ``public/x.csv``."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The results of recounting the written file, read back from disk.

    Attributes
    ----------
    rows, columns : int
        Rows and columns of the file.
    same_table : bool
        Whether every cell equals the protected table in memory.
    k : int
        Recounted.
    t : Mapping of str to float
        Recounted, for each confidential attribute.
    problems : tuple of Problem
        The discrepancies; empty if the file may be released.
    k_blocks : Mapping of tuple of str to int
        Recounted for each attribute block; empty without blocks.
    conditions : tuple of ConditionCount
        The conditions besides k and t, recounted.
    """

    rows: int
    columns: int
    same_table: bool
    k: int
    t: Mapping[str, float]
    problems: tuple[Problem, ...] = ()
    k_blocks: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    conditions: tuple[ConditionCount, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether every recount agrees with what the run promised."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a release, with the user's answer.

    Attributes
    ----------
    count : RowCount
        What was counted beyond its limit.
    why : str or None
        The reason for accepting it; ``None`` while it is open.
    """

    count: RowCount
    why: str | None = None


@dataclass(frozen=True, slots=True)
class SignOff:
    """Who is responsible for a release, and its purpose. All texts may be empty.

    Attributes
    ----------
    name : str
        The person.
    office : str
        The organisation.
    contact : str
        How to reach them.
    title : str
        Title of the data, such as the name and year of a survey.
    purpose : str
        Purpose of the release.
    remark : str
        Internal remark.
    public : bool
        Whether recipients of the file may read all but the remark.
    """

    name: str = ""
    office: str = ""
    contact: str = ""
    title: str = ""
    purpose: str = ""
    remark: str = ""
    public: Flag = False


@dataclass(frozen=True, slots=True)
class Release:
    """A finished release folder.

    Attributes
    ----------
    folder : str
        Absolute path of the release folder.
    protected, log, report : str
        Paths in the folder: the protected file, the complete internal log, and the report with both
        parts.
    files : tuple of WrittenFile
        All files except the internal log, the protected file first.
    verification : Verification
        The results of the recount.
    warnings : tuple of Problem
        What the file format could not hold unchanged.
    public_log, public_report : str
        Paths in the folder: the log and the report for recipients of the file.
    questions : tuple of Question
        The questions, with their answers.
    """

    folder: str
    protected: str
    log: str
    report: str
    files: tuple[WrittenFile, ...]
    verification: Verification
    warnings: tuple[Problem, ...] = ()
    public_log: str = ""
    public_report: str = ""
    questions: tuple[Question, ...] = ()

    @property
    def open_questions(self) -> tuple[RowCount, ...]:
        """The open questions; with any of them the release is not called ready."""
        return tuple(question.count for question in self.questions if question.why is None)
