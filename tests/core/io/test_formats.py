"""The registry of formats: one row for each kind of file, and nothing heavy behind it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest

from core.errors import Refused
from core.io import WRITTEN_KINDS, probe, writable_format, write, write_problems
from core.io.format_registry import FORMATS, recognise
from core.io.signatures import file_start
from core.jobs import Job
from core.model import FileKind, ReadOptions
from tests.core.io.files import numbers
from tests.core.io.spreadsheets.old_workbook import xls

HEAVY = ("pandas", "pyarrow", "numba", "openpyxl", "python_calamine", "pyreadstat", "xlrd", "arro3")


def test_each_kind_of_file_has_one_format() -> None:
    assert sorted(form.kind for form in FORMATS) == sorted(FileKind)


def test_the_formats_are_known_before_any_library_is_imported() -> None:
    code = f"import sys, core.io.format_registry; print([n for n in {HEAVY} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_two_formats_claim_a_suffix() -> None:
    suffixes = [suffix for form in FORMATS for suffix in form.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert all(s.startswith(".") and s == s.lower() for s in suffixes)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[FileKind, Path]:
    """Return a file of each kind that has a signature, all of them called alike."""
    folder = tmp_path_factory.mktemp("formats")
    found = {}
    for kind in WRITTEN_KINDS:
        path = folder / f"{kind.name}.bin"
        write([numbers("a", [1.0, 2.5])], path, kind, None, frozenset(), ReadOptions(), Job())
        found[kind] = path
    found[FileKind.XLS] = xls(folder / "XLS.bin", [["a"], [1.0]])
    found[FileKind.SAS_TRANSPORT] = folder / "XPT.bin"
    frame = pd.DataFrame({"a": [1.0, 2.5]})
    pyreadstat.write_xport(frame, str(found[FileKind.SAS_TRANSPORT]))
    del found[FileKind.CSV]
    return found


def test_a_file_is_recognised_by_its_own_format_alone(files: dict[FileKind, Path]) -> None:
    for kind, path in files.items():
        with path.open("rb") as handle:
            form = recognise(handle, path)
            assert handle.tell() == 0
            assert form is not None
            assert form.kind is kind
            start = file_start(handle, path)
        assert [other.kind for other in FORMATS if other.recognises(start)] == [kind]


def test_a_probe_says_the_kind_whatever_the_name(files: dict[FileKind, Path]) -> None:
    assert {kind: probe(path).kind for kind, path in files.items()} == {k: k for k in files}


@pytest.mark.parametrize("kind", list(FileKind))
def test_a_release_is_written_by_default_in_a_kind_that_can_be(kind: FileKind) -> None:
    assert kind.written_as in WRITTEN_KINDS


@pytest.mark.parametrize("kind", [kind for kind in FileKind if kind not in WRITTEN_KINDS])
def test_a_kind_that_is_only_read_is_not_written(kind: FileKind, tmp_path: Path) -> None:
    path, columns = tmp_path / "t.bin", [numbers("a", [1.0])]

    for work in (
        lambda: write(columns, path, kind, None, frozenset(), ReadOptions(), Job()),
        lambda: write_problems(columns, kind, frozenset(), ReadOptions()),
    ):
        with pytest.raises(Refused, match=r"^kind-not-written$"):
            work()
    assert not path.exists()


def test_what_a_format_holds_is_said_by_the_format() -> None:
    labelled = {kind for kind in WRITTEN_KINDS if writable_format(kind).holds_labels}
    declaring = {kind for kind in WRITTEN_KINDS if writable_format(kind).declares_missing}
    assert labelled == {FileKind.SPSS, FileKind.STATA, FileKind.PARQUET, FileKind.FEATHER}
    assert declaring == {FileKind.SPSS, FileKind.STATA}


def test_dates_of_parquet_are_read_without_pandas(tmp_path: Path) -> None:
    # Its import would take longer than most files.
    path = tmp_path / "days.parquet"
    days = pa.array([0, None, 9000], pa.int32()).cast(pa.date32())
    pq.write_table(pa.table({"day": days, "time": days.cast(pa.timestamp("s"))}), path)
    code = (
        "import sys; from core.io.arrow.arrow_reader import open_arrow\n"
        "from core.io.typed_tables.table_file import TableRequest\n"
        "from core.model import FileKind\n"
        f"request = TableRequest({str(path)!r}, FileKind.PARQUET, open_arrow)\n"
        "cells = [batch.column(0).to_pylist() for batch in open_arrow(request)[1]]\n"
        "print(cells, 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[[0.0, None, 9000.0]] False"
