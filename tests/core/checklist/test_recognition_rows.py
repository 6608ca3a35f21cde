"""Rows on how somebody is found, on the specification's examples and twins that just pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import measure_all
from core.messages import sentence
from core.model import Attribute, Measure, Role, Scale, Scenario, Schema, Unit
from core.model.checklist import PROFILES, RowCount, RowVerdict
from core.model.result import Direction
from core.protect import protect
from tests.core.checklist.test_rows import Table, counts_of, published
from tests.core.tables import Cell, confidential, dataset, plan, quasi

pytestmark = pytest.mark.usefixtures("usual_office")


def linked(original: Table, released: Table, profile: str = "scientific") -> RowCount:
    """Judge the measured linkage of a masked file."""
    attributes = [quasi(name) for name in original]
    schema = Schema(tuple(attributes))
    tables = [MeasuredTable(dataset(t).columns, schema) for t in (original, released)]
    measures = measure_all(*tables, Job())
    counts = counts_of(attributes, released, original, measures=measures, profile=profile)
    return counts["linked"]


def test_records_that_are_linked_to_their_group_of_five() -> None:
    ages = [20.0, 21.0, 22.0, 23.0, 24.0, 40.0, 41.0, 42.0, 43.0, 44.0]
    count = linked({"AGE": ages}, {"AGE": [22.0] * 5 + [42.0] * 5})
    assert (count.figure, count.limit, count.verdict) == (20, 20, RowVerdict.HELD)
    pairs = linked({"AGE": ages}, {"AGE": [20.5, 20.5, 23.0, 23.0, 23.0, *[42.0] * 5]})
    assert (pairs.figure, pairs.verdict) == (30, RowVerdict.ASKED)
    assert linked({"AGE": ages}, {"AGE": [22.0] * 5 + [42.0] * 5}, "public").limit == 10


def test_no_reason_is_taken_in_a_public_file_where_most_are_linked() -> None:
    ages = {"AGE": [float(20 + i) for i in range(10)]}
    assert linked(ages, ages).verdict is RowVerdict.ASKED
    assert linked(ages, ages, "public").verdict is RowVerdict.NEVER


def masked_by_mdav(amounts: list[float]) -> dict[str, list[Cell]]:
    schema = Schema((quasi("SALES"),))
    made = plan(schema, "mdav", {"k": 5}, range(len(amounts)))
    (column,) = protect(made, dataset({"SALES": amounts}), Job()).columns
    return {"SALES": column.values.tolist()}


def outlier(amounts: list[float], released: Table, **settings: object) -> RowCount:
    return counts_of([quasi("SALES")], released, {"SALES": amounts}, **settings)["outlier-found"]


def test_the_largest_firm_stands_out_of_the_released_values() -> None:
    amounts = [float(100 + 7 * i) for i in range(99)]
    amounts.append(300 * amounts[-1])
    count = outlier(amounts, masked_by_mdav(amounts))
    assert count.figure > 50
    assert (count.params["units"], count.params["largest"]) == (5, 5)
    assert (count.columns, count.verdict) == (("SALES",), RowVerdict.ASKED)
    assert outlier(amounts, masked_by_mdav(amounts), profile="public").verdict is RowVerdict.NEVER


@pytest.mark.parametrize(
    ("largest", "others", "figure"), [(200.0, 90, 2), (199.0, 90, 1), (200.0, 85, 1)]
)
def test_values_stand_out_from_twice_the_next_one_and_of_fewer_than_ten_units(
    largest: float, others: int, figure: float
) -> None:
    # A released column in which the last records have the largest value.
    values = [100.0] * others + [largest] * (95 - others)
    count = outlier(values, {"SALES": values})
    assert (count.figure, count.verdict is RowVerdict.HELD) == (figure, figure == 1)


def test_records_of_one_firm_stand_out_as_one_unit() -> None:
    attributes = [Attribute("FIRM", Role.DROP), quasi("SALES")]
    original = {"FIRM": [i // 4 for i in range(400)], "SALES": [100.0] * 380 + [300.0] * 20}
    settings = {"unit": Unit(("FIRM",)), "records_are_units": False}
    count = counts_of(attributes, {"SALES": original["SALES"]}, original, **settings)
    assert (count["outlier-found"].figure, count["outlier-found"].params["units"]) == (3, 5)
    without = counts_of([quasi("SALES")], {"SALES": original["SALES"]})
    assert without["outlier-found"].verdict is RowVerdict.HELD


def population(weights: list[float], **settings: object) -> RowCount:
    attributes = [published("ANSWER"), published("WEIGHT", Scale.CONTINUOUS)]
    table = {"ANSWER": ["a"] * len(weights), "WEIGHT": weights}
    return counts_of(attributes, table, weight="WEIGHT", **settings)["whole-population"]


def test_weights_say_how_much_of_the_population_is_in_the_file() -> None:
    count = population([1.0, 1.0, 4.0, 4.0])
    assert (count.figure, count.params["alone"], count.verdict) == (40, 2, RowVerdict.ASKED)
    twin = population([4.0, 4.0, 4.0, 4.0])
    assert (twin.figure, twin.params["alone"], twin.verdict) == (25, 0, RowVerdict.HELD)
    assert population([10.0] * 4, profile="public").verdict is RowVerdict.HELD
    assert population([9.0] * 4, profile="public").verdict is RowVerdict.NEVER
    assert population([10.0] * 4, profile="teaching").verdict is RowVerdict.NEVER


def test_the_recipe_says_how_much_of_the_population_is_in_the_file() -> None:
    count = population([4.0] * 4, fraction=0.05)
    assert (count.figure, count.params["alone"], count.verdict) == (5, 0, RowVerdict.HELD)
    assert population([4.0] * 4, fraction=0.05, profile="teaching").verdict is RowVerdict.HELD


def test_a_file_of_which_nobody_says_it_is_a_sample_is_the_population() -> None:
    table = {"ANSWER": ["a"] * 4}
    count = counts_of([published("ANSWER")], table)["whole-population"]
    assert (count.figure, count.params["alone"], count.verdict) == (100, 4, RowVerdict.HELD)
    assert "neither weights nor a fraction" in sentence(count.problem)
    public = counts_of([published("ANSWER")], table, profile="public")["whole-population"]
    assert public.verdict is RowVerdict.NEVER


MEDIAN = {"k": 3, "aggregate": "median"}


def exact(original: list[float], released: list[float], **parameters: object) -> RowCount:
    method = replace(plan(Schema(()), "mdav", {}, ()).project.recipe.method, parameters=parameters)
    counts = counts_of([quasi("SALES")], {"SALES": released}, {"SALES": original}, method=method)
    return counts["exact-value:SALES"]


def test_the_median_publishes_the_exact_value_of_a_unit() -> None:
    count = exact([3.0, 7.0, 20.0], [7.0] * 3, **MEDIAN)
    assert (count.figure, count.params["own"], count.verdict) == (3, 1, RowVerdict.ASKED)
    assert exact([3.0, 7.0, 20.0], [10.0] * 3, **MEDIAN).figure == 0
    # Everybody knows the value of a group in which all are equal.
    assert exact([7.0] * 3, [7.0] * 3, **MEDIAN).figure == 0


def test_means_are_the_value_of_a_unit_by_chance() -> None:
    attributes = [quasi("SALES")]
    counts = counts_of(attributes, {"SALES": [3.0] * 3}, {"SALES": [2.0, 3.0, 4.0]})
    assert "exact-value:SALES" not in counts


@pytest.mark.parametrize(
    ("mean", "rules", "digits", "verdict"),
    [
        (2386.73, (), 6, RowVerdict.NEVER),
        # No more than four digits, but finer than hundreds.
        (2387.0, (), 4, RowVerdict.NEVER),
        (2400.0, (), 2, RowVerdict.HELD),
        (2386.73, ("SALES = A + B",), None, None),
    ],
)
def test_means_with_all_digits_give_single_amounts_away(
    mean: float, rules: tuple[str, ...], digits: int | None, verdict: RowVerdict | None
) -> None:
    """Of three amounts in hundreds, with weights of many digits, one triple gives such a mean."""
    original = {"SALES": [1200.0, 3400.0, 2500.0], "A": [1.0] * 3, "B": [2.0] * 3}
    attributes = [quasi("SALES"), quasi("A"), quasi("B")]
    counts = counts_of(attributes, {**original, "SALES": [mean] * 3}, original, rules=rules)
    count = counts.get("digits:SALES")
    assert (count and count.figure, count and count.verdict) == (digits, verdict)


def test_a_hundredth_of_the_values_may_be_exact() -> None:
    original = [1000.5, 1003.5, 1006.5, *[float(2000 + i) for i in range(297)]]
    middles = np.repeat([float(2001 + 3 * i) + 0.3 for i in range(99)], 3).tolist()
    count = exact(original, [1003.5] * 3 + middles, **MEDIAN)
    assert (count.figure, count.limit, count.verdict) == (3, 3, RowVerdict.HELD)


def skewed(attribute: Attribute, emd: float, **settings: object) -> RowCount | None:
    table = {"AGE": [22.0] * 5 + [42.0] * 5, attribute.name: list("ababbababa")}
    measures = [Measure("emd-largest", emd, "1", Direction.LOWER, attribute.name)]
    counts = counts_of([quasi("AGE"), attribute], table, measures=measures, **settings)
    return counts.get(f"skewed:{attribute.name}")


def test_a_group_that_differs_from_the_file_is_asked_about_in_public_files() -> None:
    illness = confidential("ILLNESS", Scale.NOMINAL)
    for emd, verdict in ((0.15, RowVerdict.HELD), (0.151, RowVerdict.ASKED)):
        count = skewed(illness, emd, profile="public")
        assert count is not None
        assert (count.figure, count.verdict) == (emd, verdict)
    stated = skewed(illness, 0.7)
    assert stated is not None
    assert stated.verdict is RowVerdict.HELD


def test_what_is_sensitive_is_declared() -> None:
    harmless = replace(confidential("COLOUR", Scale.NOMINAL), sensitive=False)
    assert skewed(harmless, 0.5, profile="public") is None
    attributes = [quasi("AGE"), replace(published("ILLNESS", Scale.NOMINAL), sensitive=True)]
    table = {"AGE": [22.0] * 5 + [42.0] * 5, "ILLNESS": ["a"] * 5 + ["b"] * 5}
    counts = counts_of(attributes, table, profile="public")
    assert counts["skewed:ILLNESS"].figure == 0.5
    assert counts["same-value"].figure == 10
    silent = counts_of([quasi("AGE"), published("ILLNESS", Scale.NOMINAL)], table, profile="public")
    assert not {"skewed:ILLNESS", "same-value"} & silent.keys()


@pytest.mark.parametrize(("values", "figure"), [("aabbcabbbaabcca", 5), ("aabbcabcbaabcca", 0)])
def test_sensitive_values_of_a_public_group_are_three(values: str, figure: int) -> None:
    attributes = [quasi("AGE"), confidential("ILLNESS", Scale.NOMINAL)]
    table = {"AGE": [22.0] * 5 + [32.0] * 5 + [42.0] * 5, "ILLNESS": list(values)}
    count = counts_of(attributes, table, profile="public")["few-values:ILLNESS"]
    assert (count.figure, count.verdict is RowVerdict.HELD) == (figure, figure == 0)
    assert "few-values:ILLNESS" not in counts_of(attributes, table)


def test_a_binary_column_has_two_values_in_a_group() -> None:
    attributes = [quasi("AGE"), confidential("ILL", Scale.NOMINAL)]
    table = {"AGE": [22.0] * 5, "ILL": list("yyyyn")}
    assert counts_of(attributes, table, profile="public")["few-values:ILL"].figure == 0


def test_a_match_of_one_record_in_seventeen_is_probably_right() -> None:
    attributes = [published("AGE"), published("WEIGHT", Scale.CONTINUOUS)]
    table = {"AGE": [20, *[30] * 5], "WEIGHT": [17.0, *[1000.0] * 5]}
    counts = counts_of(attributes, table, weight="WEIGHT", limits=(("risk", 0.1),))
    count = counts["population-unique"]
    assert (count.figure, count.verdict) == (1, RowVerdict.ASKED)
    # ln 17 / 16 for the one, and 1,000 people or more for each of the others.
    assert count.params["expected"] == 0.2
    held = counts_of(attributes, table, weight="WEIGHT", limits=(("expected", 0.1),))
    assert held["population-unique"].verdict is RowVerdict.HELD


def test_many_small_risks_are_asked_about_together() -> None:
    attributes = [published("AGE"), published("WEIGHT", Scale.CONTINUOUS)]
    table = {"AGE": [*range(20, 120)], "WEIGHT": [200.0] * 100}
    count = counts_of(attributes, table, weight="WEIGHT")["population-unique"]
    assert (count.figure, count.verdict) == (0, RowVerdict.ASKED)
    many = counts_of(attributes, {**table, "WEIGHT": [20_000.0] * 100}, weight="WEIGHT")
    assert many["population-unique"].verdict is RowVerdict.HELD


def test_without_weights_it_is_known_what_is_counted_already() -> None:
    """The risk 1 / f is above 1 / k where fewer than k are alike, which is asked about."""
    counts = counts_of([published("AGE")], {"AGE": [20, 30, 30]})
    assert "population-unique" not in counts
    assert counts["few-alike"].figure == 3
    assert "population-unique" in counts_of([published("AGE")], {"AGE": [20]}, fraction=0.1)


def test_records_that_two_columns_single_out() -> None:
    attributes = [published("SEX"), published("JOB")]
    table = {"SEX": list("mmfff"), "JOB": list("xxxxz")}
    count = counts_of(attributes, table, profile="public")["special-unique"]
    assert (count.figure, count.verdict) == (1, RowVerdict.ASKED)
    shares = np.outer([0.4, 0.6], [0.8, 0.2])
    assert count.params["expected"] == round(5 * (shares * (1 - shares) ** 4).sum(), 1)
    # In so short a file chance explains one such record.
    assert counts_of(attributes, table)["special-unique"].verdict is RowVerdict.HELD
    twin = counts_of(attributes, {"SEX": list("mmfff"), "JOB": list("xxzzz")}, profile="public")
    assert twin["special-unique"].verdict is RowVerdict.HELD


def test_more_records_than_chance_explains_are_singled_out() -> None:
    attributes = [published("SEX"), published("AGE")]
    table = {"SEX": list("mf") * 50, "AGE": [20, 30] * 45 + [*range(40, 50)]}
    count = counts_of(attributes, table)["special-unique"]
    assert (count.figure, count.verdict) == (10, RowVerdict.ASKED)
    assert count.figure > count.limit


NEIGHBOUR = Scenario("neighbour", ("AREA", "JOB"), 2)


def test_what_a_scenario_leaves_with_too_few() -> None:
    attributes = [published("AREA"), published("JOB")]
    table = {"AREA": list("aaabbb"), "JOB": list("xxyxxx")}
    counts = counts_of(attributes, table, scenarios=(NEIGHBOUR,))
    count = counts["scenario-few"]
    assert (count.figure, count.params["combinations"]) == (1, 1)
    assert (count.columns, count.verdict) == (NEIGHBOUR.columns, RowVerdict.ASKED)
    twin = {"AREA": list("aaabbb"), "JOB": list("xxxyyy")}
    assert counts_of(attributes, twin, scenarios=(NEIGHBOUR,))["scenario-few"].figure == 0
    # By default so many must be alike as in all that others may know.
    default = replace(NEIGHBOUR, k=None)
    assert counts_of(attributes, twin, scenarios=(default,))["scenario-few"].figure == 6


def test_a_public_file_names_a_scenario() -> None:
    table = {"AGE": [22.0] * 10}
    assert counts_of([quasi("AGE")], table)["scenario-none"].verdict is RowVerdict.HELD
    asked = counts_of([quasi("AGE")], table, profile="public")["scenario-none"]
    assert asked.verdict is RowVerdict.ASKED
    masked = (Scenario("neighbour", ("AGE",)),)
    named = counts_of([quasi("AGE")], table, profile="public", scenarios=masked)
    assert "scenario-none" not in named
    assert named["scenario-few"].verdict is RowVerdict.HELD


def test_profiles_differ_in_what_they_say_of_risk() -> None:
    assert [PROFILES[name].risk for name in PROFILES] == [0.1, 0.2, 0.1]
