"""Reading and writing files of every kind lets the window go on.

What counts is how long the interpreter's lock was held, in processor time of this program, so
that a busy machine changes little. The files are as large as people have them, but for kinds
whose other programs would take minutes to make one.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.io import WRITTEN_KINDS, profile, read, read_again, write
from core.jobs import Job
from core.model import Column, Dataset, FileKind, FixedColumn, ReadOptions, Source
from tests.core.io.files import shown
from tests.core.io.spreadsheets.spreadsheets import xlsb
from tests.core.io.waits import watched

T = TypeVar("T")
pytestmark = pytest.mark.alone
# Beyond it a window is seen to stand still.
LONGEST = 0.1
ROWS = 500_000
FEWER = {
    FileKind.XLSX: 40_000,
    FileKind.ODS: 40_000,
    FileKind.SPSS: 200_000,
    FileKind.STATA: 200_000,
}
WIDTH = 12


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    random = np.random.default_rng(5)
    days = pd.Timestamp("2000-01-01") + pd.to_timedelta(random.integers(0, 9000, ROWS), unit="D")
    return pd.DataFrame(
        {
            "id": np.arange(1, ROWS + 1),
            "name": [f"Name {i:07d}" for i in random.permutation(ROWS)],
            "day": days.strftime("%Y-%m-%d"),
            "score": np.round(random.normal(0, 1, ROWS), 4),
        }
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, frame: pd.DataFrame) -> Path:
    made = tmp_path_factory.mktemp("pauses")
    frame.to_csv(made / "t.csv", index=False)
    return made


@pytest.fixture(scope="module")
def dataset(folder: Path) -> Dataset:
    return assert_prompt(lambda: opened(folder / "t.csv", FileKind.CSV))


def opened(path: Path, kind: FileKind, options: ReadOptions | None = None) -> Dataset:
    return read(Source(str(path), kind, options or ReadOptions()), Job())


def assert_prompt(work: Callable[[], T]) -> T:
    """Do some work; a pause must be there twice, since the system may keep a thread waiting."""
    found = watched(work)
    if found.waited >= LONGEST:
        found = watched(work)
    assert found.waited < LONGEST
    return found.result


def write_anew(columns: Sequence[Column], path: Path, kind: FileKind, rows: int) -> None:
    path.unlink(missing_ok=True)
    order = np.arange(rows, dtype=np.int64)[::-1].copy()
    write(columns, path, kind, order, frozenset({"score"}), ReadOptions(), Job())


def test_reading_and_profiling_a_csv_file(dataset: Dataset) -> None:
    assert dataset.rows == ROWS
    assert_prompt(lambda: profile(dataset))


@pytest.mark.parametrize("kind", WRITTEN_KINDS)
def test_writing_and_reading_each_kind(dataset: Dataset, tmp_path: Path, kind: FileKind) -> None:
    rows = FEWER.get(kind, ROWS)
    path = tmp_path / f"t.{kind}"
    assert_prompt(lambda: write_anew(dataset.columns, path, kind, rows))
    back = assert_prompt(lambda: read_again(Source(str(path), kind), Job()))
    assert back.rows == rows
    assert shown(back.column("id"))[:2] == [rows, rows - 1]
    if kind is not FileKind.CSV:
        assert_prompt(lambda: opened(path, kind))


def test_reading_text_of_fixed_width(folder: Path, frame: pd.DataFrame) -> None:
    path = folder / "t.dat"
    cells = [frame[name].astype(str).str.pad(WIDTH, "right") for name in frame]
    path.write_text("\n".join(cells[0].str.cat(cells[1:])))
    columns = tuple(FixedColumn(n, 1 + WIDTH * i, WIDTH) for i, n in enumerate(frame))
    options = ReadOptions(columns=columns)
    found = assert_prompt(lambda: opened(path, FileKind.FIXED_WIDTH, options))
    assert shown(found.column("name")) == frame["name"].tolist()


def test_reading_a_sas_transport_file(folder: Path, frame: pd.DataFrame) -> None:
    path = folder / "t.xpt"
    pyreadstat.write_xport(frame[:150_000], str(path))
    found = assert_prompt(lambda: opened(path, FileKind.SAS_TRANSPORT))
    assert shown(found.column("score")) == frame["score"][:150_000].tolist()


def test_reading_a_binary_workbook(folder: Path, frame: pd.DataFrame) -> None:
    few = frame[:40_000]
    rows: list[list[object]] = [list(few), *few.astype({"id": float}).to_numpy().tolist()]
    path = xlsb(folder / "t.xlsb", rows)
    found = assert_prompt(lambda: opened(path, FileKind.XLSB))
    assert shown(found.column("name")) == few["name"].tolist()


def test_reading_an_old_workbook(folder: Path, frame: pd.DataFrame) -> None:
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        pytest.skip("no LibreOffice here (install libreoffice-calc-nogui)")
    few = frame[:30_000]
    few.to_csv(folder / "few.csv", index=False)
    command = [office, "--headless", f"-env:UserInstallation=file://{folder}/profile"]
    command += ["--convert-to", "xls", "--outdir", str(folder), str(folder / "few.csv")]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    found = assert_prompt(lambda: opened(folder / "few.xls", FileKind.XLS))
    assert shown(found.column("name")) == few["name"].tolist()


def test_a_call_that_holds_the_lock_is_noticed() -> None:
    numbers = list(range(6_000_000))
    assert watched(lambda: numbers * 8).waited > LONGEST
