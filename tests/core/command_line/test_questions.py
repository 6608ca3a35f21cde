"""A release with open questions is written, verified and not called ready: status 5."""

from __future__ import annotations

import json

import pytest

from tests.core.command_line.conftest import Bench
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
    (bench.folder / "office.toml").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATVEIL_OFFICE_SETTINGS", str(bench.folder / "office.toml"))
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


def test_its_log_verifies_and_repeats_under_another_office(bench, monkeypatch) -> None:
    office = bench.folder / "strict.toml"
    office.write_text("[release.scientific]\nk = 6\n", encoding="utf-8")
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(office))
    assert bench.protect() == 5
    assert bench.document()["recipe"]["profile"] == {"name": "scientific", "limits": {"k": 6}}
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(bench.folder / "none.toml"))
    (bench.folder / "none.toml").touch()
    assert bench.verify() == 0
    again = bench.folder / "again"
    people = bench.folder / "people.csv"
    assert bench.run("replay", bench.log(), "--input", people, "--output", again) == 0


def test_a_whole_limit_is_written_alike_in_a_run_and_its_replay(bench) -> None:
    bench.recipe(profile={"name": "scientific", "limits": {"pairs": 1000}})
    assert bench.protect() == 5
    assert ": 1,000 instead of 0." in bench.page()
    bench.check_replay()


@pytest.mark.parametrize(
    ("limits", "name"), [("k = -1", "k"), ("few = 3", "few"), ('rare = "3"', "rare")]
)
def test_a_limit_of_the_office_that_is_none_is_refused(bench, monkeypatch, limits, name) -> None:
    office = bench.folder / "wrong.toml"
    office.write_text(f"[release.scientific]\n{limits}\n", encoding="utf-8")
    monkeypatch.setenv("STATVEIL_OFFICE_SETTINGS", str(office))
    bench.check_refused(f"give “release.scientific.{name}”, which is no limit of a profile")


def test_a_profile_that_there_is_none_of_is_refused(bench) -> None:
    bench.recipe(profile="secret")
    assert bench.protect() == 2
    bench.recipe(profile={"name": "public", "limits": {"few": 3}})
    assert bench.protect() == 2
    assert "few" in bench.err
