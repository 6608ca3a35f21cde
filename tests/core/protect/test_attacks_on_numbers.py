"""What intruders who have the released file alone learn from restored and from drawn numbers.

They try what they try on means of groups, and may be right at most two percentage points more
often; a link is right for at most one in k.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from core.conditions import Records
from core.jobs import Job
from core.model import DistanceScale, Scale, Schema
from core.protect import METHODS
from tests.core.pipeline.making import recipe
from tests.core.tables import cells, column, confidential, quasi
from tests.lanes import in_lane

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

K, FIRMS, FILES = 5, 200, in_lane(25, 40)
NAMES = ("SALES", "WAGES", "EXPORTS")
SHARES = np.linspace(0, 1, 11)
PLAIN, LOG = DistanceScale.PLAIN, DistanceScale.LOG
# Records of a file that does not fit into memory are not drawn.
REPRESENTATIVES = (
    ("moments", PLAIN),
    ("moments", LOG),
    pytest.param(("spread", PLAIN), marks=pytest.mark.in_memory),
)


def make_firms(seed: int) -> Floats:
    """Make amounts that go with the size of a firm; the last one is published as it is."""
    chance = np.random.default_rng(seed)
    logs = chance.normal(5, 1.2, FIRMS)[:, None] + chance.normal(0, 0.7, (FIRMS, 4))
    return np.exp(logs).round(1)


@cache
def release(seed: int, representative: str, distance: DistanceScale) -> tuple[Floats, Floats, Ints]:
    """Release firms in groups of five; the originals, the released amounts, and the groups."""
    firms = make_firms(seed)
    masked = (replace(quasi(name, Scale.CONTINUOUS), distance=distance) for name in NAMES)
    schema = Schema((*masked, confidential("DEBTS")))
    columns = tuple(column(name, firms[:, j].tolist()) for j, name in enumerate((*NAMES, "DEBTS")))
    parameters = {"k": K, "aggregate": representative, "secret_seed": f"{seed:032x}"}
    protected = METHODS["mdav"].protect(
        Records(columns, schema, recipe(**parameters)), parameters, Job()
    )
    released = np.column_stack([np.array(cells(c), dtype=np.float64) for c in protected.columns])
    return firms, released, protected.labels


def links_right(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of firms whose nearest released record is theirs, by logarithms of masked amounts."""
    known, searched = (np.log1p(table[:, :3]) for table in (firms, released))
    gaps = ((known[:, None] - searched[None]) ** 2).sum(axis=2)
    is_nearest = gaps <= gaps.min(axis=1)[:, None] + 1e-12
    return float((is_nearest.diagonal() / is_nearest.sum(axis=1)).mean())


def largest_read_by_second(firms: Floats, released: Floats, groups: Ints) -> Floats:
    """Share of groups whose largest the owner of the second largest reads from the total.

    The others are taken for some share of the second; one result for each share.
    """
    sums = _by_group(firms, released, groups)
    others = SHARES * (sums.sizes - 2)[:, None] * sums.seconds[:, None]
    return sums.right(sums.totals[:, None] - sums.seconds[:, None] - others)


def largest_read_by_squares(firms: Floats, released: Floats, groups: Ints) -> Floats:
    """Share of columns whose largest the same owner reads, from totals or from sums of squares.

    Squares of the group with the largest released values are the original's, if all are together.
    """
    sums = _by_group(firms, released, groups).take_largest()
    others = SHARES * sums.seconds[:, None]
    totals = sums.totals[:, None] - sums.seconds[:, None] - (sums.sizes - 2)[:, None] * others
    squares = sums.squares[:, None] - sums.seconds[:, None] ** 2
    squares = squares - (sums.sizes - 2)[:, None] * others**2
    guesses = np.column_stack([totals, np.sqrt(np.maximum(squares, 0))])
    return sums.right(guesses)


def left_read_by_colluding(firms: Floats, released: Floats, groups: Ints) -> Floats:
    """Share of groups in which all but the two largest read the largest from the total.

    It is taken for some share of what they leave; one result for each share.
    """
    sums = _by_group(firms, released, groups)
    left = sums.totals - sums.originals + sums.largest + sums.seconds
    return sums.right((0.5 + SHARES / 2) * left[:, None])


class Sums(NamedTuple):
    """Figures of each column and group: of the released values, and of the two largest firms."""

    columns: Ints
    sizes: Ints
    totals: Floats
    squares: Floats
    originals: Floats
    largest: Floats
    seconds: Floats

    def take_largest(self) -> Sums:
        """Take of each column the group of its largest firm."""
        at = [np.flatnonzero(self.columns == j) for j in range(len(NAMES))]
        tops = np.array([rows[np.argmax(self.largest[rows])] for rows in at])
        return Sums(*(figures[tops] for figures in self))

    def right(self, guesses: Floats) -> Floats:
        """Compute which share of guesses lies within 10 %, for each way to guess."""
        largest = self.largest[:, None]
        return np.asarray((abs(guesses - largest) <= 0.1 * largest).mean(axis=0))


def _by_group(firms: Floats, released: Floats, groups: Ints) -> Sums:
    rows = []
    for j in range(len(NAMES)):
        for group in np.unique(groups):
            amounts, values = (table[groups == group, j] for table in (firms, released))
            second, largest = np.sort(amounts)[-2:]
            totals = values.sum(), (values**2).sum(), amounts.sum()
            rows.append((j, len(amounts), *totals, largest, second))
    return Sums(*map(np.array, zip(*rows, strict=True)))


def amounts_near(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of amounts within 5 % of the value in the record of their firm."""
    return float((abs(firms - released)[:, :3] <= 0.05 * abs(released[:, :3])).mean())


def largest_in_order(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of the twenty largest amounts within 10 % of the released one of their rank."""
    old, new = (np.sort(table[:, :3], axis=0)[-20:] for table in (firms, released))
    return float((abs(old - new) <= 0.1 * old).mean())


def largest_in_their_records(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of the twenty largest amounts within 10 % of the one in the record of their firm."""
    firms_in_order = np.argsort(firms[:, :3], axis=0)[-20:]
    old, new = (np.take_along_axis(table[:, :3], firms_in_order, 0) for table in (firms, released))
    return float((abs(old - new) <= 0.1 * old).mean())


Attack = Callable[[Floats, Floats, Ints], Floats | float]


def share_right(attack: Attack, representative: str, distance: DistanceScale) -> float:
    """Compute how often an attack is right in all files, in the way that is right most often."""
    shares = [attack(*release(seed, representative, distance)) for seed in range(FILES)]
    return float(np.mean(shares, axis=0).max())


@pytest.mark.parametrize("representative", REPRESENTATIVES)
def test_links_are_right_for_at_most_one_in_k(representative: tuple[str, DistanceScale]) -> None:
    assert 0 < share_right(links_right, *representative) <= 1 / K


@pytest.mark.parametrize("representative", REPRESENTATIVES)
@pytest.mark.parametrize(
    "attack",
    [
        largest_read_by_squares,
        largest_read_by_second,
        left_read_by_colluding,
        amounts_near,
        largest_in_order,
    ],
)
def test_intruders_are_right_as_often_as_with_means(
    attack: Attack, representative: tuple[str, DistanceScale]
) -> None:
    means = share_right(attack, "mean", representative[1])
    assert share_right(attack, *representative) <= means + 0.02


@pytest.mark.parametrize("distance", [PLAIN, LOG])
def test_restored_records_of_the_largest_are_near_them_as_often_as_means(
    distance: DistanceScale,
) -> None:
    means = share_right(largest_in_their_records, "mean", distance)
    assert share_right(largest_in_their_records, "moments", distance) <= means + 0.02
