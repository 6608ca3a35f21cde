"""A staged file in which one label, code, measure or format is wrong never becomes a release.

The file is written as it should be, then changed in one place by the library that made it, and
its values stay as they are; the tests also make the same copy unchanged, which must be sealed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pyreadstat
import pytest

from core.errors import PromiseBroken
from core.io import read
from core.io.format import Output
from core.jobs import Job
from core.messages import sentence
from core.model import Dataset, FileKind, Result
from core.pipeline import execute, resolve, seal
from core.recipe import open_project
from tests.core.command_line.conftest import Bench
from tests.core.command_line.test_kinds import labelled, write_recipe

drafting = import_module("core.pipeline.seal.file_draft")
Damage = Callable[[Any], None]


def copied_labels(path: Path, damage: Damage) -> None:
    is_spss = path.suffix == ".sav"
    read = pyreadstat.read_sav if is_spss else pyreadstat.read_dta
    frame, meta = read(str(path), user_missing=True)
    told = {
        "frame": frame,
        "column_labels": dict(meta.column_names_to_labels),
        "variable_value_labels": {n: dict(v) for n, v in meta.variable_value_labels.items()},
        "variable_format": dict(meta.original_variable_types),
    }
    if is_spss:
        told["missing_ranges"] = dict(meta.missing_ranges)
        told["variable_measure"] = dict(meta.variable_measure)
    else:
        told["missing_user_values"] = dict(meta.missing_user_values)
    damage(told)
    frame = told.pop("frame")
    told["column_labels"] = [told["column_labels"][name] for name in frame]
    write = pyreadstat.write_sav if is_spss else pyreadstat.write_dta
    write(frame, str(path), **told)


def copied_arrow(path: Path, damage: Damage) -> None:
    parquet = path.suffix == ".parquet"
    table = pa.parquet.read_table(path) if parquet else pa.feather.read_table(path)
    fields = {field.name: field for field in table.schema}
    damage(fields)
    table = table.cast(pa.schema([fields[name] for name in table.column_names]))
    writes = pa.parquet.write_table if parquet else pa.feather.write_feather
    writes(table, path)


COPIES = {
    **dict.fromkeys(("sav", "dta"), copied_labels),
    **dict.fromkeys(("parquet", "feather"), copied_arrow),
}


def in_metadata(column: str, key: bytes, text: bytes) -> Damage:
    def damage(fields: Any) -> None:
        known = dict(fields[column].metadata)
        assert known[key] != text
        fields[column] = fields[column].with_metadata({**known, key: text})

    return damage


def in_place(*where: Any) -> Damage:
    *path, last, value = where

    def damage(told: Any) -> None:
        for key in path:
            told = told[key]
        assert told[last] != value
        told[last] = value

    return damage


def to_type(column: str, kind: pa.DataType) -> Damage:
    def damage(fields: Any) -> None:
        assert fields[column].type != kind
        fields[column] = fields[column].with_type(kind)

    return damage


def empty_first_refusal(told: Any) -> None:
    """Make a missing code another one."""
    frame = told["frame"]
    frame.loc[int(np.flatnonzero(frame["reason"] == 9)[0]), "reason"] = np.nan


CASES = [
    ("sav", "missing", empty_first_refusal),
    ("sav", "label", in_place("column_labels", "sex", "Sex of persons")),
    ("sav", "value-labels", in_place("variable_value_labels", "sex", 2.0, "Female")),
    ("sav", "codes", in_place("missing_ranges", "reason", [8.0, 9.0])),
    ("sav", "measure", in_place("variable_measure", "sex", "ordinal")),
    ("sav", "format", in_place("variable_format", "income", "F14.3")),
    ("dta", "label", in_place("column_labels", "reason", "Reason")),
    ("dta", "value-labels", in_place("variable_value_labels", "reason", "a", "other")),
    ("dta", "format", in_place("variable_format", "income", "%9.1f")),
    ("parquet", "label", in_metadata("income", b"label", b"Gross income")),
    ("parquet", "value-labels", in_metadata("sex", b"value_labels", b'[["1","m"],["2","f"]]')),
    ("parquet", "measure", in_metadata("sex", b"measure", b"scale")),
    ("parquet", "kind", to_type("reason", pa.string())),
    ("feather", "label", in_metadata("income", b"label", b"Gross income")),
]
SENTENCES = {
    "missing": "kinds of missing values",
    "label": "label in the file",
    "value-labels": "labels of the column’s codes",
    "codes": "missing codes",
    "measure": "what kind of values the column holds",
    "format": "format in the file",
    "kind": "what its cells are",
}


@pytest.fixture(scope="module")
def result_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Result, Dataset]]:
    """Return a function that protects the labelled file once for each kind of output."""
    bench = Bench(tmp_path_factory.mktemp("labelled"))
    labelled(bench.folder)

    @cache
    def result(kind: str) -> tuple[Result, Dataset]:
        project = open_project(write_recipe(bench, {"kind": kind})).project
        dataset = read(project.source, Job())
        plan = resolve(project.recipe, project.schema, dataset, project.source)
        return execute(plan, dataset, Job()), dataset

    return result


@pytest.fixture
def seal_damaged(result_of, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that seals a release whose file is damaged after it was written."""

    def seal_release(kind: str, damage: Damage) -> Path:
        wrote = drafting.write_to

        def write_and_damage(columns: Any, kind: FileKind, order: Any, to: Output) -> Any:
            warnings = wrote(columns, kind, order, to)
            COPIES[str(kind)](to.path, damage)
            return warnings

        monkeypatch.setattr(drafting, "write_to", write_and_damage)
        result, dataset = result_of(kind)
        seal(result, dataset, tmp_path / "release", False, Job())
        return tmp_path / "release/public"

    return seal_release


@pytest.mark.parametrize(("kind", "what", "damage"), CASES)
def test_one_thing_that_is_wrong_is_found(
    seal_damaged, tmp_path: Path, kind: str, what: str, damage: Damage
) -> None:
    with pytest.raises(PromiseBroken) as broken:
        seal_damaged(kind, damage)
    (said,) = [s for s in map(sentence, broken.value.problems) if "read back" in s]
    assert SENTENCES[what] in said
    assert not (tmp_path / "release").exists()


@pytest.mark.parametrize("kind", COPIES)
def test_a_copy_that_says_the_same_is_sealed(seal_damaged, kind: str) -> None:
    assert (seal_damaged(kind, lambda _: None) / f"people_protected.{kind}").is_file()
