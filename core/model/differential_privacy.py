"""Differential privacy as values: how a budget is spent and what a release may claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class Guarantee(StrEnum):
    """What a differentially private release is meant to give."""

    MARGINALS = "marginals"
    DEPENDENCE = "dependence"
    RECORDS = "records"
    AS_PUBLISHED = "as-published"


class Spending(StrEnum):
    """What a part of the budget is spent on."""

    COLUMN = "column"
    EDGE = "edge"
    TREE = "tree"


class Strength(StrEnum):
    """How much a claim says, from all to nothing.

    ``WHOLE``: the file is differentially private. ``PART``: its masked columns are, the others
    are published as they are. ``COLUMNS``: each masked column on its own is, the records are
    not. ``NONE``: nothing is.
    """

    WHOLE = "whole"
    PART = "part"
    COLUMNS = "columns"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One part of a budget.

    Attributes
    ----------
    spending : Spending
        On what it is spent.
    columns : tuple of str
        One column, the two of an edge, or all that a tree relates. An edge of a tree that is
        still to be learned names none.
    epsilon : fractions.Fraction
        How much.
    """

    spending: Spending
    columns: tuple[str, ...]
    epsilon: Fraction


@dataclass(frozen=True, slots=True)
class Ledger:
    """A budget and what a run spends of it.

    Attributes
    ----------
    budget : fractions.Fraction
        The whole epsilon that the user allows.
    entries : tuple of LedgerEntry
        Its parts; they add up by sequential composition.
    """

    budget: Fraction
    entries: tuple[LedgerEntry, ...]

    @property
    def spent(self) -> Fraction:
        """What the run spends."""
        return sum((entry.epsilon for entry in self.entries), Fraction(0))

    @property
    def remaining(self) -> Fraction:
        """What is left of the budget; negative where a published scale overdraws it."""
        return self.budget - self.spent

    def of(self, column: str) -> Fraction:
        """Return the share of one column."""
        parts = (e.epsilon for e in self.entries if e.columns == (column,))
        return sum(parts, Fraction(0))


@dataclass(frozen=True, slots=True)
class Claim:
    """What a release may say of itself; computed from what is done, never typed in.

    Attributes
    ----------
    code : str
        The sentence in the catalogue.
    params : Mapping of str to object
        What the sentence needs.
    strength : Strength
        How much it says.
    epsilon : fractions.Fraction or None
        Of the differential privacy claimed for records; ``None`` where none is.
    ready : bool
        Whether the file may be called ready for release: one with doubts needs a second, explicit
        confirmation, one that protects nothing never is.
    doubts : tuple of pairs of str and Mapping
        Sentences, each with what it needs, that say why the file is not ready unless that is
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
    """What the noise means in a column's own units, known before anything is run.

    Attributes
    ----------
    column : str
        The column.
    value : float
        The mean size of the noise on one released value, before clamping and smoothing; of a
        nominal column how likely a value that all records of a group share is released as
        another one, as a mean over the categories.
    unit : str
        ``column`` (its own units), ``days``, ``ranks`` (of the declared order) or ``share``.
    """

    column: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class PrivateRun:
    """A run on a file that spent a budget.

    Attributes
    ----------
    when : str
        ISO 8601 in UTC.
    method : str
        Its recipe name.
    epsilon : fractions.Fraction or None
        What it spent; ``None`` where the run protected no records, so that no sum can be told.
    """

    when: str
    method: str
    epsilon: Fraction | None


@dataclass(frozen=True, slots=True)
class ProjectLedger:
    """What all runs on the same files have spent. Confidential: it holds the files' hashes.

    Attributes
    ----------
    runs : Mapping of str to tuple of PrivateRun
        By SHA-256 of the input, in order of time.
    """

    runs: Mapping[str, tuple[PrivateRun, ...]] = field(default_factory=dict)

    def of(self, sha256: str) -> tuple[PrivateRun, ...]:
        """Return the runs on one file."""
        return self.runs.get(sha256, ())

    def spent(self, sha256: str) -> Fraction | None:
        """Return what is spent on one file; ``None`` if a run on it cannot be counted."""
        spent = [run.epsilon for run in self.of(sha256)]
        if any(epsilon is None for epsilon in spent):
            return None
        return sum((epsilon for epsilon in spent if epsilon is not None), Fraction(0))

    def with_run(self, sha256: str, run: PrivateRun) -> ProjectLedger:
        """Return the ledger with one more run."""
        return ProjectLedger({**self.runs, sha256: (*self.of(sha256), run)})
