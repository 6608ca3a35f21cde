"""Drafts, the unchecked content of taxonomy files, and the kinds of these files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from core.errors import Problem, Refused, Where


class TaxonomyKind(StrEnum):
    """How a file represents the hierarchy."""

    PARENTS = "category-parent"
    """A row for each category and parent: ``category,parent``."""

    LEVELS = "levels"
    """A row for each leaf, with what it is at each level: ``value;level 1;...;*``."""

    INDENTED = "indented"
    """A line for each category, indented below its parent."""

    CODES = "codes"
    """A code in each line; it lies below the longest other code that it begins with."""

    SKOS = "skos"
    """SKOS concepts in RDF/XML."""

    OWL = "owl"
    """OWL or RDFS classes and individuals in RDF/XML."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A category with one parent, or without one (the root).

    `row` is its line in the file, if known.
    """

    name: str
    parent: str | None
    row: int | None


@dataclass(frozen=True, slots=True)
class TaxonomyDraft:
    """Entries in the order of siblings, and labels of categories by language."""

    entries: Sequence[Entry]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def refused(code: str, path: Path, row: int | None = None, **params: object) -> Refused:
    """Return the exception for a problem of a taxonomy file."""
    return Refused(Problem(code, Where(row=row), {"file": path.name, **params}))
