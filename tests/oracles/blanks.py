"""Both counts of k of a table with blanks, pair by pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Row = Sequence[str]


def agree(row: Row, other_row: Row, may_be_blank: Iterable[int]) -> bool:
    """Return whether two rows agree wherever neither is blank; an empty cell is a blank."""
    loose = set(may_be_blank)
    return all(
        a == b or (place in loose and "" in (a, b))
        for place, (a, b) in enumerate(zip(row, other_row, strict=True))
    )


def agreeing(rows: Sequence[Row], may_be_blank: Iterable[int]) -> list[int]:
    """Count the rows that agree with each one, itself included."""
    loose = tuple(may_be_blank)
    return [sum(agree(row, another, loose) for another in rows) for row in rows]


def equal(rows: Sequence[Row]) -> list[int]:
    """Count the rows that equal each one, blanks included."""
    return [sum(tuple(row) == tuple(another) for another in rows) for row in rows]


def candidates(
    people: Sequence[Row], rows: Sequence[Row], may_be_blank: Iterable[int]
) -> list[int]:
    """Count the rows that may be those of each of some people, whose values are known."""
    loose = tuple(may_be_blank)
    return [sum(agree(person, row, loose) for row in rows) for person in people]
