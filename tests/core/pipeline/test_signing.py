"""A release with cautions: ready only when they are confirmed, and signed off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.checklist.answers import questions_of
from core.errors import Refused
from core.jobs import Job
from core.log import chain_steps, lay_out
from core.model import Dataset, Result, SignOff
from core.pipeline import seal
from core.pipeline.seal import new_stamp
from core.verify import replay, verify
from tests.core.pipeline.surveying import USUAL, project_of, run_of, survey_of

# 6 of 60 weights of 50 to 150 are left out.
ACCEPTED = (
    "The weights of the released records add up to about 11 % less than those of the original; "
    "calibrate them before use.",
    "Some figures that users will probably compute lie outside the original’s 95 % interval. "
    "Variances and relations found in this file may not hold in the original.",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the survey's file."""
    return tmp_path_factory.mktemp("survey")


@pytest.fixture(scope="module")
def surveyed(place: Path) -> tuple[Result, Dataset]:
    """Return a run whose cautions are open, and its file."""
    return run_of(project_of(place, survey_of(gone=6), 25, profile=USUAL))


@pytest.fixture(scope="module")
def answered(place: Path, surveyed: tuple[Result, Dataset]) -> tuple[Result, Dataset]:
    """Return the same run with its cautions accepted."""
    answers = _answers(surveyed[0])
    return run_of(project_of(place, survey_of(gone=6), 25, profile=USUAL, answers=answers))


def _answers(result: Result) -> dict[str, object]:
    return {
        c.key: {
            "answer": "accepted",
            "why": "Agreed with the users.",
            "figure": c.figure,
            "limit": c.limit,
            "columns": list(c.columns),
        }
        for c in questions_of(result)
    }


def _read(place: Path) -> str:
    return place.read_text().replace("\u00a0", " ")


def test_a_release_is_ready_only_when_each_caution_is_confirmed(
    surveyed, answered, tmp_path: Path
) -> None:
    result, dataset = surveyed
    release = seal(result, dataset, tmp_path / "one", False, Job())
    assert release.open_questions == questions_of(result) != ()
    for report in (release.report, release.public_report):
        page = (tmp_path / "one" / report).read_text()
        assert "not ready for release" in page
        assert "Ready for release" not in page
    release = seal(*answered, tmp_path / "two", False, Job())
    assert release.open_questions == ()
    page = (tmp_path / "two" / release.report).read_text()
    assert "<strong>Ready for release</strong>" in page
    assert "Agreed with the users." in page


def test_the_public_half_states_what_was_accepted_without_figures_of_the_original(
    answered, tmp_path: Path
) -> None:
    again, dataset = answered
    release = seal(again, dataset, tmp_path / "out", False, Job())
    page = _read(tmp_path / "out" / release.public_report)
    assert not [said for said in ACCEPTED if said not in page]
    for text in (page, _read(tmp_path / "out" / release.public_log)):
        for caution in questions_of(again):
            if caution.row == "weight-total":
                before, after = (f"{caution.params[key]:,}" for key in ("before", "after"))
                assert before not in text
                assert after not in text
            if caution.row == "figures-lost":
                assert f"{caution.params['share']} %" not in text
    log = json.loads((tmp_path / "out" / release.public_log).read_text())
    assert len(log["checklist"]) == len(questions_of(again))


def test_no_open_caution_on_totals_or_relations_is_published(surveyed, tmp_path: Path) -> None:
    result, dataset = surveyed
    assert {"weight-total", "figures-lost"} <= {c.row for c in questions_of(result)}
    release = seal(result, dataset, tmp_path / "out", False, Job())
    page = _read(tmp_path / "out" / release.public_report)
    assert not [said for said in ACCEPTED if said in page]
    log = _read(tmp_path / "out" / release.public_log)
    assert "weight-total" not in log
    assert "figures-lost" not in log


def test_no_public_caution_says_how_many_figures_were_lost(tmp_path: Path) -> None:
    survey = survey_of()
    # One record makes up nearly all of the column, so the share lost gives its value nearly.
    survey["HOURS"][7] = "40000"
    result, _ = run_of(project_of(tmp_path, survey, 25, profile=USUAL))
    assert result.dominated == ("HOURS",)
    (lost,) = [c for c in questions_of(result) if c.row == "figures-lost"]
    assert "HOURS" in "".join(lost.params["figures"])
    answered = project_of(tmp_path, survey, 25, profile=USUAL, answers=_answers(result))
    again, dataset = run_of(answered)
    release = seal(again, dataset, tmp_path / "out", False, Job())
    public = json.loads((tmp_path / "out" / release.public_log).read_text())
    # What the log says of the column anyway: that one record dominates it.
    row_of = {row["row"]: row for row in public["checklist"]}
    assert row_of["dominated"]["columns"] == ["HOURS"]
    loss = row_of["figures-lost"]
    assert (loss["params"], loss.get("columns"), loss.get("figure")) == ({}, None, None)
    page = (tmp_path / "out" / release.public_report).read_text()
    assert "may not hold in the original" in page
    assert "Farthest off" not in page
    assert verify(tmp_path / "out" / release.log, tmp_path / "in.csv", Job()).faults == ()


def test_sign_off_and_cautions_pass_verify_and_replay(surveyed, place, tmp_path: Path) -> None:
    signed = SignOff(name="A. Officer", purpose="Research", remark="by mail", public=True)
    stamp = new_stamp(signed)
    release = seal(*surveyed, tmp_path / "out", False, Job(), stamp)
    log = tmp_path / "out" / release.log
    assert json.loads(log.read_text())["sign_off"]["remark"] == "by mail"
    public = (tmp_path / "out" / release.public_log).read_text()
    assert "A. Officer" in public
    assert "by mail" not in public
    assert "A. Officer" in (tmp_path / "out" / release.public_report).read_text()
    assert verify(log, place / "in.csv", Job()).faults == ()
    done = replay(log, place / "in.csv", tmp_path / "again", False, Job())
    assert done.same
    assert all(done.same_bytes.values())


def test_a_name_stays_inside_unless_it_may_go_out(surveyed, tmp_path: Path) -> None:
    stamp = new_stamp(SignOff(name="A. Officer", purpose="Research"))
    release = seal(*surveyed, tmp_path / "out", False, Job(), stamp)
    for name in (release.public_log, release.public_report):
        assert "A. Officer" not in (tmp_path / "out" / name).read_text()
    assert "A. Officer" in (tmp_path / "out" / release.report).read_text()


def test_a_log_that_hides_its_cautions_does_not_verify(surveyed, place, tmp_path: Path) -> None:
    release = seal(*surveyed, tmp_path / "out", False, Job())
    log = tmp_path / "out" / release.log
    body = {key: value for key, value in json.loads(log.read_text()).items() if key != "seal"}
    for step in body["steps"]:
        step.pop("previous")
    for hidden in ({"checklist": []}, {"readiness": {"ready": True, "open": 0}}):
        log.write_bytes(lay_out(chain_steps({**body, **hidden})))
        assert verify(log, place / "in.csv", Job()).faults != (), hidden


def test_an_answer_that_accepts_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"^recipe-answer$"):
        project_of(tmp_path, survey_of(), 3, answers={"many-left-out": {"answer": "maybe"}})
