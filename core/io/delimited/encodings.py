"""Text encodings: the accepted ones, and decoding of files block by block."""

from __future__ import annotations

import codecs
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from core.errors import Problem, Refused, Where
from core.io.files.input_files import readable
from core.jobs import Job
from core.model import Fingerprint

BLOCK_BYTES = 1 << 18

# Python codecs that are not file encodings or differ between machines.
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


def is_encoding(name: str) -> bool:
    """Check whether `name` is an encoding of text files."""
    try:
        "a".encode(name)
        codec_name = codecs.lookup(name).name
    except (LookupError, ValueError):
        return False
    return codec_name.replace("_", "-") not in _NOT_OF_FILES


def check_encoding(name: str) -> str:
    """Return `name`; raise `Refused` if it is not a known encoding."""
    if not is_encoding(name):
        raise Refused(Problem("encoding-unknown", params={"encoding": name}))
    return name


def detect_mark(head: bytes) -> str | None:
    """Read the encoding given by a byte order mark, or ``None`` without one."""
    return next((name for mark, name in BYTE_ORDER_MARKS if head.startswith(mark)), None)


def _line_of(text: str) -> int:
    """Count the line ends in `text`."""
    return text.count("\n") or text.count("\r")


def text_blocks(
    handle: BinaryIO,
    path: Path,
    encoding: str,
    count_block: Callable[[bytes], None],
    size: int = BLOCK_BYTES,
) -> Iterator[str]:
    """Yield the file's text without byte order mark, in arbitrary blocks.

    Parameters
    ----------
    handle, path, encoding : binary file, Path and str
        The file, at its start, its path and its encoding.
    count_block : callable
        Called with the raw bytes of each block before decoding.
    size : int
        Block size in bytes.

    Raises
    ------
    Refused
        If the encoding is unknown or does not fit the bytes, with the row.
    """
    start = handle.tell()
    raw = handle.read(size)
    codec = codecs.lookup(check_encoding(encoding)).name
    if codec in ("utf-16", "utf-32"):
        # The byte order is that of the mark, else little-endian.
        marked = detect_mark(raw)
        codec = marked if marked and marked.startswith(codec) else f"{codec}-le"
    new_decoder = codecs.getincrementaldecoder(codec)
    decoder = new_decoder("strict")
    blocks = 0
    while True:
        count_block(raw)
        following = handle.read(size)
        try:
            text = decoder.decode(raw, not following)
        except UnicodeError as error:
            # Lines are not counted before, because few files have such a fault.
            handle.seek(start)
            good = (handle.read(size) for _ in range(blocks))
            line = 1 + sum(_line_of(text) for text in map(new_decoder().decode, good))
            if isinstance(error, UnicodeDecodeError):
                text_before = error.object[: error.start].decode(error.encoding, errors="replace")
                line += _line_of(text_before)
            problem = Problem(
                "encoding-wrong", Where(row=line), {"file": path.name, "encoding": encoding}
            )
            raise Refused(problem) from None
        yield text if blocks else text.lstrip("\ufeff")
        if not following:
            return
        raw, blocks = following, blocks + 1


class HashedText:
    """The text of an open file, in blocks that are hashed as they are read.

    Parameters
    ----------
    handle, path, encoding : binary file, Path and str
        As for `text_blocks`.
    job : Job
        Enters the phase ``reading``.
    """

    def __init__(self, handle: BinaryIO, path: Path, encoding: str, job: Job) -> None:
        job.start_phase("reading", os.fstat(handle.fileno()).st_size)
        self._name, self._job = readable(path.name), job
        self._digest, self._size = hashlib.sha256(), 0
        self.blocks = text_blocks(handle, path, encoding, self._count)

    def _count(self, raw: bytes) -> None:
        self._digest.update(raw)
        self._size += len(raw)
        self._job.update(self._size)

    def fingerprint(self) -> Fingerprint:
        """Compute the fingerprint of what was read so far."""
        return Fingerprint(self._name, self._size, self._digest.hexdigest())
