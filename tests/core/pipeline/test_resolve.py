"""A plan says everything that is wrong, at its place, and spells out every default."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.jobs import Job
from core.messages import sentence
from core.model import (
    Attribute,
    Dataset,
    Labels,
    Method,
    MissingPolicy,
    Plan,
    Recipe,
    Role,
    Scale,
    Schema,
    Unit,
    flat,
)
from core.pipeline import execute, resolve
from tests.core.pipeline.making import SOURCE, recipe, schema
from tests.core.tables import column, confidential, dataset, dataset_of, quasi

PEOPLE = dataset(
    {
        "AGE": [30, 31, None, 55, 60, 62, 70, 71],
        "INCOME": [10.5, 20, 30, 40, 50, 60, None, 80],
        "NAME": list("abcdefgh"),
        "SCHOOL": ["low", "low", "mid", "high", "mid", "low", "high", None],
    }
)
ORDER = ("low", "mid", "high")
AGE, INCOME = quasi("AGE", Scale.INTEGER), confidential("INCOME")
NAME, SCHOOL = Attribute("NAME", Role.IDENTIFIER), Attribute("SCHOOL", Role.OTHER)
SCHEMA = schema(AGE, INCOME, NAME, SCHOOL)
# In the order of this column a category is missing.
TWO_LEVELS = schema(AGE, INCOME, NAME, quasi("SCHOOL", Scale.ORDINAL, order=ORDER[:2]))
USED = MissingPolicy.USE_OBSERVED


def planned(wishes: Recipe, columns: Schema = SCHEMA, people: Dataset = PEOPLE) -> Plan:
    return resolve(wishes, columns, people, SOURCE)


def codes(plan: Plan) -> list[str]:
    return [problem.code for problem in plan.errors]


def test_a_good_recipe_gives_a_plan_without_problems() -> None:
    plan = planned(recipe(k=2))
    assert plan.errors == ()
    assert plan.parameters == {
        "k": 2, "lambda": 0, "blocks": [], "aggregate": "mean", "categories": "typical",
        "refine": 0,
    }  # fmt: skip
    assert plan.kept.tolist() == [0, 1, 3, 4, 5, 6, 7]
    assert plan.implications is not None
    assert (plan.implications.records, plan.implications.left_out) == (7, 1)
    assert (plan.implications.cluster_size, plan.implications.clusters) == (2, 3)
    (warning,) = plan.warnings
    assert warning.code == "records-left-out"
    assert "One record" in sentence(warning)


def test_missing_confidential_values_matter_only_to_methods_that_use_them() -> None:
    used = [0, 1, 3, 4, 5, 7]
    assert planned(recipe("t-closeness-first", k=2, t=0.3)).kept.tolist() == used
    assert planned(recipe(k=2, **LAMBDA)).kept.tolist() == used
    for parameters in ({}, LAMBDA):
        plan = planned(recipe(missing=USED, k=2, **parameters))
        assert (codes(plan), len(plan.kept)) == ([], 8)
    (problem,) = planned(recipe("t-closeness-first", USED, k=2, t=0.3)).errors
    # Record 6 stands on line 8: a header line, then records from line 2.
    assert (problem.where.column, problem.where.row) == ("INCOME", 8)


def test_every_default_is_spelled_out() -> None:
    plan = planned(recipe("t-closeness-first", k=2, t=0))
    assert plan.parameters == {
        "k": 2, "t": 0, "bucket_by": "INCOME", "aggregate": "mean", "categories": "typical",
    }  # fmt: skip
    assert plan.project.recipe.method.parameters == plan.parameters


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (recipe("no-such-method", k=2), "method-unknown"),
        (recipe(), "parameter-missing"),
        (recipe(k=1), "parameter-too-small"),
        (recipe(k=0), "parameter-too-small"),
        (recipe(k=2.5), "parameter-not-integer"),
        (recipe(k="5"), "parameter-not-number"),
        (recipe(k=True), "parameter-not-number"),
        (recipe(k=float("nan")), "parameter-not-number"),
        (recipe(k=2, gamma=0.2), "parameter-unknown"),
        (recipe(k=8), "k-exceeds-records"),
        (recipe(k=2, aggregate="mode"), "parameter-not-choice"),
        (recipe(k=2, aggregate=["mean"]), "parameter-not-choice"),
        (recipe("t-merge", k=2, t=0.1, partition="insensitive"), "parameter-not-choice"),
        (recipe(k=2, **{"lambda": 1.5}), "parameter-too-large"),
        (recipe("v-mdav", k=2, gamma=-1), "parameter-too-small"),
        (recipe("ama", k=2, bins=1), "parameter-too-small"),
        (recipe("t-closeness-first", k=2, t=-0.1), "parameter-too-small"),
        (recipe("t-closeness-first", k=2, t=1.1), "parameter-too-large"),
        (recipe("t-closeness-first", k=2), "parameter-missing"),
        (recipe("t-closeness-first", k=2, t=0.1, bucket_by="AGE"), "parameter-not-confidential"),
    ],
)
def test_a_wrong_method_or_parameter_is_refused(wishes: Recipe, code: str) -> None:
    plan = planned(wishes)
    assert codes(plan) == [code]
    assert plan.errors[0].where.field is not None
    assert sentence(plan.errors[0])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (Attribute("ABSENT", Role.OTHER), "column-not-in-file"),
        (quasi("NAME"), "scale-needs-numbers"),
        (quasi("INCOME", Scale.INTEGER), "scale-needs-whole-numbers"),
        (quasi("AGE", Scale.DATE), "scale-needs-dates"),
        (quasi("AGE", None), "scale-missing"),
        (quasi("SCHOOL", Scale.ORDINAL), "ordinal-needs-order"),
        (quasi("SCHOOL", Scale.ORDINAL, order=("low", "low")), "ordinal-order-twice"),
        (quasi("SCHOOL", Scale.ORDINAL, order=("low", "mid")), "ordinal-not-in-order"),
        (quasi("AGE", taxonomy="ages.csv"), "taxonomy-needs-nominal"),
    ],
)
def test_a_scale_that_the_cells_contradict_is_refused(change: Attribute, code: str) -> None:
    attributes = [a for a in SCHEMA.attributes if a.name != change.name]
    problems = planned(recipe(k=2), schema(*attributes, change)).errors
    assert [p.where.column for p in problems if p.code == code] == [change.name]


def test_a_taxonomy_whose_distances_would_take_too_much_memory_is_refused() -> None:
    wide = flat(tuple(f"C{i}" for i in range(15_000)))
    place = quasi("NAME", Scale.NOMINAL, taxonomy="wide.csv", categories=wide)
    problem, *_ = planned(recipe(k=2), schema(AGE, INCOME, place, SCHOOL)).errors
    assert "15,001 categories; at most 15,000 can be used" in sentence(problem)


def test_cells_outside_the_order_are_told_by_row_and_count_not_by_value() -> None:
    said = sentence(planned(recipe(k=2), TWO_LEVELS).errors[0])
    assert "2 cells" in said
    assert "5, 8" in said
    assert "high" not in said
    # Rows are those of the file, wherever its records lie in it.
    spread = Dataset(PEOPLE.columns, PEOPLE.fingerprint, np.arange(10, 90, 10, dtype=np.int64))
    assert planned(recipe(k=2), TWO_LEVELS, spread).errors[0].where.row == 40
    wishes = replace(recipe(k=2), strata=("SCHOOL",))
    assert "ordinal-not-in-order" in codes(planned(wishes, TWO_LEVELS))


def test_whole_numbers_may_be_codes_of_an_ordered_column() -> None:
    people = dataset({"STEP": [1, 2, 3, 1, 2, 10]})
    columns = schema(quasi("STEP", Scale.ORDINAL, order=("1", "2", "3", "10")))
    assert planned(recipe(k=2), columns, people).errors == ()


LAMBDA = {"lambda": 0.5}
SECRET_SCHOOL = schema(AGE, INCOME, NAME, confidential("SCHOOL", Scale.NOMINAL))
NOTHING_SECRET = schema(AGE, Attribute("INCOME", Role.OTHER), NAME, SCHOOL)


@pytest.mark.parametrize(
    ("wishes", "columns", "refusals"),
    [
        (recipe(k=2), schema(AGE, INCOME, NAME), ["column-not-described"]),
        (recipe(k=2), schema(Attribute("AGE", Role.OTHER), INCOME, NAME, SCHOOL),
         ["no-quasi-identifier"]),
        (recipe("t-closeness-first", k=2, t=0.2), NOTHING_SECRET, ["no-confidential"]),
        (recipe(k=2, **LAMBDA), NOTHING_SECRET, ["lambda-needs-confidential"]),
        (recipe(k=2, **LAMBDA), SECRET_SCHOOL, ["lambda-nominal-later"]),
        (recipe(k=2), SECRET_SCHOOL, []),
        (recipe("univariate-optimal", k=2), SCHEMA, []),
    ],
)  # fmt: skip
def test_columns_that_the_settings_need(
    wishes: Recipe, columns: Schema, refusals: list[str]
) -> None:
    plan = planned(wishes, columns)
    assert codes(plan) == refusals
    if refusals == ["column-not-described"]:
        assert plan.errors[0].where.column == "SCHOOL"


def test_the_optimal_method_takes_a_single_quasi_identifier() -> None:
    two = schema(AGE, quasi("INCOME"), NAME, SCHOOL)
    (problem,) = planned(recipe("univariate-optimal", k=2), two).errors
    assert problem.code == "one-quasi-identifier"
    assert "2 columns" in sentence(problem)


def test_a_domain_that_is_not_declared_is_warned_of_where_it_matters() -> None:
    declared = schema(quasi("AGE", Scale.INTEGER, domain=(0, 120)), INCOME, NAME, SCHOOL)
    for name, columns, is_warned in (
        ("insensitive", SCHEMA, True), ("insensitive", declared, False), ("mdav", SCHEMA, False)
    ):  # fmt: skip
        warnings = [p.code for p in planned(recipe(name, k=2), columns).warnings]
        assert ("domain-from-data" in warnings) == is_warned, name


def test_columns_without_values_and_files_without_whole_records_are_refused() -> None:
    both = schema(quasi("A"), quasi("B"))
    empty = dataset({"A": [1, 2, 3], "B": [None, None, None]})
    assert codes(planned(recipe(k=2), both, empty)) == ["column-all-missing"]
    crossed = dataset({"A": [1, None], "B": [None, 2]})
    assert codes(planned(recipe(k=2), both, crossed)) == ["no-records"]


def test_a_published_text_that_differs_everywhere_is_warned_of() -> None:
    columns = schema(AGE, INCOME, Attribute("NAME", Role.OTHER), SCHOOL)
    warned = {p.code: p.where.column for p in planned(recipe(k=2), columns).warnings}
    assert warned["column-unprotected-unique"] == "NAME"


def test_what_the_settings_imply_is_counted_stratum_by_stratum() -> None:
    cells = {"AGE": [*range(50)], "INCOME": [float(i * 7 % 50) for i in range(50)]}
    people = dataset({**cells, "REGION": [0] * 40 + [1] * 10})
    columns = schema(AGE, INCOME, Attribute("REGION", Role.OTHER))
    wishes = replace(recipe(k=3), strata=("REGION",))
    found = planned(wishes, columns, people).implications
    assert found is not None
    assert (found.clusters, found.cluster_size) == (40 // 3 + 10 // 3, 3)

    close = replace(wishes, method=Method("t-closeness-first", {"k": 2, "t": 0.1}))
    found = planned(close, columns, people).implications
    assert found is not None
    # n / (2 (n - 1) t + 1) rounded up: 5 of 40, and 4 of 10, enlarged by (10 mod 4) // 2 to 5.
    assert (found.clusters, found.cluster_size) == (40 // 5 + 10 // 5, 5)
    assert found.t_bound is None


@pytest.mark.parametrize(
    ("attribute", "code"),
    [
        (quasi("SCHOOL", Scale.ORDINAL, order=("low", "high")), "order-of-labels"),
        (quasi("SCHOOL", Scale.ORDINAL, order=("1",)), "ordinal-not-in-order"),
        (quasi("SCHOOL", Scale.NOMINAL, listed=("low", "high")), "taxonomy-of-labels"),
        (quasi("SCHOOL", Scale.NOMINAL, listed=("1",)), "taxonomy-lacks"),
    ],
)
def test_labels_named_where_codes_are_wanted_are_told_apart_from_a_category_forgotten(
    attribute: Attribute, code: str
) -> None:
    labels = Labels(values=(("1", "low"), ("2", "high")))
    coded = replace(column("SCHOOL", ["1", "2", "1", "2"]), labels=labels)
    assert code in codes(planned(recipe(k=2), schema(attribute), dataset_of(coded)))


def test_a_shipped_taxonomy_that_does_not_exist_is_told_with_those_that_do() -> None:
    place = quasi("SCHOOL", Scale.NOMINAL, taxonomy="shipped:regions")
    problems = planned(recipe(k=2), schema(AGE, place)).errors
    (problem,) = [p for p in problems if p.code == "taxonomy-not-shipped"]
    assert "shipped:countries" in sentence(problem)


@pytest.mark.parametrize("name", ["univariate-optimal", "best", "ama"])
def test_a_method_of_numbers_refuses_categories_without_an_order(name: str) -> None:
    wishes = Recipe(Method(name, {"k": 2}), recipe().target)
    age, school = Attribute("AGE", Role.OTHER), quasi("SCHOOL", Scale.NOMINAL)
    (problem,) = planned(wishes, schema(age, INCOME, NAME, school)).errors
    assert (problem.code, problem.where.column) == ("method-needs-order", "SCHOOL")
    ordinal = replace(school, scale=Scale.ORDINAL, order=ORDER)
    assert codes(planned(wishes, schema(age, INCOME, NAME, ordinal))) == []


def test_clusters_of_units_are_said_as_a_bound_before_the_run() -> None:
    """Units are grouped within patterns of zeros, of which each leaves some over."""
    numbers = [home for home in range(12) for _ in range(2)]
    rents = [(home > 4) * (400 + home) for home in numbers]
    homes = dataset({"HOME": numbers, "AGE": [*range(30, 54)], "RENT": rents})
    rent = quasi("RENT", Scale.INTEGER, keeps_zeros=True)
    columns = schema(Attribute("HOME", Role.IDENTIFIER), AGE, rent)
    plan = planned(replace(recipe(k=3), unit=Unit(("HOME",), ("RENT",))), columns, homes)
    assert plan.errors == ()
    formed = len(execute(plan, homes, Job()).clusters.sizes)
    assert plan.implications is not None
    assert (formed, plan.implications.clusters, plan.implications.at_most) == (6, 8, True)
