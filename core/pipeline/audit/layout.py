"""The one way in which a log stands in its file, so that any changed byte shows."""

from __future__ import annotations

import json
from collections.abc import Mapping

from core.errors import Problem, Where


def lay_out(document: Mapping[str, object]) -> bytes:
    """Return the bytes of the log's file."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode() + b"\n"


def canonical(value: object) -> bytes:
    """Return the bytes of `value` that its hash is taken of."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()


def layout_faults(raw: bytes, document: Mapping[str, object]) -> tuple[Problem, ...]:
    """Return a problem naming the first line of `raw` that Statveil would have written otherwise.

    It finds what the hashes cannot see, such as a blank between two keys.
    """
    expected = lay_out(document)
    if raw == expected:
        return ()
    line = 1 + sum(1 for _ in _equal_lines(raw, expected))
    return (Problem("verify-log-layout", Where(row=line)),)


def _equal_lines(one: bytes, other: bytes) -> list[bytes]:
    same = []
    for left, right in zip(one.split(b"\n"), other.split(b"\n"), strict=False):
        if left != right:
            break
        same.append(left)
    return same
