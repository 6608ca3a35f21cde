"""Which targets leave a few units of a category of another column.

Of a region and its municipalities, the share of the one less those of the others is that of the
municipality that is no target; so it is with totals. A few people may live elsewhere: then it is
theirs less that of those who do. Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Ints
from core.encode.unit_groups import first_records
from core.kernels.numerics.grouping import refine

Disclosing = Callable[[Ints, int], Bools]
"""Finds the rests that disclose something, of each record's rest (-1: none) and their number."""


@dataclass(frozen=True, slots=True, eq=False)
class Nesting:
    """How the categories of a column lie in those of another one, and the other way round.

    Attributes
    ----------
    codes, known_codes : numpy.ndarray of int64, shape (n,)
        Category of each record in the two columns; -1: none.
    around : numpy.ndarray of int64, shape (width,)
        The category of the other column in which each category lies; -1: in none.
    around_known : numpy.ndarray of int64, shape (known_width,)
        The category in which each one of the other column lies.
    """

    codes: Ints
    known_codes: Ints
    around: Ints
    around_known: Ints


def find_categories_around(
    codes: Ints, width: int, outer_codes: Ints, units: Ints | None = None, fewest: int = 1
) -> Ints:
    """Find the category of another column in which each category lies; -1: in none.

    Parameters
    ----------
    codes, outer_codes : numpy.ndarray of int64, shape (n,)
        Category of each record in the two columns; -1: none.
    width : int
        Number of categories.
    units : numpy.ndarray of int64, shape (n,), optional
        Unit of each record; default: each its own.
    fewest : int
        Fewer units may lie elsewhere, if they are fewer than those inside; by default, none.

    Returns
    -------
    numpy.ndarray of int64, shape (width,)
    """
    around = np.full(width, -1, dtype=np.int64)
    observed = np.flatnonzero(codes >= 0)
    if not len(observed):
        return around
    pairs = refine(codes[observed], outer_codes[observed])
    holders = observed[first_records(pairs)]
    if units is not None:
        pairs = pairs[first_records(refine(pairs, units[observed]))]
    inner, outer, n_inside = codes[holders], outer_codes[holders], np.bincount(pairs)
    n_elsewhere = np.bincount(inner, n_inside, width)[inner] - n_inside
    is_around = n_elsewhere < np.minimum(fewest, n_inside)
    around[inner[is_around]] = outer[is_around]
    return around


def find_nesting(
    codes: Ints,
    width: int,
    known_codes: Ints,
    known_width: int,
    units: Ints | None = None,
    fewest: int = 1,
) -> Nesting:
    """Find how two columns lie in each other; parameters as in `find_categories_around`."""
    around = find_categories_around(codes, width, known_codes, units, fewest)
    around_known = find_categories_around(known_codes, known_width, codes, units, fewest)
    return Nesting(codes, known_codes, around, around_known)


def find_nearly_equal(nesting: Nesting) -> Bools:
    """Find the categories that have all but a few units in common with one of the other column.

    Returns
    -------
    numpy.ndarray of bool, shape (width,)
        Not those that have all units in common.
    """
    width, codes, known_codes = len(nesting.around), nesting.codes, nesting.known_codes
    around, around_known = np.append(nesting.around, -1), np.append(nesting.around_known, -1)
    is_equal = (nesting.around >= 0) & (around_known[nesting.around] == np.arange(width))
    has_others = np.zeros(width + 1, dtype=np.bool_)
    has_others[codes[around[codes] != known_codes]] = True
    has_others[around_known[known_codes[around_known[known_codes] != codes]]] = True
    return np.asarray(is_equal & has_others[:width])


def withdraw_nested(
    is_target: Bools,
    is_known: Bools,
    nesting: Nesting,
    n_units: Ints,
    find_disclosing: Disclosing,
) -> Bools:
    """Withdraw the targets whose differences with those of another column disclose a rest.

    Parameters
    ----------
    is_target : numpy.ndarray of bool, shape (width,)
        Categories whose share or total is a target.
    is_known : numpy.ndarray of bool, shape (known_width,)
        Categories of the other column whose share or total is a target or published.
    nesting : Nesting
        Of the two columns.
    n_units : numpy.ndarray of int64, shape (width,)
        Units of the categories: those of the fewest are withdrawn first.
    find_disclosing : callable
    """
    codes, known_codes = nesting.codes, nesting.known_codes
    is_target = is_target & ~_leave_disclosing(
        is_known, known_codes, nesting.around_known, is_target, codes, find_disclosing
    )
    while True:
        is_left = _leave_disclosing(
            is_target, codes, nesting.around, is_known, known_codes, find_disclosing
        )
        if not is_left.any():
            return is_target
        inside = np.flatnonzero(is_target & (nesting.around >= 0))
        inside = inside[is_left[nesting.around[inside]]]
        # The last one written is the one of the fewest units, the first of several.
        smallest = np.full(len(is_known), -1, dtype=np.int64)
        order = inside[np.argsort(n_units[inside], kind="stable")[::-1]]
        smallest[nesting.around[order]] = order
        is_target[smallest[smallest >= 0]] = False


def _leave_disclosing(
    is_inner: Bools,
    inner_codes: Ints,
    around: Ints,
    is_outer: Bools,
    outer_codes: Ints,
    find_disclosing: Disclosing,
) -> Bools:
    """Find the outer categories of which the inner ones that lie in them leave too little."""
    is_inner = is_inner & np.append(is_outer, False)[around]
    has_inner = np.zeros(len(is_outer), dtype=np.bool_)
    has_inner[around[is_inner]] = True
    if not has_inner.any():
        return has_inner
    # What is subtracted of an outer category, and what of this it does not have.
    subtracted_from = np.append(np.where(is_inner, around, -1), -1)[inner_codes]
    is_elsewhere = (subtracted_from >= 0) & (subtracted_from != outer_codes)
    has_leftover = np.append(has_inner, False)[outer_codes] & (subtracted_from != outer_codes)
    leftover_codes = np.where(
        has_leftover, outer_codes, np.where(is_elsewhere, subtracted_from, -1)
    )
    is_disclosing = find_disclosing(leftover_codes, len(is_outer))
    if is_elsewhere.any():
        # A record may be what one category has too much and another one lacks.
        leftover_codes = np.where(is_elsewhere, subtracted_from, leftover_codes)
        is_disclosing |= find_disclosing(leftover_codes, len(is_outer))
    return has_inner & is_disclosing
