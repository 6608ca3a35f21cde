"""Recodings that a search for better settings tries: which, what they lose, and what is written."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

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
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

N = 90
SIZES = ("tiny", "small", "medium", "large", "huge")
# What categories become comes before them by name, which must not make it the one that others are
# compared with.
TOWNS = {"Alm": "A north", "Bro": "A north", "Cap": "A south", "Dal": "A south"}
ATTRIBUTES = [
    {"name": "TOWN", "role": "quasi-identifier", "scale": "nominal", "taxonomy": "towns.csv"},
    {"name": "SIZE", "role": "quasi-identifier", "scale": "ordinal", "order": list(SIZES)},
    {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
    {"name": "STREET", "role": "quasi-identifier", "scale": "nominal"},
    {"name": "DEBT", "role": "confidential", "scale": "integer"},
]
JOINED = (("tiny / small", ("tiny", "small")), ("medium / large", ("medium", "large")))


def _write(bench: Bench, **changes: object) -> Path:
    random = np.random.default_rng(5)
    rows = [
        [list(TOWNS)[i % 4], SIZES[int(random.integers(5))], int(random.integers(18, 80)),
         f"S{i % 30}", int(random.integers(1000))]
        for i in range(N)
    ]  # fmt: skip
    with (bench.folder / "people.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[a["name"] for a in ATTRIBUTES], *rows])
    pairs = [*TOWNS.items(), ("A north", "Land"), ("A south", "Land"), ("Land", "")]
    lines = ["category,parent", *(",".join(pair) for pair in pairs)]
    (bench.folder / "towns.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    settings = {"attributes": ATTRIBUTES, "keep_order": True, **changes}
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
    with next(bench.release.glob("public/*.csv")).open(encoding="utf-8", newline="") as file:
        released = {(row["TOWN"], row["SIZE"]) for row in csv.DictReader(file)}
    if "TOWN" in columns:
        assert {town for town, _ in released} == {"A north", "A south"}
    if "SIZE" in columns:
        assert {size for _, size in released} <= {name for name, _ in JOINED} | {"huge"}
    log = next(bench.release.glob("internal/*.internal.json"))
    (account,) = json.loads(log.read_text("utf-8"))["recipe"]["improved"]
    assert account["trials"][-1]["settings"] == summary["trials"][-1]["settings"]
    assert bench.run("verify", log, "--input", bench.folder / "people.csv") == 0, bench.err


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
