"""What is released of a group is the same whichever of its records has which value."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np

from core.model import Attribute, Column, Role, Scale
from core.protect.representatives.drawn.swapped_categories import exchange_in_groups
from tests.core.tables import column

SEED = "0123456789abcdef" * 2
LABELS = np.array([1, 0, 0, 1, 0, 0, 1, 0, 1, 1])
LETTERS = ["v", "a", "b", "w", "c", "d", "x", "e", "y", "z"]


def exchange(cells: list[str], seed: str = SEED) -> list[str]:
    attribute = Attribute("X", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    original = column("X", cells)
    core = column("X", ["-"] * len(cells))
    exchanged = exchange_in_groups([attribute], {"X": original}, {"X": core}, LABELS, seed)["X"]
    return texts_of(exchanged)


def texts_of(released: Column) -> list[str]:
    return [released.categories[code] for code in released.values.tolist()]


def test_exchanged_categories_do_not_say_who_had_which() -> None:
    """Each of the 120 ways to give five records their categories leaves the same file."""
    in_group = np.flatnonzero(LABELS == 0)
    expected = exchange(LETTERS)
    for cells in permutations("abcde"):
        letters = LETTERS.copy()
        for record, cell in zip(in_group, cells, strict=True):
            letters[record] = cell
        assert exchange(letters) == expected


def test_a_category_comes_back_to_its_record_once_in_so_many_as_the_group_has() -> None:
    returned = Counter[int]()
    for number in range(2000):
        exchanged = exchange(LETTERS, f"{number:032x}")
        assert sorted(np.array(exchanged)[LABELS == 0]) == sorted("abcde")
        returned.update(i for i in range(10) if exchanged[i] == LETTERS[i])
    # Four standard deviations of a share of 1 in 5 are 72 of 2,000.
    assert all(abs(returned[i] - 400) <= 72 for i in range(10))
