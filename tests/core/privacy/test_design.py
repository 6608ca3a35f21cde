"""How wide the noise is, what it means in a column's units, and how a budget is split."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from core.errors import Severity
from core.model import Attribute, Dataset, Role, Scale, Spending, taxonomy_of
from core.protect import ledger_of_plan
from core.protect.privacy import design_of, typical_errors
from core.protect.privacy.grid import grid_of
from core.protect.privacy.plans import noise_preview
from tests.core.privacy.making_runs import nominal, plan_of, released, table, unit
from tests.core.tables import column

DATA = table(A=range(24), B=range(24), C=range(24))
WIDTH, STEPS = 30, 1000


def scale_on_centroids(method: str, **settings: object) -> Fraction:
    """Return the scale of the noise on a group's mean, in the column's own units."""
    attributes = [unit(name, domain=(0.0, float(WIDTH))) for name in "ABC"]
    plan = plan_of(DATA, method, attributes, epsilon=2, **settings)
    assert plan.errors == ()
    design = design_of(plan.project, DATA.rows)
    found = {column.noise / design.groups.k * Fraction(WIDTH, STEPS) for column in design.columns}
    assert len(found) == 1
    return found.pop()


def test_scales_are_those_of_the_methods() -> None:
    """n = 24, m = 3, epsilon = 2, width 30 (manual: differential-privacy#methods-and-noise)."""
    assert scale_on_centroids("dp-laplace") == Fraction(3 * WIDTH, 2)
    assert scale_on_centroids("dp-individual-ranking", k=4) == Fraction(3 * WIDTH, 4 * 2)
    published = {"k": 4, "guarantee": "as-published"}
    assert scale_on_centroids("dp-insensitive", **published) == Fraction(24 * WIDTH, 4**2 * 2)
    assert scale_on_centroids("dp-insensitive", k=4) == Fraction(3 * 24 * WIDTH, 4**2 * 2)


def test_published_scales_meet_where_k_is_n_over_m() -> None:
    for k, less in ((2, True), (6, True), (8, False), (12, False)):
        both = {"k": k, "guarantee": "as-published"}
        ranked = scale_on_centroids("dp-individual-ranking", **both)
        insensitive = scale_on_centroids("dp-insensitive", **both)
        assert (ranked < insensitive) == less
        assert (ranked == insensitive) == (k == 24 // 3)


def test_the_typical_error_is_the_mean_size_of_the_noise() -> None:
    attributes = [unit("A", domain=(0.0, float(WIDTH))), *dropped("B", "C")]
    plan = plan_of(DATA, "dp-individual-ranking", attributes, k=4, epsilon=3)
    (said,) = typical_errors(plan)
    seen = noise_preview(plan, "A", points=40_000)

    inside = (seen.before > WIDTH * 0.3) & (seen.before < WIDTH * 0.7)
    size = np.abs(seen.after - seen.before)[inside].mean()
    assert said.unit == "column"
    # Clamping takes a little off the tails; the scale is WIDTH / 12.
    assert said.value == pytest.approx(WIDTH / 12, rel=0.01)
    assert size == pytest.approx(said.value, rel=0.05)


def dropped(*names: str) -> list[Attribute]:
    return [Attribute(name, Role.IDENTIFIER) for name in names]


def test_days_ranks_and_categories_have_their_own_units() -> None:
    taxonomy = taxonomy_of({"r": (), "a": ("r",), "b": ("r",), "c": ("a",), "d": ("b",)})
    attributes = [
        unit("A", scale=Scale.INTEGER, domain=(0.0, 100.0)),
        nominal("B", taxonomy),
        Attribute("C", Role.QUASI_IDENTIFIER, Scale.ORDINAL, ("0", "1", "2")),
    ]
    columns = (DATA.column("A"), column("B", list("abcd") * 6), column("C", list("0120") * 6))
    data = Dataset(columns, DATA.fingerprint)
    loose, strict = (
        {error.column: error for error in typical_errors(plan)}
        for plan in (
            plan_of(data, "dp-individual-ranking", attributes, k=4, epsilon=epsilon)
            for epsilon in (300, 0.3)
        )
    )
    assert [loose[name].unit for name in "ABC"] == ["column", "share", "ranks"]
    assert loose["B"].value < 0.05
    # Nearly any of the four nodes below the root and the root itself.
    assert 0.7 < strict["B"].value < 1
    assert loose["C"].value < 0.1 < strict["C"].value
    assert noise_preview(
        plan_of(data, "dp-individual-ranking", attributes, k=4, epsilon=300), "B", seed=1
    ).categories == ("c", "a", "r", "b", "d")


@pytest.mark.parametrize(
    ("order", "from_data", "notes"),
    [(("0", "1"), False, 1), (("0", "1"), True, 0), (("0", "1", "2"), False, 0)],
)
def test_an_order_of_what_occurs_is_to_be_looked_at_again(
    order: tuple[str, ...], from_data: bool, notes: int
) -> None:
    data = Dataset((column("A", list("01") * 12),), DATA.fingerprint)
    attribute = Attribute(
        "A", Role.QUASI_IDENTIFIER, Scale.ORDINAL, order, domain_from_data=from_data
    )
    plan = plan_of(data, "dp-laplace", [attribute], epsilon=1)

    assert plan.errors == ()
    found = [problem for problem in plan.problems if problem.code == "dp-order-occurs"]
    assert [problem.severity for problem in found] == [Severity.NOTE] * notes


def test_a_preview_does_not_look_at_the_data() -> None:
    other = table(A=[1.0] * 24, B=range(24), C=range(24))
    both = [
        noise_preview(plan_of(data, "dp-laplace", epsilon=1), "A", points=50, seed=3)
        for data in (table(A=[0.5] * 24, B=range(24), C=range(24)), other)
    ]

    assert both[0].after.tolist() == both[1].after.tolist()
    assert both[0].before.min() == 0
    assert both[0].before.max() == 1


def test_a_budget_is_split_exactly() -> None:
    shares = {"A": 2, "B": 1, "C": 1}
    ledger = ledger_of_plan(plan_of(DATA, "dp-laplace", epsilon=0.1, shares=shares))

    assert [entry.epsilon for entry in ledger.entries] == [
        Fraction(1, 20),
        Fraction(1, 40),
        Fraction(1, 40),
    ]
    assert ledger.spent == Fraction(1, 10)
    assert ledger.remaining == 0


def test_relations_and_finding_them_have_their_price() -> None:
    settings = {"k": 3, "epsilon": 1, "guarantee": "dependence", "edge_share": 0.5}
    learned = ledger_of_plan(plan_of(DATA, "dp-individual-ranking", tree_share=0.1, **settings))
    tree = [["A", "B"], ["B", "C"]]
    drawn = ledger_of_plan(plan_of(DATA, "dp-individual-ranking", tree=tree, **settings))

    def of(ledger, kind: Spending) -> Fraction:
        parts = (e.epsilon for e in ledger.entries if e.spending is kind)
        return sum(parts, Fraction(0))

    assert of(learned, Spending.EDGE) == of(drawn, Spending.EDGE) == Fraction(1, 2)
    assert of(learned, Spending.TREE) == Fraction(1, 10)
    assert of(drawn, Spending.TREE) == 0
    # What learning would have cost goes to the columns.
    assert of(drawn, Spending.COLUMN) > of(learned, Spending.COLUMN)
    for ledger in (learned, drawn):
        assert Fraction(999_990, 1_000_000) < ledger.spent <= 1
    assert [e.columns for e in drawn.entries if e.spending is Spending.EDGE] == [
        ("A", "B"),
        ("B", "C"),
    ]


def test_uneven_shares_never_spend_more_than_the_whole() -> None:
    shares = {"A": 0.333333, "B": 1e-3, "C": 12.345678}
    ledger = ledger_of_plan(plan_of(DATA, "dp-laplace", epsilon=0.7, shares=shares))
    assert Fraction(699_990, 1_000_000) < ledger.spent <= Fraction(7, 10)


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        ("dp-laplace", {"shares": {"A": 1e-9, "B": 1, "C": 1}}),
        ("dp-laplace", {"epsilon": 0.000_001}),
        ("dp-individual-ranking", {"k": 3, "guarantee": "dependence", "epsilon": 0.000_002}),
    ],
)
def test_next_to_nothing_of_a_budget_is_refused(method: str, settings: dict) -> None:
    plan = plan_of(DATA, method, **{"epsilon": 1, **settings})
    assert [problem.code for problem in plan.errors] == ["dp-noise-too-large"]


def test_sums_that_do_not_fit_are_refused_and_the_largest_that_do_are_exact() -> None:
    """1,024 records in one group, of places up to 2^53 or 2^51: beyond 2^62, or below."""
    ones = table(A=[1.0] * 1024)
    settings = {"k": 1024, "epsilon": 1000}
    plan = plan_of(ones, "dp-individual-ranking", [unit("A", precision=2.0**-53)], **settings)
    assert [problem.code for problem in plan.errors] == ["dp-noise-too-large"]

    plan = plan_of(ones, "dp-individual-ranking", [unit("A", precision=2.0**-51)], **settings)
    found = released(plan, ones).columns[0].values
    # The noise is below a thousandth of a sum of 1,024 ones.
    assert np.abs(found - 1).max() < 0.01


def test_many_records_of_many_categories_are_chosen_among_with_any_budget() -> None:
    """A hundred million costs of a thousand times the numerator of epsilon would not fit."""
    taxonomy = taxonomy_of({"r": (), "a": ("r",), "b": ("r",)})
    data = Dataset((column("A", list("ab") * 12),), DATA.fingerprint)
    attributes = [nominal("A", taxonomy)]
    plan = plan_of(data, "dp-individual-ranking", attributes, epsilon=999.999_983, k=24)
    recipe = plan.project.recipe
    method = replace(recipe.method, parameters={**recipe.method.parameters, "k": 10**8})
    project = replace(plan.project, recipe=replace(recipe, method=method))
    (planned,) = design_of(project, 10**8).columns

    change = min(planned.domain.path, planned.domain.widest)
    exact = Fraction(999_999_983, 10**6) / (2 * change)
    assert exact.numerator * 10**8 * planned.domain.widest > 1 << 62
    assert planned.noise.numerator * 10**8 * planned.domain.widest < 1 << 62
    assert exact * Fraction(999, 1000) < planned.noise <= exact


@pytest.mark.parametrize(
    ("more", "steps", "step"),
    [
        ({"domain": (0.0, 50.0)}, 1000, Fraction(1, 20)),
        ({"domain": (-1.0, 1.0), "precision": 0.3}, 7, Fraction(3, 10)),
        ({"domain": (18.0, 99.0), "scale": Scale.INTEGER}, 81, Fraction(1)),
        ({"domain": (0.5, 9.5), "scale": Scale.INTEGER}, 8, Fraction(1)),
        ({"domain": (0.0, 1000.0), "scale": Scale.INTEGER, "precision": 10.0}, 100, Fraction(10)),
    ],
)
def test_grids_cover_the_domain(more: dict, steps: int, step: Fraction) -> None:
    grid = grid_of(unit("A", **more))

    assert (grid.steps, grid.step) == (steps, step)
    low, high = float(grid.low), float(grid.high)
    values = np.array([low - 5, low, high, high + 5, np.nan, np.inf, -np.inf])
    places = grid.places(values)
    assert places[[0, 1, 4, 5, 6]].tolist() == [0, 0, steps // 2, steps, 0]
    # The largest place lies at the upper bound, or beyond it by less than a step.
    assert steps - 1 <= places[2] <= places[3] <= steps
    back = grid.values(np.arange(-3, steps + 4))
    assert back.min() == low
    assert back.max() == high
