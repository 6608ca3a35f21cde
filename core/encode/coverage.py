"""Values that describe how well a taxonomy covers a column."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Match(StrEnum):
    """How a category matches a value, from most to least certain."""

    LABEL = "label"
    CASE = "case"
    ACCENTS = "accents"
    CODE = "code"
    SPELLING = "spelling"


@dataclass(frozen=True, slots=True)
class CategoryCandidate:
    """A category that a value may mean.

    Attributes
    ----------
    category : str
        The category.
    match : Match
        The kind of match: exact label or code; equal except for case; equal except for case,
        accents and punctuation; the same code except for punctuation; or similar.
    label : str
        The matching name or label.
    system : str
        Language or code system of that label; empty for the category's name.
    """

    category: str
    match: Match
    label: str
    system: str


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A value that is not a category, its number of records, and its candidates, best first."""

    value: str
    records: int
    candidates: tuple[CategoryCandidate, ...]

    @property
    def meaning(self) -> str | None:
        """The only certain candidate; ``None`` if there is none or more than one."""
        sure = [c for c in self.candidates if c.match is not Match.SPELLING]
        best = {c.category for c in sure if c.match is sure[0].match}
        return sure[0].category if len(best) == 1 else None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How well a taxonomy covers a column.

    Attributes
    ----------
    values, records : int
        Number of distinct values, and of records with a value.
    covered_values, covered_records : int
        Number of values and records that are categories unchanged.
    unmatched : tuple of Unmatched
        The other values, in descending order of frequency.
    """

    values: int
    records: int
    covered_values: int
    covered_records: int
    unmatched: tuple[Unmatched, ...]

    @property
    def share(self) -> float:
        """Share of records whose value is a category unchanged."""
        return self.covered_records / self.records if self.records else 0.0

    @property
    def share_mapped(self) -> float:
        """Share of records covered after `mapping`."""
        more = sum(one.records for one in self.unmatched if one.meaning is not None)
        return (self.covered_records + more) / self.records if self.records else 0.0

    @property
    def mapping(self) -> dict[str, str]:
        """The certain meanings of values that are not categories."""
        found = ((one.value, one.meaning) for one in self.unmatched)
        return {value: meaning for value, meaning in found if meaning is not None}


@dataclass(frozen=True, slots=True)
class TaxonomySuggestion:
    """A taxonomy suggested for a column, with its coverage."""

    taxonomy: str
    coverage: Coverage
