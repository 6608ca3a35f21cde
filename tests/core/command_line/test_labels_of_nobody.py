"""A release explains no code that nobody in it has, and its labels name nobody."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pyreadstat
import pytest

from core.io import probe, read
from core.jobs import Job
from core.model import Column, Source
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

REGIONS = {1: "North", 2: "South", 3: "Island", 9: "Nowhere"}


def people() -> pd.DataFrame:
    """Make 60 persons; the only one of region 3, with a code of its own, has no age."""
    frame = pd.DataFrame(
        {
            "AGE": [20.0 + i % 30 for i in range(60)],
            "REGION": [1.0, 2.0] * 30,
            "HEARD": [1.0, 2.0, 1.0, 2.0, 1.0, 98.0] * 10,
            "ASKER": ["Ann Holm", "Bo Lind"] * 30,
        }
    )
    frame.loc[0, ["AGE", "REGION", "HEARD"]] = [None, 3.0, 97.0]
    return frame


def protect(bench: Bench, source: str, target: str) -> Path:
    attributes = [
        {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
        {"name": "REGION", "role": "other"},
        {"name": "HEARD", "role": "other"},
        {"name": "ASKER", "role": "drop"},
    ]
    bench.recipe(
        {"name": "mdav", "k": 5},
        unit="record",
        keep_order=False,
        output={"kind": target, "name": "people_protected"},
        input={"path": f"in.{source}", "kind": source},
        attributes=attributes,
    )
    assert bench.protect() in WRITTEN, bench.err
    assert bench.verify(with_input=False) == 0
    return bench.release / f"public/people_protected.{target}"


def columns_of(path: Path) -> Mapping[str, Column]:
    described = probe(path)
    dataset = read(Source(str(path), described.kind, described.options), Job())
    return {column.name: column for column in dataset.columns}


@pytest.mark.parametrize("target", ["sav", "dta", "parquet", "feather"])
def test_labels_and_missing_codes_of_nobody_are_not_written(target: str, bench: Bench) -> None:
    pyreadstat.write_sav(
        people(),
        str(bench.folder / "in.sav"),
        variable_value_labels={"REGION": REGIONS, "HEARD": {97: "asked by Ann Holm", 98: "no"}},
        missing_ranges={"HEARD": [97, 98]},
        column_labels=["Age", "Region (field worker Bo Lind)", "Heard of it", "Asked by"],
    )
    path = protect(bench, "sav", target)
    columns = columns_of(path)
    assert columns["REGION"].labels.meaning() == {"1": "North", "2": "South"}
    assert columns["REGION"].labels.variable == ""
    assert columns["HEARD"].labels.variable == "Heard of it"
    # An SPSS file keeps the code that somebody has; Stata has a letter, Arrow an empty cell.
    assert columns["HEARD"].labels.missing == ((("98", "98"),) if target == "sav" else ())
    for word in ("Island", "Nowhere", "97", "Holm", "Lind"):
        assert word.encode() not in path.read_bytes()


def test_a_category_of_somebody_left_out_is_not_written(bench: Bench) -> None:
    frame = people().assign(REGION=lambda made: made["REGION"].map(REGIONS).astype("category"))
    frame.to_parquet(bench.folder / "in.parquet")
    path = protect(bench, "parquet", "parquet")
    region = pq.read_table(path, read_dictionary=["REGION"])["REGION"].combine_chunks()
    assert sorted(region.dictionary.to_pylist()) == ["North", "South"]
    assert b"Island" not in path.read_bytes()
