"""What was written: the files, their hashes and what was recounted from disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import Problem


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the release folder; its name begins with its half, as in ``public/x.csv``."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was recomputed from the written file, read back from disk.

    Attributes
    ----------
    rows, columns : int
        Counted in the file.
    same_table : bool
        Whether every cell equals the protected table in memory.
    k : int
        Recounted.
    t : Mapping of str to float
        Recounted, for each confidential attribute.
    problems : tuple of Problem
        What does not agree; empty when the file may be released.
    k_blocks : Mapping of tuple of str to int
        Recounted for each block of quasi-identifiers that was masked apart; empty without
        blocks.
    """

    rows: int
    columns: int
    same_table: bool
    k: int
    t: Mapping[str, float]
    problems: tuple[Problem, ...] = ()
    k_blocks: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    @property
    def agrees(self) -> bool:
        """Whether every recount agrees with what the run promised."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class SignedCaution:
    """A caution about a release, and what the user answers to it.

    Attributes
    ----------
    caution : Problem
        What should be known before the file is handed out.
    why : str or None
        Why it is accepted, which may be empty; ``None`` while nobody has confirmed it.
    """

    caution: Problem
    why: str | None = None


@dataclass(frozen=True, slots=True)
class SignOff:
    """Who answers for a release, and what for. All texts may be empty.

    Attributes
    ----------
    name, office, contact : str
        The person, the office and how to reach it.
    title : str
        What the data are, such as the name of a survey and its year.
    purpose : str
        What the file is released for.
    remark : str
        For the office alone.
    public : bool
        Whether all but the remark may be read by those who get the file.
    """

    name: str = ""
    office: str = ""
    contact: str = ""
    title: str = ""
    purpose: str = ""
    remark: str = ""
    public: bool = False


@dataclass(frozen=True, slots=True)
class Release:
    """A finished release folder.

    Attributes
    ----------
    folder : str
        Absolute path of the release folder.
    protected, log, report : str
        Paths in the folder: the protected file; the internal log, which holds everything; the
        report with both parts.
    files : tuple of WrittenFile
        All files but the internal log, the protected file first.
    verification : Verification
        What was recounted.
    warnings : tuple of Problem
        What the kind of file could not hold as it was.
    public_log, public_report : str
        Paths in the folder: the log and the report that may be handed out with the file.
    cautions : tuple of SignedCaution
        What had to be confirmed.
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
    cautions: tuple[SignedCaution, ...] = ()

    @property
    def open_cautions(self) -> tuple[Problem, ...]:
        """Cautions that nobody has confirmed; with any of them it is not called ready."""
        return tuple(one.caution for one in self.cautions if one.why is None)
