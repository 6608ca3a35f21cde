"""A file with columns of all kinds, and runs of it in memory and on disk."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
from core.pipeline.out_of_core.large_run import LargeRequest, run_large

from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Recipe,
    Release,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.pipeline import execute, resolve, seal
from core.pipeline.prepared_input import read_input
from core.pipeline.seal import new_stamp

RECORDS = 1200
SCHEMA = Schema(
    (
        Attribute("NAME", Role.IDENTIFIER),
        Attribute("AMOUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        Attribute("COUNT", Role.QUASI_IDENTIFIER, Scale.INTEGER),
        Attribute("DAY", Role.QUASI_IDENTIFIER, Scale.DATE),
        Attribute("REGION", Role.OTHER),
        Attribute("INCOME", Role.CONFIDENTIAL, Scale.CONTINUOUS),
        Attribute("JOB", Role.CONFIDENTIAL, Scale.NOMINAL),
        Attribute("SCORE", Role.OTHER),
    )
)


def write_input(place: Path, kind: FileKind = FileKind.PARQUET, records: int = RECORDS) -> None:
    """Write the file: with ties, missing cells, texts that come late, and narrow types."""
    chance = np.random.default_rng(5)
    amount = np.round(chance.normal(size=records) * 1000, 2)
    amount[chance.random(records) < 0.02] = np.nan
    job = chance.choice(["clerk", "farmer", "miner", "Ärztin"], records).astype(object)
    job[: records // 4] = None
    score = pa.array(chance.integers(-100, 100, records), mask=chance.random(records) < 0.1)
    table = pa.table(
        {
            "NAME": [f"P{i:05}" for i in range(records)],
            "AMOUNT": pa.array(amount, from_pandas=True),
            "COUNT": pa.array(chance.integers(0, 6, records), pa.int16()),
            "DAY": pa.array(chance.integers(0, 9000, records).astype("datetime64[D]")),
            "REGION": chance.choice(["north", "south"], records),
            "INCOME": np.round(chance.lognormal(8, 1, records), 0),
            "JOB": pa.array(job, pa.string()),
            "SCORE": score.cast(pa.float32()),
        }
    )
    if kind is FileKind.FEATHER:
        with pa.ipc.new_file(place, table.schema) as writer:
            writer.write_table(table, max_chunksize=173)
    elif kind is FileKind.CSV:
        pacsv.write_csv(table, place)
    else:
        pq.write_table(table, place, row_group_size=211)


def project_of(
    place: Path,
    kind: FileKind = FileKind.PARQUET,
    *,
    block: int = 200,
    method: str = "mdav",
    keep_order: bool = True,
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT,
    **parameters: object,
) -> Project:
    """Return a project that protects the file in blocks, with further parameters of the method."""
    recipe = Recipe(
        Method(method, {"k": 5, **parameters}),
        Target(kind, "out"),
        missing=missing,
        keep_order=keep_order,
        scale=BlockScale(block),
    )
    return Project(Source(str(place), kind), SCHEMA, recipe)


def on_disk(project: Project, folder: Path, rows: int = 401) -> Release:
    """Protect the file in parts of `rows` records."""
    scratch = folder.parent / "scratch"
    scratch.mkdir(exist_ok=True)
    request = LargeRequest(scratch, folder, False, new_stamp, rows=rows)
    release = run_large(project, request, Job()).release
    assert list(scratch.iterdir()) == []
    return release


def in_memory(project: Project, folder: Path) -> Release:
    """Protect the same file with all records in memory."""
    project, dataset = read_input(project, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    assert not plan.errors, plan.errors
    return seal(execute(plan, dataset, Job()), dataset, folder, False, Job())


def log_of(release: Release) -> dict[str, object]:
    """Return the internal log of a release."""
    return json.loads((Path(release.folder) / release.log).read_text(encoding="utf-8"))


def with_recipe(project: Project, **changes: object) -> Project:
    """Return the project with another recipe."""
    return replace(project, recipe=replace(project.recipe, **changes))
