"""Prepared columns keep labels, codes and types in every kind of file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench

RECORDS = 80
STEPS = [
    {"do": "top-code", "column": "age", "above": 70},
    {"do": "group", "column": "region", "into": {"1": ["1", "2"]}},
    {"do": "rare", "column": "reason", "fewer_than": 3, "into": "8"},
    {"do": "band", "column": "hours", "width": 10},
    {"do": "round", "column": "income", "to": 0.5},
    {"do": "period", "column": "seen", "keep": "month"},
]


def frame() -> pd.DataFrame:
    random = np.random.default_rng(3)
    days = pd.to_datetime("2024-01-01") + pd.to_timedelta(random.integers(0, 300, RECORDS), "D")
    reason = random.choice([1.0, 2.0], RECORDS)
    reason[:2], reason[2:8] = [3.0, 4.0], 9.0
    return pd.DataFrame(
        {
            "age": random.integers(20, 90, RECORDS).astype(float),
            "region": random.choice([1.0, 2.0, 3.0], RECORDS),
            "reason": reason,
            "hours": random.integers(0, 60, RECORDS),
            "income": np.round(random.lognormal(5, 1, RECORDS), 2),
            "seen": days.date,
        }
    )


def protect(bench: Bench, kind: str) -> Path:
    given = frame()
    path = bench.folder / f"survey.{kind}"
    labels = {
        "column_labels": ["Age", "Region of residence", "Reason", "Hours", "Income", "Interview"],
        "variable_value_labels": {
            "region": {1.0: "north", 2.0: "east", 3.0: "south"},
            "reason": {1.0: "work", 2.0: "family", 3.0: "x", 4.0: "y", 8.0: "other"},
        },
    }
    if kind == "sav":
        pyreadstat.write_sav(given, str(path), **labels)
    elif kind == "dta":
        pyreadstat.write_dta(given, str(path), **labels)
    elif kind == "xlsx":
        given.to_excel(path, index=False)
    else:
        given.to_parquet(path)
    attributes = [
        *describe(
            "age quasi integer, region quasi nominal, reason other",
            reason={"not_applicable": ["9"]},
        ),
        *({"name": name, "role": "other"} for name in ("hours", "income", "seen")),
    ]
    bench.release_as(
        {"name": "mdav", "k": 3},
        input={"path": path.name, "kind": kind},
        prepare=STEPS,
        attributes=attributes,
        output={"kind": kind, "name": "people_protected"},
    )
    assert bench.run("verify", bench.log(), "--input", path) == 0, bench.err
    return bench.release / f"public/people_protected.{kind}"


def expected() -> pd.DataFrame:
    found = frame()
    low = found["hours"] // 10 * 10
    found["hours"] = [f"{x:.0f}-{x + 9:.0f}" for x in low]
    found["income"] = (found["income"] * 2 + 0.5).astype(int) / 2
    found["reason"] = found["reason"].replace({3.0: 8.0, 4.0: 8.0})
    found["seen"] = [day.replace(day=1) for day in found["seen"]]
    return found


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_a_labelled_file_keeps_labels_and_codes(bench: Bench, kind: str) -> None:
    path = protect(bench, kind)
    read = pyreadstat.read_sav if kind == "sav" else pyreadstat.read_dta
    found, meta = read(str(path), user_missing=True)
    assert meta.column_names_to_labels["region"] == "Region of residence"
    assert meta.column_names_to_labels["hours"] == "Hours"
    assert meta.variable_value_labels["region"][1.0] == "north"
    assert meta.variable_value_labels["reason"][8.0] == "other"
    assert found["region"].isin([1.0, 3.0]).all()
    assert found["age"].max() <= 70
    for name in ("reason", "hours", "income", "seen"):
        assert found[name].tolist() == expected()[name].tolist()


@pytest.mark.parametrize("kind", ["xlsx", "parquet"])
def test_other_kinds_keep_types(bench: Bench, kind: str) -> None:
    path = protect(bench, kind)
    found = pd.read_excel(path, engine="openpyxl") if kind == "xlsx" else pd.read_parquet(path)
    found["seen"] = pd.to_datetime(found["seen"]).dt.date
    for name in ("reason", "hours", "income", "seen"):
        assert found[name].tolist() == expected()[name].tolist()
