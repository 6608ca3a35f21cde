"""Cells that went through the scratch folder are spelled as before."""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from core.io.scratch.disk_columns import TableWriter
from core.io.scratch.raw_rows import RowWriter, columns_of, rows_of
from core.io.streaming import stream

from core.io import read, spelled
from core.jobs import Job
from core.model import FileKind, ReadOptions, Source

CELLS = (
    *("1.5", "2", "0.10", "1e5", "-3.250", "NA", "", "-9"),
    *("0.1234567890123456789", "1.0000000000000000001", "12"),
)
OPTIONS = ReadOptions(missing=("", "NA", "-9"))


def write(place: Path, seed: int) -> None:
    """Write numbers of all spellings, whole ones first, and texts with missing codes."""
    chance = random.Random(seed)
    lines = ["plain,mixed,text,never"]
    for i in range(120):
        number = chance.choice(CELLS) if i > 50 else chance.choice(["7", "NA"])
        lines.append(f"{i}.25,{number},{chance.choice(['a', 'NA', 'b', ''])},-9")
    place.write_text("\n".join([*lines, ""]), encoding="utf-8")


def texts(columns) -> list[list[str]]:
    return [spelled(column, np.arange(len(column)), False, ".").to_pylist() for column in columns]


@pytest.mark.parametrize("rows", [7, 50, 1000])
def test_every_cell_is_spelled_as_in_the_file_also_in_another_order(tmp_path, rows):
    place = tmp_path / "in.csv"
    write(place, rows)
    expected = texts(read(Source(str(place), FileKind.CSV, OPTIONS), Job()).columns)
    writer = TableWriter(tmp_path, "given")
    source = Source(str(place), FileKind.CSV, OPTIONS)
    stream(source, rows, lambda part: writer.add(part.columns), Job())
    table = writer.finish()
    found = [
        list(chain.from_iterable(pieces))
        for pieces in zip(*(texts(p) for _, p in table.parts(9)), strict=True)
    ]
    assert found == expected

    order = np.random.default_rng(1).permutation(table.rows)
    moved = RowWriter(tmp_path, "moved", table.columns)
    moved.add(rows_of(0, table.columns, table.rows)[order])
    shuffled, _ = moved.finish()
    assert texts(shuffled.part(0, table.rows)) == [[c[i] for i in order] for c in expected]
    rows_again = rows_of(0, shuffled.columns, table.rows)
    assert texts(columns_of(rows_again, shuffled.columns)) == texts(shuffled.part(0, table.rows))


def test_only_columns_that_need_it_have_a_file_of_notes(tmp_path):
    place = tmp_path / "in.csv"
    write(place, 1)
    writer = TableWriter(tmp_path, "given", frozenset({"never"}))
    source = Source(str(place), FileKind.CSV, OPTIONS)
    stream(source, 20, lambda part: writer.add(part.columns), Job())
    table = writer.finish()
    kept = {column.name for column in table.columns if column.notes is not None}
    assert kept == {"mixed", "text"}
    assert table.named("plain").head.decimals == 2
    bare = table.named("never")
    assert bare.head.missing_text[0] == ("-9",)
    assert bare.part(0, 5).missing_text is None
