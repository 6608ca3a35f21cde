"""Fixed-width files and their dictionaries."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from core.errors import Refused
from core.io import preview, probe, read, read_column_dictionary
from core.jobs import Job
from core.model import FileKind, FixedColumn, ReadOptions, Source
from tests.core.io.files import csv, refusal, shown

COLUMNS = (
    FixedColumn("id", 1, 3),
    FixedColumn("name", 4, 6, "Name of the place"),
    FixedColumn("income", 11, 6),
)
TEXT = "007Ämter  1234,5\n012          -7\n\n999x y      0,25\n"
KIND = FileKind.FIXED_WIDTH


def options(**others: object) -> ReadOptions:
    return ReadOptions(columns=COLUMNS, decimal=",", **others)  # type: ignore[arg-type]


def test_cells_are_cut_at_their_places(tmp_path: Path) -> None:
    path = csv(tmp_path, TEXT, "t.dat")
    dataset = read(Source(str(path), KIND, options()), Job())
    assert dataset.names == ("id", "name", "income")
    assert shown(dataset.column("id")) == ["007", "012", "999"]
    assert shown(dataset.column("name")) == ["Ämter", None, "x y"]
    assert shown(dataset.column("income")) == [1234.5, -7.0, 0.25]
    assert dataset.column("name").labels.variable == "Name of the place"
    assert [dataset.row_number(i) for i in range(3)] == [1, 2, 4]


def test_the_same_cells_as_pandas(tmp_path: Path) -> None:
    path = csv(tmp_path, TEXT, "t.dat")
    found = read(Source(str(path), KIND, options()), Job(), frozenset({"id", "name", "income"}))
    spans = [(c.start - 1, c.start - 1 + c.width) for c in COLUMNS]
    frame = pd.read_fwf(path, colspecs=spans, header=None, dtype=str, keep_default_na=False)
    for column, name in zip(found.columns, frame, strict=True):
        assert [cell or "" for cell in shown(column)] == frame[name].tolist()


def test_a_title_is_skipped(tmp_path: Path) -> None:
    path = csv(tmp_path, f"Survey 2026\n\n{TEXT}", "t.dat")
    dataset = read(Source(str(path), KIND, options(skip=2)), Job())
    assert dataset.rows == 3
    assert dataset.row_number(0) == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [("007\tx\n", "text-has-tab"), ("007\0x\n", "text-has-nul"), ("\n\n", "file-empty")],
)
def test_what_is_refused(tmp_path: Path, text: str, code: str) -> None:
    assert refusal(csv(tmp_path, text, "t.dat"), options(), KIND).code == code


def test_without_columns_nothing_is_read(tmp_path: Path) -> None:
    path = csv(tmp_path, TEXT, "t.dat")
    assert refusal(path, ReadOptions(), KIND).code == "columns-not-told"
    assert preview(path, KIND, ReadOptions()).problems[0].code == "columns-not-told"


@pytest.mark.parametrize("head", ["name,start,width,label", "Name,Start,End,Label"])
def test_a_dictionary_beside_the_file_is_found(tmp_path: Path, head: str) -> None:
    path = csv(tmp_path, TEXT, "t.dat")
    last = "name,4,6,Name of the place" if "width" in head else "name,4,9,Name of the place"
    csv(tmp_path, f"{head}\nid,1,3,\n{last}\n", "t.columns.csv")
    found = probe(path)
    assert found.kind is KIND
    assert found.options.columns == COLUMNS[:2]
    assert preview(path, KIND, found.options).rows[0] == ("007", "Ämter")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name,width\na,3\n", "dictionary-columns"),
        ("name,start,width\na,0,3\n", "dictionary-row"),
        ("name,start,end\na,5,4\n", "dictionary-row"),
        ("name,start,width\na,x,3\n", "dictionary-row"),
    ],
)
def test_dictionaries_that_are_none(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(Refused, match=f"^{code}$"):
        read_column_dictionary(csv(tmp_path, text, "d.csv"))


def test_places_are_guessed_from_blanks_in_all_lines(tmp_path: Path) -> None:
    lines = "".join(f"{i:>4} {'abc'[i % 3]}  {i * i:06d}\n" for i in range(20))
    found = probe(csv(tmp_path, lines, "t.dat"))
    assert found.kind is KIND
    assert [(c.start, c.width) for c in found.options.columns] == [(3, 2), (6, 1), (9, 6)]


def test_a_column_of_words_is_a_table_of_one_column(tmp_path: Path) -> None:
    assert probe(csv(tmp_path, "word\nab\ncd\nef\ngh\nij\n")).kind is FileKind.CSV
