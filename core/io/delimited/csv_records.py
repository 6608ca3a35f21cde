"""Splits the text of a CSV file into records with Python's `csv` module.

Text that is read in whole chunks may also be split by Arrow's reader, see `plain_records`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

import core.io.pyarrow_alone  # noqa: F401 - before the first array
from core.array_types import Ints
from core.errors import Problem, Refused, Where
from core.io.columns.column_names import MOST_COLUMNS
from core.io.columns.column_parts import Part
from core.io.delimited.last_lines import Tail, without_last_lines
from core.io.delimited.plain_records import PlainRecords, PlainSplitter
from core.io.delimited.splitting_ahead import TextQueue, split_ahead

# A longer cell or line indicates a quote that was never closed.
LONGEST_CELL = 16_000_000
_RAGGED_KEPT = 5
# Batches small enough to become arrays before the garbage collector scans them.
_ROWS_AT_ONCE = 300
# Letters that Arrow's reader splits at once, twice as many of many columns, and at least so many
# of each column: it takes its time for each call, and in a wide table for each column, but cannot
# be cancelled meanwhile.
_LETTERS_AT_ONCE = 2_000_000
_MANY_COLUMNS = 100
_LETTERS_OF_COLUMN = 500
# With more columns, most of the time goes into steps of the interpreter, which threads do one by
# one, and each batch takes much memory.
_COLUMNS_IN_THREADS = 1_000

Rows = tuple[int, list[list[str]]]
# Cells of a column, or what was made of them.
Piece: TypeAlias = "pa.Array | Part"
# The line of each record, and the cells by column.
Chunk = tuple[Sequence[int] | Ints, list[Piece]]

csv.field_size_limit(LONGEST_CELL)


class RecordCutter:
    """Splits text into records and counts those with another number of cells.

    Attributes
    ----------
    columns : int
        Number of cells in the first record; 0 before it is read.
    ragged : int
        Number of records with another number of cells.
    """

    def __init__(self, path: Path, delimiter: str, skip: int = 0, skip_end: int = 0) -> None:
        self._path = path
        self._skip, self._skip_end = skip, skip_end
        self.tail = Tail()
        self._delimiter = delimiter
        blanks = " \t".replace(delimiter, "")
        self._tidy, self._cell = _patterns(re.escape(delimiter), f"[{blanks}]")
        ends = (delimiter, "\n", "\r")
        self._edges = [pair for b in blanks for end in ends for pair in (b + end, end + b)]
        self._blanks, self._signs = tuple(blanks), (*blanks, *ends)
        self._within = False  # whether a quoted cell continues
        self._number = 0  # lines read so far
        self._blank: list[int] = []  # blank lines since the last record
        self._ragged_lines: list[int] = []
        self._splitter: PlainSplitter | None = None
        self.columns = self.ragged = 0

    def records(self, blocks: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield each record with its first line, including ragged records.

        Blanks (spaces and tabs) around a cell are removed unless they are quoted. A record ends
        with LF, CR LF or CR. Blank lines are skipped, but in a text with one column those between
        records are empty cells.

        Raises
        ------
        Refused
            If the text is malformed.
        """
        texts = self._skip_lines(blocks)
        for text in texts:
            for line, rows in self._rows(text, texts):
                yield from self._check_widths(line, rows)

    def chunks(
        self,
        blocks: Iterable[str],
        strict: bool = False,
        make_pieces: Callable[[list[pa.Array]], list[Piece]] = list,
    ) -> Iterator[Chunk]:
        """Yield complete records with their lines, many at a time.

        The first chunk starts with the first record. Otherwise like `records`.

        Parameters
        ----------
        blocks : iterable of str
            The text, in any parts.
        strict : bool
            Whether all of it goes through the `csv` module, which Arrow's reader replaces where it
            gives the same cells.
        make_pieces : callable
            Makes what is yielded of the cells of some records, in any thread. It is called once the
            chunk with the first record has been yielded.
        """
        texts = TextQueue(_first_line_alone(self._skip_lines(blocks)))

        def split(batch: Sequence[str]) -> tuple[PlainRecords, list[Piece]] | None:
            usable = not strict and max(map(len, batch)) <= LONGEST_CELL
            plain_records = self._splitter.split(batch) if usable and self._splitter else None
            return (
                None if plain_records is None else (plain_records, make_pieces(plain_records.cells))
            )

        for batch, plain_records in split_ahead(
            texts, lambda: self._next_batch(texts, strict), split
        ):
            if plain_records is None:
                for lines, cells in self._strict_chunks(batch, texts):
                    yield lines, make_pieces(cells)
                continue
            records, pieces = plain_records
            yield records.on_lines(self._number + 1), pieces
            self._number += records.lines

    def _next_batch(self, texts: TextQueue, strict: bool) -> tuple[list[str], bool]:
        """Take successive texts; return also whether another thread splits them meanwhile.

        Those that are certain to need the strict reader are taken one by one, and quotes are kept
        together with those that close them.
        """
        batch: list[str] = []
        letters = quotes = 0
        while letters < self._letters_at_once() * (1 + quotes % 2):
            text = texts.following(has_earlier=bool(batch))
            if text is None:
                break
            if strict or self.columns < 2 or "\0" in text or len(text) > LONGEST_CELL:
                if not batch:
                    return [text], False
                texts.put_back([text])
                break
            batch.append(text)
            letters += len(text)
            quotes += text.count('"') if '"' in text else 0
        if batch and self._splitter is None:
            self._splitter = PlainSplitter(self._delimiter, self.columns)
        return batch, self.columns <= _COLUMNS_IN_THREADS

    def _letters_at_once(self) -> int:
        fewest = _LETTERS_AT_ONCE * (2 if self.columns > _MANY_COLUMNS else 1)
        return max(fewest, _LETTERS_OF_COLUMN * self.columns)

    def _strict_chunks(self, texts: Iterable[str], following: Iterator[str]) -> Iterator[Chunk]:
        """Yield the complete records that the `csv` module makes, some hundred at a time."""
        lines: list[int] = []
        records: list[list[str]] = []
        remaining = iter(texts)
        following = chain(remaining, following)
        for line, rows in (
            line_and_rows for text in remaining for line_and_rows in self._rows(text, following)
        ):
            if len(rows) > 1 and set(map(len, rows)) == {self.columns}:
                if records:
                    yield lines, columns_of(records)
                    lines, records = [], []
                yield range(line, line + len(rows)), columns_of(rows)
                continue
            for number, record in self._check_widths(line, rows):
                if len(record) == self.columns:
                    lines.append(number)
                    records.append(record)
            if len(records) >= _ROWS_AT_ONCE:
                yield lines, columns_of(records)
                lines, records = [], []
        if records:
            yield lines, columns_of(records)

    def _check_widths(self, line: int, rows: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
        """Yield the records of some lines, without blank ones."""
        for number, record in enumerate(rows, start=line):
            if not record:
                self._blank.append(number)
                continue
            if not self.columns:
                self._begin(record)
            elif self.columns == 1:
                yield from ((empty, [""]) for empty in self._blank)
            self._blank.clear()
            if len(record) != self.columns:
                self._count_ragged(number)
            yield number, record

    def describe_ragged(self) -> Problem:
        """Build the problem of ragged records, with their number and the first rows."""
        return Problem(
            "rows-ragged",
            Where(row=self._ragged_lines[0]),
            {"count": self.ragged, "columns": self.columns, "rows": tuple(self._ragged_lines)},
        )

    def _begin(self, record: list[str]) -> None:
        self.columns = len(record)
        if self.columns > MOST_COLUMNS:
            params = {"file": self._path.name, "count": self.columns, "most": MOST_COLUMNS}
            raise Refused(Problem("columns-too-many", params=params))

    def _count_ragged(self, line: int) -> None:
        self.ragged += 1
        if self.ragged <= _RAGGED_KEPT:
            self._ragged_lines.append(line)

    def _rows(self, text: str, following: Iterator[str]) -> Iterator[Rows]:
        """Yield the records of a text by the `csv` module; a blank line is an empty record.

        The last record may continue in the texts that follow.
        """
        plain = '"' not in text and "\0" not in text and not self._has_padding(text)
        if plain and self.columns > 1:
            yield from self._plain_rows(text)
        else:
            yield from self._split_quoted(chain([text], following))

    def _skip_lines(self, blocks: Iterable[str]) -> Iterator[str]:
        """Yield whole lines without those to skip."""
        texts = without_last_lines(whole_lines(blocks, self._path), self._skip_end)
        for text in self.tail.watch(texts):
            while self._number < self._skip and text:
                head = io.StringIO(text, newline="").readline()
                text = text[len(head) :]
                self._number += 1
            yield text

    def _plain_rows(self, text: str) -> Iterator[Rows]:
        """Yield the records of a text without quoted line breaks, some hundred at a time."""
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self._delimiter, strict=True)
        try:
            while rows := list(islice(reader, _ROWS_AT_ONCE)):
                yield self._number + 1, rows
                self._number += len(rows)
        except csv.Error as error:
            raise self._refuse(_code(error), self._number + 1) from None

    def _split_quoted(self, texts: Iterator[str]) -> Iterator[Rows]:
        """Yield the records of the first text; the last may continue in the next text."""
        reader = csv.reader(self._lines(texts), delimiter=self._delimiter, strict=True)
        while True:
            line, self._within = self._number + 1, False
            try:
                record = next(reader, None)
            except csv.Error as error:
                code = _code(error)
                raise self._refuse(code, self._number if code == _STRAY else line) from None
            if record is None:
                return
            yield line, [record]

    def _lines(self, texts: Iterator[str]) -> Iterator[str]:
        """Yield lines with their ends, without padding, until a record ends with a text."""
        for text in texts:
            trims = self._has_padding(text)
            for line in io.StringIO(text, newline=""):
                self._number += 1
                if "\0" in line:
                    raise self._refuse("text-has-nul", self._number)
                trimmed = self._trim(line) if trims else line
                self._within = True
                yield trimmed
            if not self._within:
                return

    def _has_padding(self, text: str) -> bool:
        """Check whether there may be blanks around a cell of some lines."""
        if text.startswith(self._blanks) or text.endswith(self._blanks):
            return True
        # A single character is found much faster than a pair.
        there = {sign: sign in text for sign in self._signs}
        return any(there[edge[0]] and there[edge[1]] and edge in text for edge in self._edges)

    def _trim(self, line: str) -> str:
        # The rest of a quoted cell, preceded by a quote, is itself a quoted cell.
        quote = '"' if self._within else ""
        text = quote + line
        if self._tidy.fullmatch(text):
            return line
        return self._cell.sub(r"\1\2", text)[len(quote) :]

    def _refuse(self, code: str, line: int) -> Refused:
        return Refused(Problem(code, Where(row=line), {"file": self._path.name}))


_STRAY = "quote-stray"
# The start of the csv module's message.
_LONG = "field larger"


def whole_lines(blocks: Iterable[str], path: Path) -> Iterator[str]:
    """Yield the text in blocks of whole lines.

    Raises
    ------
    Refused
        If a line is longer than `LONGEST_CELL` characters.
    """
    partial_line, line_count = "", 0
    for block in blocks:
        text = partial_line + block
        # A CR at the end may be the first half of a CR LF.
        end = max(text.rfind("\n"), text.rfind("\r", 0, -1)) + 1
        partial_line = text[end:]
        yield text[:end]
        line_count += text.count("\n", 0, end) or text.count("\r", 0, end)
        if len(partial_line) > LONGEST_CELL:
            position = Where(row=line_count + 1)
            raise Refused(Problem("line-too-long", position, {"file": path.name}))
    yield partial_line


def _first_line_alone(texts: Iterable[str]) -> Iterator[str]:
    """Yield the texts, the first line by itself."""
    remaining = iter(texts)
    for text in remaining:
        end = text.find("\n") + 1
        if end:
            yield text[:end]
            yield text[end:]
            break
        yield text
    yield from remaining


def columns_of(records: Iterable[Sequence[str]]) -> list[pa.Array]:
    """Turn the cells of records into columns."""
    return [pa.array(cells, pa.string()) for cells in zip(*records, strict=True)]


def _code(error: csv.Error) -> str:
    """Find the problem code for an error of the `csv` module."""
    if str(error).startswith(_LONG):
        return "record-too-long"
    return "quote-unclosed" if "end of data" in str(error) else _STRAY


def _patterns(delimiter: str, blank: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Build the pattern of lines without blanks around cells, and of a cell with such blanks.

    In the second pattern the blanks are outside of the groups. A quoted cell may continue on the
    next line. In a malformed cell only the blanks before the quote match, so that it stays
    malformed.

    Only single characters are repeated possessively, because Python below 3.11.5 mishandles groups.
    """
    quoted = r'"[^"]*+(?:""[^"]*+)*(?:"(?!")|\Z)'
    end = rf"[{delimiter}\r\n]|\Z"
    bare = rf'(?!")(?:[^{delimiter}\r\n \t]++|{blank}++(?!{end}))*'
    tidy = f"(?:{quoted}|(?!{blank}){bare})"
    return (
        re.compile(rf"{tidy}(?:{delimiter}{tidy})*[\r\n]*+"),
        re.compile(rf'(^|{delimiter}){blank}*+(?:({quoted}|{bare}){blank}*+(?={end})|(?="))'),
    )
