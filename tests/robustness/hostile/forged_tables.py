"""Changes the protected file of a release, with a log that fits it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.robustness.hostile.sealing import log_bytes, resealed


def with_table(
    release: Path, log: Path, document: dict[str, Any], draw: Random
) -> dict[Path, bytes]:
    """Change the protected file and have the log fit it."""
    entry = document["files"][0]
    (table,) = release.rglob(entry["name"])
    changed = draw.choice(_TABLE_DAMAGE)(table.read_bytes(), draw)
    describe(entry, changed)
    return {table: changed, log: log_bytes(resealed(document))}


def describe(entry: dict[str, Any], content: bytes) -> None:
    """Have a log's entry of a file say what its content is now."""
    length = max(1024, -(-len(content) // 256))
    blocks = [content[at : at + length] for at in range(0, len(content), length)]
    entry["size"], entry["sha256"] = len(content), hashlib.sha256(content).hexdigest()
    entry["blocks"] = [hashlib.sha256(block).hexdigest()[:16] for block in blocks]


def _without_column(content: bytes, _: Random) -> bytes:
    return b"\n".join(line.split(b",", 1)[-1] for line in content.split(b"\n"))


def _other_header(content: bytes, draw: Random) -> bytes:
    head, _, rest = content.partition(b"\n")
    names = head.split(b",")
    names[draw.randrange(len(names))] = draw.choice((b"", b"AGE", b"NOPE", b"\x00", b'"'))
    return b",".join(names) + b"\n" + rest


def _other_rows(content: bytes, draw: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    chosen = draw.randrange(1, len(lines)) if len(lines) > 1 else 0
    return b"".join(
        draw.choice((lines[:1], lines[:chosen], lines + lines[chosen:], [*lines[1:], lines[0]]))
    )


def _other_cell(content: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(content))
    return (
        content[:at]
        + draw.choice((b"x", b"9", b",", b"-", b"\xff", b"\n", b'"'))
        + content[at + 1 :]
    )


_TABLE_DAMAGE: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_without_column, _other_header, _other_rows, _other_cell, _other_cell),
)
