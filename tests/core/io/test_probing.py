"""Guesses of a file's layout, each with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.io import DeclaredOptions, Guess, Probe, preview, probe
from core.messages import text
from core.model import FileKind, ReadOptions
from tests.core.io.files import csv, read_file
from tests.core.io.spreadsheets.workbooks import workbook


def guesses(found: Probe, option: str) -> list[Guess]:
    chosen = [guess for guess in found.reasons if guess.option == option]
    assert all(text(guess.code, guess.params).endswith(".") for guess in chosen)
    return chosen


GERMAN = "Name;Größe;Datum;Wert\nMüller;1,50;01.02.2020;-99\nJosé;2,25;;NA\nNA;3,5;03.02.2020;5\n"


@pytest.mark.parametrize(
    ("encoding", "guessed", "code"),
    [
        ("utf-8", "utf-8", "guess-encoding-valid"),
        ("utf-8-sig", "utf-8", "guess-encoding-mark"),
        ("utf-16", "utf-16-le", "guess-encoding-mark"),
        ("utf-16-le", "utf-16-le", "guess-encoding-nul"),
        ("utf-16-be", "utf-16-be", "guess-encoding-nul"),
        ("cp1252", "cp1252", "guess-encoding-suggested"),
    ],
)
def test_a_german_file(tmp_path: Path, encoding: str, guessed: str, code: str) -> None:
    found = probe(csv(tmp_path, GERMAN.encode(encoding)))
    options = ReadOptions(guessed, ";", ",", True, None, ("", "NA"))
    assert (found.kind, found.options, found.problems) == (FileKind.CSV, options, ())
    assert [guess.code for guess in guesses(found, "encoding")] == [code]
    hints = {guess.value: guess.taken for guess in guesses(found, "missing")}
    assert hints == {"": True, "NA": True, "-99": False}
    assert read_file(tmp_path / "table.csv", found.options).column("Größe").decimals is None


@pytest.mark.parametrize(
    ("content", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a\tb,c\n1\t2,5\n", "\t"),
        ("a;b\n1,5;2,5\n", ";"),
        ("a|b\n1|2\n", "|"),
        ('a,b\n"x;y;z",2\n"u;v;w",3\n', ","),
        ("a\n1\n2\n", ","),
    ],
)
def test_delimiters(tmp_path: Path, content: str, delimiter: str) -> None:
    assert probe(csv(tmp_path, content)).options.delimiter == delimiter


def test_ragged_rows_are_told(tmp_path: Path) -> None:
    found = probe(csv(tmp_path, "a;b\n1;2\n3\n4;5\n"))
    assert found.options.delimiter == ";"
    assert [problem.code for problem in found.problems] == ["rows-ragged"]
    assert guesses(found, "delimiter")[0].code == "guess-delimiter-mostly"


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("a,b\n1,x\n2,y\n", True),
        ("1,2\n3,4\n", False),
        ("x,1\ny,2\n", False),
        ("name,city\nAnn,Rome\nBob,Oslo\n", True),
        ("Ann,Rome\nBob,Rome\nAnn,Oslo\n", False),
        ("d,x\n2020-01-01,a\n2020-01-02,b\n", True),
    ],
)
def test_headers(tmp_path: Path, content: str, header: bool) -> None:
    found = probe(csv(tmp_path, content))
    assert found.options.header is header
    assert len(guesses(found, "header")) == 1


def test_namibia_is_not_missing(tmp_path: Path) -> None:
    found = probe(csv(tmp_path, "country,x\nNA,1\nDE,2\nFR,-999\n"))
    assert found.options.missing == ("",)
    assert {guess.value: guess.taken for guess in guesses(found, "missing")} == {
        "NA": False,
        "-999": False,
    }


def test_a_question_that_was_not_asked_is_a_hint_as_no_answer_is(tmp_path: Path) -> None:
    found = probe(csv(tmp_path, "hours,x\n-8,1\n40,2\n-9,-88\n"))
    assert found.options.missing == ("",)
    hinted = {guess.value: guess.taken for guess in guesses(found, "missing")}
    assert hinted == {"-8": False, "-9": False, "-88": False}


def test_a_hint_speaks_of_the_columns_that_it_names(tmp_path: Path) -> None:
    found = probe(csv(tmp_path, "hours,age\n-8,30\n-8,2\n-9,-9\n"))
    said = {g.value: text(g.code, g.params) for g in guesses(found, "missing")}
    assert said["-8"] == (
        "-8 occurs 2 times in the rows looked at: hours (2). Tick it if it means a missing value "
        "there."
    )
    assert said["-9"].endswith("Tick it if it means a missing value in every one of these columns.")


@pytest.mark.parametrize(
    ("values", "offered"),
    [
        ([0, 0, 3, 250, -1, -1], {"-1"}),
        ([0, 5, 3, -1, -4, -1], set()),
        ([0, 1, 1, 0, -1, -1], set()),
        ([1, 2, 2, 1, 9, 8, 9], {"8", "9"}),
        ([1, 2, 3, 7, 9, 9, 6], set()),
        ([20, 35, 61, 99, 99, 98], {"98", "99"}),
        ([20, 35, 88, 99, 99], set()),
        ([20, 35, 61, 99], set()),
        ([1990, 2024, 9999, 9999], {"9999"}),
        ([12.5, 7.25, 999, 999, -7, -7], {"999", "-7"}),
    ],
)
def test_a_number_that_lies_apart_is_offered_as_a_missing_code(
    tmp_path: Path, values: list[float], offered: set[str]
) -> None:
    lines = [f"{value};{n};a" for n, value in enumerate(values)]
    found = probe(csv(tmp_path, "\n".join(["x;n;t", *lines, ""])))
    hinted = {guess.value: guess.taken for guess in guesses(found, "missing")}
    assert hinted == dict.fromkeys(offered, False)


def test_a_rare_value_of_a_long_column_is_no_code(tmp_path: Path) -> None:
    often, rarely = (["60"] * n + ["99"] * 3 for n in (250, 350))
    for cells, offered in ((often, ["99"]), (rarely, [])):
        found = probe(csv(tmp_path, "\n".join(["x", *cells, ""])))
        assert [guess.value for guess in guesses(found, "missing")] == offered


def test_a_code_that_lies_apart_names_the_columns_where_it_is_a_number(tmp_path: Path) -> None:
    lines = [f"{1 + n % 2},{n}" for n in range(20)]
    found = probe(csv(tmp_path, "\n".join(["new,staff", *lines, "9,3", "9,4", ""])))
    (said,) = [text(g.code, g.params) for g in guesses(found, "missing")]
    assert said == (
        "9 lies apart from all other numbers of new. It occurs 3 times in the rows looked at: new "
        "(2), staff (1). Tick it if it means a missing value in every one of these columns."
    )


def test_a_workbook(tmp_path: Path) -> None:
    rows = [["id", "x"], [1, "NA"], [2, 5], [3, 7]]
    found = probe(workbook(tmp_path / "t.xlsx", rows, "Säule"))
    assert found.kind is FileKind.XLSX
    assert found.sheets == ("Säule",)
    assert found.options == ReadOptions(sheet="Säule", missing=("", "NA"))
    assert guesses(found, "sheet")[0].code == "guess-sheet-only"


def test_the_content_tells_the_kind_not_the_name(tmp_path: Path) -> None:
    made = workbook(tmp_path / "t.xlsx", [["a"], [1]])
    assert probe(made.rename(tmp_path / "t.csv")).kind is FileKind.XLSX


@pytest.mark.parametrize("name", ["none.csv", "none.xlsx", "."])
def test_what_cannot_be_opened_comes_back_as_a_problem(tmp_path: Path, name: str) -> None:
    assert len(probe(tmp_path / name).problems) == 1


@pytest.mark.parametrize("content", [b"\0" * 100, b"\xff\xfe\xff", b'"', b"\n", b",", b"a", b"\r"])
def test_odd_contents_are_no_crash(tmp_path: Path, content: bytes) -> None:
    path = csv(tmp_path, content)
    found = probe(path)
    preview(path, found.kind, found.options)
    assert found.kind is FileKind.CSV


@pytest.mark.parametrize(
    ("name", "columns"),
    [("census.csv", 13), pytest.param("adult.csv", 15, marks=pytest.mark.longer)],
)
def test_reference_files(reference_data: Path, name: str, columns: int) -> None:
    found = probe(reference_data / name)
    assert found.options == ReadOptions()
    assert len(preview(reference_data / name, found.kind, found.options).names) == columns


def test_a_title_spoils_no_guess_once_it_is_skipped(tmp_path: Path) -> None:
    body = "x;y\n" + "1,5;NA\n2,5;7\n3;8\n"
    path = csv(tmp_path, "Figures of the year\n" + body)
    found = probe(path, DeclaredOptions(skip=1))
    assert found.options == probe(csv(tmp_path, body)).options
    assert found.options == ReadOptions("utf-8", ";", ",", True, None, ("", "NA"))


def test_the_header_is_judged_by_the_delimiter_given(tmp_path: Path) -> None:
    found = probe(csv(tmp_path, "a:b\n1:2\n3:4\n"), DeclaredOptions(delimiter=":"))
    assert guesses(found, "header")[0].params == {"count": 2}


def test_another_sheet_is_guessed_by_itself(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["id", "x"])
    book.active.append([1, 2])
    other = book.create_sheet("bare")
    other.append([1, 5])
    other.append([2, "NA"])
    other.append([3, 6])
    book.save(tmp_path / "t.xlsx")
    assert probe(tmp_path / "t.xlsx").options.header
    found = probe(tmp_path / "t.xlsx", DeclaredOptions(sheet="bare"))
    assert not found.options.header
    assert found.options.missing == ("", "NA")


def test_empty_cells_of_texts_are_counted_with_those_of_numbers(tmp_path: Path) -> None:
    rows = "".join(f"{'' if i < 2 else i},{'' if i < 30 else 'moved'}\n" for i in range(40))
    found = probe(csv(tmp_path, "staff,remark\n" + rows))
    (guess,) = guesses(found, "missing")
    assert text(guess.code, guess.params) == "32 of the cells examined are empty."
