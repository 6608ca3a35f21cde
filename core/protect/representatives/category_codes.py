"""Categories of masked columns as numbers, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints
from core.encode import category_places, column_of_places, semantics_of
from core.encode.semantics import Semantics
from core.model import Attribute, Column, Scale


@dataclass(frozen=True, slots=True, eq=False)
class CategoryCodes:
    """The categories of a column, before and after masking.

    Attributes
    ----------
    released : Column
        With the typical category of each cluster.
    original_codes, typical_codes : numpy.ndarray of int64, shape (n,)
        Category of each record, in the order of the scale; -1 where it is missing or its question
        was not asked.
    values : numpy.ndarray, shape (width,)
        Value of each category in `released`, or its place in `semantics`.
    semantics : Semantics or None
        Of a nominal column.
    """

    released: Column
    original_codes: Ints
    typical_codes: Ints
    values: NDArray[np.generic]
    semantics: Semantics | None

    @property
    def width(self) -> int:
        """Number of categories."""
        return len(self.values)

    def column(self, codes: Ints) -> Column:
        """Build the released column with these categories; what is missing stays missing."""
        codes = np.where(self.released.missing, -1, codes)
        if self.semantics is not None:
            places = np.append(self.values, -1)[codes].astype(np.int64)
            column = column_of_places(self.released, self.semantics, places)
            return replace(column, missing_text=self.released.missing_text)
        values = self.released.values.copy()
        values[codes >= 0] = self.values[codes[codes >= 0]]
        return replace(self.released, values=values)


def code_categories(original: Column, released: Column, attribute: Attribute) -> CategoryCodes:
    """Give the categories of a column numbers, before and after masking."""
    meaning, cells = None, (original.values, released.values)
    if attribute.scale is Scale.NOMINAL:
        meaning = semantics_of(attribute, original)
        cells = category_places(original, meaning), category_places(released, meaning)
    is_present = ~original.missing, ~released.missing
    values, codes = np.unique(
        np.concatenate([c[p] for c, p in zip(cells, is_present, strict=True)]),
        return_inverse=True,
    )
    n_original = int(np.count_nonzero(is_present[0]))
    numbered = []
    for present, codes_present in zip(is_present, np.split(codes, [n_original]), strict=True):
        numbers = np.full(len(present), -1, dtype=np.int64)
        numbers[present] = codes_present
        numbered.append(numbers)
    return CategoryCodes(released, numbered[0], numbered[1], values, meaning)
