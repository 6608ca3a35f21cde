"""What a file says about categories, before it is known to make sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import Problem, Refused, Where


@dataclass(frozen=True, slots=True)
class Entry:
    """A category with one parent, or with none (the root).

    `row` is the line on which that stands, if it is known.
    """

    name: str
    parent: str | None
    row: int | None


@dataclass(frozen=True, slots=True)
class TaxonomyDraft:
    """Entries in the order that siblings are to have, and labels of categories by language."""

    entries: Sequence[Entry]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def refused(code: str, path: Path, row: int | None = None, **params: object) -> Refused:
    """Return the exception that says what is wrong with a taxonomy file."""
    return Refused(Problem(code, Where(row=row), {"file": path.name, **params}))
