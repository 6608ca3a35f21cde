"""What the modes release, apart from its privacy: order, relations, domains, smoothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import core.protect.privacy.synthetic_records as module
from core.kernels.privacy.isotonic import fit_isotonic
from core.model import Dataset, taxonomy_of
from core.protect.privacy import design_of, supply
from core.protect.privacy.bins import Bins, _on_simplex, bin_count, divide_into_bins, noisy_counts
from core.protect.privacy.modes import marginals
from core.protect.privacy.private_release import places_of
from core.protect.privacy.synthetic_records import learn_tree
from tests.core.privacy.making_runs import nominal, plan_of, released, table, unit
from tests.core.tables import column

LONG = np.linspace(0, 1, 400)
RELATED = table(A=LONG, B=1 - LONG, C=LONG[::-1] ** 2)
# So much that the noise is next to nothing.
MUCH = 1000


def values(found, name: str) -> np.ndarray:
    return np.asarray(next(column.values for column in found.columns if column.name == name))


@given(
    st.lists(
        st.tuples(st.integers(-20, 20), st.integers(1, 5)).map(
            lambda p: (float(p[0]), float(p[1]))
        ),
        min_size=1,
        max_size=12,
    )
)
def test_isotonic_regression_is_the_minimum_of_the_min_max_formula(pairs) -> None:
    given_values, weights = (np.array(part) for part in zip(*pairs, strict=True))
    found = fit_isotonic(given_values, weights)

    def mean(i: int, j: int) -> float:
        return float((given_values[i:j] * weights[i:j]).sum() / weights[i:j].sum())

    n = len(found)
    # Barlow and others 1972: the largest, over beginnings, of the least mean over ends.
    expected = [
        max(min(mean(i, j) for j in range(at + 1, n + 1)) for i in range(at + 1)) for at in range(n)
    ]
    assert np.allclose(found, expected)


def test_marginals_are_those_of_the_data_and_relations_are_gone() -> None:
    found = released(plan_of(RELATED, "dp-individual-ranking", k=10, epsilon=MUCH), RELATED)

    for name in "ABC":
        expected = np.sort(RELATED.column(name).values)
        assert np.abs(np.sort(values(found, name)) - expected).max() < 0.06
    assert not found.paired
    # 400 shuffled records: a correlation of 0.25 is five standard deviations.
    assert abs(np.corrcoef(values(found, "A"), values(found, "B"))[0, 1]) < 0.25


def test_dependence_keeps_marginals_and_relations() -> None:
    settings = {"k": 10, "epsilon": MUCH, "guarantee": "dependence"}
    for tree in ([], [["A", "C"], ["C", "B"]]):
        found = released(plan_of(RELATED, "dp-individual-ranking", tree=tree, **settings), RELATED)
        for name in "ABC":
            expected = np.sort(RELATED.column(name).values)
            assert np.abs(np.sort(values(found, name)) - expected).max() < 0.06
        assert np.corrcoef(values(found, "A"), values(found, "B"))[0, 1] < -0.9
        assert np.corrcoef(values(found, "C"), values(found, "B"))[0, 1] > 0.85


def test_a_drawn_tree_keeps_the_relations_it_has_and_no_others() -> None:
    half = np.random.default_rng(4).permutation(LONG)
    data = table(A=LONG, B=LONG, C=half, D=half)
    tree = [["A", "B"], ["B", "C"], ["C", "D"]]
    settings = {"k": 10, "epsilon": MUCH, "guarantee": "dependence", "tree": tree}
    found = released(plan_of(data, "dp-individual-ranking", **settings), data)

    assert np.corrcoef(values(found, "A"), values(found, "B"))[0, 1] > 0.9
    assert np.corrcoef(values(found, "C"), values(found, "D"))[0, 1] > 0.9
    assert abs(np.corrcoef(values(found, "A"), values(found, "D"))[0, 1]) < 0.3


def test_a_tree_is_learned_where_columns_depend() -> None:
    noise = np.random.default_rng(5)
    apart = noise.random((2, 2000))
    columns = [apart[0], apart[0] + 0.01 * apart[1], apart[1], 1 - apart[1]]
    cut = [divide_into_bins((1e6 * c).astype(np.int64), np.sort(1e6 * c), 8) for c in columns]

    found = learn_tree(cut, Fraction(50), supply(1))

    assert len(found) == 3
    assert {(0, 1), (2, 3)} <= set(found)


def test_a_tree_is_learned_from_a_million_records_with_any_budget() -> None:
    """Whole numbers of 64 bits must do: n² times the numerator of epsilon would not fit."""
    places = np.arange(1_000_000) % 2
    cut = [Bins(2, places), Bins(2, places), Bins(2, 1 - places)]
    assert len(learn_tree(cut, Fraction(12_407_423, 1_000_000), supply(1))) == 2


def test_the_data_do_not_choose_the_rate_at_which_a_tree_is_learned(monkeypatch) -> None:
    places, rates = np.arange(1_000_000) % 2, []
    choose = module.choose_for_groups

    def noted(members, begins, costs, rate, entropy):
        rates.append(rate)
        return choose(members, begins, costs, rate, entropy)

    monkeypatch.setattr(module, "choose_for_groups", noted)
    for other in (places, np.zeros_like(places)):
        cut = [Bins(2, places), Bins(2, other), Bins(2, places // 2)]
        learn_tree(cut, Fraction(12_407_423, 1_000_000), supply(1))

    assert len(set(rates)) == 1


@given(st.lists(st.integers(0, 30), min_size=6, max_size=6))
def test_no_table_depends_more_than_the_number_of_records_allows(cells: list[int]) -> None:
    assert module.dependence(np.array(cells).reshape(2, 3)) <= module.most_dependence(sum(cells))


def test_a_grid_finer_than_floating_point_counts_is_refused() -> None:
    data_fits = replace(RELATED, columns=RELATED.columns[:1])
    for precision, refused in ((1.1e-16, True), (1.2e-16, False)):
        plan = plan_of(data_fits, "dp-laplace", [unit("A", precision=precision)], epsilon=1000)
        assert (["dp-noise-too-large"] if refused else []) == [p.code for p in plan.errors]


def test_records_stay_together_where_that_is_the_mode() -> None:
    for method in ("dp-laplace", "dp-insensitive"):
        settings = {"k": 4} if method == "dp-insensitive" else {}
        found = released(plan_of(RELATED, method, epsilon=MUCH, **settings), RELATED)
        assert found.paired
        assert np.corrcoef(values(found, "A"), values(found, "B"))[0, 1] < -0.7


def test_categories_are_released_from_the_declared_list() -> None:
    taxonomy = taxonomy_of({"r": (), "a": ("r",), "b": ("r",), "c": ("a",), "d": ("b",)})
    cells = ["c"] * 30 + ["d"] * 30
    data = Dataset((column("A", cells),), RELATED.fingerprint)
    for method, settings in (
        ("dp-laplace", {}),
        ("dp-individual-ranking", {"k": 10}),
        ("dp-insensitive", {"k": 10}),
    ):
        for epsilon, allowed in ((0.01, set("abcdr")), (MUCH, set("cd"))):
            plan = plan_of(data, method, [nominal("A", taxonomy)], epsilon=epsilon, **settings)
            found = released(plan, data).columns[0]
            shown = [found.categories[code] for code in found.values]
            assert set(shown) <= allowed
            if epsilon == MUCH:
                assert sorted(shown) == cells


def test_listed_categories_bound_what_is_released() -> None:
    taxonomy = taxonomy_of({"r": (), "a": ("r",), "b": ("r",), "c": ("a",), "d": ("b",)})
    data = Dataset((column("A", ["c", "d"] * 20),), RELATED.fingerprint)
    attribute = nominal("A", taxonomy, listed=("c", "d", "a"))
    found = released(plan_of(data, "dp-laplace", [attribute], epsilon=0.001), data).columns[0]
    assert set(found.categories) == {"a", "c", "d"}


def test_smoothing_brings_noisy_groups_into_order() -> None:
    plan = plan_of(RELATED, "dp-individual-ranking", k=4, epsilon=1)
    design = design_of(plan.project, RELATED.rows)
    places = {c.name: places_of(c, RELATED.column(c.name)) for c in design.columns}
    for cells in marginals(design, places, supply(2)).values():
        assert (np.diff(cells) >= 0).all()
        assert len(cells) == design.groups.count


@given(st.lists(st.integers(-50, 200), min_size=1, max_size=12), st.integers(1, 300))
def test_noisy_counts_are_brought_to_the_number_of_records(cells: list[int], total: int) -> None:
    found = _on_simplex(np.array(cells), total)
    assert (found >= 0).all()
    assert abs(int(found.sum()) - total) <= len(cells)
    # What was larger stays at least as large.
    order = np.argsort(cells, kind="stable")
    assert (np.diff(found[order]) >= 0).all()


def test_counts_of_pairs_have_the_noise_that_two_changed_cells_need() -> None:
    # A replaced record changes two cells by 1, so that epsilon = 1/10 needs noise of scale 20.
    bins, per_cell = 40, 1000
    row_places, column_places = np.divmod(np.repeat(np.arange(bins * bins), per_cell), bins)
    table_counts = noisy_counts(
        Bins(bins, row_places), Bins(bins, column_places), Fraction(1, 10), supply(11)
    )
    # No cell is near 0, so that all are balanced alike; four standard errors of the mean size.
    mean_size = np.abs(table_counts - table_counts.mean()).mean()
    assert abs(mean_size / 20 - 1) < 4 / np.sqrt(table_counts.size)


def test_bins_are_few_where_noise_is_wide_and_depend_on_public_figures_only() -> None:
    assert bin_count(1000, 0.001) == 2
    assert bin_count(1000, 1) == 11
    assert bin_count(10**6, 10) == 40


def test_missing_values_take_the_middle_of_the_domain() -> None:
    cells = np.array([0.0, np.nan, 1.0, np.nan] * 10)
    data = table(A=np.nan_to_num(cells))
    missing = np.isnan(cells)
    column = replace(data.columns[0], values=cells, missing=missing)
    data = Dataset((column,), data.fingerprint)
    found = released(plan_of(data, "dp-laplace", [unit("A")], epsilon=MUCH), data)

    assert not found.columns[0].missing.any()
    assert np.abs(found.columns[0].values[missing] - 0.5).max() < 0.05
