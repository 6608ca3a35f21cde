"""Columns that hold codes as numbers, or numbers as texts, are cast on disk as in memory."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large
from core.pipeline.out_of_core.scope import check_scope

from core.errors import Refused
from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    ReadOptions,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.model.preparing import Preparing, Round, TailCoding
from core.pipeline import verify
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.test_large_preparing import assert_same

GRADES = tuple(str(grade) for grade in range(1, 6))
TREE = "category,parent\n8,even\n12,even\neast,all\neven,all\none,all\n2,even\n3,all\nall,\n"
SCHEMA = (
    Attribute("AMOUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
    Attribute("GRADE", Role.QUASI_IDENTIFIER, Scale.ORDINAL, order=GRADES),
    Attribute("PLACE", Role.CONFIDENTIAL, Scale.NOMINAL, mapping=(("7", "8"), ("11", "east"))),
    Attribute("CODE", Role.QUASI_IDENTIFIER, Scale.NOMINAL, mapping=(("1", "one"),)),
    Attribute("LEVEL", Role.OTHER, Scale.NOMINAL),
    Attribute("PADDED", Role.CONFIDENTIAL, Scale.INTEGER),
    Attribute("WEIGHT", Role.OTHER, Scale.CONTINUOUS),
    Attribute("LATE", Role.OTHER, Scale.CONTINUOUS),
)


def write_parquet(place: Path, records: int, seed: int) -> None:
    """Write whole numbers that are codes, and texts that are numbers."""
    chance = np.random.default_rng(seed)

    def lacking(values: np.ndarray) -> pa.Array:
        return pa.array(values, mask=chance.random(records) < 0.05)

    table = pa.table(
        {
            "AMOUNT": lacking(np.round(chance.normal(size=records), 2)),
            "GRADE": lacking(chance.integers(1, 6, records)),
            "PLACE": lacking(chance.choice([7, 8, 11, 12], records)),
            "CODE": lacking(chance.integers(1, 4, records)),
            "LEVEL": lacking(chance.integers(-3, 30, records).astype(np.int16)),
            "PADDED": lacking(chance.choice(["007", "012", "3", "+5"], records).astype(object)),
            "WEIGHT": chance.choice(["01.50", "2.5", "3"], records),
            "LATE": ["1.5"] * (records - 1) + ["late"],
        }
    )
    pq.write_table(table, place, row_group_size=43)


def write_csv(place: Path, records: int, chance: random.Random) -> None:
    """Write the same to a CSV file."""
    rows = [
        [
            f"{chance.gauss(0, 9):.2f}",
            chance.choice(GRADES),
            chance.choice(["7", "8", "11", "12", ""]),
            chance.choice(["1", "2", "3", "NA"]),
            chance.choice(["1.50", "2.5", "1e1", "3", ""]),
            chance.choice(["007", "012", "3", "+5", "NA"]),
            chance.choice(["01.50", "2.5", "3"]),
            "late" if i == records - 1 else "1.5",
        ]
        for i in range(records)
    ]
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([attribute.name for attribute in SCHEMA])
        writer.writerows(rows)


def project_of(
    place: Path,
    source: FileKind,
    target: FileKind,
    schema: tuple[Attribute, ...] = SCHEMA,
    **changed: object,
) -> Project:
    recipe = Recipe(
        Method("mdav", {"k": 3}),
        Target(target, "out"),
        **{"missing": MissingPolicy.USE_OBSERVED, **changed},
        keep_order=True,
        scale=BlockScale(80),
    )
    tree = place.with_name("tree.csv")
    tree.write_text(TREE, encoding="utf-8")
    schema = tuple(replace(a, taxonomy=str(tree)) if a.mapping else a for a in schema)
    options = ReadOptions(missing=("", "NA")) if source is FileKind.CSV else ReadOptions()
    return Project(Source(str(place), source, options), Schema(schema), recipe)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (FileKind.PARQUET, FileKind.PARQUET),
        (FileKind.PARQUET, FileKind.CSV),
        (FileKind.CSV, FileKind.CSV),
        (FileKind.CSV, FileKind.FEATHER),
    ],
)
@pytest.mark.parametrize("policy", list(MissingPolicy))
def test_columns_are_cast_as_in_memory(tmp_path, source, target, policy):
    place = tmp_path / f"in.{source}"
    if source is FileKind.CSV:
        write_csv(place, 150, random.Random(2))
    else:
        write_parquet(place, 150, 2)
    project = project_of(place, source, target, missing=policy)
    assert_same(project, tmp_path, rows=61)


def test_both_kinds_of_verify_accept_the_release(tmp_path):
    place, scratch = tmp_path / "in.parquet", tmp_path / "scratch"
    write_parquet(place, 150, 5)
    project = project_of(place, FileKind.PARQUET, FileKind.PARQUET)
    release = on_disk(project, tmp_path / "disk", 61)
    table = pq.read_table(Path(release.folder) / release.protected)
    assert pa.types.is_integer(table.schema.field("GRADE").type)
    assert pa.types.is_string(table.schema.field("PLACE").type)
    assert set(table["PLACE"].to_pylist()) == {"8", "12", "east", None}
    log = Path(release.folder) / release.log
    assert verify(log, place, Job()).faults == ()
    assert verify_large(log, place, scratch, Job(), rows=61).faults == ()
    assert log_of(release)["verification"]["k"] >= 3
    there = LargePlace(scratch, rows=61)
    assert replay_large(log, place, tmp_path / "again", False, there, Job()).same


def test_prepared_numbers_may_be_ordered_categories(tmp_path):
    place = tmp_path / "in.csv"
    write_csv(place, 150, random.Random(7))
    steps = (Preparing(TailCoding("GRADE", 4.0)), Preparing(Round("LEVEL", 2.0)))
    for target in (FileKind.CSV, FileKind.PARQUET):
        project = project_of(place, FileKind.CSV, target, SCHEMA, prepare=steps)
        folder = tmp_path / str(target)
        folder.mkdir()
        assert_same(project, folder, rows=61)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("LATE", {"role": Role.CONFIDENTIAL}),
        ("PADDED", {"scale": Scale.DATE}),
        ("GRADE", {"order": ("1", "2", "3")}),
        ("CODE", {"role": Role.CONFIDENTIAL, "scale": Scale.DATE, "mapping": ()}),
    ],
)
@pytest.mark.parametrize("source", [FileKind.PARQUET, FileKind.CSV])
def test_cells_that_cannot_be_cast_are_reported_as_in_memory(tmp_path, source, name, changed):
    place = tmp_path / f"in.{source}"
    if source is FileKind.CSV:
        write_csv(place, 90, random.Random(3))
    else:
        write_parquet(place, 90, 3)
    schema = tuple(replace(a, **changed) if a.name == name else a for a in SCHEMA)
    project = project_of(place, source, FileKind.CSV, schema)
    read, dataset = read_input(project, Job())
    expected = resolve(read.recipe, read.schema, dataset, read.source).errors
    assert expected
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=17)
    assert refused.value.problems == expected


@pytest.mark.parametrize(
    ("strata", "mapping"), [((), (("7", "8"), ("8", "9"))), (("CODE",), (("1", "one"),))]
)
def test_a_mapping_that_cannot_be_done_while_reading_is_refused(tmp_path, strata, mapping):
    schema = tuple(replace(a, mapping=mapping) if a.name == "CODE" else a for a in SCHEMA)
    project = project_of(tmp_path / "in.csv", FileKind.CSV, FileKind.CSV, schema, strata=strata)
    with pytest.raises(Refused) as refused:
        check_scope(project)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.column) == ("large-column-setting", "CODE")
