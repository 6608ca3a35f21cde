"""Converts masked columns to positions in their declared domains, and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers
from core.model import Column, ColumnKind, Scale
from core.protect.privacy.category_candidates import Candidates
from core.protect.privacy.design import MaskedColumn
from core.protect.privacy.released_groups import ReleasedGroups

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def places_of(masked: MaskedColumn, column: Column) -> Ints:
    """Return each record's position in the declared domain; shape (n,).

    Values outside are moved to the bounds, missing ones to the middle. These steps use one record
    at a time and so disclose no more than its noisy value.
    """
    if isinstance(masked.domain, Candidates):
        return masked.domain.places(column)
    return masked.domain.places(numbers(column, masked.attribute, shared=True))


def released_column(masked: MaskedColumn, column: Column, found: ReleasedGroups) -> Column:
    """Return the released column in the kind that its scale needs.

    Parameters
    ----------
    masked : MaskedColumn
        The declarations.
    column : Column
        The original, for its name.
    found : ReleasedGroups
        Its positions are moved to the bounds, once for each group.
    """
    of_groups = _at_places(masked, column, found.of_groups)
    values = found.for_records(of_groups.values)
    return replace(of_groups, values=values, missing=np.zeros(len(values), dtype=np.bool_))


def _at_places(masked: MaskedColumn, column: Column, places: Floats) -> Column:
    if isinstance(masked.domain, Candidates):
        return masked.domain.column(column.name, np.rint(places).astype(np.int64))
    values = masked.domain.values(places)
    present = np.zeros(len(values), dtype=np.bool_)
    if masked.attribute.scale is Scale.ORDINAL:
        order = masked.attribute.order
        ranks = np.clip(np.rint(values), 0, len(order) - 1).astype(np.int64)
        used = sorted((order[rank], rank) for rank in np.unique(ranks).tolist())
        codes = np.zeros(len(order), dtype=np.int32)
        codes[[rank for _, rank in used]] = np.arange(len(used))
        texts = tuple(text for text, _ in used)
        return Column(column.name, ColumnKind.TEXT, codes[ranks], present, texts)
    if masked.attribute.scale is Scale.CONTINUOUS:
        return Column(column.name, ColumnKind.NUMBER, values, present)
    kind = ColumnKind.DATE if masked.attribute.scale is Scale.DATE else ColumnKind.INTEGER
    # Dates are written in ISO format, because the input's layout depends on all cells.
    return Column(column.name, kind, np.rint(values).astype(np.int64), present)
