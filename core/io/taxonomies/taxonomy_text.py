"""Loads taxonomy files as text."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from core.io.delimited.encodings import marked_encoding
from core.io.files.input_files import watched
from core.io.signatures import refuse_other_kinds
from core.io.taxonomies.taxonomy_draft import refused

MOST_BYTES = 64 << 20


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
    """Return a file's content; raise `Refused` if it is too large or not UTF-8 (or marked) text."""
    with watched(path) as handle:
        refuse_other_kinds(handle, path)
        raw = handle.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise refused("taxonomy-too-large", path, most=MOST_BYTES >> 20)
    return Loaded(path, raw, _decoded(raw, path))


def _decoded(raw: bytes, path: Path) -> str:
    encoding = marked_encoding(raw) or "utf-8"
    if encoding == "utf-8" and raw.lstrip().startswith(b"<"):
        # XML declares its own encoding; only its start is examined as text.
        return raw.decode("latin-1")
    try:
        text = codecs.decode(raw, encoding)
    except UnicodeDecodeError as error:
        good = codecs.decode(raw[: error.start], encoding, "replace")
        row = 1 + (good.count("\n") or good.count("\r"))
        raise refused("taxonomy-encoding", path, row) from None
    text = text.lstrip("\ufeff")
    if "\0" in text:
        raise refused("taxonomy-not-text", path, 1 + text[: text.index("\0")].count("\n"))
    if not text.strip():
        raise refused("taxonomy-empty", path)
    return text
