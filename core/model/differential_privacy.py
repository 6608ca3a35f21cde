"""Values on differential privacy: budgets, ledgers and claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class Guarantee(StrEnum):
    """The guarantee that a differentially private release aims at."""

    MARGINALS = "marginals"
    DEPENDENCE = "dependence"
    RECORDS = "records"
    AS_PUBLISHED = "as-published"


class Spending(StrEnum):
    """What a share of the budget is spent on."""

    COLUMN = "column"
    EDGE = "edge"
    TREE = "tree"


class Strength(StrEnum):
    """How much of the release a claim covers.

    ``WHOLE``: the file is differentially private. ``PART``: only its masked columns are; the others
    are published as they are. ``COLUMNS``: each masked column is on its own, but the records are
    not. ``NONE``: nothing is.
    """

    WHOLE = "whole"
    PART = "part"
    COLUMNS = "columns"
    NONE = "none"


def reached_guarantee(guarantee: object, strength: Strength) -> object:
    """Name the guarantee that a release reaches: noise on the only column protects the records."""
    if guarantee == Guarantee.AS_PUBLISHED and strength is Strength.WHOLE:
        return Guarantee.RECORDS
    return guarantee


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A share of a budget.

    Attributes
    ----------
    columns : tuple of str
        One column, the two columns of an edge, or all columns of a tree. Empty for an edge of a
        tree that has yet to be learned.
    """

    spending: Spending
    columns: tuple[str, ...]
    epsilon: Fraction


@dataclass(frozen=True, slots=True)
class Ledger:
    """A budget and its shares.

    Attributes
    ----------
    budget : fractions.Fraction
        The total epsilon allowed by the user.
    entries : tuple of LedgerEntry
        The shares, which add up by sequential composition.
    """

    budget: Fraction
    entries: tuple[LedgerEntry, ...]

    @property
    def spent(self) -> Fraction:
        """The epsilon spent by the run."""
        return sum((entry.epsilon for entry in self.entries), Fraction(0))

    @property
    def remaining(self) -> Fraction:
        """The remaining budget; negative where a scale used as published exceeds it."""
        return self.budget - self.spent

    def of(self, column: str) -> Fraction:
        """Look up the share of one column."""
        parts = (e.epsilon for e in self.entries if e.columns == (column,))
        return sum(parts, Fraction(0))


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a release, always computed from what was done.

    Attributes
    ----------
    code : str
        Key of the sentence in the text catalogue.
    epsilon : fractions.Fraction or None
        The epsilon claimed for records; ``None`` without such a claim.
    ready : bool
        Whether the file may be called ready for release. A file with doubts needs an explicit
        second confirmation; a file that protects nothing is never ready.
    doubts : tuple of pairs of str and Mapping
        Sentences with their parameters: the reasons why the file is not ready unless it is
        confirmed.
    """

    code: str
    params: Mapping[str, object]
    strength: Strength
    epsilon: Fraction | None
    ready: bool
    doubts: tuple[tuple[str, Mapping[str, object]], ...] = ()


@dataclass(frozen=True, slots=True)
class TypicalError:
    """The expected error of a column in its own units, computed before the run.

    Attributes
    ----------
    value : float
        Mean absolute noise on a released value, before clamping and smoothing. For a nominal
        column: the probability that a value shared by all records of a group is released as another
        one, averaged over the categories.
    unit : str
        ``column`` (its own units), ``days``, ``ranks`` (of the declared order) or ``share``.
    """

    column: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class PrivateRun:
    """A run that spent part of a file's budget.

    Attributes
    ----------
    when : str
        ISO 8601 in UTC.
    epsilon : fractions.Fraction or None
        The epsilon spent; ``None`` if the run protected no records, so that there is no total.
    """

    when: str
    method: str
    epsilon: Fraction | None


@dataclass(frozen=True, slots=True)
class ProjectLedger:
    """The budgets spent by all runs, by input file. Confidential: it holds the files' hashes.

    Attributes
    ----------
    runs : Mapping of str to tuple of PrivateRun
        Runs by SHA-256 of the input, in chronological order.
    """

    runs: Mapping[str, tuple[PrivateRun, ...]] = field(default_factory=dict)

    def of(self, sha256: str) -> tuple[PrivateRun, ...]:
        """List the runs on one file."""
        return self.runs.get(sha256, ())

    def spent(self, sha256: str) -> Fraction | None:
        """Sum the epsilon spent on one file; ``None`` if a run on it has no epsilon."""
        spent = [run.epsilon for run in self.of(sha256)]
        if any(epsilon is None for epsilon in spent):
            return None
        return sum((epsilon for epsilon in spent if epsilon is not None), Fraction(0))

    def with_run(self, sha256: str, run: PrivateRun) -> ProjectLedger:
        """Enter one more run."""
        return ProjectLedger({**self.runs, sha256: (*self.of(sha256), run)})
