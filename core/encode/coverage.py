"""How much of a column a taxonomy covers, and what the other values may mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Match(StrEnum):
    """Why a category may be what a value means, the surest first."""

    LABEL = "label"
    CASE = "case"
    ACCENTS = "accents"
    CODE = "code"
    SPELLING = "spelling"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A category that a value may mean.

    Attributes
    ----------
    category : str
        The category.
    match : Match
        What is alike: a label or code as it stands; the name or a label but for case; but for
        case, accents and punctuation; the same code but for its punctuation; or only nearly.
    label : str
        The name or label that is alike.
    system : str
        Language or code system of that label; empty for the category's own name.
    """

    category: str
    match: Match
    label: str
    system: str


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A value that is no category, its records, and what it may mean, the likeliest first."""

    value: str
    records: int
    candidates: tuple[Candidate, ...]

    @property
    def meaning(self) -> str | None:
        """The one category that it surely means; ``None`` if none is, or several may be."""
        sure = [c for c in self.candidates if c.match is not Match.SPELLING]
        best = {c.category for c in sure if c.match is sure[0].match}
        return sure[0].category if len(best) == 1 else None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a column a taxonomy covers.

    Attributes
    ----------
    values, records : int
        Distinct values of the column, and records that have one.
    covered_values, covered_records : int
        Those that are categories as they stand.
    unmatched : tuple of Unmatched
        The other values, the most frequent first.
    """

    values: int
    records: int
    covered_values: int
    covered_records: int
    unmatched: tuple[Unmatched, ...]

    @property
    def share(self) -> float:
        """Share of the records whose value is a category as it stands."""
        return self.covered_records / self.records if self.records else 0.0

    @property
    def share_mapped(self) -> float:
        """Share of the records after `mapping`."""
        more = sum(one.records for one in self.unmatched if one.meaning is not None)
        return (self.covered_records + more) / self.records if self.records else 0.0

    @property
    def mapping(self) -> dict[str, str]:
        """What the values that are no categories surely mean."""
        found = ((one.value, one.meaning) for one in self.unmatched)
        return {value: meaning for value, meaning in found if meaning is not None}


@dataclass(frozen=True, slots=True)
class TaxonomySuggestion:
    """A taxonomy that covers a column, and how well."""

    taxonomy: str
    coverage: Coverage
