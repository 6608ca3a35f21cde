"""Row D2: published tables whose classes divide those of the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from core.checklist.row_registry import ROWS
from core.inspect.profiling.class_bounds import read_bounds
from core.messages import sentence
from core.model import Attribute, Role, Unit
from core.model.checklist import RowCount, RowVerdict
from core.model.preparing import Band, BandLabel
from tests.core.checklist.test_rows import counts_of, published

pytestmark = pytest.mark.usefixtures("usual_office")

HOURS = ["under 20"] * 6 + ["20 and over"] * 34


def beside(
    folder: Path,
    table: str,
    hours: Sequence[str] | Sequence[float] = HOURS,
    prepare: Sequence[Band] = (),
    **columns: Sequence[str],
) -> RowCount:
    """Count the row beside a published table, a line for each row."""
    (folder / "table.csv").write_text(table.replace("; ", "\n"))
    released = {"HOURS": list(hours), **columns}
    attributes = [published(name) for name in released]
    sources = (str(folder / "table.csv"),)
    counts = counts_of(attributes, released, sources=sources, prepare=tuple(prepare))
    return counts["public-source"]


def test_a_table_that_leaves_one_unit_between_two_bounds(tmp_path: Path) -> None:
    count = beside(tmp_path, "HOURS,FIRMS; under 25,7; 25 and over,33")
    assert (count.figure, count.columns, count.verdict) == (1, ("HOURS",), RowVerdict.ASKED)
    assert "one class of HOURS" in sentence(count.problem)
    assert len(count.params["sources"][0]) == 64
    held = beside(tmp_path, "HOURS,FIRMS; under 25,9; 25 and over,31")
    assert (held.figure, held.verdict) == (0, RowVerdict.HELD)
    # The upper part can be too small as well, and an empty one names nobody.
    assert beside(tmp_path, "HOURS,FIRMS; 0-79,38; 80+,2").figure == 1
    assert beside(tmp_path, "HOURS,FIRMS; under 25,6; 25 and over,34").figure == 0
    # The same bounds divide nothing, nor do classes of another file's units.
    assert beside(tmp_path, "HOURS,FIRMS; under 20,5; 20 and over,34").figure == 0
    assert beside(tmp_path, "HOURS,FIRMS; under 25,700; 25 and over,3300").figure == 0


@pytest.mark.parametrize(
    ("step", "low", "high", "names"),
    [
        (Band("HOURS", width=20.0, label=BandLabel.LOWER), 0.0, 20.0, None),
        (Band("HOURS", width=20.0, label=BandLabel.MIDDLE), 9.5, 29.5, None),
        (Band("HOURS", cuts=(0.0, 20.0, 80.0), label=BandLabel.MIDDLE), 9.5, 50.0, None),
        (Band("HOURS", cuts=(0.0, 20.0, 80.0)), 0.0, 0.0, ("0-19", "20-80")),
    ],
)
def test_bands_of_the_preparation_have_the_bounds_of_their_step(
    step: Band, low: float, high: float, names: tuple[str, str] | None, tmp_path: Path
) -> None:
    below, above = names or (low, high)
    hours = [below] * 6 + [above] * 34
    for off, figure in ((False, 1), (True, int(names is not None))):
        steps = (replace(step, is_off=off),)
        count = beside(tmp_path, "HOURS,FIRMS; under 25,7; 25 and over,33", hours, prepare=steps)
        assert count.figure == figure
    held = beside(tmp_path, "HOURS,FIRMS; under 20,6; 20 and over,34", hours, prepare=(step,))
    assert held.figure == 0


def test_classes_are_compared_within_the_further_columns_of_a_table(tmp_path: Path) -> None:
    regions = ["north"] * 3 + ["south"] * 3 + ["north"] * 17 + ["south"] * 17
    table = "REGION,HOURS,FIRMS; north,under 25,4; south,under 25,9; east,under 25,4"
    count = beside(tmp_path, table, REGION=regions)
    assert (count.figure, count.columns) == (1, ("HOURS",))
    # A table of columns that the file does not have says nothing of it.
    released = {"HOURS": HOURS}
    left_out = [published("HOURS"), Attribute("TOWN", Role.DROP)]
    (tmp_path / "towns.csv").write_text("TOWN,HOURS,FIRMS\na,under 25,7\n")
    counts = counts_of(
        left_out, released, hidden={"TOWN": ["a"] * 40}, sources=(str(tmp_path / "towns.csv"),)
    )
    assert counts["public-source"].figure == 0


def test_units_are_compared_and_not_their_records(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("HOURS,FIRMS\nunder 25,4\n25 and over,17\n")
    units = [at // 2 for at in range(40)]
    attributes = [published("HOURS"), Attribute("FIRM", Role.IDENTIFIER)]
    sources = (str(tmp_path / "table.csv"),)
    table = {"HOURS": HOURS}
    counts = counts_of(
        attributes, table, {**table, "FIRM": units}, unit=Unit(("FIRM",)), sources=sources
    )
    assert counts["public-source"].figure == 1


def test_files_for_anybody_name_a_source_or_say_that_there_is_none(tmp_path: Path) -> None:
    attributes, table = [published("SEX")], {"SEX": list("fm" * 20)}
    assert counts_of(attributes, table)["source-none"].verdict is RowVerdict.HELD
    for profile in ("public", "teaching"):
        asked = counts_of(attributes, table, profile=profile)["source-none"]
        assert (asked.figure, asked.verdict) == (1, RowVerdict.ASKED)
        assert "“sources”" in sentence(asked.problem)
    (tmp_path / "table.csv").write_text("SEX,PEOPLE\nf,20\nm,20\n")
    named = {"sources": (str(tmp_path / "table.csv"),), "profile": "public"}
    assert counts_of(attributes, table, **named)["source-none"].verdict is RowVerdict.HELD
    assert {ROWS[code].number for code in ("public-source", "source-none")} == {"D2"}


@pytest.mark.parametrize(
    ("name", "bounds"),
    [
        ("20-39", (20, 40)),
        ("20 – 39", (20, 40)),
        ("-5 to -1", (-5, 0)),
        ("1.5 to under 2", (1.5, 2)),
        ("[20, 25)", (20, 25)),
        ("1,000-1,999", (1000, 2000)),
        ("under 20", (-inf, 20)),
        ("< 20", (-inf, 20)),
        ("up to 20", (-inf, 21)),
        ("bis 19", (-inf, 20)),
        ("unter 20", (-inf, 20)),
        ("moins de 20", (-inf, 20)),
        ("65+", (65, inf)),
        ("65 and over", (65, inf)),
        ("65 und mehr", (65, inf)),
        ("65 y más", (65, inf)),
        ("over 65", (66, inf)),
        ("more than 65", (66, inf)),
        ("23", (23, 24)),
        ("north", None),
        ("Area 51", None),
        ("2011-01-31", None),
    ],
)
def test_bounds_are_read_from_names_of_classes(
    name: str, bounds: tuple[float, float] | None
) -> None:
    assert read_bounds(name) == bounds
