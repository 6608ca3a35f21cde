"""Breaks the text of a JSON document."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random


def _flip(content: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(content))
    return content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]


def _cut(content: bytes, draw: Random) -> bytes:
    return content[: draw.randrange(len(content))]


def _insert(content: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(content) + 1)
    what = (b"\0", b"\xff", b"\xed\xa0\x80", b'"', b"{", b"]", b",", b" " * 70_000, b"\xef\xbb\xbf")
    return content[:at] + draw.choice(what) + content[at:]


def _twice(content: bytes, draw: Random) -> bytes:
    """Put a key in front of itself."""
    found = list(re.finditer(rb'"\w+": ', content))
    if not found:
        return content
    key = draw.choice(found)
    return content[: key.start()] + key[0] + b"1, " + content[key.start() :]


def _other_encoding(content: bytes, draw: Random) -> bytes:
    return content.decode("utf-8", "replace").encode(draw.choice(("utf-16", "utf-32", "utf-8-sig")))


def _wrapped(content: bytes, draw: Random) -> bytes:
    return draw.choice((content + content, b"[" + content + b"]", b"", b"\n\n", b"[" * 200_000))


BROKEN_TEXT: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_flip, _flip, _flip, _cut, _insert, _insert, _twice, _twice, _other_encoding, _wrapped),
)
