"""What the checklist and the register hold of a table that lies in a scratch folder."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.checklist.evidence import Evidence
from core.checklist.row_registry import FAMILIES
from core.checklist.rows import other_releases
from core.encode import standard, take
from core.inspect.structure import table_blocks
from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    Fingerprint,
    Release,
    Role,
    Schema,
    Verification,
)
from core.model.release import WrittenFile
from core.pipeline import execute
from core.pipeline.earlier_releases import earlier_releases, record_release
from core.pipeline.release_register import register_in
from core.table import arrays, spool, spooling
from tests.core.tables import plan, quasi

RECORDS = 50_000
NAMES = ("WAGE", "RENT", "DEBT")


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pieces so small that what is held of them counts for little."""
    monkeypatch.setattr(arrays, "ROWS_AT_ONCE", 1_000)
    monkeypatch.setattr(sys.modules[standard.__module__], "_PIECE", 1_000)
    monkeypatch.setattr(table_blocks, "BLOCK", 1_000)
    monkeypatch.setattr(spool, "LEAST_BYTES", 1 << 14)


def amounts() -> Dataset:
    """Draw skew amounts, of which some lie far above the others."""
    drawn = np.random.default_rng(8).lognormal(sigma=2, size=(len(NAMES), RECORDS))
    none = np.zeros(RECORDS, dtype=np.bool_)
    columns = [Column(n, ColumnKind.NUMBER, v, none) for n, v in zip(NAMES, drawn, strict=True)]
    return Dataset(tuple(columns), Fingerprint("drawn", 0, "0" * 64))


def bytes_of_record(call: Callable[[], object]) -> float:
    """Measure how many bytes of plain arrays a call holds at most for each record."""
    tracemalloc.start()
    call()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / RECORDS


@pytest.mark.usefixtures("few_at_once")
def test_rows_and_register_hold_no_copy_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evidences: list[Evidence] = []
    monkeypatch.setattr(
        sys.modules["core.pipeline.execute"], "count_rows", lambda e: evidences.append(e) or ()
    )
    with spooling(tmp_path), register_in(tmp_path / "register"):
        dataset = amounts()
        made = plan(Schema(tuple(map(quasi, NAMES))), "insensitive", {"k": 5}, range(RECORDS))
        result = execute(made, dataset, Job(), earlier=())
        # That file is this one again.
        monkeypatch.setattr(other_releases, "read_as_guessed", lambda *_: dataset)
        with_earlier_file = replace(made.project.recipe, earlier_files=("earlier.csv",))
        (evidence,) = evidences
        held = {
            family.rows[0].code: bytes_of_record(lambda f=family: list(f.count(evidence)))
            for family in FAMILIES
        }
        schema = Schema(tuple(Attribute(name, Role.OTHER) for name in NAMES))
        project = replace(made.project, schema=schema, recipe=with_earlier_file)
        joined = replace(evidence, plan=replace(made, project=project))
        # The records of both files are grouped together.
        held["nested"] = bytes_of_record(lambda: list(other_releases.NESTED.count(joined))) / 2
        files = (WrittenFile("public/out.csv", 0, "", "5e" * 32),)
        release = Release("/out", "out.csv", "", "", files, Verification(0, 0, True, 5, {}))
        held["record"] = bytes_of_record(lambda: record_release(result, dataset, release, Job()))
        held["look up"] = bytes_of_record(lambda: earlier_releases(made.project, dataset, Job()))
        taken = np.arange(1, RECORDS)
        columns = tuple(take(column, taken) for column in dataset.columns)
        fewer = replace(
            dataset, columns=columns, fingerprint=replace(dataset.fingerprint, sha256="1" * 64)
        )
        matched = list[object]()
        by_rows = bytes_of_record(
            lambda: matched.extend(earlier_releases(made.project, fewer, Job()) or ())
        )
        assert matched
        # The rows of both files are grouped together.
        held["look up by rows"] = by_rows / 2
    # Sorting a column takes 8 bytes of each record, and forming groups takes some 20.
    assert max(held.values()) < 24, held
