"""The published data that the tests bring along, and what is said of those that they do not."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.reference import VARIABLE, missing_lines


def test_census_and_adult_are_there_on_every_machine(
    reference_data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    for name, records, columns in (("census.csv", 1080, 13), ("adult.csv", 30_162, 15)):
        with (reference_data / name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        assert len(rows) == records + 1
        assert {len(row) for row in rows} == {columns}
    assert (reference_data / "taxonomies" / "adult_occupation.csv").is_file()


def test_a_missing_file_skips_its_test_and_is_counted(
    reference_data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(pytest.skip.Exception) as caught:
        reference_data / "tarragona.csv"
    reasons = [str(caught.value)] * 2 + ["no network"]
    assert missing_lines(reasons) == [
        f"tarragona.csv: tests skipped: 2; {VARIABLE} names the folder that holds it"
    ]
    (tmp_path / "tarragona.csv").write_text("a\n1\n")
    assert (reference_data / "tarragona.csv") == tmp_path / "tarragona.csv"
