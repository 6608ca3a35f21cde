"""What can be told of epsilon from outside stays below what is claimed, for every mode.

Neighbours are chosen to be told apart: one record from one end of the domain to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

from core.model import Dataset, Fingerprint, taxonomy_of
from core.protect import claim_of_plan
from core.protect.privacy import design_of, supply
from core.protect.privacy.private_release import _draw_groups, places_of
from tests.core.privacy.lower_bounds import at_least, lower_bound_on_epsilon, tail
from tests.core.privacy.making_runs import nominal, plan_of, table, unit
from tests.core.tables import column
from tests.lanes import in_lane

SEED = 1
SAMPLES = in_lane(6000, 8000)
# So many notice noise of an eighth of its width in every mode.
MODE_SAMPLES = in_lane(800, 8000)
# So many are enough to catch a mechanism that is far from its claim.
FAULT_SAMPLES = in_lane(3000, 8000)
Statistic = Callable[[Mapping[str, np.ndarray]], float]


def samples(
    dataset: Dataset,
    statistics: Sequence[Statistic],
    method: str,
    attributes=None,
    count: int = SAMPLES,
    **settings,
) -> np.ndarray:
    """Return statistics of `count` releases, one a row; nothing is clamped yet."""
    plan = plan_of(dataset, method, attributes, **settings)
    assert plan.errors == ()
    design = design_of(plan.project, dataset.rows)
    places = {c.name: places_of(c, dataset.column(c.name)) for c in design.columns}
    entropy, found = supply(SEED), np.empty((len(statistics), count))
    for i in range(count):
        release = {
            name: column.places() for name, column in _draw_groups(design, places, entropy).items()
        }
        found[:, i] = [statistic(release) for statistic in statistics]
    return found


def claimed(dataset: Dataset, method: str, attributes=None, **settings) -> float:
    found = claim_of_plan(plan_of(dataset, method, attributes, **settings))
    assert found is not None
    assert found.epsilon is not None
    return float(found.epsilon)


def whole_sum(found: Mapping[str, np.ndarray]) -> float:
    return float(sum(values.sum() for values in found.values()))


def largest(found: Mapping[str, np.ndarray]) -> float:
    return float(sum(values.max() for values in found.values()))


def distinct(found: Mapping[str, np.ndarray]) -> float:
    return float(len(set(zip(*(values.tolist() for values in found.values()), strict=True))))


def together(found: Mapping[str, np.ndarray]) -> float:
    """How many records are high in both columns."""
    return float(np.logical_and.reduce([_high(values) for values in found.values()]).sum())


def _high(values: np.ndarray) -> np.ndarray:
    """Say which values exceed the median; numpy's takes longer than a release."""
    middle = len(values) // 2
    ordered = np.sort(values)
    if len(values) % 2:
        return values > ordered[middle]
    return values > (ordered[middle - 1] + ordered[middle]) / 2


STATISTICS = [whole_sum, largest, distinct, together]
LOW, HIGH = [0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]
NEAR = (
    table(A=[0, 0.1, 0.9, 1], B=[0, 0.1, 0.9, 1]),
    table(A=[0, 0.1, 0.9, 1], B=[1, 0.1, 0.9, 1]),
)
FAR = (table(A=LOW, B=LOW), table(A=HIGH, B=HIGH))
MODES = {
    "laplace": ("dp-laplace", {}),
    "marginals": ("dp-individual-ranking", {"k": 2}),
    "drawn": ("dp-individual-ranking", {"k": 2, "guarantee": "dependence", "tree": [["A", "B"]]}),
    "learned": ("dp-individual-ranking", {"k": 2, "guarantee": "dependence"}),
    "insensitive": ("dp-insensitive", {"k": 2}),
}


# In the ordinary lane each mode has the pair that is easier to tell apart under it.
IN_ORDINARY_LANE = {
    *(("laplace", "far"), ("marginals", "far"), ("insensitive", "far")),
    *(("drawn", "near"), ("learned", "near")),
}


def marks_of(mode: str, pair: str) -> tuple[pytest.MarkDecorator, ...]:
    return () if (mode, pair) in IN_ORDINARY_LANE else (pytest.mark.longer,)


@pytest.mark.parametrize(
    ("mode", "pair"),
    [
        pytest.param(mode, pair, id=f"{name}-{mode}", marks=marks_of(mode, name))
        for mode in MODES
        for name, pair in (("near", NEAR), ("far", FAR))
    ],
)
def test_no_event_tells_more_than_is_claimed(mode: str, pair: tuple[Dataset, Dataset]) -> None:
    method, settings = MODES[mode]
    settings = {"epsilon": 1, **settings}
    both = [samples(file, STATISTICS, method, count=MODE_SAMPLES, **settings) for file in pair]
    bounds = [lower_bound_on_epsilon(one, other) for one, other in zip(*both, strict=True)]
    assert max(bounds) <= claimed(pair[0], method, **settings)


def test_one_column_comes_near_its_claim_and_not_above() -> None:
    pair = (table(A=[0.0, 0.0]), table(A=[1.0, 0.0]))
    method, settings = "dp-individual-ranking", {"epsilon": 1, "k": 2}
    sums = (samples(file, [whole_sum], method, **settings)[0] for file in pair)
    found = lower_bound_on_epsilon(*sums)
    # A sound test is not a blunt one: most of epsilon can be shown to be spent.
    assert 0.6 < found <= 1


def test_categories_tell_no_more_than_is_claimed() -> None:
    taxonomy = taxonomy_of({"r": (), "a": ("r",), "b": ("r",), "c": ("a",), "d": ("b",)})
    attributes = [nominal("A", taxonomy)]
    for method, settings in (
        ("dp-laplace", {}),
        ("dp-individual-ranking", {"k": 2}),
        ("dp-insensitive", {"k": 2}),
    ):
        settings = {"epsilon": 2, **settings}
        for cells in (["c", "c", "c", "c"], ["c", "c", "d", "d"]):
            pair = [
                Dataset((column("A", file),), Fingerprint("x", 1, "0" * 64))
                for file in (cells, ["d", *cells[1:]])
            ]
            sums = (
                samples(file, [whole_sum], method, attributes, MODE_SAMPLES, **settings)[0]
                for file in pair
            )
            assert lower_bound_on_epsilon(*sums) <= 2, method


def test_the_published_mechanism_is_caught() -> None:
    settings = {"epsilon": 1, "k": 2, "guarantee": "as-published"}
    fine = [unit(name, precision=1e-6) for name in "AB"]
    method = "dp-individual-ranking"
    pair = [samples(file, [distinct], method, fine, FAULT_SAMPLES, **settings)[0] for file in NEAR]
    assert lower_bound_on_epsilon(*pair) > 4


def test_noise_of_half_the_width_is_caught(monkeypatch) -> None:
    from core.protect.privacy import modes

    honest = modes.draw_laplace_noise
    monkeypatch.setattr(
        modes,
        "draw_laplace_noise",
        lambda count, scale, entropy: honest(count, scale / Fraction(2), entropy),
    )
    pair = (table(A=[0.0, 0.0]), table(A=[1.0, 0.0]))
    settings = {"epsilon": 1, "k": 2, "count": FAULT_SAMPLES}

    found = [samples(file, [whole_sum], "dp-individual-ranking", **settings)[0] for file in pair]
    assert lower_bound_on_epsilon(*found) > 1


def test_the_bound_is_that_of_clopper_and_pearson() -> None:
    # Exactly: p^3 for three of three, and 1 - (1 - p)^5 for one or more of five.
    assert tail(3, 3, 0.2) == pytest.approx(0.008)
    assert tail(1, 5, 0.1) == pytest.approx(1 - 0.9**5)
    assert tail(2, 4, 0.3) == pytest.approx(1 - 0.7**4 - 4 * 0.3 * 0.7**3)
    assert at_least(0, 10) == 0.0
    assert at_least(7, 7) == pytest.approx(1e-9 ** (1 / 7), rel=1e-6)
