"""Checks that the files of a release are byte for byte those described in its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from core.errors import Problem
from core.pipeline.audit import path_of
from core.pipeline.seal.block_hashes import block_size, file_hashes


def file_faults(document: Mapping[str, Any], log: Path) -> list[Problem]:
    """Return a problem for each missing or changed file, with the place of the change."""
    faults: list[Problem] = []
    for entry in document["files"]:
        path = path_of(entry, document, log)
        if not path.is_file():
            faults.append(Problem("verify-file-missing", params={"file": path.name}))
        else:
            faults += _hash_faults(entry, path)
    return faults


def _hash_faults(entry: Mapping[str, Any], path: Path) -> list[Problem]:
    size, sha256, blocks = file_hashes(path, entry["size"])
    if sha256 == entry["sha256"]:
        same = (size, blocks) == (entry["size"], entry["blocks"])
        return [] if same else [Problem("verify-file-entry", params={"file": path.name})]
    length, sealed = block_size(entry["size"]), entry["blocks"]
    pairs = zip(blocks, sealed, strict=False)
    first = next((i for i, (one, other) in enumerate(pairs) if one != other), len(blocks) - 1)
    begin, end = first * length, min((first + 1) * length, size)
    top, bottom = _lines(path, begin, end)
    params = {"file": path.name, "begin": begin, "end": end, "top": top, "bottom": bottom}
    return [Problem("verify-file-changed", params=params)]


def _lines(path: Path, begin: int, end: int) -> tuple[int, int]:
    """Return the line numbers of the bytes `begin` and `end`, counted from 1."""
    with path.open("rb") as file:
        before = sum(block.count(b"\n") for block in _pieces(file.read, begin))
        return before + 1, before + file.read(max(end - begin - 1, 0)).count(b"\n") + 1


def _pieces(take: Callable[[int], bytes], length: int) -> Iterator[bytes]:
    while length > 0 and (block := take(min(length, 1 << 20))):
        length -= len(block)
        yield block
