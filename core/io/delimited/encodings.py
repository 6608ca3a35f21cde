"""Text encodings: which are known, and decoding a file block by block."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from core.errors import Problem, Refused, Where

BLOCK_BYTES = 1 << 18

# Codecs of Python that are no encodings of files, or that differ between machines.
_NOT_OF_FILES = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
)

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def known_encoding(name: str) -> bool:
    """Tell whether `name` is an encoding that text files have."""
    try:
        "a".encode(name)
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return False
    return found.replace("_", "-") not in _NOT_OF_FILES


def checked_encoding(name: str) -> str:
    """Return `name`; raise `Refused` if it is no known encoding."""
    if not known_encoding(name):
        raise Refused(Problem("encoding-unknown", params={"encoding": name}))
    return name


def marked_encoding(head: bytes) -> str | None:
    """Return the encoding that a byte order mark at the beginning tells, if there is one."""
    return next((name for mark, name in BYTE_ORDER_MARKS if head.startswith(mark)), None)


def _codec(encoding: str, head: bytes) -> str:
    """Name the byte order where the encoding leaves it open: the mark's, else little-endian."""
    name = codecs.lookup(checked_encoding(encoding)).name
    if name not in ("utf-16", "utf-32"):
        return name
    marked = marked_encoding(head)
    return marked if marked and marked.startswith(name) else f"{name}-le"


def _line_of(text: str) -> int:
    """Return how many lines end in `text`."""
    return text.count("\n") or text.count("\r")


def text_blocks(
    handle: BinaryIO,
    path: Path,
    encoding: str,
    seen: Callable[[bytes], None],
    size: int = BLOCK_BYTES,
) -> Iterator[str]:
    """Yield the file's text without byte order mark, in blocks that are cut anywhere.

    Parameters
    ----------
    handle, path, encoding : binary file, Path and str
        The file, at its beginning, and how it is encoded.
    seen : callable
        Called with the raw bytes of each block before they are decoded.
    size : int
        Bytes of a block.

    Raises
    ------
    Refused
        If the encoding is unknown or the bytes do not fit it, with the row.
    """
    decode = _decoder(path, encoding, raw := handle.read(size))
    while True:
        seen(raw)
        following = handle.read(size)
        yield decode(raw, not following)
        if not following:
            return
        raw = following


def _decoder(path: Path, encoding: str, head: bytes) -> Callable[[bytes, bool], str]:
    """Return what decodes block after block, and says on which row that fails."""
    decoder = codecs.getincrementaldecoder(_codec(encoding, head))("strict")
    lines, first = 1, True

    def decode(raw: bytes, final: bool) -> str:
        nonlocal lines, first
        try:
            text = decoder.decode(raw, final)
        except UnicodeError as error:
            raise _undecodable(path, encoding, lines, error) from None
        lines += _line_of(text)
        if first:
            text, first = text.lstrip("\ufeff"), False
        return text

    return decode


def _undecodable(path: Path, encoding: str, line: int, error: UnicodeError) -> Refused:
    """Say on which row the text stops fitting its encoding."""
    if isinstance(error, UnicodeDecodeError):
        good = error.object[: error.start].decode(error.encoding, errors="replace")
        line += _line_of(good)
    problem = Problem("encoding-wrong", Where(row=line), {"file": path.name, "encoding": encoding})
    return Refused(problem)
