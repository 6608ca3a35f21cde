"""Broken, hostile and odd files of the typed kinds: read, or refused in one sentence, in time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest

from core.errors import Problem, Refused
from core.io import probe, read
from core.io.child_processes import child_process
from core.jobs import Job
from core.messages import sentence
from core.model import FileKind, ReadOptions, Source
from tests.core.io.files import csv, refusal, shown
from tests.core.io.spreadsheets.spreadsheets import number, ods, row, word

FRAME = pd.DataFrame({"num": np.arange(200) / 4, "txt": ["é" * (i % 5 + 1) for i in range(200)]})
KINDS = {
    FileKind.SPSS: lambda path: pyreadstat.write_sav(FRAME, str(path)),
    FileKind.STATA: lambda path: pyreadstat.write_dta(FRAME, str(path)),
    FileKind.SAS_TRANSPORT: lambda path: pyreadstat.write_xport(FRAME, str(path)),
    FileKind.PARQUET: lambda path: FRAME.to_parquet(path),
    FileKind.FEATHER: lambda path: FRAME.to_feather(path),
    FileKind.ODS: lambda path: ods(
        path, "".join(row(number(i), word(f"w{i}")) for i in range(1, 100))
    ),
}
Maker = Callable[[Path], object]
each = pytest.mark.parametrize(("kind", "make"), KINDS.items(), ids=[k.value for k in KINDS])


def made(folder: Path, kind: FileKind, make: Maker, name: str = "") -> Path:
    path = folder / (name or f"t.{kind}")
    make(path)
    return path


def outcome(path: Path, kind: FileKind) -> str:
    """Read a file that may be anything; whatever is wrong must have a sentence."""
    problems: tuple[Problem, ...] = ()
    try:
        return str(read(Source(str(path), kind), Job()).rows)
    except Refused as refused:
        problems = refused.problems
    assert all(sentence(problem).endswith(".") for problem in problems)
    return problems[0].code


@each
def test_an_honest_file(tmp_path: Path, kind: FileKind, make: Maker) -> None:
    path = made(tmp_path, kind, make)
    assert probe(path).kind is kind
    assert int(outcome(path, kind)) in (98, 99, 200)


@each
def test_truncated_files(tmp_path: Path, kind: FileKind, make: Maker) -> None:
    whole = made(tmp_path, kind, make).read_bytes()
    for share in (0.02, 0.5, 0.97):
        path = csv(tmp_path, whole[: int(share * len(whole))], f"cut.{kind}")
        assert outcome(path, kind) not in ("99", "98")


@each
def test_mutated_files(tmp_path: Path, kind: FileKind, make: Maker) -> None:
    whole = made(tmp_path, kind, make).read_bytes()
    random = np.random.default_rng(len(whole))
    for attempt in range(5):
        content = bytearray(whole)
        for place in random.integers(0, len(whole), 1 + 6 * attempt).tolist():
            content[place] = int(random.integers(256))
        outcome(csv(tmp_path, bytes(content), f"m{attempt}.{kind}"), kind)


@each
def test_another_suffix_and_another_kind(tmp_path: Path, kind: FileKind, make: Maker) -> None:
    path = made(tmp_path, kind, make, "table.csv")
    assert probe(path).kind is kind
    other = FileKind.STATA if kind is FileKind.SPSS else FileKind.SPSS
    assert refusal(path, kind=other).code == "file-of-other-kind"


@each
def test_long_paths_of_other_scripts_and_links(tmp_path: Path, kind: FileKind, make: Maker) -> None:
    folder = tmp_path / ("дані" * 20) / ("資料" * 40) / ("x" * 100)
    folder.mkdir(parents=True)
    path = made(folder, kind, make, f"таблиця 表.{kind}")
    assert len(str(path)) > 300
    link = tmp_path / f"link.{kind}"
    link.symlink_to(path)
    assert outcome(path, kind) == outcome(link, kind)
    assert outcome(path, kind).isdecimal()


@each
def test_a_file_changed_or_removed_meanwhile(tmp_path: Path, kind: FileKind, make: Maker) -> None:
    for change in (touch, Path.unlink):
        path = made(tmp_path, kind, make)
        with pytest.raises(Refused) as caught:
            read(Source(str(path), kind), Meddler(path, change))
        assert sentence(caught.value.problems[0]).endswith(".")


def touch(path: Path) -> None:
    os.utime(path, (1, 1))


class Meddler(Job):
    """Changes the file as soon as reading has begun."""

    def __init__(self, path: Path, change: Callable[[Path], object]) -> None:
        super().__init__()
        self._path, self._change = path, change

    def start_phase(self, phase: str, total: int = 0) -> None:
        super().start_phase(phase, total)
        if phase == "reading":
            self._change(self._path)


def test_a_file_for_which_there_is_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"x": pa.nulls(3_000_000, pa.int64())}), path)
    assert path.stat().st_size < 100_000
    monkeypatch.setattr(child_process, "most_bytes", lambda: 4 << 20)
    assert refusal(path, kind=FileKind.PARQUET).code == "file-beyond-memory"


@pytest.mark.parametrize(
    ("table", "code", "row"),
    [
        (pa.table({"a": [1], "b": [[1, 2]], "c": [{"x": 1}]}), "columns-nested", None),
        (pa.table({"x": [1.0, np.inf]}), "number-infinite", 2),
        (pa.Table.from_arrays([pa.array([1])] * 2, names=["a", "a"]), "name-repeated", None),
        (pa.Table.from_arrays([pa.array([1])] * 2, names=["a", ""]), "names-empty", None),
    ],
    ids=["lists", "infinite", "twice", "no name"],
)
def test_tables_that_cannot_be_used(
    tmp_path: Path, table: pa.Table, code: str, row: int | None
) -> None:
    pq.write_table(table, tmp_path / "t.parquet")
    problem = refusal(tmp_path / "t.parquet", kind=FileKind.PARQUET)
    assert (problem.code, problem.where.row) == (code, row)
    assert problem.params.get("names") in (None, ("b", "c"))


def test_more_columns_than_any_spreadsheet_has(tmp_path: Path) -> None:
    path = tmp_path / "t.feather"
    table = pa.table({f"c{i}": pa.array([1], pa.int8()) for i in range(16_385)})
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    assert refusal(path, kind=FileKind.FEATHER).code == "columns-too-many"


@pytest.mark.parametrize("kind", [FileKind.FEATHER, FileKind.PARQUET])
def test_names_that_are_no_text(tmp_path: Path, kind: FileKind) -> None:
    path = tmp_path / f"t.{kind}"
    table = pa.table({"PLACEHOLDER": [1]})
    if kind is FileKind.FEATHER:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    else:
        pq.write_table(table, path, store_schema=False)
    path.write_bytes(path.read_bytes().replace(b"PLACEHOLDER", b"PLACE\xffOLDER"))
    assert refusal(path, kind=kind).code == "table-damaged"


def test_a_locked_workbook_in_its_container(tmp_path: Path) -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504
    content += "EncryptedPackage".encode("utf-16-le") + b"\0" * 992
    found = probe(csv(tmp_path, content, "t.xlsx"))
    assert [problem.code for problem in found.problems] == ["file-is-locked"]


def test_codes_ranges_and_letters_are_missing(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 97.0, 98.5, 5.0], "s": ["a", "zz", "b", ""]})
    path = tmp_path / "t.sav"
    ranges = {"x": [{"lo": 97, "hi": 99}], "s": ["zz"]}
    pyreadstat.write_sav(frame, str(path), missing_ranges=ranges)
    x, s = read(Source(str(path), FileKind.SPSS), Job()).columns
    assert shown(x) == [1, None, None, 5]
    assert x.missing_text is not None
    assert x.missing_text[0] == ("97", "98.5")
    assert shown(s) == ["a", None, "b", None]
    assert shown(read_with(path, ("", "5")).columns[0]) == [1, None, None, None]


def read_with(path: Path, missing: tuple[str, ...]):
    return read(Source(str(path), FileKind.SPSS, ReadOptions(missing=missing)), Job())


@pytest.mark.parametrize("kind", [FileKind.SPSS, FileKind.STATA])
def test_a_column_name_that_is_no_text(tmp_path: Path, kind: FileKind) -> None:
    path = made(tmp_path, kind, KINDS[kind])
    content = path.read_bytes()
    for name in (b"num\0", b"num ", b"NUM ", b"num=", b"NUM="):
        content = content.replace(name, b"\xff\xfe\xfd" + name[3:])
    path.write_bytes(content)
    assert outcome(path, kind) in ("statistics-damaged", "statistics-encoding")
    assert all(sentence(problem).endswith(".") for problem in probe(path).problems)


def test_a_changed_byte_of_a_parquet_file_with_checksums(tmp_path: Path) -> None:
    table = pa.table({"name": ["anna", "paul", "otto"] * 30, "row": range(90)})
    options = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    pq.write_table(table, tmp_path / "t.parquet", **options)
    content = (tmp_path / "t.parquet").read_bytes()
    # The cells; the head of the page holds the least and the greatest of them as well.
    assert content.count(b"anna\x04\0\0\0paul") == 30
    content = content.replace(b"anna\x04\0\0\0paul", b"anna\x04\0\0\0saul", 1)
    path = csv(tmp_path, content, "t.parquet")
    assert refusal(path, kind=FileKind.PARQUET).code == "table-damaged"
