"""Cutting text into records, against a reader that goes letter by letter."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.io.delimited.csv_records import RecordCutter
from tests.lanes import examples


class Malformed(Exception):  # noqa: N818
    pass


def expected(text: str, sign: str) -> list[list[str]]:
    """Cut a text into records; a blank line is one without cells."""
    records, at = [], 0
    while at < len(text):
        record, begin = [], at
        while True:
            cell, at = expected_cell(text, at, sign)
            record.append(cell)
            if text[at : at + 1] != sign:
                break
            at += 1
        records.append([] if record == [""] and '"' not in text[begin:at] else record)
        at += 2 if text[at : at + 2] == "\r\n" else 1
    return records


def expected_cell(text: str, at: int, sign: str) -> tuple[str, int]:
    """Return the cell that begins at a place, and where it ends."""
    blanks = " \t".replace(sign, "")
    while text[at : at + 1] and text[at] in blanks:
        at += 1
    begin, cell = at, ""
    if text[at : at + 1] == '"':
        at += 1
        while text[at : at + 1] != '"' or text[at : at + 2] == '""':
            if at >= len(text):
                raise Malformed("quote-unclosed")
            cell += text[at]
            at += 2 if text[at] == '"' else 1
        at += 1
        while text[at : at + 1] and text[at] in blanks:
            at += 1
        if text[at : at + 1] and text[at] not in sign + "\r\n":
            raise Malformed("quote-stray")
        return cell, at
    while text[at : at + 1] and text[at] not in sign + "\r\n":
        at += 1
    return text[begin:at].rstrip(blanks), at


@examples(150)
@given(
    text=st.text(st.sampled_from('ab""" \t\n\r,,;'), max_size=16),
    sign=st.sampled_from(",;\t a"),
    place=st.integers(0, 16),
)
def test_records_are_those_of_a_plain_reader(text: str, sign: str, place: int) -> None:
    found: list[list[str]] | str
    wanted: list[list[str]] | str
    cutter = RecordCutter(Path("t.csv"), sign)
    try:
        found = [record for _, record in cutter.records([text[:place], text[place:]])]
    except Refused as refused:
        found = refused.problems[0].code
    try:
        wanted = without_blank_lines(expected(text, sign))
    except Malformed as fault:
        wanted = str(fault)
    assert found == wanted


@examples(100)
@given(
    blocks=st.lists(
        st.text(st.sampled_from('ab12,,;\n\n\r" \t'), max_size=40), min_size=1, max_size=4
    ),
    skip=st.integers(0, 3),
)
def test_chunks_are_the_whole_records_with_their_lines(blocks: list[str], skip: int) -> None:
    """Held against the records of the text in one piece, which the csv module makes one by one."""
    text = "x,y\n" * (skip + 1) + "1,2\n" * 3 + "\n".join(blocks)
    cutter, singly = RecordCutter(Path("t.csv"), ",", skip), RecordCutter(Path("t.csv"), ",", skip)
    found: list[tuple[int, list[str]]] | tuple[object, object]
    wanted: list[tuple[int, list[str]]] | tuple[object, object]
    try:
        pieces = [text[:20], text[20:23], text[23:]]
        chunks = cutter.chunks(pieces)
        found = [
            (line, list(record))
            for lines, columns in chunks
            for line, *record in zip(lines, *(cells.to_pylist() for cells in columns), strict=True)
        ]
    except Refused as refused:
        found = (refused.problems[0].code, refused.problems[0].where.row)
    try:
        wanted = [
            (number, record)
            for number, record in singly.records([text])
            if len(record) == singly.columns
        ]
    except Refused as refused:
        wanted = (refused.problems[0].code, refused.problems[0].where.row)
    assert found == wanted
    assert isinstance(found, tuple) or cutter.ragged == singly.ragged


def without_blank_lines(records: list[list[str]]) -> list[list[str]]:
    """Leave out blank lines, in a text of one column only those before and behind the records."""
    filled = [i for i, record in enumerate(records) if record]
    if not filled or len(records[filled[0]]) > 1:
        return [records[i] for i in filled]
    return [record or [""] for record in records[filled[0] : filled[-1] + 1]]
