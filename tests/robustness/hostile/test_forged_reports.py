"""Reports and warnings changed by somebody who also recomputes every hash."""

from __future__ import annotations

import json

import pytest

from tests.robustness.hostile.forged_releases import (
    BASES,
    INTERNAL,
    LOGS,
    PUBLIC,
    REPORTS,
    Forged,
    forge,
    seal_again,
)


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Forged:
    return Forged(tmp_path_factory.mktemp("reports"))


@pytest.mark.parametrize("name", BASES)
def test_what_nobody_changed_is_verified(releases: Forged, name: str) -> None:
    seal_again(releases.copy(name))

    for log in LOGS:
        ran = releases.verify(log)
        assert ran["status"] == 0, ran
        assert "the reports as Statveil writes them" in ran["out"]


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("place", [0.05, 0.5, 0.98])
def test_a_changed_report_is_found(releases: Forged, name: str, report: str, place: float) -> None:
    file = releases.copy(name) / report
    page = file.read_text()
    at = page.index("<p", round(place * page.rindex("<p")))
    file.write_text(page[:at] + "<p>The office has checked it all.</p>" + page[at:])
    seal_again(file.parents[1])

    # Of an internal report the risk and the pictures need the original; noise leaves them out.
    with_input = report == REPORTS[1] and place == 0.5
    log = INTERNAL if report == REPORTS[1] else PUBLIC
    ran = releases.verify(log, with_input)
    assert ran["status"] == 3, ran
    assert report in ran["err"]
    if report == REPORTS[0]:
        assert releases.verify(INTERNAL)["status"] == 3


def test_a_larger_k_in_report_and_claim_is_found(releases: Forged) -> None:
    place = releases.copy("mdav")
    k = json.loads((place / PUBLIC).read_bytes())["result"]["k_reached"]
    claim = f"at least {10 * k - 1} others (k = {10 * k})"
    for report in REPORTS:
        page = (place / report).read_text()
        (place / report).write_text(page.replace(f"at least {k - 1} others (k = {k})", claim))
    forge(place, lambda log: log["result"].update(claim=f"Every record shares it with {claim}."))

    for log in LOGS:
        ran = releases.verify(log)
        assert ran["status"] == 3
        assert "result.claim" in ran["err"]


@pytest.mark.parametrize("log", LOGS)
def test_a_report_that_is_not_listed_is_missed(releases: Forged, log: str) -> None:
    place = releases.copy("mdav")
    forge(place, lambda found: found["files"].pop(), (log,))

    ran = releases.verify(log)
    assert ran["status"] == 3
    assert "report.html" in ran["err"]


def test_warnings_that_are_gone_are_missed(releases: Forged) -> None:
    """The internal report is written anew without them, so only the run itself shows it."""
    place = releases.copy("blocks")
    for log in LOGS:
        assert json.loads((place / log).read_bytes())["warnings"], log
    forge(place, lambda log: log["warnings"].clear())

    assert "warnings" in releases.verify(PUBLIC, with_input=True)["err"]
    assert releases.verify(INTERNAL)["status"] == 3


def test_halves_that_disagree_are_found(releases: Forged) -> None:
    place = releases.copy("mdav")
    forge(place, lambda log: log["measures"].clear(), (PUBLIC,))

    ran = releases.verify(INTERNAL)
    assert ran["status"] == 3
    assert "measures" in ran["err"]


def test_figures_that_are_left_out_without_need_are_found(releases: Forged) -> None:
    place = releases.copy("mdav")
    left = [{"column": "AGE", "reason": "not stated"}]
    assert json.loads((place / INTERNAL).read_bytes())["not_stated"] != left
    forge(place, lambda log: log.update(not_stated=left), (INTERNAL,))
    assert "not_stated" in releases.verify(INTERNAL)["err"]

    forge(place, lambda log: log.update(not_stated=left), (PUBLIC,))
    assert [releases.verify(log)["status"] for log in LOGS] == [3, 3]


@pytest.mark.parametrize("log", LOGS)
def test_of_another_version_it_is_said_what_was_not_checked(releases: Forged, log: str) -> None:
    place = releases.copy("mdav")
    forge(place, lambda found: found["program"].update(version="99"))

    ran = releases.verify(log)
    assert ran["status"] == 0, ran
    assert "version 99 of Statveil" in ran["out"]
    assert "as Statveil writes them" not in ran["out"]


def test_other_libraries_change_nothing_but_drawings(releases: Forged) -> None:
    """On another machine a line of a drawing can be a hair off; nothing else can."""
    place = releases.copy("mdav")
    report = place / REPORTS[0]
    page = report.read_text()
    report.write_text(page.replace('width="', 'width="1', 1))
    seal_again(place)
    assert releases.verify(PUBLIC)["status"] == 3

    forge(place, lambda found: found["program"]["libraries"].update(numpy="1.0"))
    assert releases.verify(PUBLIC)["status"] == 0
