"""ODS and XLS workbooks."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from core.io import preview, probe, read
from core.jobs import Job
from core.model import Dataset, FileKind, ReadOptions, Source
from tests.core.io.files import refusal, shown
from tests.core.io.spreadsheets.spreadsheets import number, ods, row, word
from tests.core.io.spreadsheets.workbooks import workbook

ODS = FileKind.ODS
HEAD = row(word("a"), word("b"))


def opened(path: Path, kind: FileKind, options: ReadOptions | None = None) -> Dataset:
    return read(Source(str(path), kind, options or ReadOptions()), Job())


def cells(dataset: Dataset) -> list[list[object]]:
    return [shown(column) for column in dataset.columns]


def test_an_ods_sheet(tmp_path: Path) -> None:
    rows = HEAD + row(number(1.5), word("007")) + row(number(2), word("x"))
    path = ods(tmp_path / "t.ods", rows)
    found = probe(path)
    assert (found.kind, found.sheets, found.options.header) == (ODS, ("Data",), True)
    assert preview(path, ODS, found.options).rows == (("1.5", "007"), ("2", "x"))
    assert cells(opened(path, ODS)) == [[1.5, 2.0], ["007", "x"]]


def test_repeated_rows_and_cells_of_ods_are_records(tmp_path: Path) -> None:
    twice = row(
        number(1, 'table:number-columns-repeated="2"'), more='table:number-rows-repeated="3"'
    )
    assert cells(opened(ods(tmp_path / "t.ods", HEAD + twice), ODS)) == [[1, 1, 1], [1, 1, 1]]


def test_a_merged_cell_counts_for_all_that_it_covers(tmp_path: Path) -> None:
    covered = "<table:covered-table-cell/>"
    rows = (
        HEAD
        + row(
            word("North", 'table:number-rows-spanned="2" table:number-columns-spanned="1"'),
            number(1),
        )
        + row(covered, number(2))
        + row(word("South"), number(3))
    )
    found = cells(opened(ods(tmp_path / "t.ods", rows), ODS))
    assert found == [["North", "North", "South"], [1, 2, 3]]


def test_a_merged_title_is_skipped_with_its_row(tmp_path: Path) -> None:
    title = row(word("Survey", 'table:number-columns-spanned="2"'), "<table:covered-table-cell/>")
    path = ods(tmp_path / "t.ods", title + HEAD + row(number(1), number(2)))
    assert opened(path, ODS, ReadOptions(skip=1)).names == ("a", "b")
    assert refusal(path, kind=ODS).code == "sheet-column-unnamed"


def test_errors_in_ods_are_told(tmp_path: Path) -> None:
    wrong = word("#DIV/0!", 'table:formula="of:=1/0" calcext:value-type="error"')
    path = ods(tmp_path / "t.ods", HEAD + row(number(1), wrong))
    problem = refusal(path, kind=ODS)
    assert (problem.code, problem.where.row, problem.params["letters"]) == (
        "cells-in-error",
        2,
        "B",
    )


def test_formulas_never_computed_in_ods_are_told(tmp_path: Path) -> None:
    bare = '<table:table-cell table:formula="of:=1+1"/>'
    path = ods(tmp_path / "t.ods", HEAD + row(number(1), bare))
    assert refusal(path, kind=ODS).code == "formulas-without-value"


def test_ten_million_empty_rows_of_ods_are_none(tmp_path: Path) -> None:
    empty = row("<table:table-cell/>", more='table:number-rows-repeated="10000000"')
    dataset = opened(ods(tmp_path / "t.ods", HEAD + row(number(1), number(2)) + empty), ODS)
    assert dataset.rows == 1


@pytest.mark.parametrize(
    ("rows", "before", "manifest", "code"),
    [
        (
            HEAD + row(number(1, 'table:number-columns-repeated="16384"'),
                       more='table:number-rows-repeated="1000000"'),
            "", "<m/>", "workbook-bomb",
        ),
        (HEAD, '<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/passwd">]>', "<m/>", "workbook-hostile"),
        (HEAD, "", '<m xmlns:n="x"><n:encryption-data/></m>', "file-is-locked"),
        (HEAD + "<table:table-row>", "", "<m/>", "workbook-damaged"),
        ("", "", "<m/>", "sheet-empty"),
        (HEAD, "", "<m/>", "file-header-only"),
    ],
    ids=["bomb", "entity", "locked", "malformed", "empty", "header"],
)  # fmt: skip
def test_ods_files_that_are_refused(
    tmp_path: Path, rows: str, before: str, manifest: str, code: str
) -> None:
    assert refusal(ods(tmp_path / "t.ods", rows, before, manifest), kind=ODS).code == code


@pytest.mark.parametrize("kind", [FileKind.XLSX, ODS, FileKind.PARQUET])
def test_a_binary_workbook_is_to_be_saved_as_xlsx(tmp_path: Path, kind: FileKind) -> None:
    path = tmp_path / "t.xlsb"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.bin", b"")
    assert [problem.code for problem in probe(path).problems] == ["file-is-xlsb"]
    assert refusal(path, kind=kind).code == "file-is-xlsb"


def test_merged_cells_of_xlsx(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    rows = [["North", 1, "u"], [None, 2, None], ["South", 3, "v"], [None, 4, "w"], ["West", 5, "x"]]
    path = workbook(tmp_path / "t.xlsx", [["a", "b", "c"], *rows])
    book = load_workbook(path)
    for merged in ("A4:A5", "C2:C3", "A2:A3"):
        book.active.merge_cells(merged)
    book.save(path)
    table = cells(opened(path, FileKind.XLSX))
    assert table[0] == ["North", "North", "South", "South", "West"]
    assert table[2] == ["u", "u", "v", "w", "x"]


@pytest.fixture(scope="module")
def office() -> str:
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        pytest.skip("no LibreOffice here (install libreoffice-calc-nogui)")
    return program


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["xls", "ods", "xlsx"])
def test_the_same_table_from_libreoffice(office: str, tmp_path: Path, kind: str) -> None:
    from openpyxl import load_workbook

    rows = [["id", "day", "share", "word"]]
    rows += [[i, None, i / 8, ["007", "x", "=1+1"][i % 3]] for i in range(1, 40)]
    source = workbook(tmp_path / "in.xlsx", rows)
    book = load_workbook(source)
    sheet = book.active
    for i in range(2, 41):
        sheet.cell(i, 2, f"=DATE(2020,1,{i})").number_format = "yyyy-mm-dd"
        sheet.cell(i, 3).number_format = "0.0%"
        sheet.cell(i, 4).data_type = "s"
    sheet.merge_cells("D2:D3")
    book.save(source)
    folder = tmp_path / "out"
    command = [office, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile"]
    command += ["--convert-to", kind, "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    dataset = opened(folder / f"in.{kind}", FileKind(kind))
    assert [c.kind.value for c in dataset.columns] == ["integer", "date", "number", "text"]
    assert shown(dataset.columns[1])[:2] == [18_263, 18_264]
    assert shown(dataset.columns[2]) == [i / 8 for i in range(1, 40)]
    assert shown(dataset.columns[3])[:3] == ["x", "x", "007"]


@pytest.mark.slow
def test_files_that_libreoffice_locked_are_refused(office: str, tmp_path: Path) -> None:
    python = "/usr/bin/python3"
    knows = [python, "-c", "import uno"]
    if (
        not Path(python).exists()
        or subprocess.run(knows, check=False, capture_output=True).returncode
    ):
        pytest.skip("no connection to LibreOffice here (install python3-uno)")
    source = tmp_path / "in.csv"
    source.write_text("a,b\n1,x\n2,y\n")
    kinds = {"MS Excel 97": FileKind.XLS, "calc8": FileKind.ODS}
    script = Path(__file__).with_name("locked_by_office.py")
    targets = [f"{name}={tmp_path}/t.{kind}" for name, kind in kinds.items()]
    command = [python, str(script), office, str(source), f"{tmp_path}/profile", *targets]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    for kind in kinds.values():
        assert refusal(tmp_path / f"t.{kind}", kind=kind).code == "file-is-locked"
        assert [p.code for p in probe(tmp_path / f"t.{kind}").problems] == ["file-is-locked"]


@pytest.mark.slow
def test_libreoffice_sees_the_released_values(office: str, tmp_path: Path) -> None:
    import csv

    from core.io import write

    rows = HEAD + row(number(1.5), word("x &lt; y")) + row(number(2), word("=1+1"))
    dataset = opened(ods(tmp_path / "t.ods", rows), ODS)
    target = tmp_path / "r.ods"
    write(dataset.columns, target, ODS, None, frozenset(), ReadOptions(), Job())
    command = [office, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile"]
    command += ["--convert-to", "csv", "--outdir", str(tmp_path), str(target)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    with (tmp_path / "r.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["a", "b"], ["1.5", "x < y"], ["2", "=1+1"]]
