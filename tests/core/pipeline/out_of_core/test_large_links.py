"""Releases on disk number their units anew, as in memory: at random, and checked in the file."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.io.scratch import scratch_folder
from core.pipeline.out_of_core import large_release
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.units import large_links, stable_links
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled, PromiseBroken
from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Release,
    Role,
    Source,
    Target,
    Unit,
)
from core.pipeline import verify
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.household_files import (
    UNIT,
    fewest_alike,
    homes_project,
    write_homes,
)
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk, with_recipe
from tests.core.pipeline.out_of_core.same_as_memory import steps_of
from tests.lanes import examples
from tests.robustness.hostile.sealing import log_bytes, resealed

KEYS = ["ROOMS", "RENT", "AGE", "SEX"]
LINKED = {"HOME": Attribute("HOME", Role.LINK)}
MDAV, CORNER = Method("mdav", {"k": 3}), Method("insensitive", {"k": 3})


def linked(place: Path, method: Method = MDAV, **wishes: object) -> Project:
    project = homes_project(place, method, block=60, attributes=LINKED, **wishes)
    return project if method is MDAV else with_recipe(project, scale=None)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("links") / "in.parquet"
    write_homes(found, 4, 400)
    return found


def rows_of(release: Release) -> list[dict]:
    return pq.read_table(Path(release.folder) / release.protected).to_pylist()


def without_numbers(rows: list[dict]) -> list[tuple[int, tuple]]:
    """Return the records in their order, with units numbered by first appearance."""
    known: dict[int, int] = {}
    return [
        (known.setdefault(row["HOME"], len(known)), tuple(v for n, v in row.items() if n != "HOME"))
        for row in rows
    ]


def assert_alike_but_for_numbers(project: Project, folder: Path, rows: int) -> Release:
    disk, memory = on_disk(project, folder / "disk", rows), in_memory(project, folder / "memory")
    assert without_numbers(rows_of(disk)) == without_numbers(rows_of(memory))
    one, other = log_of(disk), log_of(memory)
    assert one["files"][0]["records_sha256"] == other["files"][0]["records_sha256"]
    for section in ("result", "verification", "recipe", "compared", "not_stated", "cautions"):
        assert one[section] == other[section], section
    assert steps_of(one) == steps_of(other)
    return disk


@pytest.mark.parametrize("rows", [301, pytest.param(5000, marks=pytest.mark.longer)])
@pytest.mark.parametrize("texts", [False, True])
def test_the_release_is_that_of_the_run_in_memory(tmp_path, rows, texts):
    place = tmp_path / "in.parquet"
    write_homes(place, 4, 400, texts=texts)
    release = assert_alike_but_for_numbers(linked(place), tmp_path, rows)
    homes = [row["HOME"] for row in rows_of(release)]
    assert sorted(set(homes)) == [*range(1, 401)]
    assert fewest_alike(Path(release.folder) / release.protected, homes, KEYS) >= 3


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (CORNER, {}),
        (MDAV, {"strata": ("REGION",), "weight": "WEIGHT"}),
        (MDAV, {"unit": Unit("HOME", UNIT, largest=2, waves="WAVE")}),
        (MDAV, {"rules": ("AGE >= 0",)}),
    ],
)
def test_so_is_it_with_other_settings(place, tmp_path, method, wishes):
    assert_alike_but_for_numbers(linked(place, method, **wishes), tmp_path, 301)


@pytest.mark.parametrize("policy", MissingPolicy)
def test_so_is_it_where_values_are_missing(tmp_path, policy):
    place = tmp_path / "in.parquet"
    write_homes(place, 8, 400, missing=0.03)
    assert_alike_but_for_numbers(linked(place, missing=policy), tmp_path, 301)


def test_so_is_that_of_a_csv_file(place, tmp_path):
    text = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), text)
    project = replace(linked(text), source=Source(str(text), FileKind.CSV))
    project = with_recipe(project, target=Target(FileKind.CSV, "out"))
    disk, memory = on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "memory")
    found = [
        without_numbers(pacsv.read_csv(Path(r.folder) / r.protected).to_pylist())
        for r in (disk, memory)
    ]
    assert found[0] == found[1]


@examples(3, 30)
@given(st.data())
def test_units_that_are_alike_get_the_hash_of_memory(data):
    """Whatever the sizes of units and however many are equal in some or all of their records."""
    sizes = 3 * data.draw(st.lists(st.integers(1, 5), min_size=4, max_size=20))
    chance = np.random.default_rng(data.draw(st.integers(0, 99)))
    home = chance.permutation(np.repeat(np.arange(len(sizes)), sizes))
    few = chance.integers(0, data.draw(st.integers(1, 3)), len(home))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_homes(place, 1, 10)
        table = pq.read_table(place).slice(0, 1)
        count = len(home)
        columns = {n: pa.array(table[n].to_pylist() * count) for n in table.column_names}
        columns |= {"HOME": pa.array(home), "AGE": pa.array(few), "WAVE": pa.array(few)}
        pq.write_table(pa.table(columns), place)
        project = linked(place, Method("mdav", {"k": 2}), missing=MissingPolicy.USE_OBSERVED)
        project = with_recipe(project, scale=BlockScale(40))
        memory = in_memory(project, Path(folder) / "memory")
        disk = on_disk(project, Path(folder) / "disk", rows=data.draw(st.integers(3, 60)))
        hashes = [log_of(r)["files"][0]["records_sha256"] for r in (disk, memory)]
        assert hashes[0] == hashes[1]


def test_numbers_are_new_and_random(place, tmp_path):
    project = linked(place)
    found = [on_disk(project, tmp_path / str(i)) for i in range(2)]
    homes = [[row["HOME"] for row in rows_of(release)] for release in found]
    assert homes[0] != homes[1]
    # In the order of the file, which is kept, pairs of records are of one unit in both or neither.
    assert [*Counter(zip(*homes, strict=True)).values()] == [*Counter(homes[0]).values()]
    before = pq.read_table(place)["HOME"].to_pylist()
    assert sum(one == other for one, other in zip(before, homes[0], strict=True)) < 20
    # Nor do they follow the order of the records, as numbers by first appearance would.
    first = [*dict.fromkeys(homes[0])]
    assert abs(np.corrcoef(first, range(len(first)))[0, 1]) < 0.3


def test_original_numbers_are_not_released(place, tmp_path, monkeypatch):
    """As if the drawing of new numbers had failed."""
    renumbered = tmp_path / "in.parquet"
    table, known = pq.read_table(place), {}
    homes = [known.setdefault(h, len(known) + 1) for h in table["HOME"].to_pylist()]
    pq.write_table(table.set_column(0, "HOME", pa.array(homes)), renumbered)
    monkeypatch.setattr(
        large_links, "_secret_numbers", lambda count, *_: np.arange(1, count + 1, dtype=np.int64)
    )
    with pytest.raises(PromiseBroken) as broken:
        on_disk(linked(renumbered), tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["link-original"]
    assert not (tmp_path / "disk").exists()


def test_units_that_are_torn_or_joined_are_not_released(place, tmp_path, monkeypatch):
    real = large_release.drawn

    def torn(table, units, work, job):
        found = real(table, units, work, job)
        path = found.named("HOME").path
        numbers = np.fromfile(path, "<i8")
        numbers[0] = numbers[-1]
        numbers.tofile(path)
        return found

    monkeypatch.setattr(large_release, "drawn", torn)
    with pytest.raises(PromiseBroken) as broken:
        on_disk(linked(place), tmp_path / "disk")
    assert "promise-units" in [p.code for p in broken.value.problems]


@pytest.mark.longer
@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_each_kind_of_verify_and_replay_takes_each_kind_of_release(place, tmp_path, run):
    project = with_recipe(linked(place), keep_order=False)
    release = run(project, tmp_path / "release")
    assert_verified_and_repeated(release, place, tmp_path)


def test_a_log_that_states_another_k_of_units_is_found_without_the_input(place, tmp_path):
    release, scratch = on_disk(linked(place), tmp_path / "release"), tmp_path / "scratch"
    log = Path(release.folder) / release.log
    document = log_of(release)
    for entry in document["verification"]["conditions"]:
        if entry["condition"] == "units":
            entry["k"] += 1
    log.write_bytes(log_bytes(resealed(document)))
    checks = verify(log, None, Job()), verify_large(log, None, scratch, Job(), rows=301)
    faults = [[p.code for p in check.faults] for check in checks]
    assert faults[0] == faults[1] == ["verify-units-k"]


def test_the_log_counts_the_units_of_the_file(place, tmp_path):
    release = on_disk(linked(place), tmp_path / "release", rows=301)
    held = defaultdict(list)
    for row in rows_of(release):
        held[row["HOME"]].append(tuple(row[name] for name in KEYS))
    alike = Counter(tuple(sorted(found)) for found in held.values())
    counted = log_of(release)["verification"]["conditions"]
    (units,) = (c for c in counted if c["condition"] == "units")
    assert (units["units"], units["k"], units["failing"]) == (400, min(alike.values()), 0)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux lists what is mapped")
def test_a_run_that_is_cancelled_keeps_no_scratch_file_open(place, tmp_path, monkeypatch):
    """Windows removes no file that is open or mapped."""
    divide, remove, found = stable_links._Stable._divide, shutil.rmtree, []

    def cancelled(self, *given):
        self._job.cancel()
        return divide(self, *given)

    def removed(folder, **settings):
        files = [str(each.resolve()) for each in Path("/proc/self/fd").iterdir()]
        files += Path("/proc/self/maps").read_text("utf-8").splitlines()
        # Those that are removed already, where the system allows it, have no name any more.
        named = (each for each in files if not each.endswith("(deleted)"))
        found.extend(each for each in named if f"{folder}/" in each)
        remove(folder, **settings)

    monkeypatch.setattr(stable_links._Stable, "_divide", cancelled)
    monkeypatch.setattr(scratch_folder.shutil, "rmtree", removed)
    with pytest.raises(Cancelled):
        on_disk(linked(place), tmp_path / "disk", rows=301)
    assert found == []
    assert [*(tmp_path / "scratch").iterdir()] == []
