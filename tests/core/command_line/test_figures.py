"""Figures of a recipe from the command line: both halves, checks and refusals."""

from __future__ import annotations

import csv
import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from core.command_line import main
from core.log import chain_steps, lay_out
from tests.core.command_line.attacker import SAMPLES, sample_recipe, write_first_records
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench
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


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Firms:
    """A release of the business sample with figures."""

    def __init__(self, folder: Path) -> None:
        recipe = sample_recipe("business_survey")
        recipe["figures"] = FIGURES
        self.source = SAMPLES / "business_survey.csv"
        (folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
        self.release = folder / "out"
        arguments = ["protect", str(folder / "recipe.json"), "--output", str(self.release)]
        assert main(arguments) in WRITTEN
        self.public = self.log("public/business_survey_protected.audit.json")
        self.internal = self.log("internal/business_survey_protected.internal.json")
        self.before = rows_of(self.source)
        self.after = rows_of(self.release / "public/business_survey_protected.csv")

    def log(self, name: str) -> dict:
        return json.loads((self.release / name).read_text(encoding="utf-8"))

    def values(self, number: int) -> list[dict]:
        return self.internal["figures"][number]["values"]


@pytest.fixture(scope="module")
def firms(tmp_path_factory: pytest.TempPathFactory) -> Firms:
    return Firms(tmp_path_factory.mktemp("figures"))


def numbers(rows: list[dict[str, str]], *names: str) -> list[list[float]]:
    """Return columns of the rows that have a value in each of them, the weight last."""
    kept = [row for row in rows if all(row[name] for name in names)]
    return [[float(row[name]) for row in kept] for name in (*names, "WEIGHT")]


def test_both_sides_are_those_of_the_files(firms: Firms) -> None:
    for rows, side in ((firms.before, "original"), (firms.after, "released")):
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
            (found,) = firms.values(number)
            assert found[side]["value"] == pytest.approx(value, rel=1e-9), (number, side)
        assert firms.internal["figures"][0][side]["records"] == len(turnover)
        assert firms.internal["figures"][0][side]["missing"] == len(rows) - len(turnover)


def test_a_domain_and_its_interval_are_those_of_the_file(firms: Firms) -> None:
    kept = [row for row in firms.before if row["TURNOVER"] and row["ANSWERED_BY"]]
    (web,) = [value for value in firms.values(1) if value["by"] == {"ANSWERED_BY": "web"}]
    own = [row for row in kept if row["ANSWERED_BY"] == "web"]
    linear = [float(row["TURNOVER"]) * float(row["WEIGHT"]) for row in own]
    total = math.fsum(linear)
    error = oracle.standard_error(linear, range(len(own)), len(firms.before))
    found = web["original"]
    assert found["value"] == pytest.approx(total, rel=1e-9)
    assert (found["records"], found["units"]) == (len(own), len(own))
    assert found["high"] - total == pytest.approx(1.96 * error, rel=0.01)
    assert web["difference"] == web["released"]["value"] - found["value"]


def test_a_figure_that_every_group_keeps_lies_inside(firms: Firms) -> None:
    (mean,) = firms.values(2)
    assert mean["inside"] is True
    assert 0 < mean["overlap"] <= 1


def test_the_public_half_states_whole_per_cents_and_no_more(firms: Firms) -> None:
    found = firms.public["figures"]
    assert [set(entry) for entry in found] == [{"figure", "overlap", "counted", "values"}] * 9
    for entry, whole in zip(found, firms.internal["figures"], strict=True):
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


def test_no_figure_of_the_original_is_in_the_public_half(firms: Firms) -> None:
    texts = [path.read_text("utf-8") for path in (firms.release / "public").glob("*.*ml")]
    texts += [path.read_text("utf-8") for path in (firms.release / "public").glob("*.json")]
    assert len(texts) == 2
    for entry in firms.internal["figures"]:
        for value in entry["values"]:
            for key in ("value", "low", "high"):
                figure = (value["original"] or {}).get(key)
                if figure is not None and abs(figure) > 1000:
                    spelled = (repr(figure), f"{figure:.2f}", f"{figure:,.0f}", f"{figure:.0f}")
                    assert not any(s in text for s in spelled for text in texts)


def test_both_reports_show_them(firms: Firms) -> None:
    public = (firms.release / "public/business_survey_protected.report.html").read_text("utf-8")
    internal = (firms.release / "internal/business_survey_protected.report.html").read_text("utf-8")
    for page in (public, internal):
        assert "Figures that users of the file compute" in page
        assert "Ratio of PURCHASES to TURNOVER" in page
        assert "Total of TURNOVER, by ANSWERED_BY" in page
        assert "Median of TURNOVER" in page
        assert "Regression of log(TURNOVER) on EMPLOYEES, ANSWERED_BY" in page
    assert "It rests on 5,000 records of the original and 5,000 of the release." in internal
    assert "It rests on" not in public


HALVES = ("public/{}.audit.json", "internal/{}.internal.json")


@pytest.mark.parametrize("name", HALVES)
def test_they_are_computed_again_by_verify(
    firms: Firms, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log = firms.release / name.format("business_survey_protected")
    given = ["verify", str(log), "--input", str(firms.source)]
    assert main(given) == 0, capsys.readouterr().err


def resealed(firms: Firms, folder: Path, chosen: Callable[[list], dict]) -> Path:
    """Return a copy's internal log in which a number was changed and the chain recomputed."""

    def change(document: dict) -> None:
        entry = chosen(document["figures"])
        entry["heaviest" if "heaviest" in entry else "value"] *= 1.0001

    return forged(firms, folder, "internal/business_survey_protected.internal.json", change)


def forged(firms: Firms, folder: Path, name: str, change: Callable[[dict], object]) -> Path:
    """Return the log of a copy in which something was changed and the chain recomputed."""
    shutil.copytree(firms.release, folder)
    place = folder / name
    document = json.loads(place.read_text("utf-8"))
    del document["seal"]
    document["steps"] = [
        {key: value for key, value in step.items() if key != "previous"}
        for step in document["steps"]
    ]
    change(document)
    place.write_bytes(lay_out(chain_steps(document)))
    return place


def test_verify_sees_a_changed_figure(firms: Firms, tmp_path: Path, capsys) -> None:
    # No report shows the share of the heaviest unit.
    place = resealed(firms, tmp_path / "copy", lambda figures: figures[0]["values"][0])
    given = ["verify", str(place), "--input", str(firms.source)]
    assert main(given) == 3
    assert "figures[0].values[0].heaviest" in capsys.readouterr().err


def test_verify_needs_no_input_for_the_release(firms: Firms, tmp_path: Path, capsys) -> None:
    copy = tmp_path / "copy"
    place = resealed(firms, copy, lambda figures: figures[2]["values"][0]["released"])
    assert main(["verify", str(place)]) == 3
    assert "figures[2].values[0].released.value" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("forge", "place"),
    [
        (lambda log: log.update(figures="x"), "figures"),
        (lambda log: log["figures"][0].pop("values"), "figures[0].values"),
        (lambda log: log["figures"][0]["figure"].update(what="x"), "figures[0].figure.what"),
        (lambda log: log["figures"][0]["figure"].update(of=5), "figures[0].figure.of"),
    ],
)
def test_a_log_with_figures_of_another_form_is_refused(
    firms: Firms, tmp_path: Path, capsys, forge: Callable, place: str
) -> None:
    log = forged(firms, tmp_path / "copy", HALVES[1].format("business_survey_protected"), forge)
    assert main(["verify", str(log)]) == 2
    assert place in capsys.readouterr().err


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize(
    "forge",
    [
        lambda log: log["figures"].pop(),
        lambda log: log["recipe"].pop("figures"),
        lambda log: log["figures"][0]["figure"].update(of="EXPORTS"),
    ],
)
def test_figures_that_are_not_those_of_the_recipe_are_seen(
    firms: Firms, tmp_path: Path, capsys, forge: Callable, half: str
) -> None:
    log = forged(firms, tmp_path / "copy", half.format("business_survey_protected"), forge)
    assert main(["verify", str(log)]) == 3
    assert "figures" in capsys.readouterr().err


PEOPLE_FIGURES = [{"what": "mean", "of": "INCOME"}]


def test_the_command_line_counts_the_figures_inside(bench: Bench) -> None:
    bench.recipe(figures=PEOPLE_FIGURES)
    assert bench.protect() in WRITTEN, bench.err
    assert (
        "The one figure that the recipe names: 1 inside the original’s 95 % interval." in bench.out
    )
    again = "protect", bench.folder / "recipe.json", "--output", bench.folder / "b", "--json"
    assert bench.run(*again) in WRITTEN
    found = json.loads(bench.out)["figures"]
    assert found[0]["figure"] == PEOPLE_FIGURES[0]
    incomes = [float(row[3]) for row in PEOPLE[1:]]
    assert found[0]["values"][0]["original"]["value"] == pytest.approx(math.fsum(incomes) / 40)


def test_without_the_key_no_figure_is_listed(released: Bench) -> None:
    for half in ("public", "internal"):
        document = released.document(half)
        assert "figures" not in document
        assert "figures" not in document["recipe"]
    page = released.page()
    assert "Figures that users of the file compute" not in page


def test_categories_of_few_records_are_counted_but_not_listed(bench: Bench) -> None:
    bench.recipe(figures=[{"what": "share", "of": "AGE"}])
    assert bench.protect() in WRITTEN, bench.err
    (found,) = bench.document()["figures"]
    ages = [row[1] for row in PEOPLE[1:]]
    assert all(ages.count(age) < 3 for age in ages)
    released = [row["AGE"] for row in bench.table()]
    listed = {age for age in {*ages, *released} if released.count(age) >= 3}
    assert {value["of"]["AGE"] for value in found["values"]} == listed
    assert all(value["original"] is None for value in found["values"])
    assert found["small"]["records"] == sum(age not in listed for age in ages)


def test_quantiles_among_the_outermost_values_are_not_listed(bench: Bench) -> None:
    figures = [{"what": "quantile", "of": "INCOME", "q": q} for q in (0.5, 0.99)]
    bench.recipe(figures=figures)
    assert bench.protect() in WRITTEN, bench.err
    median, top = bench.document()["figures"]
    assert (
        median["values"][0]["original"]["value"] == sorted(float(row[3]) for row in PEOPLE[1:])[19]
    )
    assert (top["values"], top["small"]["values"], top["small"]["records"]) == ([], 1, 40)
    assert str(max(float(row[3]) for row in PEOPLE[1:])) not in json.dumps([median, top])


def test_records_that_are_left_out_count_in_the_original_alone(bench: Bench) -> None:
    rows = [list(row) for row in PEOPLE]
    rows[1][1] = rows[2][1] = ""  # left out, because a quasi-identifier is missing
    rows[3][3] = ""
    bench.people(rows)
    bench.recipe(
        {"name": "mdav", "k": 3},
        figures=[{"what": "total", "of": "INCOME"}],
        missing={"policy": "leave-out", "accept": 0.1},
    )
    assert bench.protect() in WRITTEN, bench.err
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
            {"what": "regression", "of": "log(ZERO)", "on": ["AGE"]},
            "needs the logarithm of this column, but 8 of its values are not above 0.",
        ),
        (
            {"what": "regression", "of": "INCOME", "on": ["AGE", "HOURS", "ALSO"]},
            "the regressors AGE, HOURS, ALSO are collinear",
        ),
        (
            {"what": "regression", "of": "RARE", "on": ["AGE", "HOURS"]},
            "the regression has 3 coefficients, but only 2 records",
        ),
    ],
)
def test_a_figure_that_cannot_be_is_refused(bench: Bench, figure: dict, said: str) -> None:
    more = [["ZERO", "ALSO", "RARE"]]
    more += [
        [str(i % 5), str(2 * int(row[1])), str(i) if i < 2 else ""]
        for i, row in enumerate(PEOPLE[1:])
    ]
    bench.people([[*row, *extra] for row, extra in zip(PEOPLE, more, strict=True)])
    others = [
        {"name": name, "role": "other", "scale": "continuous"} for name in ("ZERO", "ALSO", "RARE")
    ]
    bench.recipe(figures=[figure], attributes=[*ATTRIBUTES, *others])
    bench.check_refused(said)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ({"what": "share", "of": "NAME"}, "it is not released"),
        ({"what": "table", "of": ["AGE", "NOTE"]}, "“figures[0]” has more than 1,000 categories"),
        ({"what": "mean", "of": "AGE", "by": ["NUMBER"]}, "“figures[0].by” has more than 1,000"),
        (
            {"what": "regression", "of": "INCOME", "on": ["NUMBER"]},
            "“figures[0].on” has more than 60 categories",
        ),
        (
            {"what": "regression", "of": "INCOME", "on": ["NOTE", "OTHER"]},
            "“figures[0]” has more than 60 categories",
        ),
    ],
)
def test_too_many_categories_are_refused(bench: Bench, figure: dict, said: str) -> None:
    bench.people(
        [
            [*PEOPLE[0], "NUMBER", "OTHER"],
            *(
                [
                    f"P{i}",
                    20 + i % 45,
                    i % 30,
                    i % 7 / 2,
                    f"N{i % 44}",
                    f"X{i % 1100}",
                    f"O{i % 43}",
                ]
                for i in range(2000)
            ),
        ]
    )
    more = [{"name": name, "role": "other"} for name in ("NUMBER", "OTHER")]
    bench.recipe(figures=[figure], attributes=[*ATTRIBUTES, *more])
    assert bench.protect() == 2
    assert said in bench.err, bench.err


def test_weights_that_are_not_released_are_refused(bench: Bench) -> None:
    attributes = [{**a, "role": "drop"} if a["name"] == "HOURS" else a for a in ATTRIBUTES]
    bench.recipe(figures=PEOPLE_FIGURES, attributes=attributes, weight="HOURS")
    assert bench.protect() == 2
    assert "This column holds the weights, but it is not released" in bench.err


def test_intervals_are_those_between_households(tmp_path: Path) -> None:
    recipe = sample_recipe("household_members")
    source = write_first_records("household_members", 3000, tmp_path)
    recipe["input"]["path"] = str(source)
    recipe["figures"] = [
        {"what": "mean", "of": "HOURS"},
        {"what": "mean", "of": "AGE", "by": ["SEX"]},
    ]
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    assert main(["protect", str(path), "--output", str(tmp_path / "out")]) in WRITTEN
    name = "internal/household_members_protected.internal.json"
    log = tmp_path / "out" / name
    hours, age = json.loads(log.read_text("utf-8"))["figures"]
    before = rows_of(source)
    after = rows_of(tmp_path / "out/public/household_members_protected.csv")
    for side, rows in (("original", before), ("released", after)):
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
