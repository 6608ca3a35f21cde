"""The kinds of taxonomy files."""

from __future__ import annotations

from enum import StrEnum


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
