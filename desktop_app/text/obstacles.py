"""What keeps a column from being numbers or dates, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.model import ColumnKind
from desktop_app.text.lists import list_names
from desktop_app.text.translate import tr, tr_n

if TYPE_CHECKING:
    from core.io import Obstacle

_MOST_NAMED = 8


def named_values(obstacle: Obstacle) -> str:
    """Return the values with their counts."""
    pairs = [
        tr("{value} ({count})", value=value or tr("empty"), count=count)
        for value, count in obstacle.values
    ]
    return list_names(pairs, _MOST_NAMED)


def obstacle_text(obstacle: Obstacle) -> str:
    """Return how many distinct values are no numbers or dates, and which."""
    count, values = len(obstacle.values), named_values(obstacle)
    if obstacle.kind is ColumnKind.DATE:
        return tr_n(
            "{count} of {distinct} distinct values is not a date: {values}.",
            "{count} of {distinct} distinct values are not dates: {values}.",
            count,
            distinct=obstacle.distinct,
            values=values,
        )
    return tr_n(
        "{count} of {distinct} distinct values is not a number: {values}.",
        "{count} of {distinct} distinct values are not numbers: {values}.",
        count,
        distinct=obstacle.distinct,
        values=values,
    )


def elsewhere_text(obstacle: Obstacle) -> str:
    """Return which other columns the same missing codes change; empty if none."""
    if not obstacle.elsewhere:
        return ""
    columns = [
        tr("{column} ({count})", column=name, count=count) for name, count in obstacle.elsewhere
    ]
    return tr(
        "Missing codes apply to the whole file, so these cells become missing too: {columns}.",
        columns=list_names(columns),
    )
