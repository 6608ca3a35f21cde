"""Anybody can check a release: replay gives the same bytes, verify finds any change."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.core.command_line.conftest import PEOPLE

HALVES = ["public", "internal"]
FILES = [f"public/people_protected.{e}" for e in ("csv", "audit.json", "report.html")]
REPORT = "internal/people_protected.report.html"


@pytest.mark.parametrize("half", HALVES)
def test_verify_agrees_with_an_untouched_release(released, half: str) -> None:
    assert released.verify(half, with_input=False) == 0
    assert "Not checked, because the original file was not given" in released.out
    assert released.verify(half) == 0
    assert "Verified" in released.out
    assert ("Not checked with the public log" in released.out) == (half == "public")


@pytest.mark.parametrize("asked", HALVES)
@pytest.mark.parametrize("changed", HALVES)
def test_a_blank_between_two_keys_of_a_log_is_found(released, changed: str, asked: str) -> None:
    """The JSON says the same, so no section differs from its hash."""
    lines = released.log(changed).read_bytes().split(b"\n")
    lines[3] += b" "
    released.log(changed).write_bytes(b"\n".join(lines))

    # The public half knows nothing of the internal one.
    is_unknown = (changed, asked) == ("internal", "public")
    assert released.verify(asked, with_input=False) == (0 if is_unknown else 3)


def test_verify_works_where_the_release_was_moved(released, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.move(released.release, moved)

    assert released.run("verify", moved / "internal/people_protected.internal.json") == 0


@pytest.mark.parametrize("half", HALVES)
def test_files_that_would_be_handed_out_with_a_release_are_named(released, half: str) -> None:
    (released.release / "public" / "keys.xlsx").write_bytes(b"whose record is whose")
    (released.release / "notes.txt").write_bytes(b"beside both halves")

    assert released.verify(half, with_input=False) == 0
    assert "The folder public also holds keys.xlsx" in released.out
    assert "notes.txt" not in released.out


def test_files_beside_a_log_that_was_copied_elsewhere_are_nobodys_business(
    released, tmp_path: Path
) -> None:
    downloads = tmp_path / "downloads"
    shutil.copytree(released.release / "public", downloads)
    (downloads / "letter.txt").write_bytes(b"mine")

    assert released.run("verify", downloads / "people_protected.audit.json") == 0
    assert "letter.txt" not in released.out


def test_replay_gives_the_same_bytes(released) -> None:
    released.check_replay()
    names = sorted([*FILES, REPORT, "internal/people_protected.internal.json"])
    assert names == released.files() == released.files(released.folder / "again")
    assert all(name in released.out for name in names)


def test_a_shuffled_release_is_verified_and_replay_gives_the_same_records(bench) -> None:
    bench.recipe(keep_order=False)
    assert bench.protect() == 0
    assert bench.verify() == 0
    assert bench.replay("internal", "--json") == 0
    assert json.loads(bench.out)["same_records"] is True
    tables = [folder / FILES[0] for folder in (bench.folder / "again", bench.release)]
    repeated, lines = (sorted(table.read_text().splitlines()) for table in tables)
    assert repeated == lines


def test_replay_and_verify_refuse_another_input(released) -> None:
    released.people([PEOPLE[0], ["P99", *PEOPLE[1][1:]], *PEOPLE[2:]])

    assert released.replay() == 2
    assert "people.csv" in released.err
    assert not (released.folder / "again").exists()
    assert released.verify() != 0
    assert "people.csv" in released.err


@pytest.mark.parametrize("name", [*FILES, REPORT])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.999])
def test_one_changed_byte_in_a_file_is_found_and_located(released, name: str, share: float) -> None:
    path = released.release / name
    raw = bytearray(path.read_bytes())
    place = int(share * len(raw))
    raw[place] ^= 1
    path.write_bytes(raw)

    assert released.run("verify", released.log(), "--json") == 3

    (fault,) = json.loads(released.out)["faults"]
    line = raw[:place].count(b"\n") + 1
    lines = fault.split("lines ")[1][:-2].split(" to ")
    top, bottom = (int(word.replace(",", "")) for word in lines)
    assert Path(name).name in fault
    assert top <= line <= bottom


def test_a_shortened_and_a_longer_file_are_found_and_one_that_is_gone_is_named(released) -> None:
    path = released.release / FILES[0]
    raw = path.read_bytes()
    for changed in (raw[:-1], raw + b"\n", b""):
        path.write_bytes(changed)

        assert released.verify(with_input=False) == 3
        assert path.name in released.err
    path.write_bytes(raw)
    (released.release / FILES[2]).unlink()
    assert released.verify(with_input=False) == 3
    assert Path(FILES[2]).name in released.err


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("share", [0.02, 0.2, 0.4, 0.6, 0.8, 0.97])
def test_one_changed_byte_in_the_log_is_found(released, share: float, half: str) -> None:
    path = released.log(half)
    raw = bytearray(path.read_bytes())
    place = int(share * len(raw))
    while not chr(raw[place]).isalnum():
        place += 1
    raw[place] = ord("3") if raw[place] != ord("3") else ord("4")
    path.write_bytes(raw)

    assert released.verify(half, with_input=False) in (2, 3)
    assert released.err.strip()


def test_a_changed_figure_in_the_log_is_located(released) -> None:
    text = released.log().read_text()
    k = released.document()["result"]["k_reached"]
    released.log().write_text(text.replace(f'"k_reached": {k}', f'"k_reached": {k + 1}'))

    assert released.verify(with_input=False) == 3
    assert "result" in released.err
    assert released.replay() == 2
    assert "result" in released.err
    assert not (released.folder / "again").exists()


def test_verify_refuses_what_is_no_log(released) -> None:
    assert released.run("verify", released.folder / "recipe.json") == 2
    assert "not an audit log" in released.err


@pytest.mark.parametrize("version", ["1", "3"])
def test_a_log_of_another_format_is_left_to_the_version_that_wrote_it(released, version) -> None:
    released.reseal({**released.document(), "format": f"statveil-internal/{version}"})
    for check in (released.verify, released.replay):
        assert check() == 2
        assert "is checked by the version that made it" in released.err
        assert len(released.err.splitlines()) == 1


@pytest.mark.parametrize(("factor", "status"), [(1 + 1e-14, 0), (1 + 1e-4, 3)])
def test_replay_tells_another_machine_from_another_result(
    released, factor: float, status: int
) -> None:
    """Elsewhere the last digits of a measure and the versions differ, and nothing else."""
    log = released.document()
    log["program"]["platform"], log["program"]["libraries"]["numpy"] = "Linux riscv64", "9.9"
    for measure in log["measures"]:
        measure["value"] = None if measure["value"] is None else measure["value"] * factor
    released.reseal(log)

    ended = released.replay()

    said = released.out + released.err
    assert ended == status, said
    assert ("Not the same: the measures" in said) == (status == 3)
    assert "The same came out again: the protected records" in said
    assert "Not the same byte for byte: internal/people_protected.internal.json" in said


def test_what_the_log_calls_reached_is_counted_without_the_input(released) -> None:
    cases = (
        ("k_reached", 50, "The log states k = 50; counted again, k is 4."),
        (
            "t_reached",
            {"INCOME": 0.01},
            "The log states 0.01 as the largest distance of a group in INCOME; computed",
        ),
        ("records", 50, "The log states 50 records; the file has 40."),
    )
    for half in HALVES:
        for entry, value, said in cases:
            forged = {entry: value}
            status = released.verify_forged(lambda log, f=forged: log["result"].update(f), half)
            assert status == 3, (half, entry)
            assert said in released.err
