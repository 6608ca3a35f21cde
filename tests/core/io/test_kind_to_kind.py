"""A table read from any kind of file is written to any other and comes back the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
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


PLAIN = (FileKind.CSV, FileKind.XLSX, FileKind.ODS)
# What kinds with labels hand over depends on both; a table from another one has nothing but cells.
PAIRS = {
    *product(LABELLED, LABELLED),
    *zip(PLAIN, PLAIN[1:] + PLAIN[:1], strict=True),
    *zip(PLAIN, LABELLED, strict=False),
    *zip(LABELLED, PLAIN, strict=False),
    (FileKind.CSV, FileKind.FEATHER),
}


@pytest.fixture(scope="module")
def read_from(tmp_path_factory: pytest.TempPathFactory) -> Callable[[FileKind], Dataset]:
    """Return a function that gives the table as it comes from a file of a kind."""

    @cache
    def read_table(kind: FileKind) -> Dataset:
        path = tmp_path_factory.mktemp("given") / f"t.{kind}"
        write_file(TABLE, path, kind, masked=frozenset({"share"}))
        dataset = read(Source(str(path), kind), Job(), frozenset({"code"}))
        assert (dataset.columns[-1].labels.meaning() != {}) is (kind in LABELLED)
        return dataset

    return read_table


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        pytest.param(*pair, marks=() if pair in PAIRS else pytest.mark.longer)
        for pair in product(WRITTEN_KINDS, WRITTEN_KINDS)
    ],
)
def test_a_table_of_any_kind_goes_into_any_other(
    read_from: Callable[[FileKind], Dataset], source: FileKind, kind: FileKind, tmp_path: Path
) -> None:
    given = read_from(source)
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
