"""A CSV file that is read in parts has the columns, cells and faults that it has in memory."""

from __future__ import annotations

import csv
import random
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from core.io.streaming import stream

from core.errors import Refused
from core.io import read, spelled
from core.jobs import Job
from core.model import ColumnKind, Dataset, FileKind, ReadOptions, Source
from tests.lanes import in_lane

# A column takes its cells from some of these, together or one after the other.
POOLS = (
    ("1", "2", "30", "-4"),
    ("1.5", "2", "-0.25", "1e5", "0.10"),
    ("9007199254740993", "1", "12"),
    ("9223372036854775808", "1"),
    ("2020-01-02", "2021-12-31"),
    ("01/02/2020", "03/04/2020"),
    ("01/02/2020", "23/04/2020"),
    ("02.01.2020", "1.2.2020"),
    ("31/12/1999",),
    ("12/31/1999",),
    ("2020-1-3",),
    ("007", "a"),
    ("", "NA"),
    ("-9",),
    ("inf", "-inf"),
    ("1,234", "12", "1,5"),
    ("1.234,5", "7"),
    ("a b", 'q"x', "zéro", "x\ny"),
    ("1e-400", "3"),
    ("0", "-0"),
    ("1.0000000000000000001", "2"),
)


def write_random(place: Path, records: int, chance: random.Random) -> ReadOptions:
    """Write a file of some columns and return its layout."""
    columns = []
    for _ in range(chance.choice([2, 3, 4])):
        pools = chance.sample(POOLS, chance.choice([1, 1, 2, 3]))
        turns = sorted(chance.randrange(records + 1) for _ in pools[1:])
        is_mixed = chance.random() < 0.4
        cells = []
        for i in range(records):
            pool = sum(pools, ()) if is_mixed else pools[sum(i >= turn for turn in turns)]
            cells.append(chance.choice(pool if chance.random() < 0.85 else ("", "NA", pool[0])))
        columns.append(cells)
    decimal = chance.choice(".,")
    options = ReadOptions(
        delimiter=chance.choice(";\t|"),
        decimal=decimal,
        thousands=chance.choice([mark for mark in ("", "", " ", ".", ",") if mark != decimal]),
        missing=chance.choice([("",), ("", "NA"), ("NA",), ("", "NA", "-9")]),
        dates=chance.choice(["", "", "%d/%m/%Y", "%d.%m.%Y"]),
    )
    with place.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=options.delimiter, lineterminator="\n")
        writer.writerow([f"c{i}" for i in range(len(columns))])
        writer.writerows(zip(*columns, strict=True))
    return options


def shown(part: Dataset, decimal: str) -> list[tuple[object, ...]]:
    """Return name, kind and layout of each column, with its cells spelled and in full digits."""
    rows = np.arange(part.rows)
    return [
        (
            column.name,
            column.kind,
            column.date_format if column.kind is ColumnKind.DATE else "",
            spelled(column, rows, False, decimal).to_pylist(),
            spelled(column, rows, True, decimal).to_pylist(),
            column.missing.tolist(),
        )
        for column in part.columns
    ]


def in_memory(source: Source, texts: frozenset[str]) -> object:
    """Return what reading the file as a whole gives, or its problems."""
    try:
        found = read(source, Job(), texts)
    except Refused as refused:
        return refused.problems
    lines = [found.row_number(i) for i in range(found.rows)]
    return shown(found, source.options.decimal), lines, found.fingerprint


def in_parts(source: Source, texts: frozenset[str], rows: int) -> object:
    """Return the same of the file read in parts, which must agree on names, kinds and layouts."""
    parts: list[list[tuple[object, ...]]] = []
    lines: list[int] = []
    sizes: list[int] = []

    def take(part: Dataset) -> None:
        parts.append(shown(part, source.options.decimal))
        lines.extend(part.row_number(i) for i in range(part.rows))
        sizes.append(part.rows)

    try:
        mark = stream(source, rows, take, Job(), texts)
    except Refused as refused:
        return refused.problems
    assert sizes[:-1] == [rows] * (len(sizes) - 1)
    joined = []
    for columns in zip(*parts, strict=True):
        heads = {column[:3] for column in columns}
        assert len(heads) == 1
        cells = (list(chain.from_iterable(column[at] for column in columns)) for at in (3, 4, 5))
        joined.append((*heads.pop(), *cells))
    return joined, lines, mark


@pytest.mark.parametrize("seed", range(in_lane(3, 16)))
def test_any_file_in_any_parts_is_what_it_is_in_memory(tmp_path, seed):
    chance, place = random.Random(seed), tmp_path / "in.csv"
    refusals = 0
    for _ in range(40):
        options = write_random(place, chance.choice([1, 3, 10, 50, 300]), chance)
        source = Source(str(place), FileKind.CSV, options)
        texts = chance.choice([frozenset(), frozenset({"c0"})])
        expected = in_memory(source, texts)
        assert in_parts(source, texts, chance.choice([1, 2, 7, 40, 1000])) == expected
        refusals += not isinstance(expected[0], list)
    assert 0 < refusals < 20


def test_long_parts_are_typed_by_their_letters_alike(tmp_path):
    chance, place = random.Random(3), tmp_path / "in.csv"
    for _ in range(6):
        options = write_random(place, 5000, chance)
        source = Source(str(place), FileKind.CSV, options)
        expected = in_memory(source, frozenset())
        assert in_parts(source, frozenset(), chance.choice([2100, 2500, 9000])) == expected


def test_a_compressed_file_is_refused(tmp_path):
    place = tmp_path / "in.csv"
    place.write_bytes(b"\x1f\x8b\x08\x00" + bytes(60))
    source = Source(str(place), FileKind.CSV)
    problems = in_parts(source, frozenset(), 5)
    assert problems == in_memory(source, frozenset())
    assert [problem.code for problem in problems] == ["file-is-compressed"]


@pytest.mark.parametrize("content", ["a,b\n", "", "a,b\n1,2\n3\n4,5\n", "a,a\n1,2\n"])
def test_files_without_a_table_have_the_problems_that_they_have_in_memory(tmp_path, content):
    place = tmp_path / "in.csv"
    place.write_text(content, encoding="utf-8")
    source = Source(str(place), FileKind.CSV)
    expected = in_memory(source, frozenset())
    assert in_parts(source, frozenset(), 5) == expected
    assert len(expected) == 1


def test_a_file_that_changes_between_the_passes_is_refused(tmp_path):
    place = tmp_path / "in.csv"
    place.write_text("a,b\n" + "1,2\n" * 100, encoding="utf-8")

    def take(_: Dataset) -> None:
        if "x" not in place.read_text(encoding="utf-8"):
            with place.open("a", encoding="utf-8") as file:
                file.write("x,y\n")

    with pytest.raises(Refused) as refused:
        stream(Source(str(place), FileKind.CSV), 10, take, Job())
    assert [problem.code for problem in refused.value.problems] == ["file-changed"]
