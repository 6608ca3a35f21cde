"""Progress, cancelling, and how long the interpreter's lock is held."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.errors import Cancelled
from core.io import READ_PHASES, WRITTEN_KINDS, fingerprint, profile, read, write
from core.jobs import Job
from core.model import Dataset, FileKind, ReadOptions, Source
from tests.core.io.files import numbers, write_file


class Recorder(Job):
    """Keeps what it is told, and may be cancelled after some reports."""

    def __init__(self, cancel_after: int | None = None) -> None:
        super().__init__()
        self.phases: list[tuple[str, int]] = []
        self.reports: dict[str, list[int]] = {}
        self._left = cancel_after

    def begin(self, phase: str, total: int = 0) -> None:
        super().begin(phase, total)
        self.phases.append((phase, total))
        self.reports[phase] = []

    def reach(self, done: int) -> None:
        self.reports[self.phases[-1][0]].append(done)
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                self.cancel()
        super().reach(done)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(7)
    columns = [numbers(f"c{i}", rng.random(60_000).tolist()) for i in range(5)]
    return write_file(columns, tmp_path_factory.mktemp("jobs") / "t.csv")


@pytest.fixture(scope="module")
def dataset(table: Path) -> Dataset:
    return read(Source(str(table), FileKind.CSV), Job())


def assert_true(job: Recorder) -> None:
    for phase, total in job.phases:
        reports = job.reports[phase]
        assert reports == sorted(reports)
        assert reports
        assert reports[-1] == total


def test_reading_tells_its_bytes_and_columns(table: Path) -> None:
    job = Recorder()
    read(Source(str(table), FileKind.CSV), job)
    assert job.phases == [("reading", table.stat().st_size), ("typing", 5)]
    assert tuple(phase for phase, _ in job.phases) == READ_PHASES
    assert len(job.reports["reading"]) > 2
    assert_true(job)


@pytest.mark.parametrize("kind", WRITTEN_KINDS)
def test_writing_tells_its_rows(dataset: Dataset, tmp_path: Path, kind: FileKind) -> None:
    job = Recorder()
    write(dataset.columns, tmp_path / "out", kind, None, frozenset(), ReadOptions(), job)
    assert job.phases == [("writing", 60_000)]
    assert_true(job)


def test_reading_a_workbook_tells_how_far_it_is(dataset: Dataset, tmp_path: Path) -> None:
    path = write_file([*dataset.columns[:2]], tmp_path / "t.xlsx", FileKind.XLSX)
    job = Recorder()
    read(Source(str(path), FileKind.XLSX), job)
    assert tuple(phase for phase, _ in job.phases) == READ_PHASES
    assert len(job.reports["reading"]) > 2
    assert_true(job)


def test_profiling_and_hashing_tell_theirs(dataset: Dataset, table: Path) -> None:
    job = Recorder()
    profile(dataset, job)
    fingerprint(table, job)
    assert job.phases == [("profiling", 5), ("hashing", table.stat().st_size)]
    assert_true(job)


@pytest.mark.parametrize("kind", WRITTEN_KINDS)
@pytest.mark.parametrize("reports", [0, 1])
def test_cancelled_writing_leaves_nothing(
    dataset: Dataset, tmp_path: Path, kind: FileKind, reports: int
) -> None:
    with pytest.raises(Cancelled):
        write(
            dataset.columns,
            tmp_path / "out",
            kind,
            None,
            frozenset(),
            ReadOptions(),
            Recorder(cancel_after=reports),
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("reports", [0, 2, 8])
def test_cancelled_reading(table: Path, reports: int) -> None:
    with pytest.raises(Cancelled):
        read(Source(str(table), FileKind.CSV), Recorder(cancel_after=reports))


def test_cancelled_reading_of_a_workbook(dataset: Dataset, tmp_path: Path) -> None:
    path = write_file([dataset.columns[0]], tmp_path / "t.xlsx", FileKind.XLSX)
    with pytest.raises(Cancelled):
        read(Source(str(path), FileKind.XLSX), Recorder(cancel_after=1))


def longest_gap(work: Callable[[], object]) -> float:
    """Return how long a thread that only sleeps 5 ms at a time was kept waiting, in seconds."""
    gaps: list[float] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            before = time.perf_counter()
            time.sleep(0.005)
            gaps.append(time.perf_counter() - before - 0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        work()
    finally:
        done.set()
        watcher.join()
    return max(gaps, default=0.0)


@pytest.mark.alone
def test_the_lock_is_let_go(
    table: Path, dataset: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed only: a busy machine says nothing about the code. See the benchmarks."""
    gaps = {
        "read": longest_gap(lambda: read(Source(str(table), FileKind.CSV), Job())),
        "profile": longest_gap(lambda: profile(dataset)),
        "write": longest_gap(lambda: write_file(dataset.columns, tmp_path / "out.csv")),
    }
    shown = ", ".join(f"{name} {gap * 1000:.0f} ms" for name, gap in gaps.items())
    with capsys.disabled():
        sys.stdout.write(f" longest waits: {shown} ")
    assert (tmp_path / "out.csv").read_bytes() == table.read_bytes()
