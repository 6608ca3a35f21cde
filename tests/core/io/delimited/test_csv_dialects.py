"""Delimiters, encodings, line ends and quotes."""

from __future__ import annotations

import csv as python_csv
import hashlib
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.io import fingerprint
from core.model import ColumnKind, ReadOptions
from tests.core.io.files import csv, read_file, refusal, shown
from tests.lanes import examples

TEXT = "id;name;x\n1;Zoë;2,5\n2;naïve €;-1,25\n"


@pytest.mark.parametrize(
    ("encoding", "option"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
        ("iso8859-15", "iso8859-15"),
    ],
)
def test_encodings(tmp_path: Path, encoding: str, option: str) -> None:
    path = csv(tmp_path, TEXT.encode(encoding))
    data = read_file(path, ReadOptions(encoding=option, delimiter=";", decimal=","))
    assert data.names == ("id", "name", "x")
    assert shown(data.column("name")) == ["Zoë", "naïve €"]
    assert shown(data.column("x")) == [2.5, -1.25]


def test_cyrillic(tmp_path: Path) -> None:
    path = csv(tmp_path, "имя\nАнна\n".encode("cp1251"))
    data = read_file(path, ReadOptions(encoding="cp1251"))
    assert shown(data.column("имя")) == ["Анна"]


def test_categories_are_sorted_by_code_point(tmp_path: Path) -> None:
    texts = ["b", "a", "Z", "é", "\U0001f600", "\ufb01", "ab", "b"]
    data = read_file(csv(tmp_path, "x\n" + "\n".join(texts)))
    assert data.columns[0].categories == tuple(sorted(set(texts)))
    assert shown(data.columns[0]) == texts


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(tmp_path: Path, end: str) -> None:
    path = csv(tmp_path, f"a,b{end}1,x{end}{end}2,y{end}")
    data = read_file(path)
    assert shown(data.column("a")) == [1, 2]
    assert [data.row_number(i) for i in range(2)] == [2, 4]


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    assert shown(read_file(csv(tmp_path, "a,b\n1,2")).column("b")) == [2]
    assert shown(read_file(csv(tmp_path, "a,b\n1,")).column("b")) == [None]


def test_quotes(tmp_path: Path) -> None:
    path = csv(tmp_path, 'a,b\n"x, ""y""","1\n2"\n5" nail,""\n')
    data = read_file(path)
    assert shown(data.column("a")) == ['x, "y"', '5" nail']
    assert shown(data.column("b")) == ["1\n2", None]
    assert [data.row_number(i) for i in range(2)] == [2, 4]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", ":", " ", "~"])
def test_delimiters(tmp_path: Path, delimiter: str) -> None:
    path = csv(tmp_path, f"a{delimiter}b\n1{delimiter}\n{delimiter}x\n")
    data = read_file(path, ReadOptions(delimiter=delimiter))
    assert shown(data.column("a")) == [1, None]
    assert shown(data.column("b")) == [None, "x"]


def test_a_file_without_header(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "1,x\n2,y\n"), ReadOptions(header=False))
    assert data.names == ("column_1", "column_2")
    assert data.first_row == 1
    assert data.rows == 2


def test_blank_lines_are_no_records_but_empty_cells_are(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "\n \na,b\n\n1,2\n,\n\t\n3,4\n\n"))
    assert shown(data.column("a")) == [1, None, 3]
    assert [data.row_number(i) for i in range(3)] == [5, 6, 8]


def test_in_one_column_a_blank_line_is_an_empty_cell_except_at_the_end(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "a\n1\n\n3\n\n\n"))
    assert shown(data.column("a")) == [1, None, 3]
    assert shown(read_file(csv(tmp_path, 'a\n1\n""\n')).column("a")) == [1, None]


def test_long_cells_and_blocks(tmp_path: Path) -> None:
    """Cells longer than what is read at once, and records across its borders."""
    long = "".join(f"line {i}\n" for i in range(400_000))
    path = csv(tmp_path, f'a,b\n1,"{long}"\n2,é\n' + "3,ü\r\n" * 500_000)
    data = read_file(path)
    assert data.rows == 500_002
    assert data.column("b").categories[0] == long
    assert data.row_number(1) == 400_003
    assert data.column("a").kind is ColumnKind.INTEGER


CELLS = st.text(alphabet=st.sampled_from('ab, \t"\n\r;1.-é'), max_size=6)


@examples(25, 500)
@given(
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_pythons_writer_quotes_is_read_back(
    rows: list[tuple[str, ...]], end: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = io.StringIO()
    writer = python_csv.writer(target, quoting=python_csv.QUOTE_ALL, lineterminator=end)
    writer.writerows([("p", "q", "r"), *rows])
    path = csv(tmp_path_factory.mktemp("csv"), target.getvalue().encode())
    data = read_file(path, ReadOptions(missing=()), as_text=frozenset("pqr"))
    read = zip(*(shown(column) for column in data.columns), strict=True)
    assert list(read) == rows


def test_the_fingerprint_is_of_the_file(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbfa,b\n1,2\n" * 1 + b"3,4\n" * 400_000
    path = csv(tmp_path, content)
    for mark in (fingerprint(path), read_file(path).fingerprint):
        assert mark.file_name == "table.csv"
        assert mark.size == len(content)
        assert mark.sha256 == hashlib.sha256(content).hexdigest()


def test_a_quote_that_opens_inside_a_cell_does_not_swallow_the_file(tmp_path: Path) -> None:
    assert shown(read_file(csv(tmp_path, 'a,b\nx"y,1\nz,2\n')).column("b")) == [1, 2]
    assert refusal(csv(tmp_path, 'a,b\n"y,1\nz,2\n')).code == "quote-unclosed"
