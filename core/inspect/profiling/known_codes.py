"""Recognises numbers that are codes of a classification that comes with the program.

A mean of codes is a code that nobody gave. Where the name of a column gives no clue, its values do.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats
from core.io.taxonomies import taxonomy_path
from core.io.taxonomies.taxonomy_reader import read_taxonomy

# Fewer different numbers may all be codes by chance; more are in no list.
_FEWEST, _MOST = 11, 1_000
_N_TRIED_FIRST = 1_000
_CODE = re.compile(r"[0-9]{2,}(?:\.[0-9]+)?")
# Nearly all numbers up to 99 are divisions of economic activity, and so are ages or hours.
_CODE_LENGTHS = {"isco08": (2,), "isic4": (3, 4), "nace2": (4, 5)}


@cache
def _code_lists() -> tuple[Floats, ...]:
    """Read the codes of each level of a classification, as the numbers that spreadsheets keep."""
    codes_by_level: dict[tuple[str, int], list[float]] = defaultdict(list)
    for name, lengths in _CODE_LENGTHS.items():
        for node in read_taxonomy(taxonomy_path(f"shipped:{name}", Path())).nodes:
            if len(node) in lengths and _CODE.fullmatch(node):
                codes_by_level[name, len(node)].append(float(node))
    return tuple(map(np.array, codes_by_level.values()))


def are_known_codes(values: NDArray[Any], distinct: int) -> bool:
    """Check whether all numbers of a column are codes of one level of a classification.

    Parameters
    ----------
    values : numpy.ndarray of numbers, shape (n,)
        Without missing ones.
    """
    if not _FEWEST <= distinct <= _MOST:
        return False
    likely = [codes for codes in _code_lists() if np.isin(values[:_N_TRIED_FIRST], codes).all()]
    return bool(likely) and any(np.isin(np.unique(values), codes).all() for codes in likely)
