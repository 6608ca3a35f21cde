"""Guesses the encoding of a text file."""

from __future__ import annotations

import os
from pathlib import Path

from charset_normalizer import from_bytes

from core.io.delimited.encodings import detect_mark, is_encoding
from core.io.files.input_files import open_input
from core.io.findings import Guess

_HEAD_BYTES = 1 << 20
_PIECE_BYTES = 1 << 17
_PIECES = 16

# The suggestion uses only bytes beyond ASCII and their context.
_AROUND = 40
_SUGGESTION_BYTES = 1 << 13

# Bytes that the western Windows code page does not use.
_NOT_CP1252 = frozenset(b"\x81\x8d\x8f\x90\x9d")

# A suggestion is only accepted if it is one of the usual code pages of tables.
_USUAL = ("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "iso8859-2", "iso8859-7", "iso8859-9")
_USUAL_ASIAN = ("shift-jis", "gb18030", "big5", "euc-kr", "euc-jp", "cp932", "koi8-r")


def guess_encoding(path: Path) -> tuple[str, Guess]:
    """Guess an encoding with the reason; raise `Refused` if the file cannot be read.

    In order of precedence: a byte order mark; NUL bytes at every other position (UTF-16); valid
    UTF-8; a suggested code page, which the user should check.
    """
    pieces, complete = _pieces(path)
    marked = detect_mark(pieces[0])
    if marked:
        return _guess(marked, "guess-encoding-mark")
    wide = _wide(pieces[0])
    if wide:
        return _guess(wide, "guess-encoding-nul")
    if all(piece.isascii() for piece in pieces):
        return _guess("utf-8", "guess-encoding-ascii" if complete else "guess-encoding-ascii-part")
    if all(_is_utf8(piece, start=i == 0) for i, piece in enumerate(pieces)):
        return _guess("utf-8", "guess-encoding-valid")
    return _guess(_suggest(b"".join(pieces)), "guess-encoding-suggested")


def _guess(encoding: str, code: str) -> tuple[str, Guess]:
    return encoding, Guess("encoding", code, {"encoding": encoding}, encoding)


def _pieces(path: Path) -> tuple[list[bytes], bool]:
    """Read the start of a file and, of a long file, pieces spread evenly over the rest."""
    with open_input(path) as handle:
        size = os.fstat(handle.fileno()).st_size
        pieces = [handle.read(_HEAD_BYTES)]
        n_further = size - len(pieces[0])
        if n_further <= _PIECES * _PIECE_BYTES:
            pieces[0] += handle.read(n_further)
            return pieces, True
        for i in range(_PIECES):
            handle.seek(_HEAD_BYTES + (n_further - _PIECE_BYTES) * i // (_PIECES - 1))
            pieces.append(handle.read(_PIECE_BYTES))
    return pieces, False


def _wide(head: bytes) -> str | None:
    """Find the UTF-16 variant indicated by NUL bytes, or ``None``."""
    half = len(head) // 2
    if half < 2:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 0.4 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None


def _is_utf8(piece: bytes, start: bool) -> bool:
    """Check whether a piece is UTF-8, apart from characters cut at its ends."""
    begin = 0
    while not start and begin < min(3, len(piece)) and piece[begin] & 0xC0 == 0x80:
        begin += 1
    try:
        piece[begin:].decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and error.end == len(piece) - begin
    return True


def _suggest(text: bytes) -> str:
    """Guess a code page suggested from the context of the first bytes beyond ASCII."""
    near = bytearray()
    start = 0
    while len(near) < _SUGGESTION_BYTES and start < len(text):
        following = next((i for i in range(start, len(text)) if text[i] > 127), None)
        if following is None:
            break
        near += text[max(start, following - _AROUND) : following + _AROUND] + b"\n"
        start = following + _AROUND
    best = from_bytes(bytes(near)).best()
    encoding = best.encoding.replace("_", "-") if best else ""
    # If both give the same text, the western code page is more likely.
    if _decodes(text, "cp1252") and _decodes(text, encoding):
        encoding = "cp1252" if text.decode(encoding) == text.decode("cp1252") else encoding
    if encoding in (*_USUAL, *_USUAL_ASIAN) and is_encoding(encoding) and _decodes(text, encoding):
        return encoding
    return "latin-1" if _NOT_CP1252 & set(text) else "cp1252"


def _decodes(text: bytes, encoding: str) -> bool:
    try:
        text.decode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True
