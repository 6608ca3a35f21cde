"""A release with open questions is written, verified and not called ready: status 5."""

from __future__ import annotations

import json

KEY = "column-unique-confidential:INCOME"
ACCEPTED = {KEY: {"answer": "accepted", "why": "Incomes were rounded by the survey."}}


def test_a_caution_that_nobody_confirmed_ends_with_status_5(bench) -> None:
    bench.recipe(answers={})
    assert bench.protect() == 5
    assert "Verified, but not ready: one caution is not confirmed" in bench.out
    assert f'"{KEY}"' in bench.out
    assert bench.err == ""
    assert "public/people_protected.csv" in bench.files()


def test_the_same_release_is_ready_once_it_is_confirmed(bench) -> None:
    bench.recipe(answers=ACCEPTED)
    assert bench.protect() == 0
    assert "Ready for release" in bench.out


def test_the_summary_lists_the_questions_and_no_problem(bench) -> None:
    bench.recipe(answers={})
    assert bench.protect("--json") == 5
    summary = json.loads(bench.out)
    assert summary["status"] == 5
    assert list(summary["questions"]) == [KEY]
    assert "problems" not in summary
    assert summary["verification"]["agrees"] is True


def test_its_log_verifies_and_repeats(bench) -> None:
    bench.recipe(answers={})
    assert bench.protect() == 5
    log = bench.release / "internal/people_protected.internal.json"
    assert bench.run("verify", log, "--input", bench.folder / "people.csv") == 0
    again = bench.folder / "again"
    assert bench.run("replay", log, "--input", bench.folder / "people.csv", "--output", again) == 0
