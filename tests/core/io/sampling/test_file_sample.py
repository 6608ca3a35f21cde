"""A sample of a file: which records it has, and what is known of the whole file."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.io.sampling import sampled_columns
from core.io.sampling.file_extent import extent_of
from core.io.sampling.file_sample import draw_sample

from core import io
from core.errors import Cancelled, Refused
from core.jobs import Job
from core.model import ColumnKind, Dataset, FileKind, ReadOptions, Source

RECORDS = 3_001
MASK = (1 << 64) - 1


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    chance = np.random.default_rng(3)
    amount = np.round(chance.normal(size=RECORDS) * 100, 1)
    amount[chance.random(RECORDS) < 0.1] = np.nan
    late = np.where(np.arange(RECORDS) > 2_000, chance.choice(["x", "ü"], RECORDS), None)
    table = pa.table(
        {
            "NAME": [f"P{i}" for i in range(RECORDS)],
            "AMOUNT": pa.array(amount, from_pandas=True),
            "DAY": pa.array(chance.integers(0, 9000, RECORDS).astype("datetime64[D]")),
            "BIG": pa.array(range(2**60, 2**60 + RECORDS), pa.int64()),
            "LATE": pa.array(late, pa.string()),
            "NONE": pa.nulls(RECORDS, pa.string()),
        }
    )
    path = tmp_path_factory.mktemp("sampling") / "file.parquet"
    pq.write_table(table, path, row_group_size=401)
    return path


def source_of(path: Path) -> Source:
    return Source(str(path), FileKind.PARQUET)


def mark(position: int) -> int:
    """Return what splitmix64, started at 0, returns at a step, in plain Python."""
    mixed = (position + 1) * 0x9E3779B97F4A7C15 & MASK
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
    return mixed ^ mixed >> 31


def cells(dataset: Dataset, name: str) -> list[object]:
    column = dataset.column(name)
    if column.kind is ColumnKind.TEXT:
        values = [column.categories[code] if code >= 0 else None for code in column.values]
    else:
        values = column.values.tolist()
    pairs = zip(values, column.missing.tolist(), strict=True)
    return [None if absent else value for value, absent in pairs]


@pytest.mark.parametrize("rows", [97, 500, 10_000])
def test_the_sample_has_the_smallest_marks_and_the_first_of_few_texts(place, rows):
    whole, sample = (
        io.read(source_of(place), Job()),
        draw_sample(source_of(place), Job(), 250, rows=rows),
    )
    late = cells(whole, "LATE")
    drawn = sorted(range(RECORDS), key=mark)[:250]
    expected = sorted({*drawn, late.index("x"), late.index("ü")})
    assert len(expected) > len(drawn)

    numbers = [sample.row_number(at) for at in range(sample.rows)]
    assert numbers == [at + 1 for at in expected]
    assert sample.names == whole.names
    for name in whole.names:
        everything = cells(whole, name)
        assert cells(sample, name) == [everything[at] for at in expected], name
        assert sample.column(name).kind is whole.column(name).kind


def test_the_figures_are_those_of_the_whole_file(place):
    whole, sample = (
        io.read(source_of(place), Job()),
        draw_sample(source_of(place), Job(), 100, rows=300),
    )
    known = sample.sampling
    assert known is not None
    assert (known.rows, sample.all_rows, known.wanted) == (RECORDS, RECORDS, 100)
    assert 100 <= sample.rows <= 102
    assert sample.fingerprint.sha256 == hashlib.sha256(place.read_bytes()).hexdigest()
    for name in whole.names:
        present = [cell for cell in cells(whole, name) if cell is not None]
        assert known.missing[name] == RECORDS - len(present), name
        if whole.column(name).kind is ColumnKind.TEXT:
            assert name not in known.ranges
            assert sample.column(name).categories == tuple(sorted(set(present))), name
        else:
            assert known.ranges[name] == (float(min(present)), float(max(present)))
            assert known.distinct[name] == len(set(present)), name
    assert known.too_many == ()


def test_a_sample_of_all_records_is_the_file(place):
    whole, sample = (
        io.read(source_of(place), Job()),
        draw_sample(source_of(place), Job(), 9_999, rows=700),
    )
    for name in whole.names:
        assert cells(sample, name) == cells(whole, name)
    assert sample.sampling is not None
    assert sample.sampling.rows == sample.rows == RECORDS


def test_a_column_with_too_many_texts_keeps_those_of_the_sample(place):
    sample = draw_sample(source_of(place), Job(), 50, rows=400, most_texts=1_000)
    assert sample.sampling is not None
    assert sample.sampling.too_many == ("NAME",)
    assert set(sample.column("NAME").categories) == set(cells(sample, "NAME"))
    assert sample.column("LATE").categories == ("x", "ü")


def test_files_without_records_or_that_are_not_read_in_parts_are_refused(tmp_path):
    empty, sheet = tmp_path / "empty.parquet", tmp_path / "other.xlsx"
    pq.write_table(pa.table({"A": pa.array([], pa.int64())}), empty)
    sheet.write_bytes(b"")
    with pytest.raises(Refused):
        draw_sample(source_of(empty), Job())
    with pytest.raises(Refused):
        draw_sample(Source(str(sheet), FileKind.XLSX), Job())


def test_drawing_can_be_cancelled(place):
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        draw_sample(source_of(place), job)


def test_the_number_of_records_is_known_before_reading(place, tmp_path):
    feather = tmp_path / "file.feather"
    with pa.ipc.new_file(feather, pa.schema({"A": pa.int64()})) as writer:
        writer.write_table(pa.table({"A": list(range(1234))}), max_chunksize=100)
    for path, expected in ((place, RECORDS), (feather, 1234)):
        found = extent_of(path, io.probe(path))
        assert found is not None
        assert (found.records, found.is_exact) == (expected, True)
    sheet = io.Probe(FileKind.XLSX, ReadOptions())
    assert extent_of(place, sheet) is None


def test_profiles_count_the_whole_file(place):
    sample = draw_sample(source_of(place), Job(), 100, rows=900)
    whole = {p.name: p for p in io.profile(io.read(source_of(place), Job()))}
    for found in io.profile(sample):
        expected = whole[found.name]
        assert found.missing == expected.missing
        assert (found.minimum, found.maximum) == (expected.minimum, expected.maximum)
        assert found.suggested_role is expected.suggested_role
        if found.kind is ColumnKind.TEXT:
            assert found.distinct == expected.distinct
            assert found.reason_params == expected.reason_params
        assert found.evidence_params == expected.evidence_params


def test_codes_are_all_in_the_sample_and_numbers_are_counted_up_to_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(sampled_columns, "MOST_DISTINCT", 500)
    codes = [1] * RECORDS
    codes[1_700], codes[2_900] = 98, 99
    path = tmp_path / "codes.parquet"
    table = pa.table(
        {
            "CODE": codes,
            "FEW": [at % 500 / 2 for at in range(RECORDS)],
            "MANY": [at % 501 / 2 for at in range(RECORDS)],
        }
    )
    pq.write_table(table, path)
    for rows in (64, 1_000, 5_000):
        sample = draw_sample(source_of(path), Job(), 100, rows=rows)
        known = sample.sampling
        assert known is not None
        assert sorted(set(cells(sample, "CODE"))) == [1, 98, 99]
        assert {1_701, 2_901} <= {sample.row_number(at) for at in range(sample.rows)}
        assert known.distinct == {"CODE": 3, "FEW": 500}
        assert sample.rows <= 103
        by_name = {profile.name: profile for profile in io.profile(sample)}
        assert not by_name["FEW"].has_more
        assert (by_name["FEW"].distinct, by_name["CODE"].distinct) == (500, 3)
        assert by_name["MANY"].has_more
