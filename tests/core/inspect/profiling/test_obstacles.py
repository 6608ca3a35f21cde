"""The few values that keep a column of text from being one of numbers or dates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.inspect.profiling.column_profiles import profile
from core.io import Obstacle
from core.model import ColumnKind, FileKind, ReadOptions, Source
from tests.core.io.files import csv, read_file

PLAIN = ReadOptions()


def obstacles(folder: Path, text: str, options: ReadOptions = PLAIN) -> dict[str, Obstacle]:
    path = csv(folder, text)
    source = Source(str(path), FileKind.CSV, options)
    found = profile(read_file(path, options), None, source)
    return {p.name: p.obstacle for p in found if p.obstacle is not None}


def column(*cells: str) -> str:
    return "x,y\n" + "".join(f"{cell},{i}\n" for i, cell in enumerate(cells))


def test_the_values_are_named_with_their_counts_the_most_frequent_first(tmp_path: Path) -> None:
    amounts = [f"{i}.5" for i in range(40)]
    found = obstacles(tmp_path, column(*amounts, "n/a", "refused", "refused"))
    assert found["x"].values == (("refused", 2), ("n/a", 1))
    assert (found["x"].kind, found["x"].distinct, found["x"].cells) == (ColumnKind.NUMBER, 42, 3)


def test_called_missing_the_column_becomes_what_was_announced(tmp_path: Path) -> None:
    text = column(*[f"{i}.5" for i in range(40)], "n/a", "refused")
    codes = tuple(code for code, _ in obstacles(tmp_path, text)["x"].values)
    options = replace(PLAIN, missing=("", *codes))
    assert read_file(csv(tmp_path, text), options).column("x").kind is ColumnKind.NUMBER
    days = column(*[f"2020-01-{i:02d}" for i in range(1, 29)], "unknown", "2020-02-31")
    found = obstacles(tmp_path, days)["x"]
    assert found.kind is ColumnKind.DATE
    assert {code for code, _ in found.values} == {"unknown", "2020-02-31"}
    options = replace(PLAIN, missing=("", *(code for code, _ in found.values)))
    assert read_file(csv(tmp_path, days), options).column("x").kind is ColumnKind.DATE


def test_declared_spellings_count(tmp_path: Path) -> None:
    text = "x;y\n" + "".join(f"{i},234;{i}\n" for i in range(1, 30)) + "keine;0\n"
    comma = ReadOptions(delimiter=";", decimal=",")
    assert obstacles(tmp_path, text, comma)["x"].values == (("keine", 1),)
    assert "x" not in obstacles(tmp_path, text, ReadOptions(delimiter=";"))
    grouped = ReadOptions(delimiter=";", thousands=",")
    assert obstacles(tmp_path, text, grouped)["x"].values == (("keine", 1),)
    days = column(*[f"{i}/6/2020" for i in range(1, 29)], "soon")
    assert "x" not in obstacles(tmp_path, days), "the layout must be declared first"
    either = column(*[f"{i:02}/06/2020" for i in range(1, 13)], "soon")
    assert "x" not in obstacles(tmp_path, either), "days and months may be the other way round"
    declared = replace(PLAIN, dates="%d/%m/%Y")
    assert obstacles(tmp_path, days, declared)["x"].values == (("soon", 1),)


@pytest.mark.parametrize(
    "cells",
    [
        ["low", "mid", "high"] * 10,
        [f"0{i}" for i in range(1, 10)] + [str(i) for i in range(10, 60)] + ["2A", "2B"],
        [f"{i}" for i in range(10)] + [f"word {i}" for i in range(9)] * 5,
        [f"{i}" for i in range(60)] + [f"word {i}" for i in range(25)],
        ["1", "2", "3"] + ["none"] * 40,
        [str(10**17 + i) for i in range(30)] + ["n/a"],
    ],
    ids=["words", "leading zeros", "mostly words", "too many", "few numbers", "too long"],
)
def test_a_column_that_is_meant_as_text_has_none(tmp_path: Path, cells: list[str]) -> None:
    assert "x" not in obstacles(tmp_path, column(*cells))


def test_other_columns_with_the_same_value_are_named(tmp_path: Path) -> None:
    rows = "".join(f"{i},{'n/a' if i % 4 else 'refused'},{i}\n" for i in range(20))
    found = obstacles(tmp_path, f"rent,city,n\nn/a,Oslo,0\nrefused,Rome,0\n{rows}")
    assert found["rent"].elsewhere == (("city", 20),)


def test_a_code_that_most_cells_have_is_named_and_a_column_of_texts_has_none(
    tmp_path: Path,
) -> None:
    amounts = [f"{i}.5" for i in range(20)]
    found = obstacles(tmp_path, column(*amounts, *["does not apply"] * 60))
    assert found["x"].values == (("does not apply", 60),)
    names = [name for name in ("Rome", "Oslo", "Wien") for _ in range(20)]
    assert "x" not in obstacles(tmp_path, column(*amounts, *names))
