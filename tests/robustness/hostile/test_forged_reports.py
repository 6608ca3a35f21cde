"""Reports, warnings and figures changed by somebody who also recomputes every hash."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.forged_tables import describe
from tests.robustness.hostile.people_file import INPUT, write_inputs
from tests.robustness.hostile.running import run
from tests.robustness.hostile.sealing import log_bytes, resealed

PUBLIC, INTERNAL = "public/released.audit.json", "internal/released.internal.json"
LOGS = (PUBLIC, INTERNAL)
REPORTS = ("public/released.report.html", "internal/released.report.html")
BASES = ("mdav", "blocks", "t-merge", "laplace", "learned")

Log = dict[str, Any]


class Forged:
    """Releases of several methods, and a copy of one that a forger works at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_inputs(folder)
        for name in BASES:
            recipe = base_recipes()[name]
            if name == "learned":
                del recipe["insecure_test_seed"]
            path = folder / "recipe.json"
            path.write_text(json.dumps(recipe))
            assert run("protect", str(path), "--output", str(folder / name))["status"] == 0

    def copy(self, name: str) -> Path:
        place = self.folder / "forged"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.folder / name, place)
        return place

    def verify(self, log: str, with_input: bool = False) -> dict[str, Any]:
        more = ["--input", str(self.folder / INPUT)] if with_input else []
        return run("verify", str(self.folder / "forged" / log), *more)


def seal_again(place: Path) -> None:
    """Have both logs fit the files as they are now."""
    for name in LOGS:
        log = json.loads((place / name).read_bytes())
        for entry in log["files"]:
            file = place / entry.get("half", "public") / entry["name"]
            if file.is_file():
                describe(entry, file.read_bytes())
        (place / name).write_bytes(log_bytes(resealed(log)))


def forge(place: Path, change: Callable[[Log], object], names: tuple[str, ...] = LOGS) -> None:
    for name in names:
        log = json.loads((place / name).read_bytes())
        change(log)
        (place / name).write_bytes(log_bytes(resealed(log)))
    seal_again(place)


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


FORGERIES: dict[str, Callable[[Log], object]] = {
    "result.left_out": lambda log: log["result"].update(left_out=1),
    "result.clusters": lambda log: log["result"].update(clusters=log["result"]["clusters"] + 1),
    "result.sizes.min": lambda log: log["result"]["sizes"].update(min=20),
    "result.sizes.max": lambda log: log["result"]["sizes"].update(max=2000),
    "result.sizes.mean": lambda log: log["result"]["sizes"].update(mean=20.5),
    "result.claim": lambda log: log["result"].update(claim="Nobody can be found."),
    "result.epsilon": lambda log: log["result"].update(epsilon=0.1),
    "verification.rows": lambda log: log["verification"].update(rows=1_000_000),
    "verification.agrees": lambda log: log["verification"].update(agrees=False),
    "verification.columns": lambda log: log["verification"].update(columns=2),
    "verification.k_blocks": lambda log: log["verification"].update(
        k_blocks=[{"columns": ["AGE"], "k": 50}]
    ),
    "reviewed": lambda log: log.update(reviewed="by the committee"),
    "files.released.report.html": lambda log: next(
        file for file in log["files"] if file["name"] == "released.report.html"
    ).update(blocks=["0" * 16]),
}


@pytest.mark.parametrize("log", LOGS)
@pytest.mark.parametrize("name", ["mdav", "blocks", "t-merge"])
@pytest.mark.parametrize("entry", FORGERIES)
def test_a_forged_entry_is_found(releases: Forged, name: str, entry: str, log: str) -> None:
    place = releases.copy(name)
    document = json.loads((place / log).read_bytes())
    FORGERIES[entry](document)
    (place / log).write_bytes(log_bytes(resealed(document)))

    ran = releases.verify(log)
    assert ran["status"] == 3, ran
    # A sum that no longer comes out may be noticed first.
    assert entry in ran["err"] or (entry == "result.clusters" and "result.sizes" in ran["err"])


@pytest.mark.parametrize("entry", ["result.left_out", "result.clusters", "result.sizes.min"])
def test_a_forged_entry_of_a_private_release_is_found(releases: Forged, entry: str) -> None:
    place = releases.copy("laplace")
    forge(place, FORGERIES[entry])

    assert [releases.verify(log)["status"] for log in LOGS] == [3, 3]


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
