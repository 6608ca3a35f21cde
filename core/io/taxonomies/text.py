"""Loads a taxonomy file as text and cuts it into records."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from core.errors import Refused
from core.io.csv_records import RecordCutter
from core.io.csv_sample import Sample
from core.io.encodings import marked_encoding
from core.io.file_signs import refuse_other_kinds
from core.io.guess_delimiter import CANDIDATES, guess_delimiter
from core.io.opening import watched
from core.io.taxonomies.draft import refused

MOST_BYTES = 64 << 20

Records = list[tuple[int, tuple[str, ...]]]


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A taxonomy file in memory: its bytes, and its text without a byte order mark."""

    path: Path
    raw: bytes
    text: str

    @property
    def lines(self) -> list[str]:
        """The text's lines, ended by LF, CR LF or CR."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def load(path: Path) -> Loaded:
    """Read a whole file; raise `Refused` if it is too large or no UTF-8 (or marked) text."""
    with watched(path) as handle:
        refuse_other_kinds(handle, path)
        raw = handle.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise refused("taxonomy-too-large", path, most=MOST_BYTES >> 20)
    return Loaded(path, raw, _decoded(raw, path))


def _decoded(raw: bytes, path: Path) -> str:
    encoding = marked_encoding(raw) or "utf-8"
    if encoding == "utf-8" and raw.lstrip().startswith(b"<"):
        # XML says itself how it is encoded; as text only its beginning is looked at.
        return raw.decode("latin-1")
    try:
        text = codecs.decode(raw, encoding)
    except UnicodeDecodeError as error:
        good = codecs.decode(raw[: error.start], encoding, "replace")
        row = 1 + (good.count("\n") or good.count("\r"))
        raise refused("taxonomy-encoding", path, row) from None
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise refused("text-has-nul", path, 1 + text[: text.index("\0")].count("\n"))
    if not text.strip():
        raise refused("taxonomy-empty", path)
    return text


def records(loaded: Loaded) -> Records:
    """Cut delimited text into records, with the line on which each begins.

    Records whose cells are all empty are left out.

    Raises
    ------
    Refused
        If rows differ in their number of cells or a quote is not closed.
    """
    text = loaded.text.encode("utf-8")
    delimiter, _ = guess_delimiter(Sample(text, True), loaded.path.name)
    cutter = RecordCutter(loaded.path, delimiter)
    found = [
        (int(line), batch.record(i))
        for batch in cutter.batches([(text, True)])
        for i, line in enumerate(batch.lines.tolist())
    ]
    if cutter.ragged:
        raise Refused(cutter.ragged_problem())
    return [(line, cells) for line, cells in found if any(cells)]


def header_of(loaded: Loaded) -> tuple[str, ...]:
    """Return the cells of the first line that is not blank, in lower case."""
    first = next((line for line in loaded.lines if line.strip()), "")
    sign = next((sign for sign in CANDIDATES if sign in first), ",")
    return tuple(cell.strip().strip('"').strip().lower() for cell in first.split(sign))
