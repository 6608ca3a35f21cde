"""Figures that stand in one column of the report have as many decimals each."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from core.command_line import main
from core.report.formatting import format_numbers
from tests.people import people, people_recipe
from tests.statuses import WRITTEN


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([0.12, 0.0988, 0.141], ["0.120", "0.099", "0.141"]),
        ([21.5, 9.77, 3491.2], ["22", "10", "3,491"]),
        ([0.442, 0.0000166, 0.0], ["0.442", "<0.001", "0.000"]),
        ([-0.5, -0.0002, 0.25], ["-0.500", ">-0.001", "0.250"]),
        ([1, 7, 5000], ["1", "7", "5,000"]),
        ([1.0, 7.0], ["1", "7"]),
        ([0.0, 1e-13], ["0", "0"]),
        ([None, 8.38, 97.6], ["–", "8.4", "97.6"]),
        ([], []),
    ],
)
def test_decimals_follow_the_largest(values: list, shown: list[str]) -> None:
    assert format_numbers(values) == shown


def test_each_column_of_the_report_has_one_number_of_decimals(tmp_path: Path) -> None:
    people(tmp_path, 80)
    recipe = people_recipe(tmp_path, name="safe")
    assert main(["protect", str(recipe), "--output", str(tmp_path / "out")]) in WRITTEN
    folder = tmp_path / "out" / "internal"
    page = next(folder.glob("*.report.html")).read_text()
    log = json.loads(next(folder.glob("*.internal.json")).read_text())
    tables = re.findall(r'<table class="by-column">(.*?)</table>', page, re.DOTALL)
    assert tables
    columns = [
        [unescape(row[at]) for row in rows]
        for table in tables
        if (rows := [re.findall(r"<td[^>]*>(.*?)</td>", r) for r in table.split("<tr>")[2:]])
        for at in range(len(rows[0]))
    ]
    figures = sum(1 for m in log["measures"] if m["attribute"] is not None)
    assert sum(map(len, columns)) == figures
    for column in columns:
        assert len({len(cell.partition(".")[2]) for cell in column}) == 1, column
