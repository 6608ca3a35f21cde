"""What is written in a kind of file comes back from it: values, kinds, labels, codes, order."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.io import as_kind, read, read_again, write
from core.jobs import Job
from core.model import Column, ColumnKind, FileKind, Labels, ReadOptions, Source
from core.pipeline.seal.metadata_check import metadata_differences
from tests.core.io.files import shown
from tests.core.io.generated import column, tables
from tests.lanes import in_lane

SHEETS = (FileKind.CSV, FileKind.XLSX, FileKind.ODS)
TYPED = (FileKind.SPSS, FileKind.STATA, FileKind.PARQUET, FileKind.FEATHER)
# Each example starts processes; a table of seven columns is tried with each.
# Nothing is made smaller after a failure: that would take minutes.
few = settings(
    max_examples=in_lane(2, 4),
    suppress_health_check=list(HealthCheck),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
numbered = itertools.count()


def written(columns: list[Column], folder: Path, kind: FileKind) -> Path:
    path = folder / f"{next(numbered)}.{kind}"
    write(columns, path, kind, None, frozenset({"fraction"}), ReadOptions(), Job())
    return path


def back(path: Path, kind: FileKind, again: bool = True) -> list[Column]:
    reader = read_again if again else read
    texts = frozenset({"words", "code_text"})
    return list(reader(Source(str(path), kind), Job(), texts).columns)


def meaning(found: Column) -> tuple[str, dict[str, str]]:
    return found.labels.variable, found.labels.meaning()


@pytest.mark.parametrize("kind", [*SHEETS, *TYPED])
@few
@given(columns=tables())
def test_values_kinds_and_order(kind: FileKind, columns: list[Column], tmp_path: Path) -> None:
    if kind in SHEETS:
        # The codes of one column are missing in all, and a cell looks the same in each.
        columns = [replace(one, missing_text=None) for one in columns]
    read_columns = back(written(columns, tmp_path, kind), kind)
    # A release is read back by the kinds that its log states.
    found = [as_kind(a, b.kind) for a, b in zip(read_columns, columns, strict=True)]
    assert [c.name for c in found] == [c.name for c in columns]
    assert [c.kind for c in found] == [c.kind for c in columns]
    for one, other in zip(columns, found, strict=True):
        assert shown(one) == shown(other), one.name
    assert (
        metadata_differences(
            found, columns, np.arange(len(found[0])), kind, frozenset({"fraction"})
        )
        == ()
    )


@pytest.mark.parametrize("kind", TYPED)
def test_labels_and_missing_codes(kind: FileKind, tmp_path: Path) -> None:
    labels = Labels("Sex", (("1", "male"), ("2", "female"), ("99", "refused")), (("99", "99"),))
    sex = column("sex", ColumnKind.INTEGER, [1, 2, None, None], labels, ["99"])
    found = back(written([sex], tmp_path, kind), kind)[0]
    assert found.labels.variable == "Sex"
    assert found.missing.tolist() == [False, False, True, True]
    if kind is FileKind.STATA:
        assert found.labels.meaning() == {"1": "male", "2": "female", ".a": "refused"}
        assert found.missing_text is not None
        assert ".a" in found.missing_text[0]
    else:
        assert found.labels.meaning() == labels.meaning()
        assert found.labels.missing == (("99", "99"),)


def test_spss_codes_as_another_reader_sees_them(tmp_path: Path) -> None:
    labels = Labels("Sex", (("1", "male"), ("99", "refused")), (("99", "99"),), measure="nominal")
    sex = column("sex", ColumnKind.INTEGER, [1, 2, None, None], labels, ["99"])
    day = column("day", ColumnKind.DATE, [0, 18_262, None, -1])
    path = written([sex, day], tmp_path, FileKind.SPSS)
    frame, meta = pyreadstat.read_sav(str(path), user_missing=True)
    assert frame["sex"].tolist()[:3] == [1.0, 2.0, 99.0]
    assert np.isnan(frame["sex"][3])
    assert meta.variable_measure["sex"] == "nominal"
    assert meta.missing_ranges == {"sex": [{"lo": 99.0, "hi": 99.0}]}
    assert [str(value) for value in frame["day"][[0, 1, 3]]] == [
        "1970-01-01",
        "2020-01-01",
        "1969-12-31",
    ]
    assert np.isnan(pyreadstat.read_sav(str(path))[0]["sex"][2])


def test_stata_as_pandas_sees_it(tmp_path: Path) -> None:
    labels = Labels("Sex", (("1", "male"), ("99", "refused")), (("99", "99"),))
    sex = column("sex", ColumnKind.INTEGER, [1, 1, None, None], labels, ["99"])
    day = column("day", ColumnKind.DATE, [0, 18_262, None, -1])
    words = column("words", ColumnKind.TEXT, ["ä", "=1+1", "x", None])
    path = written([sex, day, words], tmp_path, FileKind.STATA)
    frame = pd.read_stata(
        path, convert_categoricals=False, convert_missing=True, convert_dates=False
    )
    assert [str(value) for value in frame["sex"]] == ["1", "1", ".a", "."]
    plain = pd.read_stata(path)
    assert plain["day"][1] == pd.Timestamp("2020-01-01")
    assert plain["words"].tolist() == ["ä", "=1+1", "x", ""]
    assert plain["sex"][0] == "male"


def test_stata_keeps_the_label_of_a_letter_that_no_cell_has(tmp_path: Path) -> None:
    labels = Labels("Age", (("1", "one"), (".b", "refused")), dialect="stata", format="%8.0g")
    age = column("age", ColumnKind.INTEGER, [1, 2, 3], labels)
    path = tmp_path / "t.dta"
    write([age], path, FileKind.STATA, None, frozenset({"age"}), ReadOptions(), Job())
    found = back(path, FileKind.STATA)[0]
    assert shown(found) == [1, 2, 3]
    assert found.labels.meaning() == {"1": "one", ".b": "refused"}


def test_stata_texts_have_no_missing_codes(tmp_path: Path) -> None:
    labels = Labels(missing=(("X", "X"),), dialect="spss")
    town = column("town", ColumnKind.TEXT, ["Bonn", None, "Ulm", None], labels, ["X"])
    path = tmp_path / "t.dta"
    warnings = write([town], path, FileKind.STATA, None, frozenset(), ReadOptions(), Job())
    assert [(w.code, w.params["count"]) for w in warnings] == [("missing-codes-lost", 1)]
    assert pd.read_stata(path)["town"].tolist() == ["Bonn", "", "Ulm", ""]


def test_pandas_sees_the_same_parquet(tmp_path: Path) -> None:
    columns = [
        column("whole", ColumnKind.INTEGER, [2**53 + 1, None]),
        column("fraction", ColumnKind.NUMBER, [0.1, -1 / 3]),
        column("words", ColumnKind.TEXT, ["007", ""]),
        column("day", ColumnKind.DATE, [18_262, 0]),
    ]
    frame = pd.read_parquet(written(columns, tmp_path, FileKind.PARQUET), dtype_backend="pyarrow")
    assert frame["whole"][0] == 2**53 + 1
    assert frame["whole"].isna().tolist() == [False, True]
    assert frame["fraction"].tolist() == [0.1, -1 / 3]
    assert frame["words"].tolist() == ["007", ""]
    assert str(frame["day"][0]) == "2020-01-01"


@pytest.mark.parametrize("kind", [FileKind.PARQUET, FileKind.FEATHER])
def test_the_inputs_own_types_come_back(kind: FileKind, tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "small": np.array([1, -2, 3], dtype=np.int8),
            "single": np.array([0.1, 2.5, 3], dtype=np.float32),
            "truth": [True, False, True],
            "grade": pd.Categorical(["b", "a", "b"], categories=["b", "a"], ordered=True),
            "when": np.array(
                ["2020-01-31T08:30:00.123456", "1969-01-01", "2024-02-29"], dtype="M8[us]"
            ),
        }
    )
    path = tmp_path / f"in.{kind}"
    getattr(frame, f"to_{kind}")(path)
    columns = read(Source(str(path), kind), Job()).columns
    assert [c.kind.value for c in columns] == ["integer", "number", "text", "text", "text"]
    assert columns[3].labels.measure == "ordinal"
    assert shown(columns[4])[0] == "2020-01-31 08:30:00.123456"
    target = tmp_path / f"out.{kind}"
    write(columns, target, kind, None, frozenset(), ReadOptions(), Job())
    again = getattr(pd, f"read_{kind}")(target)
    for name in ("small", "single", "truth", "when"):
        assert again[name].dtype.kind == frame[name].dtype.kind, name
        assert again[name].dtype.itemsize == frame[name].dtype.itemsize, name
        assert again[name].tolist() == frame[name].tolist()
    assert again["grade"].astype(str).tolist() == ["b", "a", "b"]
    assert again["grade"].dtype.ordered


@few
@given(seed=st.integers(0, 2**32))
def test_stata_is_read_alike_by_both_readers(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "small": random.integers(-100, 100, 30).astype(np.int8),
            "single": random.normal(size=30).astype(np.float32),
            "wide": np.where(random.random(30) < 0.2, np.nan, random.normal(size=30)),
            "text": random.choice(["", "a", "Ünï", "x" * 50], 30),
        }
    )
    path = tmp_path / f"{next(numbered)}.dta"
    frame.to_stata(path, write_index=False, version=118)
    for one, other in zip(
        back(path, FileKind.STATA), back(path, FileKind.STATA, again=False), strict=True
    ):
        assert shown(one) == shown(other)
        assert one.kind is other.kind
    assert shown(one) == [text or None for text in frame["text"]]


def test_a_code_of_zero_and_more_codes_than_spss_takes(tmp_path: Path) -> None:
    cells = [1, 2, None, None, None, None, None]
    codes = ["0", "97", "98", "99"]
    many = column("many", ColumnKind.INTEGER, cells, Labels(), codes)
    path = tmp_path / "t.sav"
    warnings = write([many], path, FileKind.SPSS, None, frozenset(), ReadOptions(), Job())
    assert [(w.code, w.params["count"]) for w in warnings] == [("missing-codes-lost", 1)]
    frame, meta = pyreadstat.read_sav(str(path), user_missing=True)
    assert frame["many"].tolist()[2:5] == [0.0, 97.0, 98.0]
    assert np.isnan(frame["many"].tolist()[5:]).all()
    assert [part["lo"] for part in meta.missing_ranges["many"]] == [0.0, 97.0, 98.0]


def test_no_released_value_becomes_missing_by_a_declared_range(tmp_path: Path) -> None:
    labels = Labels("Age", (), (("97", "99"),))
    age = column("age", ColumnKind.NUMBER, [97.5, 50.0, None], labels)
    path = tmp_path / "t.sav"
    write([age], path, FileKind.SPSS, None, frozenset({"age"}), ReadOptions(), Job())
    assert shown(back(path, FileKind.SPSS)[0]) == [97.5, 50.0, None]
