"""Releases that earlier versions wrote can still be checked.

Those of version 0.1.0, in `tests/data/release_0_1`, have all files side by side. That in
`tests/data/release_on_disk.zip` was made by a draft of version 0.2.0 that kept the records of a run
on disk, left out some measures there and asked about units that it did not look for.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest

from core.log import table_hash
from core.model import Column, ColumnKind
from core.verify.origin import FIRST_IN
from tests.robustness.hostile.forged_tables import describe
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

DATA = Path(__file__).parents[2] / "data" / "release_0_1"
AUDIT_ON_DISK = "public/people_on_disk.audit.json"
NAMES = ("people_protected.csv", "people_protected.audit.json", "people_protected.report.html")


@pytest.fixture
def flat(bench) -> Path:
    folder = bench.folder / "flat"
    folder.mkdir()
    for name in NAMES:
        shutil.copy(DATA / name, folder / name)
    return folder


def test_it_is_verified_and_its_run_repeated(bench, flat: Path) -> None:
    log, source, again = flat / NAMES[1], DATA / "people.csv", bench.folder / "again"

    assert bench.run("verify", log) == 0, bench.err
    assert bench.run("verify", log, "--input", source) == 0, bench.err
    assert "all measures of a repeated run" in bench.out
    assert bench.run("replay", log, "--input", source, "--output", again) == 0, bench.err
    assert (again / "public" / NAMES[0]).read_bytes() == (flat / NAMES[0]).read_bytes()


MEANS = DATA / "means"


@pytest.fixture
def with_means(bench) -> Path:
    """A release in which 0.1 rounded means to other last digits than are computed now."""
    return Path(shutil.copytree(MEANS, bench.folder / "means")) / "wages_protected.audit.json"


def test_means_that_were_rounded_twice_are_verified_and_repeated(bench, with_means: Path) -> None:
    source, again = MEANS / "wages.csv", bench.folder / "again"

    assert bench.run("verify", with_means, "--input", source) == 0, bench.err
    assert bench.run("replay", with_means, "--input", source, "--output", again) == 0, bench.err
    assert (
        "came out again: the protected records, k, t and the claim, the measures, their order"
        in bench.out
    )
    repeated = (again / "public" / "wages_protected.csv").read_bytes()
    assert repeated != (MEANS / "wages_protected.csv").read_bytes(), "the test would show nothing"


def test_a_log_lacks_only_measures_that_came_after_its_version(
    bench, flat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, source = flat / NAMES[1], DATA / "people.csv"
    document = json.loads(log.read_bytes())
    document["measures"] = [m for m in document["measures"] if m["name"] != "hellinger"]
    log.write_bytes(log_bytes(resealed(document)))
    repeat = ("replay", log, "--input", source, "--output", bench.folder / "again")

    assert bench.run("verify", log, "--input", source) == 3
    monkeypatch.setitem(FIRST_IN, "hellinger", "0.1.0")
    assert bench.run("verify", log, "--input", source) == 3
    assert bench.run(*repeat, "--overwrite") == 3
    monkeypatch.setitem(FIRST_IN, "hellinger", "0.10.0")
    assert bench.run("verify", log, "--input", source) == 0, bench.err
    assert bench.run(*repeat, "--overwrite") == 0, bench.err


def test_a_mean_that_differs_beyond_rounding_is_found(bench, with_means: Path) -> None:
    """The tenth digit of a group's mean is another one, and all hashes are made to fit."""
    path = with_means.with_name("wages_protected.csv")
    changed = path.read_bytes().replace(b"30.285714285714285", b"30.285714295714285")
    assert changed.count(b"30.285714295714285") >= 7
    path.write_bytes(changed)
    document = json.loads(with_means.read_bytes())
    entry = document["files"][0]
    describe(entry, changed)
    table = pd.read_csv(path)
    none = np.zeros(len(table), dtype=np.bool_)
    kinds = {column["name"]: ColumnKind(column["kind"]) for column in entry["columns"]}
    entry["records_sha256"] = table_hash(
        [Column(name, kind, table[name].to_numpy(), none) for name, kind in kinds.items()]
    )
    with_means.write_bytes(log_bytes(resealed(document)))

    assert bench.run("verify", with_means) == 0, bench.err
    assert bench.run("verify", with_means, "--input", MEANS / "wages.csv") == 3
    assert "other records than the protected file" in bench.err


@pytest.mark.parametrize("name", NAMES)
def test_a_change_is_found(bench, flat: Path, name: str) -> None:
    path = flat / name
    path.write_bytes(path.read_bytes().replace(b"3", b"4", 1))

    assert bench.run("verify", flat / NAMES[1]) == 3


def test_writing_over_it_loses_nothing(bench, flat: Path) -> None:
    before = {name: (flat / name).read_bytes() for name in NAMES}

    recipe = bench.folder / "recipe.json"
    assert bench.run("protect", recipe, "--output", flat) == 2
    assert bench.run("protect", recipe, "--output", flat, "--overwrite") in WRITTEN, bench.err

    assert {name: (flat / name).read_bytes() for name in NAMES} == before
    assert bench.run("verify", flat / NAMES[1]) == 0
    assert bench.run("verify", flat / "public" / NAMES[1]) == 0


@pytest.mark.parametrize("name", ["internal/people_on_disk.internal.json", AUDIT_ON_DISK])
def test_a_release_of_which_the_records_lay_on_disk_is_verified_and_repeated(
    bench, name: str
) -> None:
    folder, again = bench.folder / "disk", bench.folder / "again"
    with ZipFile(DATA.with_name("release_on_disk.zip")) as packed:
        packed.extractall(folder)
    source, log = folder / "people.csv", folder / name

    assert bench.run("verify", log) == 0, bench.err
    assert bench.run("verify", log, "--input", source) == 0, bench.err
    assert "measures of a repeated run" in bench.out
    assert bench.run("replay", log, "--input", source, "--output", again) == 0, bench.err
    protected = "public/people_on_disk.csv"
    assert (again / protected).read_bytes() == (folder / protected).read_bytes()


def test_in_such_a_release_a_changed_measure_is_found(bench) -> None:
    folder = bench.folder / "disk"
    with ZipFile(DATA.with_name("release_on_disk.zip")) as packed:
        packed.extractall(folder)
    log = folder / "internal" / "people_on_disk.internal.json"
    document = json.loads(log.read_bytes())
    document["measures"][-1]["value"] += 1
    log.write_bytes(log_bytes(resealed(document)))

    assert bench.run("verify", log, "--input", folder / "people.csv") == 3
