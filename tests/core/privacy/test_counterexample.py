"""The counterexample to the published mechanism, in every mode.

Four records, k = 2, domain [0, 1]: records that share their groups in both columns stay the same
two rows at any epsilon. One record replaced, and all four rows differ.
"""

from __future__ import annotations

import numpy as np
import pytest

from core.model import Dataset
from core.protect.privacy import design_of, supply
from core.protect.privacy.modes import rank_as_published
from core.protect.privacy.private_release import places_of
from tests.core.privacy.making_runs import plan_of, released, table, unit
from tests.lanes import in_lane

RUNS = in_lane(150, 1000)
TWO = table(A=[0, 0.1, 0.9, 1], B=[0, 0.1, 0.9, 1])
FOUR = table(A=[0, 0.1, 0.9, 1], B=[1, 0.1, 0.9, 1])


def distinct_rows(dataset: Dataset, method: str, **parameters: object) -> list[int]:
    """Return how many distinct rows each of many releases has."""
    plan = plan_of(dataset, method, **{"epsilon": 1, **parameters})
    found = []
    for _ in range(RUNS):
        columns = released(plan, dataset).columns
        found.append(len(set(zip(*(column.values.tolist() for column in columns), strict=True))))
    return found


def test_as_published_tells_the_files_apart_in_every_run() -> None:
    settings = {"epsilon": 100, "k": 2, "guarantee": "as-published"}
    assert set(distinct_rows(TWO, "dp-individual-ranking", **settings)) == {2}
    assert set(distinct_rows(FOUR, "dp-individual-ranking", **settings)) == {4}


@pytest.mark.parametrize("epsilon", [0.01, 1])
def test_no_small_epsilon_hides_it(epsilon: float) -> None:
    assert set(distinct_before_clamping(TWO, epsilon)) == {2}
    assert set(distinct_before_clamping(FOUR, epsilon)) == {4}


def distinct_before_clamping(dataset: Dataset, epsilon: float) -> list[int]:
    """Return the same where no two groups meet at the domain's bounds or on a coarse grid."""
    attributes = [unit(name, precision=1e-9) for name in dataset.names]
    settings = {"epsilon": epsilon, "k": 2, "guarantee": "as-published"}
    plan = plan_of(dataset, "dp-individual-ranking", attributes, **settings)
    design = design_of(plan.project, dataset.rows)
    places = {c.name: places_of(c, dataset.column(c.name)) for c in design.columns}
    found = []
    for _ in range(RUNS):
        noisy = rank_as_published(design, places, supply(None)).values()
        rows = zip(*(column.places().tolist() for column in noisy), strict=True)
        found.append(len(set(rows)))
    return found


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        ("dp-individual-ranking", {"k": 2, "guarantee": "marginals"}),
        ("dp-individual-ranking", {"k": 2, "guarantee": "dependence", "tree": [["A", "B"]]}),
        ("dp-laplace", {}),
        ("dp-insensitive", {"k": 2}),
    ],
)
def test_private_modes_do_not(method: str, settings: dict[str, object]) -> None:
    two, four = (
        np.bincount(distinct_rows(file, method, **settings), minlength=5) for file in (TWO, FOUR)
    )
    # Within epsilon = 1, and four standard errors of a count.
    for one, other in ((two, four), (four, two)):
        assert (one <= np.e * other + 4 * np.sqrt(np.e * other + one + 1)).all(), (two, four)
