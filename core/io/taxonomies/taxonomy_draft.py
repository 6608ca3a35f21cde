"""Taxonomy files as text, their kinds, and drafts: what they contain, unchecked."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from core.errors import Problem, Refused, Where
from core.io.delimited.encodings import detect_mark
from core.io.files.input_files import open_watched
from core.io.signatures import refuse_other_kinds

MOST_BYTES = 64 << 20


class TaxonomyKind(StrEnum):
    """How a file represents the hierarchy."""

    PARENTS = "category-parent"
    """A row for each category and parent: ``category,parent``."""

    LEVELS = "levels"
    """A row for each leaf, with what it is at each level: ``value;level 1;...;*``."""

    INDENTED = "indented"
    """A line for each category, indented below its parent."""

    CODES = "codes"
    """A code in each line; it lies below the longest other code that it begins with."""

    SKOS = "skos"
    """SKOS concepts in RDF/XML."""

    OWL = "owl"
    """OWL or RDFS classes and individuals in RDF/XML."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A category with one parent, or without one (the root).

    `row` is its line in the file, if known.
    """

    name: str
    parent: str | None
    row: int | None


@dataclass(frozen=True, slots=True)
class TaxonomyDraft:
    """Entries in the order of siblings, and labels of categories by language."""

    entries: Sequence[Entry]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def refuse_taxonomy(code: str, path: Path, row: int | None = None, **params: object) -> Refused:
    """Build the exception for a problem of a taxonomy file."""
    return Refused(Problem(code, Where(row=row), {"file": path.name, **params}))


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A taxonomy file in memory: its bytes, and its text without byte order mark."""

    path: Path
    raw: bytes
    text: str

    @property
    def lines(self) -> list[str]:
        """The text's lines, ended by LF, CR LF or CR."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def load(path: Path) -> Loaded:
    """Read a file's content; raise `Refused` if it is too large or not UTF-8 (or marked) text."""
    with open_watched(path) as handle:
        refuse_other_kinds(handle, path)
        raw = handle.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise refuse_taxonomy("taxonomy-too-large", path, most=MOST_BYTES >> 20)
    return Loaded(path, raw, _decode(raw, path))


def _decode(raw: bytes, path: Path) -> str:
    encoding = detect_mark(raw) or "utf-8"
    if encoding == "utf-8" and raw.lstrip().startswith(b"<"):
        # XML declares its own encoding; only its start is examined as text.
        return raw.decode("latin-1")
    try:
        text = codecs.decode(raw, encoding)
    except UnicodeDecodeError as error:
        good = codecs.decode(raw[: error.start], encoding, "replace")
        row = 1 + (good.count("\n") or good.count("\r"))
        raise refuse_taxonomy("taxonomy-encoding", path, row) from None
    text = text.lstrip("\ufeff")
    if "\0" in text:
        raise refuse_taxonomy("taxonomy-not-text", path, 1 + text[: text.index("\0")].count("\n"))
    if not text.strip():
        raise refuse_taxonomy("taxonomy-empty", path)
    return text
