"""Finds other columns with the values because of which a column is not numeric."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from core.io.findings import ColumnProfile
from core.model import Column


def with_elsewhere(
    profiles: Iterable[ColumnProfile], columns: Sequence[Column]
) -> tuple[ColumnProfile, ...]:
    """Return the profiles, with other columns that contain the same values in their obstacles.

    A missing code applies to the whole file, so these cells would be missing as well.
    """
    profiles = tuple(profiles)
    sought = {text for p in profiles if p.obstacle for text, _ in p.obstacle.values}
    places: dict[str, dict[str, int]] = {text: {} for text in sought}
    for column in columns:
        for text, count in _occurring(column, sought):
            places[text][column.name] = count
    return tuple(_with_places(profile, places) for profile in profiles)


def _occurring(column: Column, sought: set[str]) -> Iterable[tuple[str, int]]:
    for text in sought if column.categories else ():
        place = bisect_left(column.categories, text)
        if place < len(column.categories) and column.categories[place] == text:
            yield text, int(np.count_nonzero(column.values == place))


def _with_places(profile: ColumnProfile, places: dict[str, dict[str, int]]) -> ColumnProfile:
    if profile.obstacle is None:
        return profile
    cells: dict[str, int] = {}
    for text, _ in profile.obstacle.values:
        for name, count in places[text].items():
            if name != profile.name:
                cells[name] = cells.get(name, 0) + count
    obstacle = replace(profile.obstacle, elsewhere=tuple(sorted(cells.items())))
    return replace(profile, obstacle=obstacle)
