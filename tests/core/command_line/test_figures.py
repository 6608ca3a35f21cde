"""Figures of a recipe from the command line: both halves, checks and refusals."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable

import pytest

from tests.attributes import describe
from tests.core.command_line.attacker import SAMPLES, sample_recipe, write_first_records
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench, read_rows
from tests.oracles import figures as oracle
from tests.statuses import WRITTEN

FIGURES = [
    {"what": "total", "of": "TURNOVER"},
    {"what": "total", "of": "TURNOVER", "by": ["ANSWERED_BY"]},
    {"what": "mean", "of": "EMPLOYEES"},
    {"what": "share", "of": "REGION"},
    {"what": "quantile", "of": "TURNOVER", "q": 0.5},
    {"what": "gini", "of": "TURNOVER"},
    {"what": "ratio", "of": ["PURCHASES", "TURNOVER"]},
    {"what": "table", "of": ["REGION", "ANSWERED_BY"]},
    {"what": "regression", "of": "log(TURNOVER)", "on": ["EMPLOYEES", "ANSWERED_BY"]},
]


@pytest.fixture(scope="module")
def firms(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Release the business sample with figures."""
    bench = Bench(tmp_path_factory.mktemp("figures"))
    shutil.copy(SAMPLES / "business_survey.csv", bench.folder / "people.csv")
    recipe = sample_recipe("business_survey")
    recipe["input"]["path"] = "people.csv"
    bench.release_as(**recipe, figures=FIGURES)
    return bench


def values(firms: Bench, number: int) -> list[dict]:
    return firms.document()["figures"][number]["values"]


def numbers(rows: list[dict[str, str]], *names: str) -> list[list[float]]:
    """Return columns of the rows that have a value in each of them, the weight last."""
    kept = [row for row in rows if all(row[name] for name in names)]
    return [[float(row[name]) for row in kept] for name in (*names, "WEIGHT")]


def test_both_sides_are_those_of_the_files(firms: Bench) -> None:
    rows_before = read_rows(firms.folder / "people.csv")
    for rows, side in ((rows_before, "original"), (firms.table(), "released")):
        turnover, weight = numbers(rows, "TURNOVER")
        purchases, of_both, weight_of_both = numbers(rows, "PURCHASES", "TURNOVER")
        employees, of_employees = numbers(rows, "EMPLOYEES")
        expected = {
            0: oracle.total(turnover, weight),
            2: oracle.mean(employees, of_employees),
            4: oracle.quantile(turnover, weight, 0.5),
            6: oracle.total(purchases, weight_of_both) / oracle.total(of_both, weight_of_both),
        }
        for number, value in expected.items():
            (found,) = values(firms, number)
            assert found[side]["value"] == pytest.approx(value, rel=1e-9), (number, side)
        total = firms.document()["figures"][0][side]
        assert total["records"] == len(turnover)
        assert total["missing"] == len(rows) - len(turnover)


def test_a_domain_and_its_interval_are_those_of_the_file(firms: Bench) -> None:
    rows = read_rows(firms.folder / "people.csv")
    (web,) = [value for value in values(firms, 1) if value["by"] == {"ANSWERED_BY": "web"}]
    own = [row for row in rows if row["TURNOVER"] and row["ANSWERED_BY"] == "web"]
    linear = [float(row["TURNOVER"]) * float(row["WEIGHT"]) for row in own]
    total = math.fsum(linear)
    error = oracle.standard_error(linear, range(len(own)), len(rows))
    found = web["original"]
    assert found["value"] == pytest.approx(total, rel=1e-9)
    assert (found["records"], found["units"]) == (len(own), len(own))
    assert found["high"] - total == pytest.approx(1.96 * error, rel=0.01)
    assert web["difference"] == web["released"]["value"] - found["value"]


def test_a_figure_that_every_group_keeps_lies_inside(firms: Bench) -> None:
    (mean,) = values(firms, 2)
    assert mean["inside"] is True
    assert 0 < mean["overlap"] <= 1


def test_the_public_half_states_whole_per_cents_and_no_more(firms: Bench) -> None:
    stated, internal = (firms.document(half)["figures"] for half in ("public", "internal"))
    assert [set(entry) for entry in stated] == [{"figure", "overlap", "counted", "values"}] * 9
    for entry, whole in zip(stated, internal, strict=True):
        assert entry["figure"] == whole["figure"]
        counted = [
            value["overlap"]
            for value in whole["values"]
            if value["overlap"] is not None and value["heaviest"] <= 0.03
        ]
        hidden = {"WAGES", "EXPORTS"} & set(map(str, whole["figure"]["of"]))
        if counted and not hidden:
            assert isinstance(entry["overlap"], int)
            assert entry["overlap"] == round(100 * math.fsum(counted) / len(counted))
        else:
            assert entry["overlap"] is None


def test_no_figure_of_the_original_is_in_the_public_half(firms: Bench) -> None:
    texts = firms.page("public"), firms.log("public").read_text("utf-8")
    for entry in firms.document()["figures"]:
        for value in entry["values"]:
            for key in ("value", "low", "high"):
                figure = (value["original"] or {}).get(key)
                if figure is not None and abs(figure) > 1000:
                    spelled = (repr(figure), f"{figure:.2f}", f"{figure:,.0f}", f"{figure:.0f}")
                    assert not any(s in text for s in spelled for text in texts)


def test_both_reports_show_them(firms: Bench) -> None:
    for half in ("public", "internal"):
        page = firms.page(half)
        assert "Figures that users of the file compute" in page
        assert "Ratio of PURCHASES to TURNOVER" in page
        assert "Total of TURNOVER, by ANSWERED_BY" in page
        assert "Median of TURNOVER" in page
        assert "Regression of log(TURNOVER) on EMPLOYEES, ANSWERED_BY" in page
    words = "It rests on 5,000 records of the original and 5,000 of the release."
    assert words in firms.page()
    assert "It rests on" not in firms.page("public")


@pytest.mark.parametrize("half", ["public", "internal"])
def test_they_are_computed_again_by_verify(firms: Bench, half: str) -> None:
    assert firms.verify(half) == 0, firms.err


def grow(entry: dict) -> None:
    entry["heaviest" if "heaviest" in entry else "value"] *= 1.0001


@pytest.mark.parametrize(
    ("forge", "status", "said"),
    [
        (
            lambda log: grow(log["figures"][2]["values"][0]["released"]),
            3,
            "figures[2].values[0].released.value",
        ),
        (lambda log: log.update(figures="x"), 2, "figures"),
        (lambda log: log["figures"][0].pop("values"), 2, "figures[0].values"),
        (lambda log: log["figures"][0]["figure"].update(what="x"), 2, "figures[0].figure.what"),
        (lambda log: log["figures"][0]["figure"].update(of=5), 2, "figures[0].figure.of"),
    ],
)
def test_verify_sees_what_is_changed_without_the_input(
    firms: Bench, forge: Callable, status: int, said: str
) -> None:
    assert firms.verify_forged(forge, "internal") == status
    assert said in firms.err


def test_verify_sees_what_no_report_shows(firms: Bench) -> None:
    """The share of the heaviest unit stands in the internal log alone."""

    def forge(log: dict) -> None:
        grow(log["figures"][0]["values"][0])

    assert firms.verify_forged(forge, "internal", with_input=True) == 3
    assert "figures[0].values[0].heaviest" in firms.err


@pytest.mark.parametrize("half", ["public", "internal"])
@pytest.mark.parametrize(
    "forge",
    [
        lambda log: log["figures"].pop(),
        lambda log: log["recipe"].pop("figures"),
        lambda log: log["figures"][0]["figure"].update(of="EXPORTS"),
    ],
)
def test_figures_that_are_not_those_of_the_recipe_are_seen(
    firms: Bench, forge: Callable, half: str
) -> None:
    assert firms.verify_forged(forge, half) == 3
    assert "figures" in firms.err


PEOPLE_FIGURES = [{"what": "mean", "of": "INCOME"}]


def test_the_command_line_counts_the_figures_inside(bench: Bench) -> None:
    bench.release_as(figures=PEOPLE_FIGURES)
    words = "The one figure that the recipe names: 1 inside the original’s 95 % interval."
    assert words in bench.out
    assert bench.protect("--overwrite", "--json") in WRITTEN
    found = json.loads(bench.out)["figures"]
    assert found[0]["figure"] == PEOPLE_FIGURES[0]
    incomes = [float(row[3]) for row in PEOPLE[1:]]
    assert found[0]["values"][0]["original"]["value"] == pytest.approx(math.fsum(incomes) / 40)


def test_without_the_key_no_figure_is_listed(released: Bench) -> None:
    for half in ("public", "internal"):
        document = released.document(half)
        assert "figures" not in document
        assert "figures" not in document["recipe"]
    assert "Figures that users of the file compute" not in released.page()


def test_categories_of_few_records_are_counted_but_not_listed(bench: Bench) -> None:
    bench.release_as(figures=[{"what": "share", "of": "AGE"}])
    (found,) = bench.document()["figures"]
    ages = [row[1] for row in PEOPLE[1:]]
    assert all(ages.count(age) < 3 for age in ages)
    released = [row["AGE"] for row in bench.table()]
    listed = {age for age in {*ages, *released} if released.count(age) >= 3}
    assert {value["of"]["AGE"] for value in found["values"]} == listed
    assert all(value["original"] is None for value in found["values"])
    assert found["small"]["records"] == sum(age not in listed for age in ages)


def test_quantiles_among_the_outermost_values_are_not_listed(bench: Bench) -> None:
    bench.release_as(figures=[{"what": "quantile", "of": "INCOME", "q": q} for q in (0.5, 0.99)])
    median, top = bench.document()["figures"]
    incomes = sorted(float(row[3]) for row in PEOPLE[1:])
    assert median["values"][0]["original"]["value"] == incomes[19]
    assert (top["values"], top["small"]["values"], top["small"]["records"]) == ([], 1, 40)
    assert str(incomes[-1]) not in json.dumps([median, top])


def test_records_that_are_left_out_count_in_the_original_alone(bench: Bench) -> None:
    rows = [list(row) for row in PEOPLE]
    rows[1][1] = rows[2][1] = ""  # left out, because a quasi-identifier is missing
    rows[3][3] = ""
    bench.people(rows)
    bench.release_as(
        {"name": "mdav", "k": 3},
        figures=[{"what": "total", "of": "INCOME"}],
        missing={"policy": "leave-out", "accept": 0.1},
    )
    (found,) = bench.document()["figures"]
    assert (found["original"]["records"], found["original"]["missing"]) == (39, 1)
    assert (found["released"]["records"], found["released"]["missing"]) == (37, 1)
    incomes = [float(row[3] or 0) for row in rows[1:]]
    (value,) = found["values"]
    assert value["original"]["value"] == pytest.approx(math.fsum(incomes))
    assert value["released"]["value"] == pytest.approx(math.fsum(incomes[2:]))


def test_a_private_release_publishes_no_figure(private: Bench) -> None:
    recipe = json.loads((private.folder / "recipe.json").read_text("utf-8"))
    recipe["figures"] = [{"what": "mean", "of": "AGE"}]
    (private.folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    assert private.protect() in WRITTEN, private.err
    assert "igures" not in private.out
    assert "figures" not in private.document("public")
    for half in ("public", "internal"):
        assert "igures that users" not in private.page(half)
        assert "usual" not in private.document(half)
        assert private.verify(half) == 0, private.err
    assert private.document()["figures"][0]["values"][0]["original"]


def fit(of: str, *on: str) -> dict[str, object]:
    return {"what": "regression", "of": of, "on": on}


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ({"what": "sum", "of": "AGE"}, "“figures[0].what” must be one of: total, mean"),
        ({"of": "AGE"}, "figures[0].what"),
        ({"what": "total"}, "figures[0].of"),
        ({"what": "total", "of": "XYZ"}, "“figures[0].of” names XYZ, which is not a column"),
        (
            {"what": "total", "of": "NAME"},
            "Column NAME: A figure that users compute (“figures[0].of”) names this column, but it",
        ),
        ({"what": "mean", "of": "AGE", "by": ["NAME"]}, "(“figures[0].by”) names this column"),
        ({"what": "total", "of": "NOTE"}, "does not hold numbers"),
        ({"what": "quantile", "of": "NOTE"}, "a quantile of this column"),
        ({"what": "quantile", "of": "AGE", "q": 1}, "“figures[0].q” must be a number above 0"),
        ({"what": "quantile", "of": "AGE", "q": 0}, "“figures[0].q” must be a number"),
        ({"what": "quantile", "of": "AGE", "q": "x"}, "figures[0].q"),
        ({"what": "mean", "of": "AGE", "q": 0.5}, "figures[0].q"),
        ({"what": "mean", "of": "log(AGE)"}, "Only a regression has logarithms"),
        ({"what": "mean", "of": "AGE", "by": ["INCOME"]}, "it holds measurements"),
        ({"what": "ratio", "of": "AGE"}, "a ratio is of two columns"),
        ({"what": "table", "of": ["AGE"]}, "a table is of two to 5 columns"),
        ({"what": "table", "of": ["AGE", "AGE"]}, "names this column twice"),
        ({"what": "regression", "of": "INCOME"}, "needs at least one regressor"),
        (
            fit("log(ZERO)", "AGE"),
            "needs the logarithm of this column, but 8 of its values are not above 0.",
        ),
        (fit("INCOME", "AGE", "HOURS", "ALSO"), "the regressors AGE, HOURS, ALSO are collinear"),
        (fit("RARE", "AGE", "HOURS"), "the regression has 3 coefficients, but only 2 records"),
    ],
)
def test_a_figure_that_cannot_be_is_refused(bench: Bench, figure: dict, said: str) -> None:
    more = [["ZERO", "ALSO", "RARE"]]
    more += [[i % 5, 2 * int(row[1]), i if i < 2 else ""] for i, row in enumerate(PEOPLE[1:])]
    bench.people([[*row, *extra] for row, extra in zip(PEOPLE, more, strict=True)])
    others = describe("ZERO other continuous, ALSO other continuous, RARE other continuous")
    bench.recipe(figures=[figure], attributes=[*ATTRIBUTES, *others])
    bench.check_refused(said)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ({"what": "share", "of": "NAME"}, "it is not released"),
        ({"what": "table", "of": ["AGE", "NOTE"]}, "“figures[0]” has more than 1,000 categories"),
        ({"what": "mean", "of": "AGE", "by": ["NUMBER"]}, "“figures[0].by” has more than 1,000"),
        (fit("INCOME", "NUMBER"), "“figures[0].on” has more than 60 categories"),
        (fit("INCOME", "NOTE", "OTHER"), "“figures[0]” has more than 60 categories"),
    ],
)
def test_too_many_categories_are_refused(bench: Bench, figure: dict, said: str) -> None:
    rows = (
        [f"P{i}", 20 + i % 45, i % 30, i % 7 / 2, f"N{i % 44}", f"X{i % 1100}", f"O{i % 43}"]
        for i in range(2000)
    )
    bench.people([[*PEOPLE[0], "NUMBER", "OTHER"], *rows])
    more = describe("NUMBER other, OTHER other")
    bench.recipe(figures=[figure], attributes=[*ATTRIBUTES, *more])
    bench.check_refused(said)


def test_weights_that_are_not_released_are_refused(bench: Bench) -> None:
    attributes = [{**a, "role": "drop"} if a["name"] == "HOURS" else a for a in ATTRIBUTES]
    bench.recipe(figures=PEOPLE_FIGURES, attributes=attributes, weight="HOURS")
    bench.check_refused("This column holds the weights, but it is not released")


def test_intervals_are_those_between_households(bench: Bench) -> None:
    source = write_first_records("household_members", 3000, bench.folder)
    recipe = sample_recipe("household_members")
    recipe["input"]["path"] = str(source)
    mean_age = {"what": "mean", "of": "AGE", "by": ["SEX"]}
    bench.release_as(**recipe, figures=[{"what": "mean", "of": "HOURS"}, mean_age])
    hours, age = bench.document()["figures"]
    for side, rows in (("original", read_rows(source)), ("released", bench.table())):
        asked = [row for row in rows if row["HOURS"]]
        assert hours[side]["not_applicable"] == len(rows) - len(asked)
        assert hours[side]["missing"] == 0
        check_mean(hours["values"][0][side], "HOURS", asked, rows)
        for value in age["values"]:
            own = [row for row in rows if row["SEX"] == value["by"]["SEX"]]
            check_mean(value[side], "AGE", own, rows)


def check_mean(found: dict, name: str, own: list[dict[str, str]], rows: list) -> None:
    """Compare a mean with that of the records, whose households are drawn."""
    values, units = [float(row[name]) for row in own], [row["HOUSEHOLD_ID"] for row in own]
    mean = math.fsum(values) / len(values)
    assert found["value"] == pytest.approx(mean, rel=1e-9)
    assert (found["records"], found["units"]) == (len(own), len(set(units)))
    linear = [(value - mean) / len(values) for value in values]
    whole = len({row["HOUSEHOLD_ID"] for row in rows})
    reach = 1.96 * oracle.standard_error(linear, units, whole)
    assert found["high"] - mean == pytest.approx(reach, rel=0.002)
