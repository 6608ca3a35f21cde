"""What is written is what was read: cell by cell where nothing was masked."""

from __future__ import annotations

import csv as python_csv
import io
import math
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused, StorageFull
from core.io import write
from core.jobs import Job
from core.model import Column, ColumnKind, FileKind, ReadOptions
from tests.core.io.files import csv, numbers, read_file, shown, write_file
from tests.lanes import examples


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("id,x\n007,1.50\n08,2.25\n", ReadOptions()),
        ("x\n1.5\n2.250\n3\n-0.10\n", ReadOptions()),
        ("big\n9007199254740993\n-9223372036854775808\n", ReadOptions()),
        ("big\n123456789012345678901234567890\n", ReadOptions()),
        ("d,e\n31.12.1999,2020-02-29\n01.02.2020,0001-01-01\n", ReadOptions()),
        ("d\n12/31/1999\n01/02/2020\n", ReadOptions()),
        ("x,y\nNA,a\n1,.\n,NA\n", ReadOptions(missing=("", "NA", "."))),
        ("x;y\n1,50;a,b\n-2,25;\n", ReadOptions(delimiter=";", decimal=",")),
        ('t,u\n" a ","x ""y"""\n"1\n2",é\n', ReadOptions()),
        ('x\n1\n""\n2\n', ReadOptions()),
        ('"a,b",c\n1,2\n', ReadOptions()),
        ("1,x\n2,y\n", ReadOptions(header=False)),
        ("x-y\n1-2\n", ReadOptions(delimiter="-")),
        ('"\ufeffx",y\n1,2\n', ReadOptions()),
        ("x,y\n0.000001,123456789.123456\n0.000100,-0.000001\n", ReadOptions()),
    ],
)
def test_what_is_released_unchanged_is_written_exactly(
    tmp_path: Path, text: str, options: ReadOptions
) -> None:
    data = read_file(csv(tmp_path, text), options)
    path = write_file(data.columns, tmp_path / "out.csv", options=options)
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_the_encoding_is_the_one_asked_for(tmp_path: Path, encoding: str) -> None:
    data = read_file(csv(tmp_path, "x,y\né,1\nü,2\n"))
    path = write_file(data.columns, tmp_path / "out.csv", options=ReadOptions(encoding=encoding))
    assert path.read_bytes() == "x,y\né,1\nü,2\n".encode(encoding)


def test_a_text_that_the_encoding_lacks(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "x\nЖ\n"))
    with pytest.raises(Refused, match=r"^output-not-encodable$"):
        write_file(data.columns, tmp_path / "out.csv", options=ReadOptions(encoding="cp1252"))
    assert not (tmp_path / "out.csv").exists()


def bits(value: float) -> bytes:
    return struct.pack("<d", value)


@examples(25, 500)
@given(values=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_masked_numbers_read_back_as_the_same_float(
    values: list[float], tmp_path_factory: pytest.TempPathFactory
) -> None:
    column = numbers("x", values)
    path = tmp_path_factory.mktemp("csv") / "out.csv"
    write_file([column], path, masked=frozenset({"x"}))
    texts = path.read_text().splitlines()[1:]
    assert [bits(float(text)) for text in texts] == [bits(value) for value in values]
    assert all(len(text) <= len(repr(value)) + 3 for text, value in zip(texts, values, strict=True))
    again = read_file(path).columns[0]
    assert [float(value) for value in again.values] == values


def test_masked_cells_lose_their_spelling(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "x\n1.50\nNA\n2.00\n"), ReadOptions(missing=("NA",)))
    path = write_file(data.columns, tmp_path / "out.csv", masked=frozenset({"x"}))
    assert path.read_text() == 'x\n1.5\n""\n2\n'


def test_the_order_is_taken(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "x,y\n1,a\n2,b\n3,c\n"))
    path = tmp_path / "out.csv"
    order = np.array([2, 0], dtype=np.int64)
    write(data.columns, path, FileKind.CSV, order, frozenset(), ReadOptions(), Job())
    assert path.read_text() == "x,y\n3,c\n1,a\n"


@pytest.mark.parametrize("odd", ["x,y", 'x"y', "x\ny", " x", "x\t", "\ufeffx", "=x", "\tx", "xy"])
@pytest.mark.parametrize("neutralised", [False, True])
def test_few_texts_in_many_records_are_quoted_where_needed(
    tmp_path: Path, odd: str, neutralised: bool
) -> None:
    categories = tuple(sorted({"a", odd}))
    codes = np.array([categories.index("a"), categories.index(odd), -1] * 20, dtype=np.int32)
    texts = Column("t", ColumnKind.TEXT, codes, codes < 0, categories)
    options = ReadOptions(neutralised=neutralised)
    path = write_file([texts, numbers("n", [1.5] * 60)], tmp_path / "out.csv", options=options)
    rows = list(python_csv.reader(io.StringIO(path.read_text(), newline="")))
    guard = "'" if neutralised and odd[0] in "=\t" else ""
    assert [row[0] for row in rows[1:4]] == ["a", guard + odd, ""]
    back = read_file(path, options)
    assert shown(back.columns[0]) == ["a", odd, None] * 20


NAMES = st.lists(st.text("abc XY,;é", min_size=1, max_size=4), min_size=1, max_size=4).filter(
    lambda names: (
        len({name.strip() for name in names}) == len(names) and all(n.strip() for n in names)
    )
)
CELLS = {
    ColumnKind.INTEGER: st.integers(-(2**63), 2**63 - 1),
    ColumnKind.NUMBER: st.floats(allow_nan=False, allow_infinity=False),
    ColumnKind.DATE: st.integers(-719_162, 2_932_896),
    ColumnKind.TEXT: st.text(
        st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=5
    ),
}


@st.composite
def tables(draw: st.DrawFn) -> list[Column]:
    rows = draw(st.integers(1, 6))
    return [draw(columns(name.strip(), rows)) for name in draw(NAMES)]


@st.composite
def columns(draw: st.DrawFn, name: str, rows: int) -> Column:
    kind = draw(st.sampled_from(list(CELLS)))
    cells = draw(st.lists(CELLS[kind], min_size=rows, max_size=rows))
    missing = np.array(draw(st.lists(st.booleans(), min_size=rows, max_size=rows)))
    if kind is ColumnKind.TEXT:
        # An empty text is what a missing cell looks like in a file.
        missing |= np.array([cell == "" for cell in cells])
        present = {cell for cell, m in zip(cells, missing, strict=True) if not m}
        categories = tuple(sorted(present))
        codes = [
            -1 if m else categories.index(cell) for cell, m in zip(cells, missing, strict=True)
        ]
        return Column(name, kind, np.array(codes, dtype=np.int32), missing, categories)
    dtype = np.float64 if kind is ColumnKind.NUMBER else np.int64
    blank = math.nan if kind is ColumnKind.NUMBER else 0
    values = np.array(
        [blank if m else cell for cell, m in zip(cells, missing, strict=True)], dtype=dtype
    )
    return Column(name, kind, values, missing)


@examples(25, 500)
@given(table=tables(), delimiter=st.sampled_from(",;\t|"))
def test_any_table_is_read_back_the_same(
    table: list[Column], delimiter: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Read as text by our reader and by Python's, so that no typing hides a difference."""
    path = tmp_path_factory.mktemp("csv") / "out.csv"
    options = ReadOptions(delimiter=delimiter)
    write_file(table, path, options=options)
    names = frozenset(column.name for column in table)
    again = read_file(path, options, as_text=names)
    rows = list(
        python_csv.reader(io.StringIO(path.read_bytes().decode(), newline=""), delimiter=delimiter)
    )
    assert list(again.names) == rows[0] == [column.name for column in table]
    for index, column in enumerate(table):
        texts = shown(again.columns[index])
        assert [text or "" for text in texts] == [row[index] for row in rows[1:]]
        assert [text is None for text in texts] == column.missing.tolist()
        for cell, text in zip(shown(column), texts, strict=True):
            assert same(cell, text)


def same(cell: object, text: object) -> bool:
    """Tell whether a text is a cell's value."""
    if cell is None or isinstance(cell, str):
        return cell == text
    if isinstance(cell, float):
        return float(str(text)) == cell
    return str(cell) == text or np.datetime64(int(str(cell)), "D") == np.datetime64(str(text))


def test_an_existing_file_is_not_touched(tmp_path: Path) -> None:
    path = csv(tmp_path, "mine")
    with pytest.raises(Refused, match=r"^output-exists$"):
        write_file([numbers("x", [1.0])], path)
    assert path.read_text() == "mine"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"^output-unwritable$"):
        write_file([numbers("x", [1.0])], tmp_path / "none" / "out.csv")


@pytest.mark.parametrize("kind", [FileKind.CSV, FileKind.XLSX])
def test_no_room_leaves_nothing(tmp_path: Path, kind: FileKind) -> None:
    """A limit on the size of files stands for a full disk."""
    resource = pytest.importorskip("resource", reason="this system has no such limit")
    column = numbers("x", np.random.default_rng(1).random(50_000).tolist())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(StorageFull):
            write_file([column], tmp_path / "out", kind)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []
