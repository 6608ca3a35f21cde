"""What units of several records have in common in a table, counted with pandas alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd


def profiles(
    table: pd.DataFrame, names: Sequence[str], unit: pd.Series
) -> Counter[tuple[object, ...]]:
    """Count the units that have each multiset of records."""
    rows = table[list(names)].apply(tuple, axis=1)
    return Counter(tuple(sorted(of_unit)) for _, of_unit in rows.groupby(unit))


def fewest_units(table: pd.DataFrame, names: Sequence[str], unit: pd.Series) -> int:
    """Count the units whose records a group of equal records has, at least."""
    return int(unit.groupby([table[name] for name in names]).nunique().min())
