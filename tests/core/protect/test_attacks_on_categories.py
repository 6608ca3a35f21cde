"""What intruders who have the released file alone learn from calibrated categories.

They try what they try on typical categories, and may be right at most two percentage points more
often; a link is right for at most one in k.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from core.conditions import Records
from core.jobs import Job
from core.model import Column, Scale, Schema
from core.protect import METHODS
from tests.core.pipeline.making import recipe
from tests.core.tables import cells, column, quasi

K, PEOPLE = 5, 600
NAMES = ("PLACE", "JOB", "SIZE")
SCHEMA = Schema((*(quasi(name, Scale.NOMINAL) for name in NAMES), quasi("AGE")))

Table = np.ndarray
"""Codes of three categories and a number, a row a person."""


def population(seed: int) -> Table:
    """Make people whose categories go with their age."""
    chance = np.random.default_rng(seed)
    age = chance.normal(size=2 * PEOPLE)
    return np.column_stack(
        [np.searchsorted([-1.5, -0.5, 0, 1, 2], age + chance.normal(size=len(age))) for _ in NAMES]
        + [age]
    )


def release(people: Table, representative: str) -> Table:
    """Release people in groups of five that are alike."""
    columns: list[Column] = [
        column(name, [str(int(code)) for code in people[:, j]]) for j, name in enumerate(NAMES)
    ]
    columns.append(column("AGE", people[:, -1].tolist()))
    parameters = {"k": K, "categories": representative}
    protected = METHODS["mdav"].protect(
        Records(tuple(columns), SCHEMA, recipe(k=K)), parameters, Job()
    )
    return np.column_stack([np.array(cells(c), dtype=np.float64) for c in protected.columns])


def distances(people: Table, released: Table) -> Table:
    """Count different categories and add the gap in age; shape (people, released)."""
    different = (people[:, None, :3] != released[None, :, :3]).sum(axis=2)
    return different + np.abs(people[:, None, 3] - released[None, :, 3])


def links_right(people: Table, released: Table) -> float:
    """Share of people whose nearest released record is theirs; of equal ones any may be."""
    gaps = distances(people, released)
    is_nearest = gaps <= gaps.min(axis=1)[:, None] + 1e-12
    return float((is_nearest.diagonal() / is_nearest.sum(axis=1)).mean())


def guesses_right(people: Table, released: Table) -> float:
    """Share of places that the nearest released record by all else says rightly."""
    gaps = distances(people, released) - (people[:, None, 0] != released[None, :, 0])
    return float((released[gaps.argmin(axis=1), 0] == people[:, 0]).mean())


def members_found(people: Table, others: Table, released: Table) -> float:
    """Chance that a member fits the released tables better than somebody who is not in the file.

    Fitting are cells of which the release has more than the others (Homer et al. 2008).
    """
    scores = np.zeros(len(people) + len(others))
    everybody = np.concatenate([people, others])
    for columns in [(0,), (1,), (2,), *combinations(range(3), 2)]:
        in_release, in_others, in_both = (
            (table[:, columns] @ 10 ** np.arange(len(columns))).astype(int)
            for table in (released, others, everybody)
        )
        tables = in_release, in_others
        shares = [np.bincount(codes, minlength=100) / len(codes) for codes in tables]
        excess = (shares[0] - shares[1]) / np.sqrt(shares[0] + shares[1] + 1e-9)
        scores += excess[in_both]
    ranks = np.argsort(np.argsort(scores)) + 1
    n_members = len(people)
    above = ranks[:n_members].sum() - n_members * (n_members + 1) / 2
    return float(above / (n_members * len(others)))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_intruders_are_right_as_often_as_with_typical_categories(seed: int) -> None:
    everybody = population(seed)
    people, others = everybody[:PEOPLE], everybody[PEOPLE:]
    typical, calibrated = (release(people, name) for name in ("typical", "calibrated"))

    assert links_right(people, calibrated) <= 1 / K
    assert guesses_right(people, calibrated) <= guesses_right(people, typical) + 0.02
    found = members_found(people, others, calibrated)
    assert found <= members_found(people, others, typical) + 0.02
