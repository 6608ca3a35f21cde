"""Checks that the files of a release are byte for byte those described in its log."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import Problem
from core.io.files.part_files import listing_sha256
from core.log import INTERNAL, PUBLIC, LogKind, kind_of, path_of
from core.model import Project
from core.pipeline.seal.block_hashes import block_size, file_hashes
from core.pipeline.seal.release_names import marked, names_of


def file_faults(document: Mapping[str, Any], log: Path) -> list[Problem]:
    """Return a problem for each missing or changed file, with the place of the change."""
    faults: list[Problem] = []
    for entry in document["files"]:
        path = path_of(entry, document, log)
        is_folder = entry.get("parts") is not None
        faults += _part_faults(entry, path) if is_folder else _faults_of(entry, path)
    return faults


def _faults_of(entry: Mapping[str, Any], path: Path) -> list[Problem]:
    if not path.is_file():
        return [Problem("verify-file-missing", params={"file": path.name})]
    size, sha256, blocks = file_hashes(path, entry["size"])
    if sha256 == entry["sha256"]:
        same = (size, blocks) == (entry["size"], entry["blocks"])
        return [] if same else [Problem("verify-file-entry", params={"file": path.name})]
    length, sealed = block_size(entry["size"]), entry["blocks"]
    pairs = zip(blocks, sealed, strict=False)
    first = next((i for i, (one, other) in enumerate(pairs) if one != other), len(blocks) - 1)
    begin, end = first * length, min((first + 1) * length, size)
    with path.open("rb") as file:
        top, left = 1, begin
        while left > 0 and (block := file.read(min(left, 1 << 20))):
            top += block.count(b"\n")
            left -= len(block)
        bottom = top + file.read(max(end - begin - 1, 0)).count(b"\n")
    params = {"file": path.name, "begin": begin, "end": end, "top": top, "bottom": bottom}
    return [Problem("verify-file-changed", params=params)]


def _part_faults(entry: Mapping[str, Any], folder: Path) -> list[Problem]:
    """Return the problems of a file in parts: its folder must hold these and no other parts."""
    if not folder.is_dir():
        return [Problem("verify-file-missing", params={"file": folder.name})]
    parts = [(Path(part["name"]).name, part) for part in entry["parts"]]
    faults = [fault for name, part in parts for fault in _faults_of(part, folder / name)]
    known = {name for name, _ in parts}
    others = sorted(path.name for path in folder.iterdir() if path.name not in known)
    faults += [Problem("verify-file-added", params={"file": name}) for name in others]
    sha256 = listing_sha256([(name, part["sha256"]) for name, part in parts])
    whole = sum(part["size"] for _, part in parts), sha256
    if not faults and (whole != (entry["size"], entry["sha256"]) or entry["blocks"]):
        faults.append(Problem("verify-file-entry", params={"file": folder.name}))
    return faults


def listing_faults(document: Mapping[str, Any], project: Project) -> list[Problem]:
    """Return a problem for each file that the log should list and does not, or the reverse."""
    names = names_of(marked(project.recipe.target, project.recipe.insecure_test_seed))
    is_public = kind_of(document) is LogKind.PUBLIC
    expected = {names.protected, names.public_report}
    if not is_public:
        expected |= {names.public_log, names.report}
    listed = {
        f"{PUBLIC if is_public else file.get('half') or INTERNAL}/{file['name']}"
        for file in document["files"]
    }
    return [Problem("verify-unlisted", params={"file": name}) for name in sorted(expected ^ listed)]
