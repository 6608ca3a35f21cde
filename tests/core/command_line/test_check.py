"""Anybody can check a release: replay gives the same bytes, verify finds any change."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.log import chain_steps, lay_out

NAMES = (
    "public/people_protected.csv",
    "public/people_protected.audit.json",
    "public/people_protected.report.html",
    "internal/people_protected.report.html",
    "internal/people_protected.internal.json",
)
LOGS = NAMES[1], NAMES[4]


def log_of(bench, name: str = NAMES[4]) -> Path:
    return bench.release / name


@pytest.mark.parametrize("name", LOGS)
def test_verify_agrees_with_an_untouched_release(released, name: str) -> None:
    log = log_of(released, name)
    assert released.run("verify", log) == 0
    assert "Not checked, because the original file was not given" in released.out
    assert released.run("verify", log, "--input", released.folder / "people.csv") == 0
    assert "Verified" in released.out
    assert ("Not checked with the public log" in released.out) == (name == NAMES[1])


@pytest.mark.parametrize("asked", LOGS)
@pytest.mark.parametrize("changed", LOGS)
def test_a_blank_between_two_keys_of_a_log_is_found(released, changed: str, asked: str) -> None:
    """The JSON says the same, so no section differs from its hash."""
    log = log_of(released, changed)
    lines = log.read_bytes().split(b"\n")
    lines[3] += b" "
    log.write_bytes(b"\n".join(lines))

    status = released.run("verify", log_of(released, asked))

    # The public half knows nothing of the internal one.
    assert status == (0 if (changed, asked) == (LOGS[1], LOGS[0]) else 3)


def test_verify_works_where_the_release_was_moved(released, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.move(released.release, moved)

    assert released.run("verify", moved / "internal/people_protected.internal.json") == 0


@pytest.mark.parametrize("name", LOGS)
def test_files_that_would_be_handed_out_with_a_release_are_named(released, name: str) -> None:
    (released.release / "public" / "keys.xlsx").write_bytes(b"whose record is whose")
    (released.release / "notes.txt").write_bytes(b"beside both halves")

    assert released.run("verify", log_of(released, name)) == 0
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


def test_a_shuffled_release_is_verified_against_its_input(bench) -> None:
    bench.recipe(keep_order=False)
    assert bench.protect() == 0

    assert bench.run("verify", log_of(bench), "--input", bench.folder / "people.csv") == 0


def test_replay_gives_the_same_bytes(released) -> None:
    again = released.folder / "again"

    status = released.run(
        "replay", log_of(released), "--input", released.folder / "people.csv", "--output", again
    )

    assert status == 0
    for name in NAMES:
        assert (again / name).read_bytes() == (released.release / name).read_bytes()
    assert all(name in released.out for name in NAMES)
    assert sorted(NAMES) == released.files(again)


def test_replay_of_a_shuffled_release_gives_the_same_records(bench) -> None:
    bench.recipe(keep_order=False)
    assert bench.protect() == 0
    again = bench.folder / "again"

    status = bench.run(
        "replay", log_of(bench), "--input", bench.folder / "people.csv", "--output", again, "--json"
    )

    assert status == 0
    assert json.loads(bench.out)["same_records"] is True
    assert sorted((again / NAMES[0]).read_text().splitlines()) == sorted(
        (bench.release / NAMES[0]).read_text().splitlines()
    )


def test_replay_refuses_another_input(released) -> None:
    other = released.folder / "other.csv"
    other.write_text((released.folder / "people.csv").read_text().replace("P00", "P99"))
    again = released.folder / "again"

    status = released.run("replay", log_of(released), "--input", other, "--output", again)

    assert status == 2
    assert "other.csv" in released.err
    assert not again.exists()


@pytest.mark.parametrize("name", [NAMES[0], NAMES[1], NAMES[2], NAMES[3]])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.999])
def test_one_changed_byte_in_a_file_is_found_and_located(released, name: str, share: float) -> None:
    path = released.release / name
    raw = bytearray(path.read_bytes())
    place = int(share * len(raw))
    raw[place] ^= 1
    path.write_bytes(raw)

    assert released.run("verify", log_of(released), "--json") == 3

    (fault,) = json.loads(released.out)["faults"]
    line = raw[:place].count(b"\n") + 1
    top, bottom = (
        int(word.replace(",", "")) for word in fault.split("lines ")[1][:-2].split(" to ")
    )
    assert Path(name).name in fault
    assert top <= line <= bottom


def test_a_shortened_and_a_longer_file_are_found(released) -> None:
    path = released.release / NAMES[0]
    raw = path.read_bytes()
    for changed in (raw[:-1], raw + b"\n", b""):
        path.write_bytes(changed)

        assert released.run("verify", log_of(released)) == 3
        assert Path(NAMES[0]).name in released.err


def test_a_file_that_is_gone_is_named(released) -> None:
    (released.release / NAMES[2]).unlink()

    assert released.run("verify", log_of(released)) == 3
    assert Path(NAMES[2]).name in released.err


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("share", [0.02, 0.2, 0.4, 0.6, 0.8, 0.97])
def test_one_changed_byte_in_the_log_is_found(released, share: float, name: str) -> None:
    path = log_of(released, name)
    raw = bytearray(path.read_bytes())
    place = int(share * len(raw))
    while not chr(raw[place]).isalnum():
        place += 1
    raw[place] = ord("3") if raw[place] != ord("3") else ord("4")
    path.write_bytes(raw)

    assert released.run("verify", log_of(released)) in (2, 3)
    assert released.err.strip()


def test_a_changed_figure_in_the_log_is_located(released) -> None:
    path = log_of(released)
    text = path.read_text()
    k = json.loads(text)["result"]["k_reached"]
    path.write_text(text.replace(f'"k_reached": {k}', f'"k_reached": {k + 1}'))

    assert released.run("verify", path) == 3
    assert "result" in released.err
    people, again = released.folder / "people.csv", released.folder / "again"
    assert released.run("replay", path, "--input", people, "--output", again) == 2
    assert "result" in released.err
    assert not again.exists()


def test_verify_refuses_what_is_no_log(released) -> None:
    assert released.run("verify", released.folder / "recipe.json") == 2
    assert "not an audit log" in released.err


@pytest.mark.parametrize("version", ["1", "3"])
def test_a_log_of_another_format_is_left_to_the_version_that_wrote_it(released, version) -> None:
    log = json.loads(log_of(released).read_text())
    log["format"] = f"statveil-internal/{version}"
    resealed(log_of(released), log)

    for command in (("verify",), ("replay", "--input", "x", "--output", released.folder / "y")):
        assert released.run(command[0], log_of(released), *command[1:]) == 2
        assert "is checked by the version that made it" in released.err
        assert len(released.err.splitlines()) == 1


def test_verify_says_when_the_input_is_another(released) -> None:
    other = released.folder / "other.csv"
    other.write_text((released.folder / "people.csv").read_text().replace("P00", "P99"))

    assert released.run("verify", log_of(released), "--input", other) != 0
    assert "other.csv" in released.err


def resealed(path: Path, document: dict[str, object]) -> None:
    """Write a changed log as somebody would who knows how logs are sealed."""
    document.pop("seal")
    steps = [{k: v for k, v in step.items() if k != "previous"} for step in document["steps"]]
    path.write_bytes(lay_out(chain_steps({**document, "steps": steps})))


@pytest.mark.parametrize(("factor", "status"), [(1 + 1e-14, 0), (1 + 1e-4, 3)])
def test_replay_tells_another_machine_from_another_result(
    released, factor: float, status: int
) -> None:
    """Elsewhere the last digits of a measure and the versions differ, and nothing else."""
    log = json.loads(log_of(released).read_text())
    log["program"]["platform"], log["program"]["libraries"]["numpy"] = "Linux riscv64", "9.9"
    for measure in log["measures"]:
        measure["value"] = None if measure["value"] is None else measure["value"] * factor
    resealed(log_of(released), log)

    ended = released.run(
        "replay",
        log_of(released),
        *("--input", released.folder / "people.csv", "--output", released.folder / "again"),
    )

    said = released.out + released.err
    assert ended == status, said
    assert ("Not the same: the measures" in said) == (status == 3)
    assert "The same came out again: the protected records" in said
    assert "Not the same byte for byte: internal/people_protected.internal.json" in said


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("entry", ["k_reached", "t_reached", "records"])
def test_what_the_log_calls_reached_is_counted_without_the_input(
    released, name: str, entry: str
) -> None:
    log = json.loads(log_of(released, name).read_text())
    log["result"][entry] = {"INCOME": 0.01} if entry == "t_reached" else 50
    resealed(log_of(released, name), log)

    assert released.run("verify", log_of(released, name)) == 3
    said = {
        "k_reached": "The log states k = 50; counted again, k is 4.",
        "t_reached": "The log states 0.01 as the largest distance of a group in INCOME; computed",
        "records": "The log states 50 records; the file has 40.",
    }
    assert said[entry] in released.err
