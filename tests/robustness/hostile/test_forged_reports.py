"""Reports and warnings changed by somebody who also recomputes every hash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.jobs import Job
from core.report import html_page, report_of, with_internal_part
from core.verify.recounting import recount
from tests.robustness.hostile.forged_releases import (
    BASES,
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
        assert "The claim in the log is not the one" in ran["err"]


@pytest.mark.parametrize("log", LOGS)
def test_a_report_that_is_not_listed_is_missed(releases: Forged, log: str) -> None:
    place = releases.copy("mdav")
    forge(place, lambda found: found["files"].pop(), (log,))

    ran = releases.verify(log)
    assert ran["status"] == 3
    assert "report.html" in ran["err"]


def write_report_again(place: Path) -> None:
    """Write the internal report that the logs give, as a forger who has Statveil can."""
    public, internal = (json.loads((place / name).read_bytes()) for name in LOGS)
    public["files"] = [f for f in public["files"] if not f["name"].endswith(".report.html")]
    own = REPORTS[1].partition("/")[2]
    internal["files"] = [
        f for f in internal["files"] if (f["half"], f["name"]) != ("internal", own)
    ]
    released = recount(internal, place / INTERNAL, Job()).table.columns
    page = html_page(with_internal_part(report_of(public, released), internal))
    (place / REPORTS[1]).write_text(page, encoding="utf-8")


def _fewer_alone(log: Log) -> None:
    log["compared"]["risk"]["original"]["uniques"] -= 1


def _higher_bar(log: Log) -> None:
    log["compared"]["columns"][0]["bars"][0]["before"] += 1


@pytest.mark.parametrize("change", [_fewer_alone, _higher_bar, lambda log: log.pop("compared")])
def test_a_changed_comparison_is_found(releases: Forged, change) -> None:
    """By the report, or if that is written again as well, by repeating the run."""
    place = releases.copy("mdav")
    forge(place, change, (INTERNAL,))
    ran = releases.verify(INTERNAL)
    assert ran["status"] == 3
    assert REPORTS[1] in ran["err"]

    write_report_again(place)
    seal_again(place)
    assert releases.verify(INTERNAL)["status"] == 0
    ran = releases.verify(INTERNAL, with_input=True)
    assert ran["status"] == 3
    assert "compared" in ran["err"]


def test_warnings_that_are_gone_are_missed(releases: Forged) -> None:
    """The internal report is written anew without them, so only the run itself shows it."""
    place = releases.copy("blocks")
    for log in LOGS:
        assert json.loads((place / log).read_bytes())["warnings"], log
    forge(place, lambda log: log["warnings"].clear())

    assert "warnings" in releases.verify(PUBLIC, with_input=True)["err"]
    assert releases.verify(INTERNAL)["status"] == 3


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("measures", lambda log: log["measures"].clear()),
        ("warnings", lambda log: log["warnings"].clear()),
        ("files", lambda log: log["files"][0].update(rows=5)),
    ],
)
def test_halves_that_disagree_are_found(releases: Forged, section: str, change) -> None:
    place = releases.copy("blocks")
    forge(place, change, (PUBLIC,))

    ran = releases.verify(INTERNAL)
    assert ran["status"] == 3
    assert f"(section “{section}”)" in ran["err"]


def test_a_public_log_whose_seal_is_broken_is_found_from_the_internal_log(
    releases: Forged,
) -> None:
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


@pytest.mark.parametrize("log", LOGS)
def test_of_an_earlier_draft_it_is_said_what_was_not_checked(releases: Forged, log: str) -> None:
    """An earlier draft of this version named no texts and kept no comparison."""
    place = releases.copy("mdav")

    def as_drafted(found: Log) -> None:
        del found["program"]["texts"]
        found.pop("compared", None)

    forge(place, as_drafted)
    for report in REPORTS:
        page = (place / report).read_text()
        (place / report).write_text(page.replace("</p>", "</p >"))
    seal_again(place)
    for with_input in (False, True):
        ran = releases.verify(log, with_input)
        assert ran["status"] == 0, ran
        assert "another draft of version" in ran["out"]
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
