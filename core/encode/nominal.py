"""Nominal columns as positions in a taxonomy, as methods and measures use them, and back.

Manual: methods#taxonomies-and-semantic-distance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Floats, Ints
from core.encode.numbers import distinct_texts
from core.encode.semantics import Semantics, rms_distance, semantics, squared_distances
from core.kernels.categories.categories import Categories
from core.model import Attribute, Column, ColumnKind, flat


def category_counts(column: Column) -> dict[str, int]:
    """Count the records of each category, in the order of the column's categories."""
    names, inverse = distinct_texts(column)
    counts = np.bincount(inverse, minlength=len(names))
    return dict(zip(names, counts.tolist(), strict=True))


def category_places(column: Column, semantics: Semantics) -> Ints:
    """Find the position of every record's category, -1 where it is missing; shape (n,).

    Raises
    ------
    KeyError
        If a category has no position.
    """
    names, inverse = distinct_texts(column)
    place_of = semantics.places()
    places = np.full(len(column), -1, dtype=np.int64)
    places[~column.missing] = np.array([place_of[name] for name in names], dtype=np.int64)[inverse]
    return places


def column_of_places(column: Column, semantics: Semantics, places: Ints) -> Column:
    """Build a text column with the name of `column` and the categories at `places`.

    It lists the categories that occur, by code point; position -1 means missing.
    """
    used = sorted({semantics.name(place) for place in np.unique(places[places >= 0]).tolist()})
    codes_by_name = {name: i for i, name in enumerate(used)}
    index = np.array(
        [codes_by_name.get(semantics.name(i), -1) for i in range(len(semantics))], dtype=np.int32
    )
    indices = np.where(places < 0, np.int32(-1), index[places]).astype(np.int32)
    return Column(column.name, ColumnKind.TEXT, indices, places < 0, tuple(used))


@dataclass(frozen=True, slots=True, eq=False)
class Nominal:
    """A nominal column.

    Attributes
    ----------
    places : numpy.ndarray of int64, shape (n,)
        Position of each record's category in `semantics`; -1 where it is missing.
    squares : numpy.ndarray of float64, shape (d,)
        Contribution of each distinct distance to the squared distance of two records: the distance
        divided by the column's root mean squared distance, so that every nominal attribute has the
        same weight, and squared.
    """

    name: str
    places: Ints
    semantics: Semantics
    squares: Floats

    def part(self, positions: Ints) -> Nominal:
        """Take the records at `positions`."""
        return replace(self, places=self.places[positions])

    def filled(self) -> Nominal:
        """Replace missing values by the mode, the first one in taxonomy order."""
        counts = self.counts()
        mode = int(np.argmax(counts))
        return replace(self, places=np.where(self.places < 0, mode, self.places))

    def counts(self) -> Ints:
        """Count the records at each position, shape (places,)."""
        known_places = self.places[self.places >= 0]
        return np.bincount(known_places, minlength=len(self.semantics)).astype(np.int64)

    def for_kernel(self) -> Categories:
        """Build the input of `core.kernels.indexes.remaining`; no position may be missing."""
        semantics = self.semantics
        allowed = np.zeros(len(semantics), dtype=np.bool_)
        allowed[semantics.domain] = True
        return Categories(
            self.places,
            semantics.codes,
            self.squares,
            semantics.table.powers,
            semantics.table.logarithms,
            semantics.ancestors_begin,
            semantics.ancestors,
            allowed,
        )


def nominal(column: Column, attribute: Attribute, weight: float = 1.0) -> Nominal:
    """Build a nominal column.

    Parameters
    ----------
    column : Column
        Of `n` records.
    attribute : Attribute
        With its taxonomy; without one, the column's categories are a flat list.

    Raises
    ------
    KeyError
        If a category is not in the taxonomy.
    """
    return nominal_of(column, semantics_of(attribute, column), weight)


def nominal_of(column: Column, semantics: Semantics, weight: float = 1.0) -> Nominal:
    """Build a nominal column over semantics that contain at least its categories."""
    plain = Nominal(column.name, category_places(column, semantics), semantics, np.empty(0))
    divisor = rms_distance(semantics, plain.counts()) / weight
    return replace(plain, squares=squared_distances(semantics, divisor))


def semantics_of(attribute: Attribute, *columns: Column) -> Semantics:
    """Compute the distances among the categories in some columns of an attribute."""
    names = sorted({name for column in columns for name in category_counts(column)})
    return semantics(attribute.categories or flat(names), names)
