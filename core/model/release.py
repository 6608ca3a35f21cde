"""Releases: the written files, their hashes and verification, and earlier ones with groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from core.errors import Problem
from core.model.checklist import RowCount
from core.model.declared_types import Flag
from core.model.recipe_conditions import ConditionCount


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the release folder; its name starts with its half, as in ``public/x.csv``.

    Of the protected file `records_sha256` is the hash of its records in any order.
    """

    name: str
    size: int
    sha256: str
    records_sha256: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """The results of recounting the written file, read back from disk.

    Attributes
    ----------
    same_table : bool
        Whether every cell equals the protected table in memory.
    t : Mapping of str to float
        Recounted, for each confidential attribute.
    problems : tuple of Problem
        The discrepancies; empty if the file may be released.
    k_blocks : Mapping of tuple of str to int
        Recounted for each attribute block; empty without blocks.
    k_of_values : int or None
        k with a blank as a value of its own, recounted, where false categories are left blank.
    """

    rows: int
    columns: int
    same_table: bool
    k: int
    t: Mapping[str, float]
    problems: tuple[Problem, ...] = ()
    k_blocks: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    conditions: tuple[ConditionCount, ...] = ()
    k_of_values: int | None = None

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
    warnings : tuple of Problem
        What the file format could not hold unchanged.
    public_log, public_report : str
        Paths in the folder: the log and the report for recipients of the file.
    core : str or None
        Path in the folder: the groups from which the records of the protected file were drawn.
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
    core: str | None = None

    @property
    def open_questions(self) -> tuple[RowCount, ...]:
        """The open questions; with any of them the release is not called ready."""
        return tuple(question.count for question in self.questions if question.why is None)


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Records that a release shows alike, or of which it keeps a total.

    Attributes
    ----------
    columns : tuple of str
        The columns that were masked together, or whose totals are kept.
    labels : numpy.ndarray of int, shape (n,)
        Group of each record of the input, from 1; 0 of those that were left out.
    keeps_total : bool
        Whether records of a group share no values, but their total is that of the original.
    """

    columns: tuple[str, ...]
    labels: NDArray[Any]
    keeps_total: bool = False


def short_number(records_sha256: str) -> str:
    """Shorten the hash that names a release to the digits that lists and recipes show."""
    return records_sha256[:12]


@dataclass(frozen=True, slots=True)
class RegisteredRelease:
    """A release in the register, without its groups.

    Attributes
    ----------
    records_sha256 : str
        Names it: the hash of its records in any order, as the logs state it.
    when : str
        Time of completion, ISO 8601 in UTC.
    folder, file : str
        Where it was written, and the name of the protected file.
    method, k : str, and int or None
        By which it was protected, and the k that was promised.
    input_sha256 : str
        Hash of the input file.
    input_columns : Mapping of str to str
        For each prepared column of the input, the hash of its values in order.
    rows, released : int
        Records of the input, and of the release.
    identifier, compared : str or None
        The column by which records are found again in another order, and one whose values show
        whether they are the same records; ``None`` without an identifier.
    groupings : tuple of pairs of tuple of str and bool
        Columns of each `Grouping`, and whether it keeps totals.
    """

    records_sha256: str
    when: str
    folder: str
    file: str
    method: str
    k: int | None
    input_sha256: str
    input_columns: Mapping[str, str]
    rows: int
    released: int
    identifier: str | None
    compared: str | None
    published: tuple[str, ...]
    groupings: tuple[tuple[tuple[str, ...], bool], ...]
    recipe: Mapping[str, object]

    @property
    def number(self) -> str:
        """The number by which lists and recipes name it."""
        return short_number(self.records_sha256)

    @property
    def released_columns(self) -> tuple[str, ...]:
        """The columns of the input that were released, masked or not, by name."""
        masked = {name for columns, _ in self.groupings for name in columns}
        return tuple(sorted(self.input_columns.keys() & masked.union(self.published)))


@dataclass(frozen=True, slots=True, eq=False)
class EarlierRelease:
    """A release of records of the present input.

    Attributes
    ----------
    groupings : tuple of Grouping
        Over the records of the present input, followed by those that only earlier inputs had.
    """

    about: RegisteredRelease
    groupings: tuple[Grouping, ...]
