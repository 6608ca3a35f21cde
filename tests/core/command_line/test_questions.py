"""A release with open questions is written, verified and not called ready: status 5."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from core.checklist.row_registry import ROWS
from core.messages import CATALOGUE
from core.model.checklist import LIMITS, PROFILES
from core.report.formatting import format_number
from tests.core.command_line.conftest import Bench, office
from tests.log_words import answers_to, questions_in

# Ages and hours of so few people are alike in groups of three, and hardly two have one income.
KEYS = {"few-alike", "rare-record", "rare-value:INCOME"}

pytestmark = pytest.mark.usefixtures("usual_office")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """Answer the questions on the people."""
    bench = Bench(tmp_path_factory.mktemp("asked"))
    bench.people()
    bench.recipe()
    with office(bench.folder):
        assert bench.protect() == 5
    return answers_to(bench.document())


def test_a_question_that_nobody_answered_ends_with_status_5(bench) -> None:
    assert bench.protect() == 5
    assert "Verified, but not ready: 3 questions are open" in bench.out
    assert [key for key in KEYS if f'"{key}"' not in bench.out] == []
    assert bench.err == ""
    assert "public/people_protected.csv" in bench.files()


def test_the_same_release_is_ready_once_it_is_answered(bench, answers) -> None:
    bench.recipe(answers=answers)
    assert bench.protect() == 0
    assert "Ready for release" in bench.out
    assert bench.document()["readiness"] == {"ready": True, "open": 0}


def test_lost_figures_are_stated_once_and_first(bench) -> None:
    bench.recipe(method={"name": "mdav", "k": 20})
    assert bench.protect() == 5
    first_line, *further_lines = bench.out.splitlines()
    (lost,) = [q for q in questions_in(bench.document()) if q["row"] == "figures-lost"]
    n_lost, n_figures = lost["params"]["count"], lost["params"]["of"]
    assert first_line.startswith(f"{n_lost} of the {n_figures} figures that users will probably ")
    assert not any("figures that users" in line for line in further_lines)
    internal_part = bench.page().partition('id="internal"')[2]
    assert internal_part.count("figures that users will probably compute") == 1
    assert "Farthest off" in internal_part


@pytest.mark.parametrize(
    "change", [{"figure": 1}, {"limit": 7}, {"why": " "}, {"columns": ["AGE"]}, {"figure": None}]
)
def test_an_answer_to_another_question_is_none(bench, answers, change: dict[str, object]) -> None:
    bench.recipe(answers={**answers, "few-alike": {**answers["few-alike"], **change}})
    assert bench.protect("--json") == 5
    assert list(json.loads(bench.out)["questions"]) == ["few-alike"]


def test_no_reason_is_taken_where_the_profile_takes_none(bench) -> None:
    bench.recipe(profile="public")
    bench.protect()
    bench.recipe(profile="public", answers=answers_to(bench.document()))
    assert bench.protect("--overwrite") == 5
    said = "No reason is accepted in this profile for linked, whole-population, rare-value:INCOME:"
    assert said in bench.out
    outcomes = {row["row"]: row["outcome"] for row in questions_in(bench.document())}
    assert outcomes["few-alike"] == "answered"
    # A single income of one person.
    assert outcomes["rare-value"] == "never"


def test_the_summary_lists_the_questions_and_no_problem(bench) -> None:
    assert bench.protect("--json") == 5
    summary = json.loads(bench.out)
    assert summary["status"] == 5
    assert set(summary["questions"]) == KEYS
    assert "problems" not in summary
    assert summary["verification"]["agrees"] is True


def test_its_log_verifies_and_repeats_under_another_office(bench) -> None:
    with office(bench.folder, "[release.scientific]\nk = 6\n"):
        assert bench.protect() == 5
    assert bench.document()["recipe"]["profile"] == {"name": "scientific", "limits": {"k": 6}}
    assert bench.verify() == bench.replay() == 0


def test_a_whole_limit_is_written_alike_in_a_run_and_its_replay(bench) -> None:
    bench.recipe(profile={"name": "scientific", "limits": {"pairs": 1000}})
    assert bench.protect() == 5
    assert ": 1,000 instead of 0." in bench.page()
    bench.check_replay()


@pytest.mark.parametrize(
    ("limits", "name"), [("k = -1", "k"), ("few = 3", "few"), ('rare = "3"', "rare")]
)
def test_a_limit_of_the_office_that_is_none_is_refused(bench, limits, name) -> None:
    with office(bench.folder, f"[release.scientific]\n{limits}\n"):
        bench.check_refused(f"give “release.scientific.{name}”, which is no limit of a profile")


def test_a_profile_that_there_is_none_of_is_refused(bench) -> None:
    bench.recipe(profile="secret")
    assert bench.protect() == 2
    bench.recipe(profile={"name": "public", "limits": {"few": 3}})
    bench.check_refused("few")


def cells_of_table(page: str) -> list[list[str]]:
    (table,) = re.findall(r'<table id="checklist-table">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table)
    return [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows
    ]


def test_the_internal_report_has_every_row_of_its_log_and_the_public_one_none(bench) -> None:
    profile = {"name": "public", "limits": {"rare": 2, "order": 0.2}}
    bench.recipe(profile=profile)
    assert bench.protect() == 5
    log = bench.document()
    bench.recipe(profile=profile, answers=answers_to(log))
    bench.protect("--overwrite")
    log = bench.document()
    page = bench.page().replace("\u00a0", " ")
    cells = cells_of_table(page)
    assert len(cells) == len(log["checklist"]) > 5
    for row, shown in zip(log["checklist"], cells, strict=True):
        assert shown[0] == ROWS[row["row"]].number
        assert shown[3:5] == [format_number(row["figure"]), format_number(row["limit"])]
        assert (row["outcome"] == "held") is (shown[5] == "Within its limit")
        assert (row["outcome"] == "never") is (shown[5] == "No reason is accepted")
        if row["outcome"] == "answered":
            assert shown[5] == f"Accepted: {row['why']}"
    assert {row["outcome"] for row in log["checklist"]} == {"held", "answered", "never"}
    assert "Profile: Public. Anybody gets the file, without a contract." in page
    # Of the limits that the recipe names, the one that differs from the profile.
    assert "Changed limits: units with a published value: 2 instead of 10." in page
    public = unescape(bench.page("public").replace("\u00a0", " "))
    assert "checklist" not in public
    assert [code for code in ROWS if CATALOGUE[f"counted-{code}"].other in public] == []
    assert "Changed limits" not in public


def test_each_row_profile_and_limit_has_its_words() -> None:
    codes = {f"counted-{code}" for code in ROWS} | {f"limit-{name}" for name in LIMITS}
    codes |= {f"profile-{name}{ending}" for name in PROFILES for ending in ("", "-meaning")}
    assert codes <= set(CATALOGUE)
    counted = {code for code in CATALOGUE if code.startswith("counted-")}
    assert counted == {f"counted-{code}" for code in ROWS}
