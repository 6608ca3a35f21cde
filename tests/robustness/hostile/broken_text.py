"""Breaks the text of a JSON document."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random

from tests.robustness.damaged_files.damaging import (
    changed,
    cut_off,
    flip_bits,
    put_in,
    set_bytes,
)


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


_BYTES = tuple(
    partial(changed, change=change)
    for change in (*(flip_bits, flip_bits), set_bytes, cut_off, *(put_in, put_in))
)
BROKEN_TEXT: tuple[Callable[[bytes, Random], bytes], ...] = (
    *_BYTES,
    *(_twice, _twice, _other_encoding, _wrapped),
)
