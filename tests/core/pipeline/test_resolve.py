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
from tests.core.pipeline.making import (
    SOURCE,
    attribute,
    confidential,
    dataset,
    integers,
    numbers,
    quasi,
    recipe,
    schema,
    texts,
)

PEOPLE = dataset(
    integers("AGE", [30, 31, None, 55, 60, 62, 70, 71]),
    numbers("INCOME", [10.5, 20, 30, 40, 50, 60, None, 80]),
    texts("NAME", ["a", "b", "c", "d", "e", "f", "g", "h"]),
    texts("SCHOOL", ["low", "low", "mid", "high", "mid", "low", "high", None]),
)
ORDER = ("low", "mid", "high")
SCHEMA = schema(
    quasi("AGE", Scale.INTEGER),
    confidential("INCOME"),
    attribute("NAME", Role.IDENTIFIER),
    attribute("SCHOOL", Role.OTHER),
)


def planned(wishes: Recipe, columns: Schema = SCHEMA, people: Dataset = PEOPLE) -> Plan:
    return resolve(wishes, columns, people, SOURCE)


def codes(plan: Plan) -> list[str]:
    return [problem.code for problem in plan.errors]


def test_a_good_recipe_gives_a_plan_without_problems() -> None:
    plan = planned(recipe(k=2), people=dataset(*PEOPLE.columns))

    assert plan.errors == ()
    assert plan.parameters == {
        "k": 2,
        "lambda": 0,
        "blocks": [],
        "aggregate": "mean",
        "categories": "typical",
        "refine": 0,
    }
    assert plan.kept.tolist() == [0, 1, 3, 4, 5, 6, 7]
    assert plan.implications is not None
    assert (plan.implications.records, plan.implications.left_out) == (7, 1)
    assert (plan.implications.cluster_size, plan.implications.clusters) == (2, 3)


def test_records_left_out_are_counted_in_a_warning() -> None:
    (warning,) = planned(recipe(k=2)).warnings

    assert warning.code == "records-left-out"
    assert "One record" in sentence(warning)


def test_missing_confidential_values_matter_only_to_methods_that_use_them() -> None:
    closeness = planned(recipe("t-closeness-first", k=2, t=0.3))

    assert closeness.kept.tolist() == [0, 1, 3, 4, 5, 7]


def test_observed_values_keep_every_record() -> None:
    plan = planned(recipe(missing=MissingPolicy.USE_OBSERVED, k=2))

    assert plan.errors == ()
    assert len(plan.kept) == 8


def test_t_closeness_refuses_missing_confidential_values_by_their_row() -> None:
    wishes = recipe("t-closeness-first", MissingPolicy.USE_OBSERVED, k=2, t=0.3)

    (problem,) = planned(wishes).errors

    # Record 6 stands on line 8: a header line, then records from line 2.
    assert (problem.where.column, problem.where.row) == ("INCOME", 8)


def test_every_default_is_spelled_out() -> None:
    plan = planned(recipe("t-closeness-first", k=2, t=0))

    assert plan.parameters == {
        "k": 2,
        "t": 0,
        "bucket_by": "INCOME",
        "aggregate": "mean",
        "categories": "typical",
    }
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
    ("change", "code", "column"),
    [
        (attribute("ABSENT", Role.OTHER), "column-not-in-file", "ABSENT"),
        (quasi("NAME"), "scale-needs-numbers", "NAME"),
        (quasi("INCOME", Scale.INTEGER), "scale-needs-whole-numbers", "INCOME"),
        (quasi("AGE", Scale.DATE), "scale-needs-dates", "AGE"),
        (quasi("AGE", None), "scale-missing", "AGE"),
        (quasi("SCHOOL", Scale.ORDINAL), "ordinal-needs-order", "SCHOOL"),
        (quasi("SCHOOL", Scale.ORDINAL, order=("low", "low")), "ordinal-order-twice", "SCHOOL"),
        (quasi("SCHOOL", Scale.ORDINAL, order=("low", "mid")), "ordinal-not-in-order", "SCHOOL"),
        (quasi("AGE", taxonomy="ages.csv"), "taxonomy-needs-nominal", "AGE"),
    ],
)
def test_a_scale_that_the_cells_contradict_is_refused(change, code: str, column: str) -> None:
    attributes = [a for a in SCHEMA.attributes if a.name != change.name]

    plan = planned(recipe(k=2), schema(*attributes, change))

    assert code in codes(plan)
    (problem,) = [p for p in plan.errors if p.code == code]
    assert problem.where.column == column


def test_a_taxonomy_whose_distances_would_take_too_much_memory_is_refused() -> None:
    wide = flat(tuple(f"C{i}" for i in range(15_000)))
    place = replace(quasi("NAME", Scale.NOMINAL, taxonomy="wide.csv"), categories=wide)
    age, income, _, school = SCHEMA.attributes
    problem, *_ = planned(recipe(k=2), schema(age, income, place, school)).errors

    assert "15,001 categories; at most 15,000 can be used" in sentence(problem)


def test_cells_outside_the_order_are_told_by_row_and_count_not_by_value() -> None:
    change = quasi("SCHOOL", Scale.ORDINAL, order=("low", "mid"))
    plan = planned(recipe(k=2), schema(*SCHEMA.attributes[:3], change))

    said = sentence(plan.errors[0])

    assert "2 cells" in said
    assert "5, 8" in said
    assert "high" not in said


def test_the_order_of_a_stratum_is_held_to_its_cells() -> None:
    change = quasi("SCHOOL", Scale.ORDINAL, order=("low", "mid"))
    wishes = replace(recipe(k=2), strata=("SCHOOL",))
    assert "ordinal-not-in-order" in codes(planned(wishes, schema(*SCHEMA.attributes[:3], change)))


def test_whole_numbers_may_be_codes_of_an_ordered_column() -> None:
    people = dataset(integers("STEP", [1, 2, 3, 1, 2, 10]))
    columns = schema(quasi("STEP", Scale.ORDINAL, order=("1", "2", "3", "10")))

    assert planned(recipe(k=2), columns, people).errors == ()


def test_a_column_that_nobody_described_is_refused() -> None:
    plan = planned(recipe(k=2), schema(*SCHEMA.attributes[:3]))

    assert codes(plan) == ["column-not-described"]
    assert plan.errors[0].where.column == "SCHOOL"


def test_without_quasi_identifiers_there_is_nothing_to_protect() -> None:
    columns = schema(attribute("AGE", Role.OTHER), *SCHEMA.attributes[1:])

    assert codes(planned(recipe(k=2), columns)) == ["no-quasi-identifier"]


def test_t_closeness_needs_a_confidential_column() -> None:
    columns = schema(SCHEMA.attributes[0], attribute("INCOME", Role.OTHER), *SCHEMA.attributes[2:])

    assert codes(planned(recipe("t-closeness-first", k=2, t=0.2), columns)) == ["no-confidential"]


LAMBDA = {"lambda": 0.5}


def test_a_lambda_above_0_needs_a_confidential_column_that_can_be_computed_with() -> None:
    other = schema(SCHEMA.attributes[0], attribute("INCOME", Role.OTHER), *SCHEMA.attributes[2:])
    nominal = schema(*SCHEMA.attributes[:3], confidential("SCHOOL", Scale.NOMINAL))

    assert codes(planned(recipe(k=2, **LAMBDA), other)) == ["lambda-needs-confidential"]
    assert codes(planned(recipe(k=2, **LAMBDA), nominal)) == ["lambda-nominal-later"]
    assert codes(planned(recipe(k=2), nominal)) == []


def test_with_lambda_missing_confidential_values_are_left_out_or_taken_as_the_mean() -> None:
    observed = recipe(missing=MissingPolicy.USE_OBSERVED, k=2, **LAMBDA)

    assert planned(recipe(k=2, **LAMBDA)).kept.tolist() == [0, 1, 3, 4, 5, 7]
    assert (codes(planned(observed)), len(planned(observed).kept)) == ([], 8)


def test_the_optimal_method_takes_a_single_quasi_identifier() -> None:
    two = schema(SCHEMA.attributes[0], quasi("INCOME"), *SCHEMA.attributes[2:])

    (problem,) = planned(recipe("univariate-optimal", k=2), two).errors

    assert problem.code == "one-quasi-identifier"
    assert "2 columns" in sentence(problem)
    assert codes(planned(recipe("univariate-optimal", k=2))) == []


def test_a_domain_that_is_not_declared_is_warned_of_where_it_matters() -> None:
    declared = schema(quasi("AGE", Scale.INTEGER, domain=(0, 120)), *SCHEMA.attributes[1:])

    def warned(name: str, columns: Schema) -> list[str]:
        return [p.code for p in planned(recipe(name, k=2), columns).warnings]

    assert "domain-from-data" in warned("insensitive", SCHEMA)
    assert "domain-from-data" not in warned("insensitive", declared)
    assert "domain-from-data" not in warned("mdav", SCHEMA)


def test_a_column_without_any_value_cannot_be_protected() -> None:
    people = dataset(integers("AGE", [1, 2, 3]), numbers("EMPTY", [None, None, None]))

    plan = planned(recipe(k=2), schema(quasi("AGE"), quasi("EMPTY")), people)

    assert codes(plan) == ["column-all-missing"]


def test_a_file_in_which_every_record_misses_something_leaves_none() -> None:
    people = dataset(integers("A", [1, None]), integers("B", [None, 2]))

    plan = planned(recipe(k=2), schema(quasi("A"), quasi("B")), people)

    assert codes(plan) == ["no-records"]


def test_a_published_text_that_differs_everywhere_is_warned_of() -> None:
    columns = schema(*SCHEMA.attributes[:2], attribute("NAME", Role.OTHER), SCHEMA.attributes[3])

    warned = {
        problem.code: problem.where.column for problem in planned(recipe(k=2), columns).warnings
    }

    assert warned["column-unprotected-unique"] == "NAME"


def test_row_numbers_are_those_of_the_file() -> None:
    people = Dataset(PEOPLE.columns, PEOPLE.fingerprint, np.arange(10, 90, 10, dtype=np.int64))
    change = quasi("SCHOOL", Scale.ORDINAL, order=("low", "mid"))

    plan = planned(recipe(k=2), schema(*SCHEMA.attributes[:3], change), people)

    assert plan.errors[0].where.row == 40


def test_what_the_settings_imply_is_counted_stratum_by_stratum() -> None:
    people = dataset(
        integers("AGE", list(range(50))),
        numbers("INCOME", [float(i * 7 % 50) for i in range(50)]),
        integers("REGION", [0] * 40 + [1] * 10),
    )
    columns = schema(
        quasi("AGE", Scale.INTEGER), confidential("INCOME"), attribute("REGION", Role.OTHER)
    )
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
    ("scale", "order", "categories", "code"),
    [
        (Scale.ORDINAL, ("low", "high"), None, "order-of-labels"),
        (Scale.ORDINAL, ("1",), None, "ordinal-not-in-order"),
        (Scale.NOMINAL, (), ("low", "high"), "taxonomy-of-labels"),
        (Scale.NOMINAL, (), ("1",), "taxonomy-lacks"),
    ],
)
def test_labels_named_where_codes_are_wanted_are_told_apart_from_a_category_forgotten(
    scale: Scale, order: tuple[str, ...], categories: tuple[str, ...] | None, code: str
) -> None:
    labels = Labels(values=(("1", "low"), ("2", "high")))
    coded = replace(texts("SCHOOL", ["1", "2", "1", "2"]), labels=labels)
    listed = categories or ()
    column = Attribute("SCHOOL", Role.QUASI_IDENTIFIER, scale, order, listed=listed)

    assert code in codes(planned(recipe(k=2), schema(column), dataset(coded)))


def test_a_shipped_taxonomy_that_does_not_exist_is_told_with_those_that_do() -> None:
    column = quasi("SCHOOL", Scale.NOMINAL, taxonomy="shipped:regions")
    plan = planned(recipe(k=2), schema(*SCHEMA.attributes[:1], column))

    (problem,) = [p for p in plan.errors if p.code == "taxonomy-not-shipped"]
    assert "shipped:countries" in sentence(problem)


@pytest.mark.parametrize("name", ["univariate-optimal", "best", "ama"])
def test_a_method_of_numbers_refuses_categories_without_an_order(name: str) -> None:
    wishes = Recipe(Method(name, {"k": 2}), recipe().target)
    nominal = schema(
        attribute("AGE", Role.OTHER),
        confidential("INCOME"),
        attribute("NAME", Role.IDENTIFIER),
        quasi("SCHOOL", Scale.NOMINAL),
    )
    (problem,) = planned(wishes, nominal).errors
    assert (problem.code, problem.where.column) == ("method-needs-order", "SCHOOL")
    ordinal = replace(nominal.attributes[-1], scale=Scale.ORDINAL, order=ORDER)
    assert codes(planned(wishes, schema(*nominal.attributes[:-1], ordinal))) == []


def test_clusters_of_units_are_said_as_a_bound_before_the_run() -> None:
    """Units are grouped within patterns of zeros, of which each leaves some over."""
    homes = dataset(
        integers("HOME", [home for home in range(12) for _ in range(2)]),
        integers("AGE", list(range(30, 54))),
        integers("RENT", [(home > 4) * (400 + home) for home in range(12) for _ in range(2)]),
    )
    rent = replace(quasi("RENT", Scale.INTEGER), keeps_zeros=True)
    columns = schema(attribute("HOME", Role.IDENTIFIER), quasi("AGE", Scale.INTEGER), rent)
    plan = planned(replace(recipe(k=3), unit=Unit(("HOME",), ("RENT",))), columns, homes)
    assert plan.errors == ()
    formed = len(execute(plan, homes, Job()).clusters.sizes)
    assert plan.implications is not None
    assert (formed, plan.implications.clusters, plan.implications.at_most) == (6, 8, True)
