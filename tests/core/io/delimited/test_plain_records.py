"""Arrow's reader beside the strict one: the same dataset or the same problem, whatever the file."""

from __future__ import annotations

import csv as python_csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.errors import Problem, Refused
from core.io.columns import cell_grammar, column_parts, text_columns
from core.io.delimited import csv_records, encodings, plain_records
from core.io.delimited.csv_reader import read_csv
from core.io.delimited.encodings import text_blocks
from core.io.delimited.plain_records import PlainRecords, PlainSplitter
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, ReadOptions
from tests.core.io.files import csv, refusal
from tests.lanes import examples, in_lane

SAMPLES = sorted((Path(__file__).parents[4] / "resources" / "samples").glob("*.csv"))


def split(text: str, columns: int = 2, delimiter: str = ",") -> list[list[str]] | None:
    found = PlainSplitter(delimiter, columns).split([text])
    if found is None:
        return None
    return [list(record) for record in zip(*(c.to_pylist() for c in found.cells), strict=True)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_plain_text_is_split(end: str) -> None:
    text = f"1,Zoë{end},{end}a b,NA{end}x\ufeff,\\{end}nan,'"
    assert split(text) == [["1", "Zoë"], ["", ""], ["a b", "NA"], ["x\ufeff", "\\"], ["nan", "'"]]


@pytest.mark.parametrize("delimiter", [";", "\t", "|", " ", "~", ":"])
def test_plain_text_is_split_at_any_delimiter(delimiter: str) -> None:
    assert split(f"1{delimiter}2,5\n{delimiter}\n", 2, delimiter) == [["1", "2,5"], ["", ""]]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_well_formed_quotes_are_split(end: str) -> None:
    text = f'"a, ",""{end}"""",b{end}x,"say ""yes"", no"{end}" ","7"'
    assert split(text) == [["a, ", ""], ['"', "b"], ["x", 'say "yes", no'], [" ", "7"]]


def test_quoted_line_breaks_are_split_and_counted() -> None:
    text = 'a,"b\nc\r\n"\nd,e\n"f \n\n",g\nh,i\n'
    assert split(text) == [["a", "b\nc\r\n"], ["d", "e"], ["f \n\n", "g"], ["h", "i"]]
    found = PlainSplitter(",", 2).split([text])
    assert found is not None
    assert list(found.on_lines(10)) == [10, 13, 14, 17]
    assert found.lines == 8


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("signs", [3, 1 << 16])
def test_lines_are_counted_as_by_python(
    end: str, signs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_records, "_SIGNS_AT_ONCE", signs)
    cells = ["a,b", '"a","b"', '"a\n",b', 'a,"\n\nb"', '"\n","\n"']
    for records in (list(r) for n in (1, 2, 3) for r in product(cells, repeat=n)):
        for text in (end.join(records), end.join([*records, ""])):
            found = PlainSplitter(",", 2).split([text])
            reader = python_csv.reader(io.StringIO(text, newline=""))
            ends = [reader.line_num for _ in reader]
            assert found is not None
            assert list(found.on_lines(5)) == [5 + line for line in [0, *ends[:-1]]]
            assert found.lines == ends[-1]


@pytest.mark.parametrize("columns", [4_096, 4_097, 8_192])
def test_many_columns_are_split_in_their_order(columns: int) -> None:
    """Arrow's reader makes some thousand of them at a time."""
    records = [[f"{row}/{column}" for column in range(columns)] for row in range(3)]
    records[1][-1], records[2][0] = "", 'of "many", the first'
    quoted = ",".join(['"of ""many"", the first"', *records[2][1:]])
    text = "\n".join([*map(",".join, records[:2]), quoted])
    assert split(text + "\n", columns) == records
    assert split(text + ",one more\n", columns) is None
    assert split(text + "\n" + "1," * (columns - 2) + "2\n", columns) is None


@pytest.mark.parametrize(
    "text",
    [
        *('a,b"\n', 'a,"b""\n', 'a,"b"c\n', 'a,"b" \n', 'a, "b"\n', 'a,b"c"\n', '"a","b\n'),
        *('a,""b""\n', '"a\rb",c\n', '"a",b\n\n"c",d\n', '"a",b\n""\n', '"a,b"\n', "a,\0\n"),
        *("a,b\nc\n", "a,b\nc,d,e\n", "a,b\n\nc,d\n", "a,b\n\n", "\na,b\n", "a,b\rc,d\r"),
        *("a,b\r\nc,d\re,f\n", "a,b\n\r\n", "a ,b\n", "a,\tb\n", " a,b\n", "a,b \n", "a,b\t"),
        *("a,b\n  \n", "\ufeffa,b\n", "a,\ud800\n", ""),
    ],
)
def test_unusual_text_is_left_to_the_strict_reader(text: str) -> None:
    assert split(text) is None


def arrays(column: Column) -> Iterator[NDArray[np.generic] | None]:
    """Return all arrays of a column."""
    yield column.values
    yield column.missing
    yield column.cell_decimals
    yield None if column.missing_text is None else column.missing_text[1]
    yield None if column.spellings is None else column.spellings.index
    yield None if column.spellings is None else column.spellings.rounded


def told(data: Dataset) -> list[object]:
    """Return all that a dataset holds, to the bit, as plain objects."""
    found: list[object] = [data.fingerprint, data.first_row, data.notes]
    found.append(None if data.row_numbers is None else data.row_numbers.tolist())
    for c in data.columns:
        odd = c.spellings and (c.spellings.texts, c.spellings.decimal, c.spellings.thousands)
        found += [c.name, c.kind, c.categories, c.decimals, c.date_format, c.stored, odd]
        found += [c.missing_text and c.missing_text[0], c.labels]
        found += [None if a is None else (a.dtype.str, a.tobytes()) for a in arrays(c)]
    return found


def outcome(
    path: Path, options: ReadOptions, strict: bool, block: int
) -> list[object] | tuple[Problem, ...]:
    """Return what reading gives, with the borders of blocks wherever `block` bytes put them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encodings, "text_blocks", lambda *given: text_blocks(*given, block))
        if strict:
            patch.setattr(text_columns, "_FEWEST", 10**9)
        else:
            # So that few cells take the ways of many.
            patch.setattr(csv_records, "_LETTERS_AT_ONCE", 3 * block)
            patch.setattr(csv_records, "_LETTERS_OF_COLUMN", 0)
            patch.setattr(text_columns, "_FEWEST", 0)
            patch.setattr(column_parts, "_FEWEST", 0)
            patch.setattr(column_parts, "_FIRST", 2)
            patch.setattr(cell_grammar, "_FEW", 3)
            patch.setattr(cell_grammar, "_CELLS_AT_ONCE", 4)
        try:
            return told(read_csv(path, options, Job(), frozenset(), strict))
        except Refused as refused:
            return refused.problems


NUMBERS = ["0", "7", "-12", "007", "+5", "3.50", "-0.25", "1e5", "5.", ".5", "-0", "1E-3", "nan"]
NUMBERS += ["1,5", "1.234,5", "12'345", "inf", "1e400", "1e-400", "9007199254740993", "2" * 20]
NUMBERS += ["0.1234567890123456789", "12345678901234567.5", "0.30000000000000004", "5e-324"]
TEXTS = ["", "M", "NA", "Region 1", "naïve €", "x\ufeff", "\ufeffy", "日本", "-", "a.b", "\u00a0"]
DAYS = ["2020-02-29", "2021-02-29", "31.12.1999", "05/06/2020", "25/06/2020", "1.2.2020"]
QUOTED = ['"a"', '"a\nb"', '"x,""y"""', '"', 'a"b', '""', '" 1 "', '"-7"', '"2.50"', '"b,\n\n"']
WHOLE = ["0", "7", "-12", "12", "90071", "-3"]
POINTED = ["0.5", "-1.25", "3", "12.50", "0.000001", "-0", "7.0"]
LONG = [
    *("0.30000000000000004", "12345678.123456789", "-1.1"),
    *("9999999999999999", "0.1000000000000000"),
]
BREAKS = ["\n", "\r", "\r\n", "\n\n", *' \t,;\0\ufeff"', "\n \n", "é", "\ud800"]


@st.composite
def tables(draw: st.DrawFn) -> tuple[bytes, ReadOptions]:
    """Return a file, mostly regular, and how to read it."""
    delimiter = draw(st.sampled_from(",;\t|"))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    kinds = st.sampled_from(
        [NUMBERS, NUMBERS[:6], TEXTS, DAYS, DAYS[:1], QUOTED, WHOLE, WHOLE, POINTED, POINTED, LONG]
    )
    width = draw(st.integers(1, 4))
    records: list[tuple[str, ...]] = []
    # Columns whose first cells say little of the next ones.
    for _ in range(draw(st.integers(1, 3))):
        columns = [st.sampled_from([*draw(kinds), *draw(kinds)[:1]]) for _ in range(width)]
        records += draw(st.lists(st.tuples(*columns), max_size=25))
    if draw(st.booleans()):
        quoted = st.sampled_from([True, True, True, False])
        records = [tuple(f'"{c}"' if draw(quoted) else c for c in record) for record in records]
    header = [f"c{i}" for i in range(width)]
    text = end.join(delimiter.join(cells) for cells in [header, *records])
    text += draw(st.sampled_from([end, end, ""]))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.sampled_from(BREAKS)) + text[place:]
    encoding = draw(st.sampled_from(["utf-8", "utf-8", "utf-8", "utf-16", "cp1252"]))
    raw = text.encode(encoding, "replace")
    if draw(st.booleans()):
        place = draw(st.integers(0, len(raw)))
        raw = raw[:place] + draw(st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff"])) + raw[place:]
    options = ReadOptions(
        encoding=encoding,
        delimiter=delimiter,
        decimal=draw(st.sampled_from(",." if delimiter != "," else ".")),
        missing=draw(st.sampled_from([("",), ("", "NA", "7"), ()])),
        header=draw(st.booleans()),
        skip=draw(st.sampled_from([0, 0, 0, 2])),
        thousands=draw(st.sampled_from(["", "", "'"])),
        dates=draw(st.sampled_from(["", "", "%d.%m.%Y"])),
        neutralised=draw(st.booleans()),
    )
    return raw, options


@examples(100, 2500)
@given(table=tables(), block=st.sampled_from([4, 5, 7, 16, 33, 200, 1 << 16]))
def test_both_readers_give_the_same(
    tmp_path_factory: pytest.TempPathFactory, table: tuple[bytes, ReadOptions], block: int
) -> None:
    raw, options = table
    path = csv(tmp_path_factory.getbasetemp(), raw)
    assert outcome(path, options, False, block) == outcome(path, options, True, block)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.name)
def test_both_readers_give_the_same_of_real_files(path: Path, tmp_path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        path = csv(tmp_path, "".join(islice(file, in_lane(1_000, 10_000))))
    fast = outcome(path, ReadOptions(), False, 4_096)
    assert fast == outcome(path, ReadOptions(), True, 4_096)


def test_every_border_of_blocks_gives_the_same(tmp_path: Path) -> None:
    text = 'a,b,c\r\n1,é,2.50\r\n2,"x\r\ny",3\r\n3,,\r\n\r\n4,日,-1\r\n5, z ,0.1\r\n6,w,1'
    path = csv(tmp_path, text)
    wanted = outcome(path, ReadOptions(), True, 1 << 18)
    assert isinstance(wanted, list)
    for block in range(4, len(text.encode()) + 2):
        assert outcome(path, ReadOptions(), False, block) == wanted


@pytest.mark.parametrize(
    ("line", "code"),
    [
        *(("1,2,3", "rows-ragged"), ('1,"2"3', "quote-stray")),
        *(("1,\0", "text-has-nul"), ("1", "rows-ragged")),
    ],
)
def test_the_line_of_a_fault_far_down(tmp_path: Path, line: str, code: str) -> None:
    good = "12345,some text\n" * 60_000
    path = csv(tmp_path, f"a,b\n{good}{line}\n{good}")
    problem = refusal(path)
    assert (problem.code, problem.where.row) == (code, 60_002)


def test_a_fault_is_found_before_those_behind_it(tmp_path: Path) -> None:
    """Texts are decoded ahead of those that are split."""
    good = "12345,some text\n" * 100_000
    head, fault = f"a,b\n{good}", '1,"2"3\n'
    for behind in (b"\xff\n", b"1,\0\n"):
        path = csv(tmp_path, (head + fault).encode() + good.encode() + behind)
        problem = refusal(path)
        assert (problem.code, problem.where.row) == ("quote-stray", 100_002)


def test_a_fault_behind_good_records_is_found(tmp_path: Path) -> None:
    path = csv(tmp_path, b"a,b\n" + b"12345,some text\n" * 300_000 + b"\xff\n")
    problem = refusal(path)
    assert (problem.code, problem.where.row) == ("encoding-wrong", 300_002)


def test_rows_behind_quoted_line_breaks_keep_their_lines(tmp_path: Path) -> None:
    records = '7,"two\nlines"\n8,one\n' * 60_000
    data = read_csv(csv(tmp_path, f"a,b\n{records}"), ReadOptions(), Job(), frozenset())
    assert data.rows == 120_000
    assert data.columns[0].kind is ColumnKind.INTEGER
    for record in (0, 1, 2, 3, 119_999):
        assert data.row_number(record) == 2 + record + (record + 1) // 2


@pytest.mark.parametrize("first", ["7", "2.50", "2020-01-31", ""])
def test_a_late_text_makes_texts_of_all_cells(tmp_path: Path, first: str) -> None:
    """Cells that were typed before are texts again, letter by letter."""
    path = csv(tmp_path, "a,b\n" + f"{first},x\n" * 400_000 + "007,x\n")
    column = read_csv(path, ReadOptions(), Job(), frozenset()).columns[0]
    assert column.kind is ColumnKind.TEXT
    assert column.categories == tuple(sorted({first, "007"} - {""}))
    assert column.missing[:-1].all() == (first == "")
    assert column.categories[column.values[-1]] == "007"


def test_a_quoted_file_goes_through_arrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = watch_splitting(monkeypatch)
    path = csv(tmp_path, '"a","b"\n' + '"12","say ""x"", y"\n' * 300_000)
    data = read_csv(path, ReadOptions(), Job(), frozenset())
    assert data.columns[1].categories == ('say "x", y',)
    assert sum(found) == data.rows == 300_000


def watch_splitting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the number of records that Arrow's reader split each time."""
    found: list[int] = []
    split_by = PlainSplitter.split

    def split(self: PlainSplitter, texts: Sequence[str]) -> PlainRecords | None:
        made = split_by(self, texts)
        found.append(len(made.cells[0]) if made else 0)
        return made

    monkeypatch.setattr(PlainSplitter, "split", split)
    return found


def test_most_of_a_file_with_an_odd_quote_goes_through_arrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in records, since a slow way that gives the same would not be noticed."""
    found = watch_splitting(monkeypatch)
    good = "12345,some text\n" * 250_000
    data = read_csv(
        csv(tmp_path, f'"a","b"\n{good}1,5" x\n{good}'), ReadOptions(), Job(), frozenset()
    )
    assert data.rows == 500_001
    # The strict reader splits what may belong to a quoted cell: twice as much as is split at once.
    assert sum(found) > 500_001 - 5_000_000 / 16
