"""Searching better settings: fixed promises, more figures, and recodings that are tried."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from core.errors import Cancelled
from core.improve import ReleaseSearch, SettingsTrial, release_search
from core.improve.recodings import list_recodings
from core.improve.settings_changes import keeps_promises
from core.improve.variations import list_masked_attributes, search_steps
from core.jobs import Job
from core.measure.figures.kept_figures import list_judged_values
from core.model import Dataset, FigureKind, Project
from core.model.preparing import Group, Level, Round
from core.pipeline import resolve
from core.pipeline.prepared_input import read_input
from core.recipe import open_project, parse_project
from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

N = 150
TRIALS = ("--trials", 16)
FREE_OF_COLUMN = ("distance", "importance")
FREE_OF_METHOD = ("name", "aggregate", "categories", "moves")
ATTRIBUTES = describe(
    "NAME identifier, AREA quasi nominal, AGE quasi integer, SALES quasi continuous, "
    "DEBT confidential continuous, WEIGHT other"
)
PROMISES = {"dominance": {"columns": ["SALES"], "rule": "p-percent", "p": 10}, "weight": "WEIGHT"}


def _write_firms(bench: Bench) -> None:
    random = np.random.default_rng(7)
    sales = np.round(np.exp(random.normal(5, 1.5, N)), 1)
    rows = []
    for i, size in enumerate(sales):
        person = "NSEW"[int(random.integers(4))], int(random.integers(18, 70))
        debt = round(float(size * random.uniform(0.1, 0.4)), 1)
        rows.append([f"F{i:03}", *person, size, debt, round(float(random.uniform(1, 4)), 1)])
    bench.people([[attribute["name"] for attribute in ATTRIBUTES], *rows])


def _recipe(bench: Bench, method: dict | None = None, **changes: object) -> Path:
    return bench.recipe(
        method or {"name": "mdav", "k": 3},
        **{"attributes": ATTRIBUTES, "keep_order": False, **PROMISES, **changes},
    )


@pytest.fixture
def firms(bench: Bench) -> Bench:
    _write_firms(bench)
    _recipe(bench)
    return bench


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict]:
    """Search once, with a new recipe; return its folder and the summary."""
    bench = Bench(tmp_path_factory.mktemp("searched"))
    _write_firms(bench)
    _recipe(bench)
    return bench.folder, _improve(bench, *TRIALS, "--output", bench.folder / "new.json")


def _improve(bench: Bench, *options: object) -> dict:
    assert bench.run("improve", bench.folder / "recipe.json", "--json", *options) == 0, bench.err
    return json.loads(bench.out)


def _documents(folder: Path) -> tuple[dict, dict]:
    files = (folder / name for name in ("recipe.json", "new.json"))
    old, new = (json.loads(file.read_text("utf-8")) for file in files)
    return old, new


def test_more_figures_hold_and_none_fewer_lie_inside(searched) -> None:
    _, summary = searched

    today, found = summary["today"], summary["found"]
    assert found["inside"] >= today["inside"]
    assert found["inside"] + found["close"] > today["inside"] + today["close"]
    assert summary["trials"][0] == {"settings": {}, **today}


def test_the_curve_is_what_the_best_settings_so_far_keep(searched) -> None:
    summary = searched[1]
    n_inside = summary["today"]["inside"]
    for end, point in enumerate(summary["curve"], 1):
        tried = [t for t in summary["trials"][:end] if (t["inside"] or 0) >= n_inside]
        best = max(tried, key=lambda t: (t["inside"] + t["close"], t["inside"]))
        assert (point["inside"], point["close"]) == (best["inside"], best["close"])
        assert point["figures"] == summary["figures"]

    assert len(summary["curve"]) == len(summary["trials"])
    assert {key: summary["curve"][-1][key] for key in ("inside", "close")} == summary["found"]


def test_promises_and_roles_stay_as_they_were(searched) -> None:
    old, new = _documents(searched[0])

    assert new["dominance"] == old["dominance"]
    assert new["weight"] == old["weight"]
    assert "totals" not in new or searched[1]["settings"]["totals"]
    strict = {key: v for key, v in new["method"].items() if key not in FREE_OF_METHOD}
    assert strict == {"k": 3}
    for before, after in zip(old["attributes"], new["attributes"], strict=True):
        assert {k: v for k, v in after.items() if k not in FREE_OF_COLUMN} == before


def _with(document: dict, key: str, value: object) -> dict:
    """Change a key of a recipe; `key` may be that of a column or of the method."""
    *outer, inner = key.split(".")
    changed = json.loads(json.dumps(document))
    columns = {a["name"]: a for a in changed["attributes"]}
    target = changed if not outer else columns.get(outer[0], changed.get(outer[0]))
    target[inner] = value
    return changed


@pytest.mark.parametrize(
    ("key", "value", "is_kept"),
    [
        ("AGE.importance", 4, True),
        ("SALES.distance", "log", True),
        ("method.aggregate", "median", True),
        ("method.name", "v-mdav", True),
        ("totals", [{"columns": ["SALES"], "by": ["AREA"]}], True),
        ("method.k", 2, False),
        ("method.blocks", [["AGE"], ["AREA", "SALES"]], False),
        ("dominance", {"columns": ["SALES"], "rule": "p-percent", "p": 5}, False),
        ("dominance", None, False),
        ("AGE.role", "other", False),
        ("SALES.zeros", "keep", False),
        ("weight", None, False),
        ("missing", "use-observed", False),
        ("profile", "teaching", False),
    ],
)
def test_what_a_search_may_change(firms, key: str, value: object, is_kept: bool) -> None:
    document = json.loads((firms.folder / "recipe.json").read_text("utf-8"))
    start, changed = (
        parse_project(d, firms.folder) for d in (document, _with(document, key, value))
    )

    assert keeps_promises(start, changed) is is_kept


def test_the_new_recipe_protects_as_the_search_said_and_its_log_lists_the_trials(
    searched, bench
) -> None:
    folder, summary = searched
    shutil.copy(folder / "people.csv", bench.folder / "people.csv")
    shutil.copy(folder / "new.json", bench.folder / "recipe.json")
    assert bench.protect("--json") in WRITTEN
    protected = json.loads(bench.out)

    kept = protected["usual"]
    assert {"inside": kept["inside"], "close": kept["close"]} == summary["found"]
    (search,) = bench.document()["recipe"]["improved"]
    assert search["count"] == len(summary["trials"]) == len(search["trials"])
    assert [t.get("inside") for t in search["trials"]] == [t["inside"] for t in summary["trials"]]
    (stated,) = bench.document("public")["recipe"]["improved"]
    assert stated == {"count": search["count"]}
    assert bench.verify() == bench.verify(with_input=False) == 0, bench.err
    assert bench.verify("public", with_input=False) == 0, bench.err


def test_the_same_settings_are_tried_again(searched, firms) -> None:
    again = _improve(firms, "--trials", 4)

    assert again["trials"] == searched[1]["trials"][:4]


def test_a_search_stops_at_once_when_it_is_cancelled(firms) -> None:
    class CancelledOnTheWay(Job):
        def update(self, done: int) -> None:
            if done > 3 * N:
                self.cancel()
            super().update(done)

    project, dataset = read_input(open_project(firms.folder / "recipe.json").project, Job())
    search = ReleaseSearch(project)
    with pytest.raises(Cancelled):
        search.run(dataset, CancelledOnTheWay())
    assert len(search.trials) == 3


def test_an_improved_recipe_keeps_the_account_of_its_first_search(searched, firms) -> None:
    shutil.copy(searched[0] / "new.json", firms.folder / "recipe.json")
    summary = _improve(firms, "--trials", 5)

    assert summary["today"] == searched[1]["found"]
    if summary["recipe"] is not None:
        assert [s["count"] for s in summary["recipe"]["improved"]] == [
            len(searched[1]["trials"]),
            len(summary["trials"]),
        ]


def test_a_person_reads_counts_tables_and_what_each_column_costs(firms) -> None:
    assert firms.run("improve", firms.folder / "recipe.json", "--trials", 3) == 0
    lines = firms.out.splitlines()

    tried = f"Tried 3 settings on {N} of {N} records. The original values were looked at."
    assert lines[0] == tried
    assert "figures that users will probably compute" in lines[1]
    curve = next(i for i, line in enumerate(lines) if line.startswith("What the best settings so"))
    assert lines[curve].endswith(f"after so many trials, on {N} records:")
    assert " ".join(lines[curve + 1].split()) == "Trials Inside Share Within 5 % as well"
    trials, _, _, sign, _ = lines[curve + 2].split()
    assert (trials, sign) == ("1", "%")
    heading = next(i for i, line in enumerate(lines) if line.startswith("What each column costs"))
    columns = {line.split()[0] for line in lines[heading + 2 : heading + 5]}
    assert columns == {"AREA", "AGE", "SALES"}
    assert firms.everything() == ["people.csv", "recipe.json"]


def test_a_column_costs_what_the_figures_of_the_others_gain_without_it(searched) -> None:
    for cost in searched[1]["columns"]:
        assert 0 <= cost["inside"] <= cost["figures"] < searched[1]["figures"]
        assert 0 <= cost["inside_without"] <= cost["figures"]


def test_a_regression_that_cannot_be_computed_hides_no_cost(firms) -> None:
    """It is of other columns, two of which say the same, and a recipe may not declare it."""
    path = firms.folder / "people.csv"
    header, *rows = path.read_text("utf-8").splitlines()
    more = [f"{row},{2 * int(row.split(',')[2])},{i % 23}" for i, row in enumerate(rows)]
    path.write_text("\n".join([f"{header},DOUBLE,SIZE", *more, ""]), encoding="utf-8")
    added = describe("DOUBLE quasi integer, SIZE quasi integer")
    _recipe(firms, attributes=[*ATTRIBUTES, *added])
    summary = _improve(firms, "--trials", 2)

    assert {c["column"]: c["inside_without"] is None for c in summary["columns"]} == dict.fromkeys(
        ("AREA", "AGE", "SALES", "DOUBLE", "SIZE"), False
    )


def test_an_existing_file_is_replaced_only_if_asked(firms) -> None:
    recipe, new = firms.folder / "recipe.json", firms.folder / "new.json"
    new.write_text("mine", encoding="utf-8")

    assert firms.run("improve", recipe, "--trials", 3, "--output", new) == 2
    assert "new.json" in firms.err
    assert new.read_text("utf-8") == "mine"
    assert firms.run("improve", recipe, "--trials", 3, "--output", new, "--overwrite") == 0
    assert json.loads(new.read_text("utf-8"))["improved"][0]["count"] == 3


def test_the_input_is_never_replaced(firms) -> None:
    people = firms.folder / "people.csv"
    before, recipe = people.read_bytes(), firms.folder / "recipe.json"

    assert firms.run("improve", recipe, "--output", people, "--overwrite") == 2
    assert people.read_bytes() == before


def test_a_private_recipe_is_refused_in_one_sentence(private) -> None:
    assert private.run("improve", private.folder / "recipe.json") == 2
    assert private.err.count("\n") == 1
    assert "privacy budget" in private.err


@pytest.mark.parametrize("trials", [1, 0, -3])
def test_too_few_trials_are_refused(firms, trials: int) -> None:
    assert firms.run("improve", firms.folder / "recipe.json", "--trials", trials) == 2
    assert f"--trials is {trials}" in firms.err


def test_a_method_without_groups_is_refused(firms) -> None:
    _recipe(firms, {"name": "rank-swapping", "p": 5}, dominance=None)
    assert firms.run("improve", firms.folder / "recipe.json") == 2
    assert "no groups" in firms.err


def test_t_is_kept_by_every_trial(firms) -> None:
    """A method that promises no t, or a larger one, is never tried."""
    _recipe(firms, {"name": "t-closeness-first", "k": 3, "t": 0.3}, dominance=None)
    summary = _improve(firms, "--trials", 12)

    methods = {trial["settings"].get("method") for trial in summary["trials"]} - {None}
    assert methods <= {"best", "t-merge", "t-k-first", "t-closeness-first"}
    assert methods
    recipe = summary["recipe"]
    assert recipe is None or (recipe["method"]["k"], recipe["method"]["t"]) == (3, 0.3)


def test_a_long_file_is_tried_on_a_sample_and_judged_as_a_whole(firms, monkeypatch) -> None:
    monkeypatch.setattr("core.improve.release_search.MOST_RECORDS", 100)
    summary = _improve(firms, "--trials", 4)

    assert (summary["records"], summary["sample"]) == (N, 100)
    found, today = summary["found"], summary["today"]
    assert found["inside"] >= today["inside"]
    assert found["inside"] + found["close"] >= today["inside"] + today["close"]
    assert firms.protect("--json") in WRITTEN
    assert today == {key: json.loads(firms.out)["usual"][key] for key in ("inside", "close")}


N_PERSONS = 90
SIZES = ("tiny", "small", "medium", "large", "huge")
# What categories become comes before them by name, which must not make it the one that others are
# compared with.
TOWNS = {"Alm": "A north", "Bro": "A north", "Cap": "A south", "Dal": "A south"}
TOWN_ATTRIBUTES = describe(
    "TOWN quasi nominal, SIZE quasi ordinal, AGE quasi integer, STREET quasi nominal, "
    "DEBT confidential integer",
    TOWN={"taxonomy": "towns.csv"},
    SIZE={"order": list(SIZES)},
)
JOINED = (("tiny / small", ("tiny", "small")), ("medium / large", ("medium", "large")))


def _write(bench: Bench, **changes: object) -> Path:
    random = np.random.default_rng(5)
    rows = [
        [list(TOWNS)[i % 4], SIZES[int(random.integers(5))], int(random.integers(18, 80)),
         f"S{i % 30}", int(random.integers(1000))]
        for i in range(N_PERSONS)
    ]  # fmt: skip
    bench.people([[attribute["name"] for attribute in TOWN_ATTRIBUTES], *rows])
    pairs = [*TOWNS.items(), ("A north", "Land"), ("A south", "Land"), ("Land", "")]
    lines = ["category,parent", *(",".join(pair) for pair in pairs)]
    (bench.folder / "towns.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    settings = {"attributes": TOWN_ATTRIBUTES, "keep_order": True, **changes}
    return bench.recipe({"name": "mdav", "k": 3}, **settings)


def _read(recipe: Path) -> tuple[Project, Dataset]:
    project, dataset = read_input(open_project(recipe).project, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    assert not plan.errors
    return Project(project.source, plan.project.schema, project.recipe), dataset


def _recodings_of(recipe: Path) -> dict[str, tuple]:
    project, dataset = _read(recipe)
    return list_recodings(project, dataset, list_masked_attributes(project))


@pytest.fixture
def only_recodings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a search try recodings alone, and call each better than none."""

    def last_steps(start: Project, sample: Dataset) -> tuple:
        return search_steps(start, sample)[-3:]

    monkeypatch.setattr(release_search, "search_steps", last_steps)
    monkeypatch.setattr(SettingsTrial, "is_better_than", lambda a, _: bool(a.changes))


def test_levels_neighbours_and_rounding_are_tried_of_columns_with_usual_figures(bench) -> None:
    recodings = _recodings_of(_write(bench))

    assert recodings.keys() == {"TOWN", "SIZE", "AGE"}
    assert recodings["TOWN"] == (Level("TOWN", 1),)
    assert recodings["SIZE"] == (Group("SIZE", JOINED),)
    # The middle half of the ages spans about 30 years.
    assert recodings["AGE"] == (Round("AGE", 5), Round("AGE", 10))


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"rules": ["if SIZE = 'tiny' then AGE < 90"]}, "SIZE"),
        ({"dominance": {"columns": ["AGE"], "rule": "p-percent", "p": 5}}, "AGE"),
        ({"figures": [{"what": "share", "of": ["TOWN"]}]}, "TOWN"),
        ({"prepare": [{"do": "round", "column": "AGE", "to": 2}]}, "AGE"),
    ],
)
def test_columns_that_other_settings_name_stay(bench, changes: dict, column: str) -> None:
    assert column not in _recodings_of(_write(bench, **changes))


def test_a_column_that_the_recipe_lifts_to_a_level_has_a_cost(bench) -> None:
    """Its step needs the taxonomy of the column that is left out."""
    project, dataset = _read(_write(bench, prepare=[{"do": "level", "column": "TOWN", "level": 1}]))
    costs = {cost.column: cost for cost in ReleaseSearch(project, 2).run(dataset, Job()).costs}

    assert costs.keys() == {"TOWN", "SIZE", "AGE", "STREET"}
    assert all(cost.inside_without is not None for cost in costs.values())


@pytest.mark.usefixtures("only_recodings")
def test_figures_of_joined_categories_are_lost_and_none_is_left_out(bench) -> None:
    project, dataset = _read(_write(bench))
    search = ReleaseSearch(project, most_trials=5)
    search.run(dataset, Job())
    start, *recoded = search.trials

    assert {next(iter(trial.changes)) for trial in recoded} >= {"TOWN.recoding", "SIZE.recoding"}
    for trial in recoded:
        assert trial.score.counted == start.score.counted
        shares = {
            (value.of[0][0], value.of[0][1]): value.inside
            for figure, value in list_judged_values(trial.result.usual)
            if figure.what is FigureKind.SHARE and len(figure.of) == 1
        }
        assert {("TOWN", town) for town in TOWNS} <= shares.keys()
        if "TOWN.recoding" in trial.changes:
            assert not any(shares["TOWN", town] for town in TOWNS)
        if "SIZE.recoding" in trial.changes:
            assert not any(shares["SIZE", size] for size in SIZES[:4])


@pytest.mark.usefixtures("only_recodings")
def test_a_recoding_that_is_found_is_written_carried_out_and_logged(bench) -> None:
    recipe, new = _write(bench), bench.folder / "new.json"
    assert bench.run("improve", recipe, "--trials", 5, "--output", new, "--json") == 0, bench.err
    summary = json.loads(bench.out)
    document = json.loads(new.read_text("utf-8"))

    columns = {name.removesuffix(".recoding") for name in summary["settings"]}
    assert columns
    assert {step["column"] for step in document["prepare"]} == columns
    recipe.write_text(new.read_text("utf-8"), encoding="utf-8")
    assert bench.protect() in WRITTEN, bench.err
    released = {(row["TOWN"], row["SIZE"]) for row in bench.table()}
    if "TOWN" in columns:
        assert {town for town, _ in released} == {"A north", "A south"}
    if "SIZE" in columns:
        assert {size for _, size in released} <= {name for name, _ in JOINED} | {"huge"}
    (account,) = bench.document()["recipe"]["improved"]
    assert account["trials"][-1]["settings"] == summary["trials"][-1]["settings"]
    assert bench.verify() == 0, bench.err


@pytest.mark.parametrize(
    ("step", "is_kept"),
    [
        ({"do": "round", "column": "AGE", "to": 5}, True),
        ({"do": "level", "column": "TOWN", "level": 1}, True),
        ({"do": "round", "column": "DEBT", "to": 5}, False),
        ({"do": "drop", "column": "STREET"}, False),
        ({"do": "top-code", "column": "AGE", "above": 60}, False),
    ],
)
def test_which_steps_a_search_may_add(bench, step: dict, is_kept: bool) -> None:
    document = json.loads(_write(bench).read_text("utf-8"))
    changed = {**document, "prepare": [step]}
    start, recoded = (parse_project(d, bench.folder) for d in (document, changed))

    assert keeps_promises(start, recoded) is is_kept
    assert keeps_promises(recoded, start) is False
