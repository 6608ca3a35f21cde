"""Figures of columns, and what they are suggested to be."""

from __future__ import annotations

import statistics
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inspect.profiling.column_profiles import profile
from core.io import ColumnProfile
from core.messages import text
from core.model import Column, ColumnKind, Dataset, Fingerprint, Labels, Role, Scale
from tests.core.io.files import csv, numbers, read_file
from tests.lanes import examples


def profiled(folder: Path, name: str, cells: list[str]) -> ColumnProfile:
    lines = "".join(f"{i % 3},{cell}\n" for i, cell in enumerate(cells))
    (_, found) = profile(read_file(csv(folder, f"row_,{name}\n{lines}")))
    assert text(found.reason, found.reason_params).endswith(".")
    return found


@examples(25, 500)
@given(values=st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=30))
def test_figures_are_those_of_the_textbook(values: list[float]) -> None:
    column = numbers("x", values)
    (found,) = profile(Dataset((column,), Fingerprint("x", 0, "")))
    scale = max(1.0, *(abs(value) for value in values))
    assert found.distinct == len(set(values))
    assert (found.minimum, found.maximum) == (min(values), max(values))
    assert found.mean == pytest.approx(statistics.fmean(values), abs=1e-9 * scale)
    assert found.median == pytest.approx(statistics.median(values), abs=1e-9 * scale)
    assert found.std == pytest.approx(statistics.pstdev(values), abs=1e-6 * scale)


def test_missing_cells_do_not_count(tmp_path: Path) -> None:
    found = profiled(tmp_path, "x", ["1", "", "3", ""])
    assert (found.missing, found.distinct, found.mean, found.std) == (2, 2, 2.0, 1.0)
    assert profiled(tmp_path, "x", ["", ""]).mean is None


def test_text_has_no_figures(tmp_path: Path) -> None:
    found = profiled(tmp_path, "x", ["a", "b", "a", ""])
    assert (found.distinct, found.missing, found.minimum, found.std) == (2, 1, None, None)


NUMBERS = [str(i * i % 97) for i in range(60)]
NAMES = [f"Person {i}" for i in range(60)]
FEW = ["low", "mid", "high"] * 20
OCCUPATIONS = [str(code) for code in (11, 12, 24, 31, 42, 51, 61, 72, 83, 91, 93)] * 5
ACTIVITIES = [
    f"{code:.2f}"
    for code in (10.11, 10.2, 10.71, 24.51, 41.2, 46.9, 47.11, 56.1, 62.01, 85.31, 86.1, 93.29)
] * 5
AMOUNTS = [f"{i * 7 % 50}.5" for i in range(60)]


@pytest.mark.parametrize(
    ("name", "cells", "role", "scale"),
    [
        ("id", [str(i * 3) for i in range(60)], Role.IDENTIFIER, None),
        ("Nachname", NAMES, Role.IDENTIFIER, None),
        ("x", NAMES, Role.IDENTIFIER, None),
        ("x", [str(i + 1) for i in range(60)], Role.IDENTIFIER, None),
        ("region_id", ["1", "2", "3"] * 20, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        # Codes of places, however many there are: nobody may average them.
        ("REGION", [str(i % 20 + 1) for i in range(60)], Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("MUNIC", [str(1001 + i % 50) for i in range(60)], Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("county", NUMBERS, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        # Their values show it, too: a mean of codes is a code that nobody gave.
        ("q17", OCCUPATIONS, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("q18", ACTIVITIES, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("nace", ACTIVITIES, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("q17", [*OCCUPATIONS, "16"], Role.QUASI_IDENTIFIER, Scale.INTEGER),
        ("q18", [*ACTIVITIES, "10.75"], Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        ("hours", OCCUPATIONS, Role.QUASI_IDENTIFIER, Scale.INTEGER),
        ("q19", [str(16 + i % 60) for i in range(120)], Role.QUASI_IDENTIFIER, Scale.INTEGER),
        ("survey_weight", AMOUNTS, Role.OTHER, None),
        ("Hochrechnungsfaktor", AMOUNTS, Role.OTHER, None),
        ("NetIncome2019", AMOUNTS, Role.CONFIDENTIAL, Scale.CONTINUOUS),
        ("Jahreseinkommen", AMOUNTS, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        ("Umsatz", NUMBERS, Role.CONFIDENTIAL, Scale.INTEGER),
        ("diagnosis", FEW, Role.CONFIDENTIAL, Scale.NOMINAL),
        ("age", NUMBERS, Role.QUASI_IDENTIFIER, Scale.INTEGER),
        ("hours-per-week", NUMBERS, Role.QUASI_IDENTIFIER, Scale.INTEGER),
        (
            "date_of_birth",
            [f"19{i + 10}-01-31" for i in range(60)],
            *(Role.QUASI_IDENTIFIER, "date"),
        ),
        ("sex", ["1", "2"] * 30, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("éducation", FEW, Role.QUASI_IDENTIFIER, Scale.ORDINAL),
        ("x", FEW, Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        ("x", AMOUNTS, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        ("x", ["1"] * 60, Role.OTHER, None),
        ("x", [""] * 60, Role.OTHER, None),
    ],
)
def test_suggestions(
    tmp_path: Path, name: str, cells: list[str], role: Role, scale: Scale | None
) -> None:
    found = profiled(tmp_path, name, cells)
    assert (found.suggested_role, found.suggested_scale) == (role, scale)


def test_reasons_hold_no_cell(tmp_path: Path) -> None:
    found = profiled(tmp_path, "x", [f"secret{i}" for i in range(60)])
    assert "secret" not in text(found.reason, found.reason_params)


def test_whole_numbers_of_an_order_are_put_in_it(tmp_path: Path) -> None:
    labels = Labels(values=(("1", "low"), ("20", "high")), measure="ordinal")
    cells, none = np.array([20, 3, 1, 3, 20]), np.zeros(5, dtype=bool)
    codes = Column("edu", ColumnKind.INTEGER, cells, none, labels=labels)
    (found,) = profile(Dataset((codes,), Fingerprint("x", 0, "")))
    assert (found.suggested_scale, found.suggested_order) == (Scale.ORDINAL, ("1", "3", "20"))
    assert profiled(tmp_path, "x", NUMBERS).suggested_order == ()


@pytest.mark.parametrize(("cell", "is_weight"), [("2.5", True), ("0", False), ("", False)])
def test_weights_are_positive_and_no_record_is_without_one(
    tmp_path: Path, cell: str, is_weight: bool
) -> None:
    rows = "".join(f"{i}.5,{i}\n" for i in range(1, 40))
    (weight, _) = profile(read_file(csv(tmp_path, f"WEIGHT,N\n{cell},0\n{rows}")))
    assert weight.is_weight is is_weight
