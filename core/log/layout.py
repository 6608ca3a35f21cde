"""The layout of log files, which is unique so that any changed byte is detected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import takewhile

from core.errors import Problem, Where


def lay_out(document: Mapping[str, object]) -> bytes:
    """Return the bytes of the log's file."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode() + b"\n"


def canonical(value: object) -> bytes:
    """Return the canonical bytes of `value`, over which its hash is computed."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()


def layout_faults(raw: bytes, document: Mapping[str, object]) -> tuple[Problem, ...]:
    """Return a problem with the first line of `raw` that Statveil would have written differently.

    It detects changes that the hashes do not cover, such as a blank between two keys.
    """
    expected = lay_out(document)
    if raw == expected:
        return ()
    lines = zip(raw.split(b"\n"), expected.split(b"\n"), strict=False)
    line = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], lines))
    return (Problem("verify-log-layout", Where(row=line)),)
