"""The register of releases: what a second release of the same records is compared with."""

from __future__ import annotations

import json
import random
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.checklist.rows import released_originals
from core.pipeline.release_register import list_releases, register_in, unless_unusable
from core.pipeline.same_records import have_same_rows
from core.protect.edit_rules import finishing
from tests.core.command_line.conftest import ATTRIBUTES, PEOPLE, Bench, group_lines, read_rows
from tests.oracles.two_releases import solved_amounts
from tests.plain_recipes import plain_recipe
from tests.statuses import WRITTEN

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


def repeat(bench: Bench) -> int:
    """Repeat the second release from its log; return the status."""
    given = "--input", bench.folder / "people.csv", "--output", bench.folder / "again"
    return bench.run("replay", log_of(bench, "second"), *given)


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


def test_records_of_a_corrected_file_are_found_by_their_identifier(bench: Bench) -> None:
    protect(bench, 5, "first")
    bench.people([PEOPLE[0], *reversed(PEOPLE[1:-1])])

    asked = protect(bench, 5, "second", profile=STRICT)[OTHER]

    assert " of them to one" in asked
    assert row_in(log_of(bench, "second"))["params"]["alone"] >= 1


def test_other_records_with_the_same_numbers_are_not_compared(bench: Bench) -> None:
    protect(bench, 5, "first")
    rows = ([row[0], str(90 - int(row[1])), *row[2:]] for row in reversed(PEOPLE[1:]))
    bench.people([PEOPLE[0], *rows])

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
    assert repeat(bench) == 0
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
    assert repeat(bench) == 0
    assert log_of(bench, "again").read_bytes() == log_of(bench, "second").read_bytes()
    public = json.loads((bench.folder / "second/public/people_protected.audit.json").read_bytes())
    assert {"setting": "merges", "column": None} in public["omitted"]
    assert number not in json.dumps(public)


def rows_by_group(release: Path) -> list[frozenset[int]]:
    """Group the lines of a released file, whose order is kept, by the masked columns."""
    groups = group_lines(read_rows(release / "public/people_protected.csv"), ["AGE", "HOURS"])
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
    assert repeat(bench) == 2
    assert "no release" in bench.err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"merges": "0123456789ab"}, "no release"),
        ({"merges": "first"}, "number of a release"),
        (
            {"merges": "0123456789ab", "method": {"name": "rank-swapping", "p": 5}},
            "forms no groups",
        ),
    ],
)
def test_a_release_that_cannot_be_merged_is_refused(
    bench: Bench, changes: dict[str, object], said: str
) -> None:
    bench.recipe(**{"method": {"name": "mdav", "k": 5}, "unit": "record", **changes})
    bench.check_refused(said)


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
    assert private.protect() in WRITTEN
    assert not register.exists()


def test_methods_are_compared_although_the_recipe_merges_groups(bench: Bench) -> None:
    recipe = bench.recipe({"name": "mdav", "k": 5}, merges="0123456789ab", unit="record")
    assert bench.run("compare", recipe, "--json") == 0, bench.err
    rows = {row["way"]: row for row in json.loads(bench.out)["rows"]}
    assert (rows["mdav"]["error"], rows["mdav"]["k"]) == (None, 5)


HEAD, *ROWS = (list(row) for row in PEOPLE)
UNNAMED = HEAD[1:]


def release(
    bench: Bench, folder: str, rows: list[list[str]], names: Sequence[str], **changes: object
) -> dict[str, Any]:
    """Release these columns of people; return the row D1 of the log."""
    places = [HEAD.index(name) for name in names]
    bench.people([[row[place] for place in places] for row in (HEAD, *rows)])
    attributes = [attribute for attribute in ATTRIBUTES if attribute["name"] in names]
    settings = {"unit": "record", "attributes": attributes, **changes}
    recipe = bench.recipe({"name": "mdav", "k": 5}, **settings)
    output = "--output", bench.folder / folder, "--overwrite"
    assert bench.run("protect", recipe, *output) in (0, 5), bench.err
    return row_in(log_of(bench, folder))


def totals(bench: Bench, folder: str) -> pd.Series:
    table = pd.read_csv(bench.folder / folder / "public" / "people_protected.csv")
    return table[["AGE", "HOURS"]].sum()


def test_a_record_that_the_totals_of_two_files_give_away_is_asked_about(bench: Bench) -> None:
    release(bench, "first", ROWS, UNNAMED)
    row = release(bench, "second", ROWS[:7] + ROWS[8:], UNNAMED, profile=STRICT)

    # The attack, by nothing but the two files, whose totals are of rounded means.
    differences = totals(bench, "first") - totals(bench, "second")
    assert np.allclose(differences, [float(ROWS[7][1]), float(ROWS[7][2])], atol=4)
    assert row["params"].get("alone", 0) >= 1


# The second file, and its columns; a row that is there twice is of two people.
CHANGES = {
    # The last record is left out.
    "another order": ([ROWS[i] for i in np.random.default_rng(38).permutation(39)], UNNAMED[::-1]),
    "one left out, others twice": (
        [*ROWS[1:], *([f"Q{row[0]}", *row[1:]] for row in ROWS[5:20])],
        UNNAMED,
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_rows_find_the_records_that_an_identifier_finds(bench: Bench, change: str) -> None:
    rows, names = CHANGES[change]
    counts = []
    for first_names, second_names in ((HEAD, HEAD), (UNNAMED, names)):
        with register_in(bench.folder / f"register of {len(first_names)}"):
            release(bench, "first", ROWS, first_names)
            row = release(bench, "second", rows, second_names, profile=STRICT)
        counts.append((row["figure"], row["params"].get("alone")))
    assert counts[0] == counts[1]
    assert counts[0][0] > 0


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([[row[0], str(90 - int(row[1])), *row[2:]] for row in ROWS], id="people"),
        pytest.param([[*row[:4], "no"] for row in ROWS[1:]], id="column"),
    ],
)
def test_a_file_of_other_rows_is_not_compared(bench: Bench, rows: list[list[str]]) -> None:
    release(bench, "first", ROWS, UNNAMED)
    row = release(bench, "second", rows[::-1], UNNAMED, profile=STRICT)
    assert row["params"] == {"releases": []}


@pytest.mark.parametrize("n_rows", [40, 400, 4_000])
def test_two_samples_with_the_same_few_categories_are_not_the_same(n_rows: int) -> None:
    drawn = np.random.default_rng(293)
    first, second = drawn.integers(0, 320, (2, n_rows)).astype(np.uint64)
    assert not have_same_rows(first, second)
    assert have_same_rows(first, drawn.permutation(first)[1:])
    assert have_same_rows(drawn.permutation(first)[1:], first)


AMOUNTS = ["TURNOVER", "PURCHASES", "WAGES", "INVESTMENT"]
PUBLISHED = ["OVERDUE_INVOICES", "WEIGHT", "ANSWERED_BY"]


def release_sample(
    samples: Path, folder: Path, k: int, merges: str | None = None
) -> dict[str, object]:
    """Release the sample in plain groups of at least k; return the row D1 of the log."""
    recipe = plain_recipe(samples, "business_survey") | {"keep_order": False}
    recipe["method"]["k"] = k
    folder.mkdir()
    bench = Bench(folder)
    bench.release_as(**recipe, **({"merges": merges} if merges else {}))
    return row_in(bench.log())


def solved_firms(samples: Path, *folders: Path) -> tuple[int, int]:
    """Count the firms of which the attack computes an amount exactly, and to within 10 %."""
    files = [pd.read_csv(next((folder / "release/public").glob("*.csv"))) for folder in folders]
    original = pd.read_csv(samples / "business_survey.csv")
    truth = original.drop_duplicates(PUBLISHED, keep=False).set_index(PUBLISHED)[AMOUNTS]
    exact = near = 0
    for key, amounts in solved_amounts(files, AMOUNTS, PUBLISHED, "WEIGHT"):
        if key in truth.index:
            firm = truth.loc[key]
            errors = [
                abs(amounts[name] / firm[name] - 1) for name in AMOUNTS if firm[name] not in (0,)
            ]
            exact += any(error < 1e-6 for error in errors)
            near += any(error < 0.1 for error in errors)
    return exact, near


@pytest.mark.usefixtures("usual_office")
def test_groups_that_are_only_merged_give_no_firm_away(
    samples: Path, tmp_path: Path, register: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were means not rounded, every amount that is computed would be exact."""
    monkeypatch.setattr(finishing, "round_released", lambda _r, columns, *_: columns)
    # Row B6 takes no reason for such means, and then nothing is registered.
    monkeypatch.setattr(released_originals, "DIGITS", 17)
    monkeypatch.setattr(released_originals, "step_of", lambda _values: 0.0)
    release_sample(samples, tmp_path / "first", 5)
    (number,) = (path.stem for path in register.glob("*.release"))

    asked = release_sample(samples, tmp_path / "second", 6)
    cured = release_sample(samples, tmp_path / "cured", 6, merges=number)

    assert asked["outcome"] == "open"
    assert (cured["outcome"], cured["figure"]) == ("held", 0)
    exact, near = solved_firms(samples, tmp_path / "first", tmp_path / "second")
    assert exact == near == 189
    assert solved_firms(samples, tmp_path / "first", tmp_path / "cured") == (0, 0)
