"""While a text file is read into a scratch folder, what is typed of it waits there."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from core.io.columns import column_parts, typed_columns
from core.io.delimited import csv_reader, csv_records, encodings
from core.io.delimited.encodings import text_blocks
from core.model import Dataset
from core.table import spooling
from tests.core.io.files import csv, read_file
from tests.core.table.spooled import linux, mapped_files

ROWS = 12_000


def lines() -> str:
    """Write whole numbers, decimals, dates and codes; gaps, and a text below, come late."""
    draws = np.random.default_rng(3).integers(0, 10_000, (ROWS, 3)).tolist()
    rows = ["whole,decimal,gaps,day,late"]
    for row, (a, b, c) in enumerate(draws):
        gap = "" if row > 5_000 and row % 7 == 0 else c
        late = "none" if row == ROWS - 1 else c
        rows.append(f"{a},{b / 10 if b % 3 else b},{gap},20{c % 90 + 10}-0{a % 9 + 1}-11,{late}")
    return "\n".join(rows) + "\n"


def cells(dataset: Dataset) -> dict[str, tuple[object, ...]]:
    return {
        column.name: (
            column.kind,
            column.values.tobytes(),
            column.missing.tobytes(),
            column.categories,
            column.decimals,
            None if column.cell_decimals is None else column.cell_decimals.tobytes(),
        )
        for column in dataset.columns
    }


@linux
def test_parts_of_a_text_file_wait_in_the_scratch_folder(
    tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = csv(tmp_path, lines())
    monkeypatch.setattr(column_parts, "_FEWEST", 100)
    # A block holds some hundred records, and a file of the folder some thousand.
    monkeypatch.setattr(encodings, "text_blocks", partial(text_blocks, size=10_000))
    monkeypatch.setattr(csv_records, "_LETTERS_AT_ONCE", 10_000)
    monkeypatch.setattr(csv_records, "_LETTERS_OF_COLUMN", 1)
    monkeypatch.setattr(typed_columns, "_FEWEST_KEPT", 2_000)
    in_memory = cells(read_file(path))
    type_column, files = csv_reader.type_column, []

    def look_and_type(*given):
        files.append(mapped_files("self", scratch))
        return type_column(*given)

    monkeypatch.setattr(csv_reader, "type_column", look_and_type)
    with spooling(scratch):
        spooled = cells(read_file(path))
    # The first column is typed when all records are read: of each column a few files, not hundreds.
    assert 15 <= files[0] <= 35
    assert spooled == in_memory
