"""What intruders who have the released file alone learn from restored and from drawn numbers.

They try what they try on means of groups, and may be right at most two percentage points more
often; a link is right for at most one in k.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from core.conditions import Records
from core.jobs import Job
from core.model import Scale, Schema
from core.protect import METHODS
from tests.core.pipeline.making import recipe
from tests.core.tables import cells, column, confidential, quasi

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

K, FIRMS, FILES = 5, 200, 8
NAMES = ("SALES", "WAGES", "EXPORTS")
REPRESENTATIVES = ("moments", "spread")
SCHEMA = Schema((*(quasi(name, Scale.CONTINUOUS) for name in NAMES), confidential("DEBTS")))


def make_firms(seed: int) -> Floats:
    """Make amounts that go with the size of a firm; the last one is published as it is."""
    chance = np.random.default_rng(seed)
    logs = chance.normal(5, 1.2, FIRMS)[:, None] + chance.normal(0, 0.7, (FIRMS, 4))
    return np.exp(logs).round(1)


@cache
def release(seed: int, representative: str) -> tuple[Floats, Floats, Ints]:
    """Release firms in groups of five; the originals, the released amounts, and the groups."""
    firms = make_firms(seed)
    columns = tuple(column(name, firms[:, j].tolist()) for j, name in enumerate((*NAMES, "DEBTS")))
    parameters = {"k": K, "aggregate": representative, "secret_seed": f"{seed:032x}"}
    protected = METHODS["mdav"].protect(
        Records(columns, SCHEMA, recipe(**parameters)), parameters, Job()
    )
    released = np.column_stack([np.array(cells(c), dtype=np.float64) for c in protected.columns])
    return firms, released, protected.labels


def links_right(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of firms whose nearest released record is theirs, by logarithms of masked amounts."""
    known, searched = (np.log1p(table[:, :3]) for table in (firms, released))
    gaps = ((known[:, None] - searched[None]) ** 2).sum(axis=2)
    is_nearest = gaps <= gaps.min(axis=1)[:, None] + 1e-12
    return float((is_nearest.diagonal() / is_nearest.sum(axis=1)).mean())


def largest_read_by_squares(firms: Floats, released: Floats, groups: Ints) -> float:
    """Share of columns whose largest the owner of the second largest reads from a sum of squares.

    The others of its group are taken for the next lower released value; as near is 10 %.
    """
    right = []
    for amounts, values in zip(firms[:, :3].T, released[:, :3].T, strict=True):
        top = groups == groups[np.argmax(amounts)]
        largest, second = np.sort(amounts[top])[[-1, -2]]
        others = (top.sum() - 2) * values[~top].max() ** 2
        left = (values[top] ** 2).sum() - second**2 - others
        right.append(abs(np.sqrt(max(left, 0.0)) - largest) <= 0.1 * largest)
    return float(np.mean(right))


def largest_read_by_second(firms: Floats, released: Floats, groups: Ints) -> float:
    """Share of groups whose largest the owner of the second largest reads from the total.

    The others are taken for the released mean.
    """
    return _read_in_groups(firms, released, groups, n_known=1)


def left_read_by_colluding(firms: Floats, released: Floats, groups: Ints) -> float:
    """Share of groups in which all but the two largest read the largest from the total."""
    return _read_in_groups(firms, released, groups, n_known=K - 2)


def _read_in_groups(firms: Floats, released: Floats, groups: Ints, n_known: int) -> float:
    right = []
    for group in np.unique(groups):
        rows = groups == group
        for amounts, values in zip(firms[rows, :3].T, released[rows, :3].T, strict=True):
            ordered = np.sort(amounts)[::-1]
            known = ordered[1:2] if n_known == 1 else ordered[2:]
            n_left = len(ordered) - len(known)
            guess = values.sum() - known.sum()
            guess = guess - (n_left - 1) * values.mean() if n_known == 1 else guess / n_left
            right.append(abs(guess - ordered[0]) <= 0.1 * ordered[0])
    return float(np.mean(right))


def amounts_near(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of amounts within 5 % of the value in the record of their firm."""
    return float((abs(firms - released)[:, :3] <= 0.05 * abs(released[:, :3])).mean())


def largest_in_order(firms: Floats, released: Floats, _: Ints) -> float:
    """Share of the twenty largest amounts within 10 % of the released one of their rank."""
    old, new = (np.sort(table[:, :3], axis=0)[-20:] for table in (firms, released))
    return float((abs(old - new) <= 0.1 * old).mean())


Attack = Callable[[Floats, Floats, Ints], float]


def share_right(attack: Attack, representative: str) -> float:
    return float(np.mean([attack(*release(seed, representative)) for seed in range(FILES)]))


@pytest.mark.parametrize("representative", REPRESENTATIVES)
def test_links_are_right_for_at_most_one_in_k(representative: str) -> None:
    assert 0 < share_right(links_right, representative) <= 1 / K


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
def test_intruders_are_right_as_often_as_with_means(attack: Attack, representative: str) -> None:
    assert share_right(attack, representative) <= share_right(attack, "mean") + 0.02
