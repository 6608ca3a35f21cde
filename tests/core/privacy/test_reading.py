"""No record decides how another one is read, whatever kind the file is of.

Each attack reads two files that differ in one record. Either run may be refused; where both are
accepted, the other record must have the same place in its declared domain.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest

from core.checklist.cast_columns import cast_columns
from core.command_line import main
from core.errors import Refused
from core.io import read
from core.io.columns.cell_tags import BOOLEAN, DATE, NUMBER, TEXT, TIME
from core.io.delimited.csv_reader import Cut, dataset_of, grammar_of
from core.io.spreadsheets.sheet_cells import SheetCells, SheetFaults
from core.io.spreadsheets.sheet_table import sheet_table
from core.io.spreadsheets.sheet_table import table_column as sheet_column
from core.io.typed_tables.table_columns import table_column
from core.io.typed_tables.table_header import Cells, ColumnHeader
from core.jobs import Job
from core.model import (
    Attribute,
    Dataset,
    FileKind,
    Fingerprint,
    Labels,
    Method,
    MissingPolicy,
    Plan,
    Project,
    ReadOptions,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.pipeline import resolve
from core.protect.privacy import design_of
from core.protect.privacy.private_release import places_of
from tests.core.io.spreadsheets.old_workbook import xls
from tests.lanes import in_lane

MARK = Fingerprint("file", 1, "0" * 64)


def plan_of(source: Source, dataset: Dataset, *attributes: Attribute) -> Plan:
    recipe = Recipe(
        Method("dp-laplace", {"epsilon": 1}),
        Target(FileKind.CSV, "out"),
        MissingPolicy.USE_OBSERVED,
    )
    return resolve(recipe, Schema(attributes), dataset, source)


def places(source: Source, dataset: Dataset, attribute: Attribute) -> np.ndarray | None:
    """Return each record's place in the declared domain; `None` if the run is refused."""
    plan = plan_of(source, dataset, attribute)
    if plan.errors:
        return None
    column = cast_columns(dataset, plan.project).column(attribute.name)
    return places_of(design_of(plan.project, dataset.rows).columns[0], column)


def masked(scale: Scale, names: Sequence[str] = (), column: str = "A") -> Attribute:
    declared: Mapping[str, object] = {
        Scale.CONTINUOUS: {"domain": (-1e6, 1e6), "precision": 0.001},
        Scale.INTEGER: {"domain": (-1e6, 1e6)},
        Scale.DATE: {"domain": (-40_000.0, 40_000.0)},
        Scale.ORDINAL: {"order": tuple(sorted(names))},
        Scale.NOMINAL: {"listed": tuple(sorted(names))},
    }[scale]
    return Attribute(column, Role.QUASI_IDENTIFIER, scale, **declared)


def codes(errors: Sequence[object]) -> list[str]:
    return [error.code for error in errors]


def in_turns(scale: Scale, cells: Sequence[Any], options: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Return all cells with all options; in the ordinary lane every sixth of these pairs.

    Of dates, of which few are accepted, it is every third. Cells take turns, because the number of
    options has no factor in common with six.
    """
    assert gcd(len(options), 6) == 1
    return list(product(cells, options))[:: in_lane(3 if scale is Scale.DATE else 6, 1)]


def assert_first_cell_never_decides(
    scale: Scale, trials: Sequence[tuple[Source, object, Sequence[Dataset | None]]]
) -> None:
    """Assert that the second cells of a trial's files, which are equal, have the same place.

    Each trial holds a source, the second cell, and the files that differ in their first cell.
    """
    names: set[str] = set()
    if scale in (Scale.ORDINAL, Scale.NOMINAL):
        # All names that a cell may get, so that no list of categories refuses one.
        files = ((source, file) for source, _, files in trials for file in files if file)
        names = set().union(*(names_in(source, file) for source, file in files)) - {""}
    attribute, accepted = masked(scale, tuple(names)), 0
    for source, second, files in trials:
        found = [places(source, file, attribute) for file in files if file]
        seconds = [int(cells[1]) for cells in found if cells is not None]
        assert len(set(seconds)) <= 1, (source.options, second, seconds)
        accepted += len(seconds)
    assert accepted > 5


# Text files: typed by all cells, in memory, every cell beside every other one.

FIGURES = (
    *("1", "1000", "1.5", "1,5", "1,000", "1.000", "1.000,5", ".5", "5.", "1e3", "-0.0", "007"),
    *("+5", "inf", "9007199254740993", "99999999999999999999"),
)
DAYS = (
    *("2020-06-05", "05/06/2020", "13/06/2020", "06/13/2020", "5/6/2020", "05-06-2020"),
    *("13-06-2020", "06-13-2020", "05.06.2020"),
)
ANY = ("1e3", "1000", "-9", "", "x", "05/06/2020")
CELLS = {
    Scale.CONTINUOUS: (*FIGURES, *ANY[2:]),
    Scale.INTEGER: (*FIGURES, *ANY[2:]),
    Scale.DATE: (*DAYS, *ANY[:-1]),
    Scale.ORDINAL: (*FIGURES[2:9], *DAYS[:5], *ANY[:-1]),
    Scale.NOMINAL: (*FIGURES[2:9], *DAYS[:5], *ANY[:-1]),
}
OPTIONS = (
    ReadOptions(),
    ReadOptions(decimal=",", delimiter=";", thousands="."),
    ReadOptions(thousands=","),
    ReadOptions(dates="%d/%m/%Y", missing=("", "-9", "x")),
    ReadOptions(dates="%m-%d-%Y"),
)


@cache
def text_file(cells: tuple[str, ...], options: ReadOptions) -> Dataset | None:
    rows = np.arange(2, 2 + len(cells))
    cut = Cut(("A",), [[pa.array(cells, pa.string())]], [rows])
    try:
        return dataset_of(cut, grammar_of(options, frozenset()), MARK, Job())
    except Refused:
        return None


def names_in(source: Source, dataset: Dataset) -> set[str]:
    """Return what the cells are called as categories."""
    attribute = Attribute("A", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    recipe = Recipe(Method("mdav"), Target(FileKind.CSV, "out"))
    return set(
        cast_columns(dataset, Project(source, Schema((attribute,)), recipe)).column("A").categories
    )


@pytest.mark.parametrize("scale", list(Scale))
def test_no_cell_of_a_text_file_decides_how_another_is_read(scale: Scale) -> None:
    trials = [
        (
            Source("/f.csv", FileKind.CSV, options),
            second,
            [text_file((first, second), options) for first in CELLS[scale]],
        )
        for second, options in in_turns(scale, CELLS[scale], OPTIONS)
    ]
    assert_first_cell_never_decides(scale, trials)


AMBIGUOUS = "05/06/2020"


def days_file(folder: Path, first: str, dates: str = "") -> int:
    """Write the audit's file and recipe; return the exit status of protecting it."""
    folder.mkdir()
    rows = [["DAY"], [first], *[[AMBIGUOUS]] * 399]
    with (folder / "days.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    day = {"name": "DAY", "role": "quasi-identifier", "scale": "date"}
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": "days.csv", "kind": "csv", "options": {"dates": dates} if dates else {}},
        "attributes": [{**day, "domain": ["2020-01-01", "2020-12-31"]}],
        "missing": "use-observed",
        "method": {"name": "dp-individual-ranking", "k": 200, "epsilon": 1},
        "output": {"kind": "csv", "name": "out"},
    }
    (folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    return main(["protect", str(folder / "recipe.json"), "--output", str(folder / "release")])


@pytest.mark.parametrize("first", ["13/06/2020", "06/13/2020", AMBIGUOUS])
def test_dates_of_a_guessed_layout_are_refused(tmp_path: Path, capsys, first: str) -> None:
    assert days_file(tmp_path / "run", first) == 2
    assert "Column DAY" in (said := capsys.readouterr().err)
    assert len(said.strip().splitlines()) == 1
    assert not (tmp_path / "run" / "release").exists()


def test_a_declared_layout_is_not_exchanged_for_one_that_fits_better(
    tmp_path: Path, capsys
) -> None:
    assert days_file(tmp_path / "fits", "13/06/2020", "%d/%m/%Y") == 0
    # All dates are of the other layout, so that it would be taken instead.
    assert days_file(tmp_path / "other", "06/13/2020", "%d/%m/%Y") == 2
    assert "Declare the layout of its dates" in capsys.readouterr().err


# Sheets: cells know what they are, columns are typed by all of them.

TAGGED = (
    *((NUMBER, v) for v in (1.0, 1.5, -0.0, 0.0, 1e10, 1e16, 1e300)),
    *((DATE, 18_000.0), (DATE, 18_000.5), (TIME, 0.3), (BOOLEAN, 1.0), (None, 0.0)),
    *((TEXT, t) for t in ("1", "1,5", "1.5", "1,500", "1e3", "2020-06-05", "x", "-9")),
)
SHEET_OPTIONS = (
    *(ReadOptions(), ReadOptions(decimal=","), ReadOptions(missing=("", "x", "-9", "1"))),
    *(ReadOptions(thousands=","), ReadOptions(decimal=",", thousands=".", missing=("", "x"))),
)


@cache
def sheet(
    cells: tuple[tuple[int | None, float | str], ...], options: ReadOptions
) -> Dataset | None:
    texts = ["A", *(str(v) if t == TEXT else None for t, v in cells), "filler"]
    tags = [TEXT, *(t for t, _ in cells)]
    values = [0.0, *(i if t == TEXT else v for i, (t, v) in enumerate(cells, 1))]
    filled = [i for i, tag in enumerate(tags) if tag is not None]
    # A second column keeps records whose first cell is empty.
    at, beside = np.array(filled) + 1, np.arange(1, len(tags) + 1)
    found = SheetCells(
        np.concatenate([at, beside]).astype(np.int32),
        np.repeat([1, 2], [len(at), len(beside)]).astype(np.int32),
        np.array([tags[i] for i in filled] + [TEXT] * len(beside), dtype=np.uint8),
        np.array([values[i] for i in filled] + [len(texts) - 1.0] * len(beside)),
        pa.array(texts, pa.string()),
        SheetFaults({}),
        True,
    )
    try:
        table = sheet_table(found, header=True)
        column = sheet_column(table, 1, "A", options, False, Job())
    except Refused:
        return None
    return Dataset((column,), MARK)


# Texts show in the ordinary lane, too, how whole numbers and categories without order are cast.
TYPED_SCALES = [
    *(Scale.CONTINUOUS, Scale.DATE, Scale.ORDINAL),
    pytest.param(Scale.INTEGER, marks=pytest.mark.longer),
    pytest.param(Scale.NOMINAL, marks=pytest.mark.longer),
]


@pytest.mark.parametrize("scale", TYPED_SCALES)
def test_no_cell_of_a_sheet_decides_how_another_is_read(scale: Scale) -> None:
    trials = [
        (
            Source("/f.xlsx", FileKind.XLSX, options),
            second,
            [sheet((first, second), options) for first in TAGGED],
        )
        for second, options in in_turns(scale, TAGGED, SHEET_OPTIONS)
    ]
    assert_first_cell_never_decides(scale, trials)


def book(
    folder: Path, rows: Sequence[Sequence[object]], merge: str = "", **options: object
) -> Plan:
    """Return the plan of masking B, a number, in a sheet of three columns at most."""
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(list(row))
    if merge:
        made.active.merge_cells(merge)
    made.save(folder / "book.xlsx")
    source = Source(str(folder / "book.xlsx"), FileKind.XLSX, ReadOptions(**options))
    dataset = read(source, Job())
    middle = dataset.names[1]
    attributes = [
        masked(Scale.CONTINUOUS, column=name)
        if name == middle
        else Attribute(name, Role.IDENTIFIER)
        for name in dataset.names
    ]
    return plan_of(source, dataset, *attributes)


def test_without_a_header_one_cell_would_say_which_column_is_the_second(tmp_path: Path) -> None:
    others = [(1, None, 5 + i, None) for i in range(6)]
    for first in ((1, 9, 3, None), (1, None, 3, 9)):
        plan = book(tmp_path, [first, *others], header=False)
        assert codes(plan.errors) == ["dp-sheet-without-header"]


def test_cells_merged_over_records_are_refused(tmp_path: Path) -> None:
    rows = [("A", "B", "C"), *((i, i + 0.5, 2 * i) for i in range(1, 8))]
    assert codes(book(tmp_path, rows, "B3:B5").errors) == ["dp-merged-cells"]
    # In other columns, in the title and within a record nothing is shared with another record.
    for harmless in ("A3:A5", "C2:C8", "B3:C3"):
        assert book(tmp_path, rows, harmless).errors == ()


# Files with typed columns.

HEADS = (
    *(
        (cells, typed)
        for cells in (Cells.NUMBER, Cells.DATE, Cells.TIME)
        for typed in (False, True)
    ),
    *((cells, True) for cells in (Cells.INTEGER, Cells.BOOLEAN, Cells.STAMP, Cells.TEXT)),
)
VALUES: dict[Cells, tuple[object, ...]] = {
    Cells.NUMBER: (0.0, -0.0, 1.0, 1.5, -9.0, 1e10, 1e16, 1e-7, None),
    Cells.DATE: (18_000.0, 18_000.5, -9.0, None),
    Cells.TIME: (0.25, 1.0, 0.0, None),
    Cells.BOOLEAN: (0.0, 1.0, None),
    Cells.INTEGER: (0, 1, -9, 2**53 + 1, None),
    Cells.STAMP: ("2020-06-05 00:00:00", "2020-06-05 08:30:00.500", "2020-06-06 00:00:00.0", None),
    Cells.TEXT: ("1", "007", "1.5", "1,5", "1e3", "2020-06-05", "-9", "x", "", None),
}
LABELS = (
    Labels(),
    Labels(missing=(("-9", "-9"),)),
    Labels(missing=(("-10", "0"),), format="EDATE10", dialect="spss"),
)
PLAIN, CODED = ReadOptions(), ReadOptions(decimal=",", missing=("", "-9"))
# The last pair comes twice, so that their number has no factor in common with six.
TYPED_OPTIONS = [*product((PLAIN, CODED), LABELS), (CODED, LABELS[2])]


@cache
def typed_file(
    head: ColumnHeader, cells: tuple[object, ...], options: ReadOptions
) -> Dataset | None:
    arrow = {Cells.INTEGER: pa.int64(), Cells.STAMP: pa.string(), Cells.TEXT: pa.string()}
    pieces = [pa.array(cells, arrow.get(head.cells, pa.float64()))]
    try:
        column = table_column(head, pieces, None, options.missing, False, Job())
    except Refused:
        return None
    return Dataset((column,), MARK, None, 1)


@pytest.mark.parametrize("scale", TYPED_SCALES)
def test_no_cell_of_a_typed_file_decides_how_another_is_read(scale: Scale) -> None:
    cases = [
        (head, cell, options, labels)
        for head in HEADS
        for cell, (options, labels) in in_turns(scale, VALUES[head[0]], TYPED_OPTIONS)
    ]
    trials = []
    for (cells, typed), second, options, labels in cases:
        head = ColumnHeader("A", cells, labels, typed)
        files = [typed_file(head, (first, second), options) for first in VALUES[cells]]
        trials.append((Source("/f.sav", FileKind.SPSS, options), second, files))
    assert_first_cell_never_decides(scale, trials)


def test_how_many_codes_occur_does_not_decide_which_are_missing(tmp_path: Path) -> None:
    """A thousand codes at most are listed; whatever is in a declared range is missing."""
    meta = {"missing_codes": json.dumps([["1", "5000"]])}
    field = pa.field("A", pa.int64(), metadata=meta)
    source = Source(str(tmp_path / "f.parquet"), FileKind.PARQUET)
    for last in (1, 1001):
        cells = pa.array([6000, *range(1, 1001), last])
        pq.write_table(pa.table([cells], schema=pa.schema([field])), source.path)
        column = read(source, Job()).column("A")

        assert column.missing.tolist() == [False] + [True] * 1001


# Whole files, from the disk to the places.


def old_book(path: Path, cells: Sequence[float | str]) -> None:
    xls(path, [("A", "B"), *((cell, i) for i, cell in enumerate(cells))])


def statistics_file(write: Callable[..., None]) -> Callable[[Path, Sequence[float | str]], None]:
    def made(path: Path, cells: Sequence[float | str]) -> None:
        write(pd.DataFrame({"A": [float(cell) for cell in cells], "B": range(len(cells))}), path)

    return made


OTHERS = (1000.0, 2.5, -9.0, 7.0)
FIRSTS = (0.0, 1.5, -0.0, 1e3, 1e10, 1e16, 999999.5, 123456.789)
WHOLE: Mapping[FileKind, tuple[Callable[[Path, Sequence[float | str]], None], tuple]] = {
    FileKind.XLS: (old_book, (*FIRSTS, "x", "1,5", "1000", "2020-06-05", "-9", "")),
    FileKind.SAS_TRANSPORT: (statistics_file(pyreadstat.write_xport), FIRSTS),
    FileKind.SPSS: (statistics_file(pyreadstat.write_sav), FIRSTS),
    FileKind.STATA: (statistics_file(pyreadstat.write_dta), FIRSTS),
}


@pytest.mark.parametrize("kind", list(WHOLE))
def test_no_record_of_a_whole_file_decides_how_the_others_are_read(
    tmp_path: Path, kind: FileKind
) -> None:
    make, firsts = WHOLE[kind]
    seen, accepted = set(), 0
    for number, first in enumerate(firsts):
        path = tmp_path / f"{number}.{kind}"
        make(path, (first, *OTHERS))
        source = Source(str(path), kind, ReadOptions())
        try:
            dataset = read(source, Job())
        except Refused:
            continue
        beside = Attribute("B", Role.IDENTIFIER)
        plan = plan_of(source, dataset, masked(Scale.CONTINUOUS), beside)
        if plan.errors:
            continue
        column = cast_columns(dataset, plan.project).column("A")
        found = places_of(design_of(plan.project, dataset.rows).columns[0], column)
        seen.add(tuple(found[1:].tolist()))
        accepted += 1
    assert accepted >= 5
    assert len(seen) == 1
