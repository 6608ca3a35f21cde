"""Changes that a user makes to a taxonomy, as values. Knows no Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.model import Taxonomy
from core.model.prefix_taxonomy import prefix_taxonomy
from core.model.taxonomy_editing import (
    add_category,
    merge_categories,
    move_category,
    remove_category,
    rename_category,
)


class TaxonomyChange(ABC):
    """One change; raises `Refused` where the taxonomy does not allow it."""

    @abstractmethod
    def applied(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the changed taxonomy."""

    @property
    def successors(self) -> Mapping[str, str]:
        """Name, of categories that are gone, those that stand for them now."""
        return {}


@dataclass(frozen=True, slots=True)
class Add(TaxonomyChange):
    """A new category below another one."""

    name: str
    parent: str

    def applied(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the changed taxonomy."""
        return add_category(taxonomy, self.name, self.parent)


@dataclass(frozen=True, slots=True)
class Rename(TaxonomyChange):
    """Another name for a category."""

    name: str
    new: str

    def applied(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the changed taxonomy."""
        return rename_category(taxonomy, self.name, self.new.strip())

    @property
    def successors(self) -> Mapping[str, str]:
        """What was called by the old name has the new one."""
        return {self.name: self.new.strip()}


@dataclass(frozen=True, slots=True)
class Move(TaxonomyChange):
    """Categories, each with the parent that it leaves (none: it keeps all), to another parent."""

    places: tuple[tuple[str, str], ...]
    parent: str

    def applied(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the changed taxonomy."""
        for name, leaves in self.places:
            node = taxonomy.places()[name]
            above = [taxonomy.nodes[i] for i in taxonomy.parents_of(node).tolist()]
            parents = [parent for parent in above if parent != leaves]
            taxonomy = move_category(taxonomy, name, list(dict.fromkeys([*parents, self.parent])))
        return taxonomy


@dataclass(frozen=True, slots=True)
class Merge(TaxonomyChange):
    """Categories that become one."""

    gone: tuple[str, ...]
    into: str

    def applied(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the changed taxonomy."""
        for name in self.gone:
            taxonomy = merge_categories(taxonomy, name, self.into)
        return taxonomy

    @property
    def successors(self) -> Mapping[str, str]:
        """Those that are gone are the other one now."""
        return dict.fromkeys(self.gone, self.into)


@dataclass(frozen=True, slots=True)
class Remove(TaxonomyChange):
    """Categories that are no more: their records need another, what lay below them moves up."""

    names: tuple[str, ...]

    def applied(self, taxonomy: Taxonomy) -> Taxonomy:
        """Return the changed taxonomy."""
        for name in self.names:
            taxonomy = remove_category(taxonomy, name)
        return taxonomy


@dataclass(frozen=True, slots=True)
class LeadingCharacters(TaxonomyChange):
    """Another taxonomy altogether: each code lies below what it begins with."""

    codes: tuple[str, ...]

    def applied(self, taxonomy: Taxonomy) -> Taxonomy:  # noqa: ARG002 - nothing of it stays
        """Return the taxonomy of the codes."""
        return prefix_taxonomy(self.codes)


def mapping_after(
    change: TaxonomyChange, mapping: Mapping[str, str], cells: Iterable[str]
) -> dict[str, str | None]:
    """Return what a change of the taxonomy changes in the mapping of a column.

    What meant a category that is gone means its successor; so do the cells that were the
    category itself.
    """
    follows = change.successors
    texts = set(cells)
    changed: dict[str, str | None] = {
        cell: follows[meant] for cell, meant in mapping.items() if meant in follows
    }
    followers = (name for name in follows if name in texts and name not in mapping)
    return changed | {name: follows[name] for name in followers}
