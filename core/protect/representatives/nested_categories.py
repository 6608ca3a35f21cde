"""Which targets leave a few units of a category of another column.

Of a region and its municipalities, the share of the one less those of the others is that of the
municipality that is no target; so it is with totals. Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.array_types import Bools, Ints

Disclosing = Callable[[Ints, int], Bools]
"""Finds the rests that disclose something, of each record's rest (-1: none) and their number."""


def withdraw_nested(
    is_target: Bools,
    is_known: Bools,
    codes: Ints,
    known_codes: Ints,
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
    codes, known_codes : numpy.ndarray of int64, shape (n,)
        Category of each record in the two columns; -1: none.
    n_units : numpy.ndarray of int64, shape (width,)
        Units of the categories: those of the fewest are withdrawn first.
    find_disclosing : callable
    """
    is_target = is_target & ~_leave_disclosing(
        is_known, known_codes, is_target, codes, find_disclosing
    )
    while True:
        is_left = _leave_disclosing(is_target, codes, is_known, known_codes, find_disclosing)
        if not is_left.any():
            return is_target
        around = find_categories_around(codes, len(is_target), known_codes)
        inside = np.flatnonzero(is_target & (around >= 0))
        inside = inside[is_left[around[inside]]]
        # The last one written is the one of the fewest units, the first of several.
        smallest = np.full(len(is_known), -1, dtype=np.int64)
        order = inside[np.argsort(n_units[inside], kind="stable")[::-1]]
        smallest[around[order]] = order
        is_target[smallest[smallest >= 0]] = False


def _leave_disclosing(
    is_inner: Bools, inner_codes: Ints, is_outer: Bools, outer_codes: Ints, find: Disclosing
) -> Bools:
    """Find the outer categories of which the inner ones that lie in them leave too little."""
    around = find_categories_around(inner_codes, len(is_inner), outer_codes)
    is_inner = is_inner & np.append(is_outer, False)[around]
    has_inner = np.zeros(len(is_outer), dtype=np.bool_)
    has_inner[around[is_inner]] = True
    if not has_inner.any():
        return has_inner
    is_in_inner = np.append(is_inner, False)[inner_codes]
    is_in_rest = np.append(has_inner, False)[outer_codes] & ~is_in_inner
    return has_inner & find(np.where(is_in_rest, outer_codes, -1), len(is_outer))


def find_categories_around(codes: Ints, width: int, outer_codes: Ints) -> Ints:
    """Find the outer category in which each category lies as a whole; -1: in none."""
    observed = np.flatnonzero(codes >= 0)
    counted, outer = codes[observed], outer_codes[observed]
    around = np.full(width, -1, dtype=np.int64)
    around[counted] = outer
    around[counted[outer != around[counted]]] = -1
    return around
