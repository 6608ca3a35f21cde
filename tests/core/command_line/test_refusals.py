"""Bad input gets one clear sentence, exit status 2, and leaves nothing behind."""

from __future__ import annotations

import os
from pathlib import Path

import openpyxl
import pytest

from tests.attributes import declare
from tests.core.command_line.conftest import ATTRIBUTES

HEADER = ["NAME", "AGE", "HOURS", "INCOME", "NOTE"]
ROWS = [[f"P{i}", str(i), str(i % 7), str(i * 3 % 11), "x"] for i in range(20)]


def with_cell(row: int, column: int, cell: str) -> list[list[str]]:
    rows = [list(HEADER), *(list(r) for r in ROWS)]
    rows[row][column] = cell
    return rows


def test_a_missing_recipe(bench) -> None:
    (bench.folder / "recipe.json").unlink()

    bench.check_refused("recipe.json")


def test_a_missing_input(bench) -> None:
    (bench.folder / "people.csv").unlink()

    bench.check_refused("people.csv")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read anything")
def test_an_unreadable_input(bench) -> None:
    (bench.folder / "people.csv").chmod(0)

    bench.check_refused("people.csv")


def test_a_folder_as_input(bench) -> None:
    (bench.folder / "people.csv").unlink()
    (bench.folder / "people.csv").mkdir()

    bench.check_refused("people.csv")


def test_a_pdf_renamed_to_xlsx(bench) -> None:
    (bench.folder / "people.xlsx").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 20)
    bench.recipe(input={"path": "people.xlsx", "kind": "xlsx"})

    bench.check_refused("people.xlsx")


@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf"])
def test_an_empty_file(bench, content: bytes) -> None:
    (bench.folder / "people.csv").write_bytes(content)

    bench.check_refused("empty")


def test_a_header_without_records(bench) -> None:
    bench.people([HEADER])

    bench.check_refused("record")


def test_duplicate_column_names(bench) -> None:
    bench.people(with_cell(0, 2, "AGE"))

    bench.check_refused("AGE")


def test_an_empty_column_name(bench) -> None:
    bench.people(with_cell(0, 2, ""))

    bench.check_refused("name")


def test_ragged_rows_are_told_by_their_lines(bench) -> None:
    rows = with_cell(0, 0, "NAME")
    rows[4] = rows[4][:3]
    rows[9] = [*rows[9], "more"]
    bench.people(rows)

    bench.check_refused("5", "10")


def test_text_in_a_numeric_column_by_lines_and_count_without_its_value(bench) -> None:
    rows = with_cell(3, 1, "forty-two")
    rows[7][1] = "unknown"
    bench.people(rows)

    bench.check_refused("AGE", "2 cells", "4", "8")
    assert "forty" not in bench.err
    assert "unknown" not in bench.err


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999"])
def test_infinite_values(bench, cell: str) -> None:
    bench.people(with_cell(3, 3, cell))

    bench.check_refused("INCOME", "4")


@pytest.mark.parametrize(
    ("method", "named"),
    [
        ({"name": "mdav", "k": 1}, "k"),
        ({"name": "mdav", "k": 21}, "21"),
        ({"name": "mdav", "k": "3"}, "k"),
        ({"name": "mdav"}, "k"),
        ({"name": "mdav", "k": 3, "surprise": 1}, "surprise"),
        ({"name": "magic", "k": 3}, "magic"),
        ({"name": "t-closeness-first", "k": 3, "t": -0.01}, "t"),
        ({"name": "t-closeness-first", "k": 3, "t": 1.01}, "t"),
        ({"name": "t-closeness-first", "k": 3, "t": 0.1, "bucket_by": "AGE"}, "bucket_by"),
    ],
)
def test_impossible_methods(bench, method: object, named: str) -> None:
    bench.people([HEADER, *ROWS])
    bench.recipe(method)

    bench.check_refused(named)


@pytest.mark.parametrize("command", ["assess", "compare", "improve"])
def test_other_commands_refuse_a_recipe_as_protect_does(bench, command: str) -> None:
    scenarios = [{"name": "a", "columns": ["SHOE"]}] if command == "assess" else []
    bench.recipe({"name": "mdav", "k": 3 if scenarios else 1_000}, scenarios=scenarios)
    output = ("--output", bench.folder / "risk") if command == "assess" else ()
    assert bench.run(command, bench.folder / "recipe.json", *output) == 2
    sentence = bench.err
    assert bench.protect() == 2
    assert bench.err == sentence


def attributes(**roles: str) -> list[dict[str, str]]:
    return [{"name": name, **declare(roles.get(name, "other"))} for name in HEADER]


def test_no_quasi_identifier(bench) -> None:
    bench.recipe({"name": "mdav", "k": 3}, attributes=attributes(NAME="identifier"))

    bench.check_refused("quasi-identifier")


def test_t_closeness_without_a_confidential_column(bench) -> None:
    bench.recipe(attributes=attributes(NAME="identifier", AGE="quasi continuous"))

    bench.check_refused("confidential")


def test_an_unknown_key(bench) -> None:
    bench.recipe(surprise=1)

    bench.check_refused("surprise")


def test_a_column_nobody_described(bench) -> None:
    bench.people([[*HEADER, "EXTRA"], *([*row, "1"] for row in ROWS)])

    bench.check_refused("EXTRA")


def test_an_output_folder_that_holds_files(bench) -> None:
    bench.release.mkdir()
    (bench.release / "mine.txt").write_text("mine")

    bench.check_refused("already holds files")


def test_an_output_folder_that_is_a_file(bench) -> None:
    bench.release.write_text("a file")

    bench.check_refused("is a file")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_an_output_folder_that_cannot_be_written(bench) -> None:
    bench.folder.chmod(0o500)
    try:
        bench.check_refused("cannot be written")
    finally:
        bench.folder.chmod(0o700)


def test_an_output_folder_on_a_file_system_that_takes_nothing(bench) -> None:
    if not Path("/proc/self").exists():
        pytest.skip("no /proc on this system")

    status = bench.run("protect", bench.folder / "recipe.json", "--output", "/proc/release")

    assert status == 2
    assert "cannot be written" in bench.err


def test_the_input_is_never_replaced_by_its_protected_copy(bench) -> None:
    bench.recipe(output={"kind": "csv", "name": "people"})
    given = bench.folder / "public" / "people.csv"
    given.parent.mkdir()
    content = (bench.folder / "people.csv").read_bytes()
    (bench.folder / "people.csv").rename(given)
    into = ("--output", bench.folder, "--overwrite")

    status = bench.run("protect", bench.folder / "recipe.json", "--input", given, *into)

    assert status == 2
    assert "people.csv" in bench.err
    assert given.read_bytes() == content


def test_a_number_too_large_to_compute_with(bench) -> None:
    bench.people(with_cell(4, 2, "2e70"))

    bench.check_refused("HOURS", "5", "larger unit")


def test_numbers_too_close_to_compute_with(bench) -> None:
    rows = [[*row[:2], f"{row[2]}e-75", *row[3:]] for row in ROWS]
    bench.people([HEADER, *rows])

    bench.check_refused("HOURS", "smaller unit")


def test_an_order_that_lacks_a_category_of_a_column_that_is_only_published(bench) -> None:
    note = {"name": "NOTE", **declare("other ordinal", order=["fine"])}
    bench.recipe(attributes=[*ATTRIBUTES[:4], note])

    bench.check_refused("NOTE", "order", "40 cells")


def test_a_number_too_small_for_a_float(bench) -> None:
    bench.people(with_cell(5, 3, "1e-400"))

    bench.check_refused("INCOME", "row 6", "too small")


def test_a_nul_in_a_workbook_is_told_of_the_input(bench) -> None:
    book = openpyxl.Workbook()
    for row in with_cell(4, 4, "a_x0000_b"):
        book.active.append(row)
    book.save(bench.folder / "people.xlsx")
    bench.recipe(input={"path": "people.xlsx", "kind": "xlsx"})

    bench.check_refused("NOTE", "row 5", "NUL")
