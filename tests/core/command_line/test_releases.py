"""The register of releases: what a second release of the same records is compared with."""

from __future__ import annotations

import json
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.core.command_line.conftest import PEOPLE, Bench

pytestmark = pytest.mark.usefixtures("usual_office")

OTHER = "other-release"


def protect(bench: Bench, k: int, folder: str, **changes: object) -> dict[str, str]:
    """Protect the people of the bench by MDAV, and return what the release asks."""
    recipe = bench.recipe({"name": "mdav", "k": k}, **{"unit": "record", **changes})
    bench.run("protect", recipe, "--output", bench.folder / folder, "--json")
    return dict(json.loads(bench.out)["questions"])


def log_of(bench: Bench, folder: str) -> Path:
    return bench.folder / folder / "internal" / "people_protected.internal.json"


def row_in(log: Path) -> dict[str, Any]:
    rows = json.loads(log.read_text(encoding="utf-8"))["checklist"]
    return dict(next(row for row in rows if row["row"] == OTHER))


def files_in(register: Path) -> list[Path]:
    return sorted(register.glob("*.release"))


def test_a_second_release_of_the_same_records_asks(bench: Bench, register: Path) -> None:
    bench.people()
    assert OTHER not in protect(bench, 5, "first")
    first = row_in(log_of(bench, "first"))
    assert (first["outcome"], first["figure"], first["params"]) == ("held", 0, {"releases": []})

    asked = protect(bench, 6, "second")[OTHER]

    assert "narrow" in asked
    row = row_in(log_of(bench, "second"))
    (about,) = (path.stem for path in files_in(register) if path.stem in str(row["params"]))
    assert row["params"]["releases"] == [about]
    assert {stat.S_IMODE(path.stat().st_mode) for path in register.iterdir()} == {0o600}
    assert stat.S_IMODE(register.stat().st_mode) == 0o700


def test_the_same_recipe_again_is_the_same_release(bench: Bench, register: Path) -> None:
    bench.people()
    protect(bench, 5, "first")

    assert OTHER not in protect(bench, 5, "again", keep_order=False)

    assert len(files_in(register)) == 1


@pytest.mark.parametrize("prepared", [False, True])
def test_records_are_known_from_another_file(bench: Bench, prepared: bool) -> None:
    bench.people()
    protect(bench, 5, "first")
    rows = [list(row) for row in PEOPLE]
    # One value is corrected, and spaces do not matter.
    rows[3][3] = "99.5"
    bench.people(rows)
    prepare = [{"do": "round", "column": "INCOME", "to": 10}] if prepared else []

    assert OTHER in protect(bench, 6, "second", prepare=prepare)


def corrected(change: str) -> list[Sequence[str]]:
    head, *rows = (list(row) for row in PEOPLE)
    if change == "one left out, another order":
        return [head, *reversed(rows[:-1])]
    # Other people with the same numbers.
    return [head, *([row[0], str(90 - int(row[1])), *row[2:]] for row in reversed(rows))]


def test_records_of_a_corrected_file_are_found_by_their_identifier(bench: Bench) -> None:
    bench.people()
    protect(bench, 5, "first")
    bench.people(corrected("one left out, another order"))

    asked = protect(bench, 5, "second")[OTHER]

    assert " of them to one" in asked
    assert row_in(log_of(bench, "second"))["params"]["alone"] >= 1


def test_other_records_with_the_same_numbers_are_not_compared(bench: Bench) -> None:
    bench.people()
    protect(bench, 5, "first")
    bench.people(corrected("other people"))

    assert OTHER not in protect(bench, 6, "second")
    assert row_in(log_of(bench, "second"))["params"] == {"releases": []}


def test_a_register_that_cannot_be_used_is_said_and_stops_nothing(
    bench: Bench, register: Path
) -> None:
    bench.people()
    status = bench.run("protect", bench.recipe(), "--output", bench.folder / "usual")
    usual = bench.out.splitlines()
    register.rename(register.with_name("moved"))
    register.write_text("no folder", encoding="utf-8")

    assert bench.run("protect", bench.recipe(), "--output", bench.folder / "first") == status

    *_, last = bench.out.splitlines()
    assert "not compared with others" in last
    assert len(bench.out.splitlines()) == len(usual) + 1


def test_the_command_lists_releases_and_forgets_one(bench: Bench, register: Path) -> None:
    bench.people()
    protect(bench, 5, "first")
    protect(bench, 6, "second")

    assert bench.run("releases") == 0
    first, second, together = bench.out.splitlines()
    assert ("k = 5" in first, "k = 6" in second) == (True, True)
    assert str(register) in together
    assert bench.run("releases", "--forget", "") == 2
    assert bench.run("releases", "--forget", first.split()[0]) == 0

    assert len(files_in(register)) == 1
    # Only the second one is left, whose groups are the same.
    assert OTHER not in protect(bench, 6, "third")
    assert OTHER in protect(bench, 5, "fourth")


def test_another_computer_verifies_and_replays_without_the_register(
    bench: Bench, register: Path
) -> None:
    people = bench.people()
    protect(bench, 5, "first")
    protect(bench, 6, "second")
    register.rename(register.with_name("elsewhere"))

    assert bench.run("verify", log_of(bench, "second"), "--input", people) == 0
    assert "not counted again" in bench.out
    again = "--output", bench.folder / "again"
    assert bench.run("replay", log_of(bench, "second"), "--input", people, *again) == 0
    assert log_of(bench, "again").read_bytes() == log_of(bench, "second").read_bytes()
    assert not files_in(register)
