"""What the columns mean: role, scale and what else the user declares of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from core.model.taxonomy import Taxonomy


class Role(StrEnum):
    """What is done with a column (manual: methods#roles).

    ``DROP`` leaves a column out as ``IDENTIFIER`` does, but names nobody: it is not needed, or it
    would tell too much.
    """

    IDENTIFIER = "identifier"
    DROP = "drop"
    QUASI_IDENTIFIER = "quasi-identifier"
    CONFIDENTIAL = "confidential"
    OTHER = "other"

    @property
    def is_released(self) -> bool:
        """Whether columns of the role are in the release, masked or as they are."""
        return self not in (Role.IDENTIFIER, Role.DROP)


class Scale(StrEnum):
    """How a column's values are compared and averaged (manual: methods#scales)."""

    CONTINUOUS = "continuous"
    INTEGER = "integer"
    DATE = "date"
    ORDINAL = "ordinal"
    NOMINAL = "nominal"


@dataclass(frozen=True, slots=True)
class Attribute:
    """One column as the user declares it.

    Attributes
    ----------
    name : str
        The column's name in the file.
    role : Role
        What is done with it.
    scale : Scale or None
        ``None`` only for identifiers and other columns, whose values are never computed with.
    order : tuple of str
        The categories of an ordinal attribute, lowest first.
    domain : tuple of float or None
        Declared lower and upper bound, in the column's units.
    taxonomy : str or None
        The taxonomy of a nominal attribute: ``shipped:NAME``, or the absolute path of a file
        (a recipe's relative one is made absolute when it is read). ``None``: a flat list.
    mapping : tuple of pairs of str
        Cells of a nominal attribute, and the categories of its taxonomy that they mean.
    listed : tuple of str
        The categories that a nominal attribute can have at all, declared; empty: those of its
        taxonomy or, without one, those of the file.
    precision : float or None
        Steps in which a differentially private method counts the domain, in the column's units.
    domain_from_data : bool
        Whether `domain` or `listed` was taken from the data, which voids any claim of
        differential privacy.
    categories : Taxonomy or None
        The taxonomy itself, once it is read (`core.pipeline.resolve`) or taken from a log.
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
    categories: Taxonomy | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Schema:
    """All columns of a file, in the file's order."""

    attributes: tuple[Attribute, ...]

    def with_role(self, role: Role) -> tuple[Attribute, ...]:
        """Return the attributes that have `role`, in column order."""
        return tuple(a for a in self.attributes if a.role is role)

    def named(self, name: str) -> Attribute:
        """Return the attribute called `name`; raise ``KeyError`` if there is none."""
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        raise KeyError(name)
