"""Drafts: the unchecked content of taxonomy files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import Problem, Refused, Where


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
