"""Logs and reports changed by somebody who also recomputes every hash.

A report that is changed and listed anew is not found: only a signature would show it.
"""

from __future__ import annotations

import json

import pytest

from tests.robustness.hostile.forged_releases import (
    INTERNAL,
    LOGS,
    PUBLIC,
    REPORTS,
    Forged,
    Log,
    forge,
    seal_again,
)
from tests.robustness.hostile.forged_tables import describe
from tests.robustness.hostile.sealing import log_bytes, resealed


@pytest.mark.parametrize("name", ["mdav", "blocks", "t-merge", "laplace", "learned"])
def test_what_nobody_changed_is_verified(releases: Forged, name: str) -> None:
    seal_again(releases.copy(name))

    for log in LOGS:
        ran = releases.verify(log)
        assert ran["status"] == 0, ran
        halves = "the public log as it follows from the internal one"
        assert (halves in ran["out"]) is (log == INTERNAL)


def test_a_larger_k_in_report_and_claim_is_found(releases: Forged) -> None:
    place = releases.copy("mdav")
    k = json.loads((place / PUBLIC).read_bytes())["result"]["k_reached"]
    claim = f"at least {10 * k - 1} others (k = {10 * k})"
    for report in REPORTS:
        page = (place / report).read_text()
        (place / report).write_text(page.replace(f"at least {k - 1} others (k = {k})", claim))
    larger = [{"code": "claim-k", "params": {"k": 10 * k, "others": 10 * k - 1}}]
    forge(place, lambda log: log["result"].update(claim=larger))

    for log in LOGS:
        ran = releases.verify(log)
        assert ran["status"] == 3
        assert "The claim in the log is not the one" in ran["err"]


@pytest.mark.parametrize("log", LOGS)
def test_a_report_that_is_not_listed_is_missed(releases: Forged, log: str) -> None:
    place = releases.copy("mdav")
    forge(place, lambda found: found["files"].pop(), (log,))

    ran = releases.verify(log)
    assert ran["status"] == 3
    assert "report.html" in ran["err"]


def _fewer_alone(log: Log) -> None:
    log["compared"]["risk"]["original"]["uniques"] -= 1


def _higher_bar(log: Log) -> None:
    log["compared"]["columns"][0]["bars"][0]["before"] += 1


@pytest.mark.parametrize("change", [_fewer_alone, _higher_bar, lambda log: log.pop("compared")])
def test_a_changed_comparison_is_found_with_the_input(releases: Forged, change) -> None:
    forge(releases.copy("mdav"), change, (INTERNAL,))

    assert releases.verify(INTERNAL)["status"] == 0
    ran = releases.verify(INTERNAL, with_input=True)
    assert ran["status"] == 3
    assert "compared" in ran["err"]


def test_warnings_that_are_gone_are_missed(releases: Forged) -> None:
    """Only the run itself shows it."""
    place = releases.copy("blocks")
    for log in LOGS:
        assert json.loads((place / log).read_bytes())["warnings"], log
    forge(place, lambda log: log["warnings"].clear())

    for log in LOGS:
        assert "warnings" in releases.verify(log, with_input=True)["err"]


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("measures", lambda log: log["measures"].clear()),
        ("warnings", lambda log: log["warnings"].clear()),
        ("files", lambda log: log["files"][0]["options"].update(decimal=",")),
    ],
)
def test_halves_that_disagree_are_found(releases: Forged, section: str, change) -> None:
    place = releases.copy("blocks")
    forge(place, change, (PUBLIC,))

    ran = releases.verify(INTERNAL)
    assert ran["status"] == 3
    assert f"(section “{section}”)" in ran["err"]


def test_a_public_log_whose_seal_is_broken_is_found_from_the_internal_log(releases: Forged) -> None:
    place = releases.copy("mdav")
    public = json.loads((place / PUBLIC).read_bytes())
    public["seal"]["sections"]["result"] = "0" * 64
    content = log_bytes(public)
    (place / PUBLIC).write_bytes(content)
    log = json.loads((place / INTERNAL).read_bytes())
    (entry,) = (entry for entry in log["files"] if f"public/{entry['name']}" == PUBLIC)
    describe(entry, content)
    (place / INTERNAL).write_bytes(log_bytes(resealed(log)))

    ran = releases.verify(INTERNAL)
    assert ran["status"] == 3
    assert "result" in ran["err"]


def test_figures_that_are_left_out_without_need_are_found(releases: Forged) -> None:
    place = releases.copy("mdav")
    left = ["AGE"]
    assert json.loads((place / INTERNAL).read_bytes())["not_stated"] != left
    forge(place, lambda log: log.update(not_stated=left), (INTERNAL,))
    assert "not_stated" in releases.verify(INTERNAL)["err"]

    forge(place, lambda log: log.update(not_stated=left), (PUBLIC,))
    assert [releases.verify(log, with_input=True)["status"] for log in LOGS] == [3, 3]


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_is_checked_by_its_hash(releases: Forged, report: str) -> None:
    file = releases.copy("mdav") / report
    file.write_text(file.read_text().replace("</p>", "</p >", 1))

    ran = releases.verify(INTERNAL)
    assert ran["status"] == 3
    assert f"{file.name} was changed" in ran["err"]
