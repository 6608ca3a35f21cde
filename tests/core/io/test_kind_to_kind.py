"""A table read from any kind of file is written to any other and comes back the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.io import WRITTEN_KINDS, as_kind, read, read_again, write
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, FileKind, Labels, ReadOptions, Source
from core.pipeline.seal.metadata_check import metadata_differences
from tests.core.io.files import shown, write_file
from tests.core.io.generated import column

SEX = Labels("Sex of person", (("1", "male"), ("2", "female")), measure="nominal")
TABLE = (
    column("row_id", ColumnKind.INTEGER, range(1, 7)),
    column("day", ColumnKind.DATE, [0, 18_262, None, -1, 5, 40_000]),
    column("share", ColumnKind.NUMBER, [0.1, -1 / 3, None, 1e10, 5.0, -0.25]),
    column("code", ColumnKind.TEXT, ["007", "Ünï", None, "=1+1", "x y", "a,b"]),
    column("sex", ColumnKind.INTEGER, [1, 2, None, 1, 2, 1], SEX),
)
LABELLED = (FileKind.SPSS, FileKind.STATA, FileKind.PARQUET, FileKind.FEATHER)


@pytest.fixture(scope="module", params=WRITTEN_KINDS)
def given(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Return the table as it comes from a file of one kind."""
    path = tmp_path_factory.mktemp("given") / f"t.{request.param}"
    masked = frozenset({"share"})
    write_file(TABLE, path, request.param, masked=masked)
    found = read(Source(str(path), request.param), Job(), frozenset({"code"}))
    assert (found.columns[-1].labels.meaning() != {}) is (request.param in LABELLED)
    return found


@pytest.mark.parametrize("kind", WRITTEN_KINDS)
def test_a_table_of_any_kind_goes_into_any_other(
    given: Dataset, kind: FileKind, tmp_path: Path
) -> None:
    path, masked = tmp_path / f"t.{kind}", frozenset({"share"})
    write(given.columns, path, kind, None, masked, ReadOptions(), Job())
    read_columns = read_again(Source(str(path), kind), Job(), frozenset({"code"})).columns
    back: list[Column] = [
        as_kind(one, wanted.kind) for one, wanted in zip(read_columns, given.columns, strict=True)
    ]
    assert [c.name for c in back] == [c.name for c in TABLE]
    for one, wanted in zip(back, TABLE, strict=True):
        assert shown(one) == shown(wanted), one.name
    assert metadata_differences(back, given.columns, np.arange(len(back[0])), kind, masked) == ()
