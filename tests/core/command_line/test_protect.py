"""Protecting a file from the command line: what comes out, and what is promised of it."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter

import numpy as np
import pytest

from core.recipe.project_file import FORMAT as PROJECT_FORMAT
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench, group_lines, read_rows
from tests.oracles.released_steps import round_to_steps, step_of
from tests.statuses import WRITTEN

QUASI = ("AGE", "HOURS")


def test_the_release_folder_holds_file_log_and_report(released) -> None:
    assert released.files() == [
        "internal/people_protected.internal.json",
        "internal/people_protected.report.html",
        "public/people_protected.audit.json",
        "public/people_protected.csv",
        "public/people_protected.report.html",
    ]
    assert "Ready for release" in released.out


def test_identifiers_are_dropped_and_the_rest_is_published_as_it_is(released) -> None:
    before = read_rows(released.folder / "people.csv")
    after = released.table()

    assert list(after[0]) == ["AGE", "HOURS", "INCOME", "NOTE"]
    for one, other in zip(before, after, strict=True):
        assert (one["INCOME"], one["NOTE"]) == (other["INCOME"], other["NOTE"])


def test_integers_stay_integers_and_means_are_right(released) -> None:
    before = read_rows(released.folder / "people.csv")
    after = released.table()
    for (age, hours), members in group_lines(after, QUASI).items():
        ages = [int(before[i]["AGE"]) for i in members]
        means = [float(before[i]["HOURS"]) for i in members]
        assert int(age) == round(sum(ages) / len(ages))
        step = step_of(float(row["HOURS"]) for row in before)
        assert float(hours) == pytest.approx(round_to_steps(sum(means) / len(means), step))


def test_the_order_is_shuffled_unless_it_is_kept(bench) -> None:
    bench.release_as(keep_order=False)

    before = [row["INCOME"] for row in read_rows(bench.folder / "people.csv")]
    after = [row["INCOME"] for row in bench.table()]

    assert sorted(after) == sorted(before)
    assert after != before


def test_the_summary_as_json(bench) -> None:
    assert bench.protect("--json") in WRITTEN

    summary = json.loads(bench.out)

    assert summary["status"] == 0
    assert summary["result"]["k_reached"] >= 3
    assert summary["result"]["t_reached"]["INCOME"] <= 0.2
    assert summary["verification"]["agrees"] is True
    assert {"information-loss"} <= {measure["name"] for measure in summary["measures"]}


@pytest.mark.parametrize(("t", "is_used"), [(0.05, True), (0.5, False)])
def test_a_t_that_the_method_makes_no_use_of_is_said(bench, t: float, is_used: bool) -> None:
    bench.release_as({"name": "t-closeness-first", "k": 3, "t": t})
    words = f"A t of {t} changes nothing: from 0.159 on the clusters are those of k = 3."
    assert (words not in bench.err) == is_used


@pytest.mark.parametrize("t", [0.05, 0.1, 0.28])
def test_correlations_that_t_cannot_keep_are_said_before_the_run(bench, t: float) -> None:
    chance = np.random.default_rng(4)
    incomes = chance.permutation(120)
    hours = np.round(20 + incomes / 6 + chance.normal(0, 2, 120), 1)
    ages = chance.integers(20, 70, 120)
    rows = [
        [f"P{i}", str(age), str(hour), f"{income}.5", "ok"]
        for i, (age, hour, income) in enumerate(zip(ages, hours, incomes, strict=True))
    ]
    bench.people([PEOPLE[0], *rows])
    bench.release_as({"name": "t-closeness-first", "k": 3, "t": t})
    # Different incomes: their ranks are 0 to 119, on a scale from 0 to 1.
    ranks = incomes / 119
    strength = abs(np.corrcoef(hours, ranks)[0, 1])
    said = f"That of HOURS is {round(strength, 2):g}; to keep it, t must be at least "
    assert (said in bench.err) == (strength * ranks.std() > t)
    released = bench.table()
    kept = abs(np.corrcoef([float(row["HOURS"]) for row in released], ranks)[0, 1])
    assert kept <= t / ranks.std()
    if said in bench.err:
        stated = float(re.search(r"can be above ([\d.]+) in the release", bench.err)[1])
        assert 0 <= stated - t / ranks.std() <= 0.01


def test_a_run_that_is_refused_says_why_after_the_sentence_on_t(bench) -> None:
    bench.recipe({"name": "t-closeness-first", "k": 3, "t": 0.5}, merges="0123456789ab")
    assert bench.protect() == 2
    on_t, refusal = bench.err.splitlines()
    assert on_t.startswith("A t of 0.5 changes nothing")
    assert "0123456789ab" in refusal
    assert not bench.release.exists()


def test_the_log_holds_what_the_contract_names(released) -> None:
    log = released.document()

    assert log["format"] == "statveil-internal/2"
    assert {"name", "version", "platform", "libraries"} <= set(log["program"])
    assert log["input"]["rows"] == 40
    assert log["input"]["columns"] == 5
    written = {"name": "t-closeness-first", "k": 3, "t": 0.15, "bucket_by": "INCOME"}
    assert log["recipe"]["method"] == {**written, "aggregate": "mean", "categories": "typical"}
    assert set(log["result"]["sizes"]) == {"min", "mean", "max"}
    assert log["verification"]["agrees"] is True
    assert all({"name", "value", "unit", "direction"} <= set(m) for m in log["measures"])
    assert [(file["half"], file["name"]) for file in log["files"]] == [
        ("public", "people_protected.csv"),
        ("public", "people_protected.report.html"),
        ("public", "people_protected.audit.json"),
        ("internal", "people_protected.report.html"),
    ]


def test_the_public_log_holds_settings_promises_counts_and_rounded_measures(released) -> None:
    path = released.log("public")
    log, whole = json.loads(path.read_text()), released.document()

    assert log["format"] == "statveil-audit/2"
    for section in ("recipe", "result", "verification", "program", "started", "finished"):
        assert log[section] == whole[section]
    assert set(log["input"]) == {"name", "rows", "columns", "commitment"}
    assert [file["name"] for file in log["files"]] == [
        "people_protected.csv",
        "people_protected.report.html",
    ]
    names = {measure["name"] for measure in log["measures"]}
    assert names == {"information-loss", "mean-change", "variance-change"}
    assert all(measure["value"] == int(measure["value"]) for measure in log["measures"])
    salt, sha256 = bytes.fromhex(whole["input"]["salt"]), whole["input"]["sha256"]
    assert len(salt) == 32
    assert log["input"]["commitment"] == hmac.digest(salt, sha256.encode(), "sha256").hex()


def test_nothing_else_is_written_and_nothing_tells_where_the_files_were(bench) -> None:
    assert bench.protect() in WRITTEN, bench.err
    others = [name for name in bench.everything() if not name.startswith("release")]
    assert others == ["people.csv", "recipe.json"]
    for name in bench.files():
        assert str(bench.folder) not in (bench.release / name).read_text()


def test_no_cell_of_an_identifier_or_other_column_reaches_the_log(released) -> None:
    log = released.log().read_text()

    assert not [f"P{i:02}" for i in range(40) if f'"P{i:02}"' in log]


def test_records_with_missing_values_are_left_out_and_counted(bench) -> None:
    rows = [["NAME", "AGE", "HOURS", "INCOME", "NOTE"]]
    rows += [[f"P{i}", "" if i == 4 else str(i), "5", str(i), "x"] for i in range(30)]
    bench.people(rows)
    assert bench.protect() in WRITTEN

    assert len(bench.table()) == 29
    assert "One record" in bench.out
    log = bench.document()
    assert log["result"]["left_out"] == 1
    codes = [warning["code"] for warning in log["warnings"]]
    assert codes == ["column-constant", "records-left-out"]


def test_few_answers_are_not_written_to_records_that_gave_none(bench) -> None:
    rows = [["NAME", "AGE", "HOURS", "INCOME", "NOTE"]]
    rows += [[f"P{i}", str(i), "" if i % 10 < 7 else str(i % 7), str(i), "x"] for i in range(60)]
    bench.people(rows)
    bench.release_as({"name": "mdav", "k": 5}, missing="use-observed", keep_order=True)

    answers, has_value = Counter(), {}
    released = bench.table()
    assert min(Counter((row["AGE"], row["HOURS"]) for row in released).values()) >= 5
    for before, after in zip(rows[1:], released, strict=True):
        group = after["AGE"], after["HOURS"]
        answers[group] += before[2] != ""
        has_value[group] = after["HOURS"] != ""
    assert {answers[group] >= 3 for group in answers if has_value[group]} == {True}
    assert any(0 < answers[group] < 3 for group in answers if not has_value[group])


def test_overwriting_must_be_asked_for(released) -> None:
    before = {name: (released.release / name).read_bytes() for name in released.files()}

    released.check_refused("already holds files")
    assert {n: (released.release / n).read_bytes() for n in released.files()} == before

    assert released.protect("--overwrite") in WRITTEN


def test_a_project_whose_input_has_changed_says_so(bench) -> None:
    project = {"format": PROJECT_FORMAT, "input_name": "people.csv", "input_size": 9}
    bench.release_as(project={**project, "input_sha256": "0" * 64})
    assert "people.csv has changed since the project was saved" in bench.out

    digest = hashlib.sha256((bench.folder / "people.csv").read_bytes()).hexdigest()
    bench.recipe(project={**project, "input_sha256": digest})
    assert bench.protect("--overwrite") in WRITTEN, bench.err
    assert "has changed" not in bench.out


def test_a_recipe_of_an_earlier_version_is_refused_in_one_sentence(bench) -> None:
    bench.recipe(format="statveil-recipe/1", public_report=True, strata="AGE")
    assert bench.protect() == 2
    assert bench.err == (
        "This recipe has the format of Statveil 0.1 or 0.2. Write “statveil-recipe/2” in its line "
        "“format”, remove “public_report” and “project” if they are there, and check it.\n"
    )


def test_nothing_else_may_lie_in_what_is_handed_out(released) -> None:
    """What is left of a release of another kind would be zipped and sent with this one."""
    before = released.files()
    released.recipe(output={"kind": "xlsx", "name": "people_protected"})

    assert released.protect("--overwrite") == 2
    assert "people_protected.csv" in released.err
    assert released.files() == before

    notes = released.release / "notes.txt"
    notes.write_text("mine")
    (released.release / "public/people_protected.csv").unlink()
    assert released.protect("--overwrite") in WRITTEN
    assert notes.read_text() == "mine"
    assert "public/people_protected.xlsx" in released.files()


@pytest.mark.parametrize("half", ["public", "internal"])
def test_a_file_in_the_place_of_a_half_is_left_alone(bench, half: str) -> None:
    bench.release.mkdir()
    (bench.release / half).write_text("mine")

    assert bench.protect("--overwrite") == 2
    assert bench.files() == [half]
    assert (bench.release / half).read_text() == "mine"


def test_a_column_that_is_left_out_is_in_no_half_of_the_release(bench) -> None:
    bench.release_as(attributes=[*ATTRIBUTES[:4], {"name": "NOTE", "role": "drop"}])
    after = bench.table()
    assert list(after[0]) == ["AGE", "HOURS", "INCOME"]
    report = bench.page("public")
    assert "left out" in report
    assert bench.verify("public") == 0, bench.err


def test_a_release_whose_weights_are_left_out_is_verified(bench: Bench) -> None:
    attributes = [*ATTRIBUTES[:3], {"name": "INCOME", "role": "drop"}, ATTRIBUTES[4]]
    bench.release_as({"name": "mdav", "k": 5}, attributes=attributes, weight="INCOME")
    for half in ("public", "internal"):
        assert bench.verify(half, with_input=False) == 0, bench.err
