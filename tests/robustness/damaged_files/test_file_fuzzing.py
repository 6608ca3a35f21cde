"""Damaged files of every kind: refused in a sentence or read, in time, and nothing is left behind.

Formats that hold a checksum of every cell (XLSX, ODS; the pages of Parquet where they
have it written) must never be read with another cell after a byte was changed. CSV, fixed width,
XLS, SPSS, Stata, SAS, Feather, taxonomies and dictionaries have none: the counts at the end say
how often they were read as another table.
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.io import probe
from tests.core.io.statistical.test_sas import library, sas7bdat  # noqa: F401
from tests.robustness.damaged_files.damaging import damaged, repacked
from tests.robustness.damaged_files.peak import PEAK
from tests.robustness.damaged_files.samples import SAMPLES, SUMMED
from tests.robustness.fuzzing import Case, Fuzzer
from tests.robustness.hostile.watched import MEGABYTE, TooMuch, Watched

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="readers' processes are forked")

# Of the process that asks, and of one that reads a file of some kilobytes.
MOST_MEMORY = 1000 * MEGABYTE
KINDS = {"tsv": "csv", "txt": "fixed-width"}


@pytest.fixture(scope="module")
def samples(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> dict[str, bytes]:
    """Return the files by name; SAS's own kind is left out where nothing here can write it."""
    folder = tmp_path_factory.mktemp("samples")
    for name, make in SAMPLES.items():
        make(folder / name)
    try:
        sas7bdat(request.getfixturevalue("library"), folder / "sas.sas7bdat")
    except pytest.skip.Exception as reason:
        print(f"no SAS data set is fuzzed: {reason}")  # noqa: T201
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory, samples: dict[str, bytes]) -> Iterator[Trial]:
    """Return the process that reads, which has read every sample."""
    folder = tmp_path_factory.mktemp("trial")
    work = "tests.robustness.damaged_files.reading:work"
    # A socket lies in it, whose path may have a hundred characters: that of the test is too long.
    with tempfile.TemporaryDirectory() as temporary, pytest.MonkeyPatch.context() as patch:
        patch.setenv(PEAK, str(folder / "peak"))
        patch.setenv("TMPDIR", temporary)
        with Watched(work, memory=MOST_MEMORY) as watched:
            yield Trial(folder / "case", watched, samples)


def kind_of(name: str) -> str:
    suffix = name.rpartition(".")[2]
    return KINDS.get(suffix, suffix)


class Trial:
    """Reads files, each in the same folder under its sample's name."""

    def __init__(self, folder: Path, watched: Watched, samples: dict[str, bytes]) -> None:
        self.folder, self.watched, self.samples = folder, watched, samples
        self.peak = 0
        self.folder.mkdir()
        self.whole = {name: self.read(name, content) for name, content in samples.items()}

    def read(self, name: str, content: bytes) -> dict[str, object]:
        path = self.folder / name
        path.write_bytes(content)
        if name == "fixed.txt":
            path.with_suffix(".columns.csv").write_bytes(self.samples["fixed.columns.csv"])
        value = self.watched.run(str(path), kind_of(name)).value
        for made in self.folder.iterdir():
            made.unlink()
        self.peak = max(self.peak, int(value["peak"]))
        return value

    def outcome(self, name: str, content: bytes, by_bytes: bool) -> str:
        """Return what came of a damaged file; raise where that must not be."""
        value = self.read(name, content)
        assert not value["left"], "something was written"
        assert int(value["peak"]) <= MOST_MEMORY, f"{int(value['peak']) // MEGABYTE} MB"
        if "codes" in value:
            assert not value["unsaid"], value["unsaid"]
            return "refused"
        if value["digest"] == self.whole[name]["digest"]:
            return "same"
        assert not (by_bytes and name.endswith(SUMMED)), "a cell was changed unnoticed"
        return "other"


def test_every_sample_is_read(samples: dict[str, bytes], trial: Trial, tmp_path: Path) -> None:
    assert [name for name, value in trial.whole.items() if "digest" not in value] == []
    for name, content in samples.items():
        (tmp_path / name).write_bytes(content)
        if kind_of(name) in ("tree", "fixed-width") or name.endswith("columns.csv"):
            continue
        assert probe(tmp_path / name).kind == kind_of(name)


@pytest.mark.timeout(0)
def test_damaged_files(fuzzer: Fuzzer, samples: dict[str, bytes], trial: Trial) -> None:
    names = sorted(samples)
    for case in fuzzer.cases(len(names)):
        name = names[case.number % len(names)]
        content, by_bytes = _damaged(name, samples[name], case)
        if not content:
            continue
        try:
            fuzzer.count(name, trial.outcome(name, content, by_bytes))
        except (AssertionError, TooMuch) as error:
            fuzzer.keep(case, error, {name: content})
    print(trial.watched.told(), f"reading process {trial.peak // MEGABYTE} MB")  # noqa: T201
    fuzzer.check()


def _damaged(name: str, content: bytes, case: Case) -> tuple[bytes, bool]:
    """Return a damaged file, and whether its bytes were damaged as they lie."""
    if name.endswith(SUMMED) and case.random.random() < 0.6:
        return repacked(content, case.random), False
    return damaged(content, case.random), True


@pytest.mark.timeout(0)
def test_changed_pages_of_parquet(fuzzer: Fuzzer, samples: dict[str, bytes], trial: Trial) -> None:
    """The footer has no checksum, the pages before it have."""
    name = "checked.parquet"
    content = samples[name]
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    for case in fuzzer.cases(8):
        changed = bytearray(content)
        changed[case.random.randrange(4, footer)] ^= 1 << case.random.randrange(8)
        try:
            came = trial.outcome(name, bytes(changed), by_bytes=False)
            assert came != "other", "a cell was changed unnoticed"
            fuzzer.count(came)
        except (AssertionError, TooMuch) as error:
            fuzzer.keep(case, error, {name: bytes(changed)})
    fuzzer.check()


def test_the_zips_hold_all_that_is_damaged(samples: dict[str, bytes], tmp_path: Path) -> None:
    for name in (name for name in samples if name.endswith(SUMMED)):
        (tmp_path / name).write_bytes(samples[name])
        with zipfile.ZipFile(tmp_path / name) as archive:
            assert archive.testzip() is None
