"""Damages files: bytes anywhere, and the parts that a kind of file is made of."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable
from random import Random

ODD_BYTES = (0, 1, 0x7F, 0x80, 0xFF, ord('"'), ord(","), ord("\n"), ord("\r"), ord("<"), ord("&"))
ODD_TEXTS = (
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\n\n\n", b'"', b'""', b"\0" * 9, b"9" * 400, b"-"),
    *(b"1e999", b"NaN", b"inf", b"0000-00-00", b"\xed\xa0\x80", b"&amp;", b"<![CDATA[", b"]]>"),
    *(
        b"{",
        b"]",
        b" " * 70_000,
        b"<!DOCTYPE x>",
        b"x" * 70_000,
        b"," * 20_000,
        b"\t" * 300,
        b"\xf0\x9f\x98\x80",
    ),
)
NUMBERS = (b"-1", b"0", b"60", b"1048577", b"2147483648", b"99999999999999999999", b"1e308", b"")


def flip_bits(content: bytearray, draw: Random) -> None:
    for _ in range(draw.choice((1, 1, 1, 2, 8, 60))):
        content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)


def set_bytes(content: bytearray, draw: Random) -> None:
    at, size = draw.randrange(len(content)), draw.choice((1, 1, 2, 4, 8))
    content[at : at + size] = bytes([draw.choice(ODD_BYTES)]) * size


def cut_off(content: bytearray, draw: Random) -> None:
    del content[draw.randrange(len(content)) :]


def cut_out(content: bytearray, draw: Random) -> None:
    at = draw.randrange(len(content))
    del content[at : at + draw.choice((1, 2, 7, 64, 512))]


def put_in(content: bytearray, draw: Random) -> None:
    at = draw.randrange(len(content) + 1)
    content[at:at] = draw.choice((draw.choice(ODD_TEXTS), draw.randbytes(draw.randrange(1, 40))))


def repeat_block(content: bytearray, draw: Random) -> None:
    """Put a block of the file somewhere again, beside what is there or over it."""
    begin, size = draw.randrange(len(content)), draw.choice((1, 4, 30, 300, 4096))
    block, at = content[begin : begin + size], draw.randrange(len(content))
    content[at : at + (len(block) if draw.random() < 0.5 else 0)] = block


def change_digits(content: bytearray, draw: Random) -> None:
    """Put an odd number where there is one in letters."""
    places = [at for at, byte in enumerate(content) if 48 <= byte <= 57]
    if places:
        at = draw.choice(places)
        content[at : at + draw.randint(1, 3)] = draw.choice(NUMBERS)


Change = Callable[[bytearray, Random], None]
BYTES: tuple[Change, ...] = (
    *(flip_bits, flip_bits, flip_bits, set_bytes, set_bytes, cut_off, cut_out, put_in),
    *(repeat_block, change_digits),
)


# In UTF-8 it has to fit into the 16 bits of its length.
_LONGEST_NAME = 30_000


def changed(content: bytes, draw: Random, change: Change) -> bytes:
    """Return the bytes of a file after one change."""
    changing = bytearray(content)
    change(changing, draw)
    return bytes(changing)


def damaged(content: bytes, draw: Random) -> bytes:
    """Return a file with damaged bytes."""
    found = bytearray(content)
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        draw.choice(BYTES)(found, draw)
        if not found:
            break
    return bytes(found)


def repacked(content: bytes, draw: Random) -> bytes:
    """Return a zip of parts with right checksums, some of them damaged, gone, twice or renamed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    for _ in range(draw.choice((1, 1, 2))):
        at = draw.randrange(len(parts))
        name, part = parts[at]
        deed = draw.choice(("bytes", "bytes", "bytes", "xml", "xml", "gone", "twice", "name"))
        if deed == "gone":
            del parts[at]
        elif deed == "twice":
            parts.append((draw.choice((name, name.upper())), damaged(part or b"x", draw)))
        elif deed == "name":
            parts[at] = (damaged(name.encode(), draw).decode("latin-1") or "x", part)
        else:
            change = _element if deed == "xml" else damaged
            parts[at] = (name, change(part or b"x", draw))
    made = io.BytesIO()
    method = draw.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, part in parts:
            archive.writestr(name.replace("\0", "0")[:_LONGEST_NAME], part)
    return made.getvalue()


def _element(part: bytes, draw: Random) -> bytes:
    """Take an element of XML out, put it somewhere again, or change an attribute of it."""
    places = [at for at, byte in enumerate(part) if byte == ord("<")]
    if len(places) < 3:
        return part
    begin, end = sorted(draw.sample(places, 2))
    element, deed = part[begin:end], draw.choice(("out", "twice", "attribute"))
    if deed == "out":
        return part[:begin] + part[end:]
    if deed == "twice":
        at = draw.choice(places)
        return part[:at] + element + part[at:]
    value = bytearray(element)
    change_digits(value, draw)
    return part[:begin] + bytes(value) + part[end:]
