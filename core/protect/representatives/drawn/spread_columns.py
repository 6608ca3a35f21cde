"""Columns of numbers whose records are drawn, as the log has them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SpreadColumns:
    """What is known of the columns to be spread before a run.

    Attributes
    ----------
    names : tuple of str
        The `d` columns.
    leaders : tuple of int
        For each, the column whose factors it takes: its own, or that of a column in order with it.
    larger : tuple of tuple of int
        For each, the columns that are never smaller.
    steps : tuple of float
        Released values are multiples of them; 0: there is none.
    capped : tuple of int
        Columns whose largest values are kept although they are not skewed in the core.
    with_zeros : tuple of int
        Columns in which 0 is a value as any other, and is drawn.
    published : tuple of str
        The `m` columns, released as they are, given which records are drawn.
    is_of_groups : bool
        Whether records have exactly the covariances of their group, else those of its pool.
    signed, on_logs : tuple of int
        Where they do: columns with negative values, and those that are drawn by their logarithms.
    """

    names: tuple[str, ...]
    leaders: tuple[int, ...]
    larger: tuple[tuple[int, ...], ...]
    steps: tuple[float, ...]
    capped: tuple[int, ...] = ()
    with_zeros: tuple[int, ...] = ()
    published: tuple[str, ...] = ()
    is_of_groups: bool = False
    signed: tuple[int, ...] = ()
    on_logs: tuple[int, ...] = ()
