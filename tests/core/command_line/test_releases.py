"""The register of releases: what a second release of the same records is compared with."""

from __future__ import annotations

import json
import random
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.pipeline.release_register import list_releases, unless_unusable
from tests.core.command_line.conftest import PEOPLE, Bench

OTHER = "other-release"


# Under the limits of tests a release is ready, and in the register; under these it asks.
STRICT = {"name": "scientific", "limits": {"k": 5}}


def protect(
    bench: Bench, k: int, folder: str, method: str = "mdav", **changes: object
) -> dict[str, str]:
    """Protect the people of the bench, and return what the release asks."""
    settings = {"unit": "record", **changes}
    recipe = bench.recipe({"name": method, "k": k}, **settings)
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
    assert OTHER not in protect(bench, 5, "first")
    first = row_in(log_of(bench, "first"))
    assert (first["outcome"], first["figure"], first["params"]) == ("held", 0, {"releases": []})

    asked = protect(bench, 6, "second", profile=STRICT)[OTHER]

    assert "narrow" in asked
    row = row_in(log_of(bench, "second"))
    # A release that is not ready is none yet.
    assert row["params"]["releases"] == [path.stem for path in files_in(register)]
    assert {stat.S_IMODE(path.stat().st_mode) for path in register.iterdir()} == {0o600}
    assert stat.S_IMODE(register.stat().st_mode) == 0o700


def test_the_same_recipe_again_is_the_same_release(bench: Bench, register: Path) -> None:
    protect(bench, 5, "first")

    assert OTHER not in protect(bench, 5, "again", keep_order=False, profile=STRICT)

    assert len(files_in(register)) == 1


@pytest.mark.parametrize("prepared", [False, True])
def test_records_are_known_from_another_file(bench: Bench, prepared: bool) -> None:
    protect(bench, 5, "first")
    rows = [list(row) for row in PEOPLE]
    # One value is corrected, and spaces do not matter.
    rows[3][3] = "99.5"
    bench.people(rows)
    prepare = [{"do": "round", "column": "INCOME", "to": 10}] if prepared else []

    assert OTHER in protect(bench, 6, "second", prepare=prepare, profile=STRICT)


def corrected(change: str) -> list[Sequence[str]]:
    head, *rows = (list(row) for row in PEOPLE)
    if change == "one left out, another order":
        return [head, *reversed(rows[:-1])]
    # Other people with the same numbers.
    return [head, *([row[0], str(90 - int(row[1])), *row[2:]] for row in reversed(rows))]


def test_records_of_a_corrected_file_are_found_by_their_identifier(bench: Bench) -> None:
    protect(bench, 5, "first")
    bench.people(corrected("one left out, another order"))

    asked = protect(bench, 5, "second", profile=STRICT)[OTHER]

    assert " of them to one" in asked
    assert row_in(log_of(bench, "second"))["params"]["alone"] >= 1


def test_other_records_with_the_same_numbers_are_not_compared(bench: Bench) -> None:
    protect(bench, 5, "first")
    bench.people(corrected("other people"))

    assert OTHER not in protect(bench, 6, "second", profile=STRICT)
    assert row_in(log_of(bench, "second"))["params"] == {"releases": []}


def test_a_register_that_cannot_be_used_is_said_and_stops_nothing(
    bench: Bench, register: Path
) -> None:
    status = bench.run("protect", bench.recipe(), "--output", bench.folder / "usual")
    usual = bench.out.splitlines()
    register.rename(bench.folder / "moved")
    register.write_text("no folder", encoding="utf-8")

    assert bench.run("protect", bench.recipe(), "--output", bench.folder / "first") == status

    *_, last = bench.out.splitlines()
    assert "not compared with others" in last
    assert len(bench.out.splitlines()) == len(usual) + 1


def test_the_command_lists_releases_and_forgets_one(bench: Bench, register: Path) -> None:
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
    assert OTHER not in protect(bench, 6, "third", profile=STRICT)
    assert OTHER in protect(bench, 5, "fourth", profile=STRICT)


def test_another_computer_verifies_and_replays_without_the_register(
    bench: Bench, register: Path
) -> None:
    people = bench.people()
    protect(bench, 5, "first")
    protect(bench, 6, "second")
    register.rename(bench.folder / "elsewhere")

    assert bench.run("verify", log_of(bench, "second"), "--input", people) == 0
    assert "not counted again" in bench.out
    again = "--output", bench.folder / "again"
    assert bench.run("replay", log_of(bench, "second"), "--input", people, *again) == 0
    assert log_of(bench, "again").read_bytes() == log_of(bench, "second").read_bytes()
    assert not files_in(register)


def number_of(bench: Bench) -> str:
    bench.run("releases")
    return bench.out.split()[0]


def test_groups_of_the_release_that_is_named_are_merged_and_never_split(bench: Bench) -> None:
    people = bench.people()
    protect(bench, 5, "first")
    number = number_of(bench)

    asked = protect(bench, 6, "second", merges=number, profile=STRICT)

    assert OTHER not in asked
    groups = [rows_by_group(bench.folder / name) for name in ("first", "second")]
    assert min(map(len, groups[1])) >= 6
    assert all(any(small <= large for large in groups[1]) for small in groups[0])
    assert bench.run("verify", log_of(bench, "second"), "--input", people) == 0, bench.err
    again = "--output", bench.folder / "again"
    assert bench.run("replay", log_of(bench, "second"), "--input", people, *again) == 0
    assert log_of(bench, "again").read_bytes() == log_of(bench, "second").read_bytes()
    public = json.loads((bench.folder / "second/public/people_protected.audit.json").read_bytes())
    assert {"setting": "merges", "column": None} in public["omitted"]
    assert number not in json.dumps(public)


def rows_by_group(release: Path) -> list[frozenset[int]]:
    """Group the lines of a released file, whose order is kept, by the masked columns."""
    lines = (release / "public" / "people_protected.csv").read_text("utf-8").splitlines()[1:]
    groups: dict[tuple[str, ...], set[int]] = {}
    for i, line in enumerate(lines):
        groups.setdefault(tuple(line.split(",")[:2]), set()).add(i)
    return [frozenset(group) for group in groups.values()]


def test_another_computer_says_that_it_lacks_the_groups_that_were_merged(
    bench: Bench, register: Path
) -> None:
    people = bench.people()
    protect(bench, 5, "first")
    protect(bench, 6, "second", merges=number_of(bench))
    register.rename(bench.folder / "elsewhere")

    assert bench.run("verify", log_of(bench, "second"), "--input", people) == 0
    assert "has the groups that it merged" in bench.out
    again = "--output", bench.folder / "again"
    assert bench.run("replay", log_of(bench, "second"), "--input", people, *again) == 2
    assert "no release" in bench.err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"merges": "0123456789ab"}, "no release"),
        ({"merges": "first"}, "number of a release"),
        ({"merges": "0123456789ab", "method": {"name": "rank-swapping"}}, "forms no groups"),
    ],
)
def test_a_release_that_cannot_be_merged_is_refused(
    bench: Bench, changes: dict[str, object], said: str
) -> None:
    method = changes.pop("method", {"name": "mdav", "k": 5})
    recipe = bench.recipe(method, unit="record", **changes)
    assert bench.run("protect", recipe, "--output", bench.release) == 2
    assert said in bench.err


@pytest.mark.parametrize("share", [0, 0.5])
def test_a_damaged_release_is_said_and_can_be_forgotten(
    bench: Bench, register: Path, share: float
) -> None:
    protect(bench, 5, "first")
    (path,) = files_in(register)
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])

    assert bench.run("protect", bench.recipe(), "--output", bench.folder / "second") in (0, 5)
    assert "is damaged" in bench.out
    assert bench.run("releases") == 2
    assert path.name in bench.err
    assert bench.run("releases", "--forget", path.stem[:8]) == 0
    assert bench.run("releases") == 0


def test_changed_bytes_of_a_release_are_never_a_defect(bench: Bench, register: Path) -> None:
    protect(bench, 5, "first")
    (path,) = files_in(register)
    content = path.read_bytes()
    drawn = random.Random(39)
    for _ in range(200):
        changed = bytearray(content)
        changed[drawn.randrange(len(changed))] ^= 1 << drawn.randrange(8)
        path.write_bytes(bytes(changed))
        _, problem = unless_unusable(lambda: list_releases(register))
        assert problem is None or problem.code == "register-malformed"


def test_a_private_release_is_in_its_ledger_alone(private: Bench, register: Path) -> None:
    assert private.run("protect", private.folder / "recipe.json", "--output", private.release) in (
        0,
        5,
    )
    assert not register.exists()


def test_methods_are_compared_although_the_recipe_merges_groups(bench: Bench) -> None:
    recipe = bench.recipe({"name": "mdav", "k": 5}, merges="0123456789ab", unit="record")
    assert bench.run("compare", recipe, "--json") == 0, bench.err
    rows = {row["way"]: row for row in json.loads(bench.out)["rows"]}
    assert (rows["mdav"]["error"], rows["mdav"]["k"]) == (None, 5)
