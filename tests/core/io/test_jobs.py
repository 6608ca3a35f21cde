"""Progress and cancelling."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.encode import take
from core.errors import Cancelled
from core.inspect.profiling.column_profiles import profile
from core.io import READ_PHASES, WRITTEN_KINDS, fingerprint, read, write
from core.jobs import Job
from core.model import Column, Dataset, FileKind, ReadOptions, Source
from tests.core.io.files import numbers, write_file


class Recorder(Job):
    """Keeps what it is told, and may be cancelled after some reports."""

    def __init__(self, cancel_after: int | None = None) -> None:
        super().__init__()
        self.phases: list[tuple[str, int]] = []
        self.reports: dict[str, list[int]] = {}
        self._left = cancel_after

    def start_phase(self, phase: str, total: int = 0) -> None:
        super().start_phase(phase, total)
        self.phases.append((phase, total))
        self.reports[phase] = []

    def update(self, done: int) -> None:
        self.reports[self.phases[-1][0]].append(done)
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                self.cancel()
        super().update(done)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(7)
    columns = [numbers(f"c{i}", rng.random(51_000).tolist()) for i in range(2)]
    return write_file(columns, tmp_path_factory.mktemp("jobs") / "t.csv")


@pytest.fixture(scope="module")
def dataset(table: Path) -> Dataset:
    return read(Source(str(table), FileKind.CSV), Job())


@pytest.fixture(scope="module")
def few(dataset: Dataset) -> tuple[Column, ...]:
    """Return as many records as spreadsheets need to be written and read in several pieces."""
    return tuple(take(column, np.arange(21_000)) for column in dataset.columns)


def assert_true(job: Recorder) -> None:
    for phase, total in job.phases:
        reports = job.reports[phase]
        assert reports == sorted(reports)
        assert reports
        assert reports[-1] == total


def test_reading_tells_its_bytes_and_columns(table: Path) -> None:
    job = Recorder()
    read(Source(str(table), FileKind.CSV), job)
    assert job.phases == [("reading", table.stat().st_size), ("typing", 2)]
    assert tuple(phase for phase, _ in job.phases) == READ_PHASES
    assert len(job.reports["reading"]) > 2
    assert_true(job)


@pytest.mark.parametrize("kind", WRITTEN_KINDS)
def test_writing_tells_its_rows(dataset: Dataset, few, tmp_path: Path, kind: FileKind) -> None:
    job = Recorder()
    columns = few if kind in (FileKind.XLSX, FileKind.ODS) else dataset.columns
    write(columns, tmp_path / "out", kind, None, frozenset(), ReadOptions(), job)
    assert job.phases == [("writing", len(columns[0]))]
    assert_true(job)


def test_reading_a_workbook_tells_how_far_it_is(few, tmp_path: Path) -> None:
    path = write_file([few[0]], tmp_path / "t.xlsx", FileKind.XLSX)
    job = Recorder()
    read(Source(str(path), FileKind.XLSX), job)
    assert tuple(phase for phase, _ in job.phases) == READ_PHASES
    assert len(job.reports["reading"]) > 2
    assert_true(job)


def test_profiling_and_hashing_tell_theirs(dataset: Dataset, table: Path) -> None:
    job = Recorder()
    profile(dataset, job)
    fingerprint(table, job)
    assert job.phases == [("profiling", 2), ("hashing", table.stat().st_size)]
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


def test_cancelled_reading_of_a_workbook(few, tmp_path: Path) -> None:
    path = write_file([few[0]], tmp_path / "t.xlsx", FileKind.XLSX)
    with pytest.raises(Cancelled):
        read(Source(str(path), FileKind.XLSX), Recorder(cancel_after=1))
