"""Column names, from a header row or generated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.errors import Problem, Refused, Where
from core.model import Column

# A table with more columns is considered a mistake.
MOST_COLUMNS = 16_384


def check_names(header: Sequence[str] | None, columns: int, row: int | None) -> tuple[str, ...]:
    """Check the columns' names.

    Parameters
    ----------
    header : sequence of str or None
        The header row; ``None`` names the columns ``column_1``, ``column_2`` and so on.
    row : int or None
        Row of the header, if there is one.

    Raises
    ------
    Refused
        If names are empty or repeated.
    """
    if header is None:
        return tuple(f"column_{i}" for i in range(1, columns + 1))
    names = tuple(name.strip() for name in header)
    problems = name_problems(names, row)
    if problems:
        raise Refused(*problems)
    return names


def name_problems(names: Sequence[str], row: int | None) -> tuple[Problem, ...]:
    """List the problems of the names in a header row."""
    problems = []
    empty = [position for position, name in enumerate(names, start=1) if not name]
    if empty:
        problems.append(
            Problem("names-empty", Where(row=row), {"count": len(empty), "positions": empty[:5]})
        )
    places: dict[str, int] = {}
    for name in filter(None, names):
        places[name] = places.get(name, 0) + 1
    problems += [
        Problem("name-repeated", Where(row=row), {"name": name, "times": times})
        for name, times in places.items()
        if times > 1
    ]
    return tuple(problems)


def refuse_nul(column: Column, row_of: Callable[[int], int]) -> None:
    """Raise `Refused` if a text contains a NUL, which only some formats can hold.

    The release could not be written as CSV, and in other formats the text would end there.
    """
    codes = [i for i, text in enumerate(column.categories) if "\0" in text]
    if codes:
        records = np.flatnonzero(np.isin(column.values, codes) & ~column.missing)
        where = Where(column.name, row_of(int(records[0])))
        raise Refused(Problem("cells-hold-nul", where, {"count": len(records)}))
