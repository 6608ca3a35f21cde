"""Schemas: the role, scale and other declarations of each column."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from core.model.taxonomy import Taxonomy


class Role(StrEnum):
    """The role of a column (manual: methods#roles).

    ``DROP`` removes a column as ``IDENTIFIER`` does, but the column identifies nobody: it is not
    needed, or it would disclose too much. ``LINK`` is the number of a unit of several records: it
    is released as a number that is drawn at random for each release.
    """

    IDENTIFIER = "identifier"
    DROP = "drop"
    QUASI_IDENTIFIER = "quasi-identifier"
    CONFIDENTIAL = "confidential"
    OTHER = "other"
    LINK = "link"

    @property
    def is_released(self) -> bool:
        """Whether columns with this role are released, masked or as they are."""
        return self not in (Role.IDENTIFIER, Role.DROP)

    @property
    def may_number_units(self) -> bool:
        """Whether columns with this role may number households, firms or other units."""
        return self in (Role.IDENTIFIER, Role.DROP, Role.LINK)


class Scale(StrEnum):
    """How a column's values are compared and averaged (manual: methods#scales)."""

    CONTINUOUS = "continuous"
    INTEGER = "integer"
    DATE = "date"
    ORDINAL = "ordinal"
    NOMINAL = "nominal"

    @property
    def has_amounts(self) -> bool:
        """Whether its values can be added up: continuous or whole numbers."""
        return self in AMOUNTS


AMOUNTS = (Scale.CONTINUOUS, Scale.INTEGER)
"""The scales of values that can be added up."""
CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)
"""The scales of categories."""


class DistanceScale(StrEnum):
    """The scale on which amounts are compared when clusters are formed."""

    PLAIN = "plain"
    LOG = "log"
    ROOT = "root"


class CategoryChange(StrEnum):
    """What a masked category becomes that differs from the one of its group."""

    REPLACE = "replace"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column as declared by the user.

    `core.recipe.attributes` describes the settings that are keys of a recipe.

    Attributes
    ----------
    domain : tuple of float or None
        Declared lower and upper bounds, in the column's units.
    taxonomy : str or None
        The taxonomy of a nominal attribute: ``shipped:NAME``, or the absolute path of a file
        (relative paths in a recipe are made absolute on reading). ``None``: a flat list.
    listed : tuple of str
        The declared domain of a nominal attribute; empty: the categories of its taxonomy or,
        without one, of the file.
    keeps_zeros : bool
        Whether zero means "none" and stays zero: records with and without a zero are not grouped
        together.
    categories : Taxonomy or None
        The taxonomy itself, once it has been read (`core.pipeline.resolve`) or taken from a log.
    """

    name: str
    role: Role
    scale: Scale | None = None
    order: tuple[str, ...] = ()
    domain: tuple[float, float] | None = None
    taxonomy: str | None = None
    mapping: tuple[tuple[str, str], ...] = ()
    listed: tuple[str, ...] = ()
    precision: float | None = None
    domain_from_data: bool = False
    keeps_zeros: bool = False
    not_applicable: tuple[str, ...] = ()
    known: bool | None = None
    sensitive: bool | None = None
    place: bool | None = None
    distance: DistanceScale = DistanceScale.PLAIN
    importance: float = 1.0
    change: CategoryChange = CategoryChange.REPLACE
    categories: Taxonomy | None = field(default=None, compare=False, repr=False)

    @property
    def is_sensitive(self) -> bool:
        """Whether its values must not be learned."""
        return self.role is Role.CONFIDENTIAL if self.sensitive is None else self.sensitive

    @property
    def has_usual_distance(self) -> bool:
        """Whether it is compared as it is, and counts as much as others without a setting."""
        return self.distance is DistanceScale.PLAIN and self.importance == 1.0


@dataclass(frozen=True, slots=True)
class Schema:
    """All columns of a file, in the file's order."""

    attributes: tuple[Attribute, ...]

    def with_role(self, role: Role) -> tuple[Attribute, ...]:
        """List the attributes that have `role`, in column order."""
        return tuple(a for a in self.attributes if a.role is role)

    def with_attributes(self, attributes: Iterable[Attribute]) -> Schema:
        """Put attributes in the place of those of the same names."""
        changed = {attribute.name: attribute for attribute in attributes}
        return Schema(tuple(changed.get(a.name, a) for a in self.attributes))

    @property
    def blanked(self) -> tuple[str, ...]:
        """The names of the masked columns in which false categories are left blank."""
        quasi = self.with_role(Role.QUASI_IDENTIFIER)
        return tuple(a.name for a in quasi if a.change is CategoryChange.BLANK)

    @property
    def links(self) -> tuple[str, ...]:
        """The names of the columns with the role of a link."""
        return tuple(a.name for a in self.with_role(Role.LINK))

    @property
    def kept_states(self) -> str:
        """What patterns are of: ``zeros``, ``unasked`` questions, ``both``, or nothing: empty."""
        zeros = any(attribute.keeps_zeros for attribute in self.attributes)
        unasked = any(attribute.not_applicable for attribute in self.attributes)
        if zeros and unasked:
            return "both"
        return "zeros" if zeros else "unasked" if unasked else ""

    def without_strata(self, strata: Collection[str]) -> Schema:
        """Leave out the quasi-identifiers that define strata: none is masked."""
        attributes = (
            a
            for a in self.attributes
            if a.role is not Role.QUASI_IDENTIFIER or a.name not in strata
        )
        return replace(self, attributes=tuple(attributes))

    def named(self, name: str) -> Attribute:
        """Return the attribute called `name`; raise ``KeyError`` without one."""
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        raise KeyError(name)
