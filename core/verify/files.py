"""Checks that the files of a release are byte for byte those described in its log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.errors import Problem
from core.io.files.part_files import listing_sha256
from core.log import INTERNAL, PUBLIC, InternalLog, Log
from core.log.declared.entries import LoggedFile, LoggedPart
from core.pipeline.seal.block_hashes import block_size, file_hashes
from core.pipeline.seal.destination import foreign_public_files
from core.pipeline.seal.release_names import names_of_project


def file_faults(log: Log, log_path: Path) -> list[Problem]:
    """List the files that are missing or have changed, with the place of the change."""
    faults: list[Problem] = []
    for file in log.files:
        path = log.path_of(file, log_path)
        if file.parts is None:
            faults += _faults_of(file, path)
        else:
            faults += _part_faults(file, file.parts, path)
    return faults


def _faults_of(stated: LoggedFile | LoggedPart, path: Path) -> list[Problem]:
    if not path.is_file():
        return [Problem("verify-file-missing", params={"file": path.name})]
    size, sha256, blocks = file_hashes(path, stated.size)
    if sha256 == stated.sha256:
        is_same = (size, blocks) == (stated.size, stated.blocks)
        return [] if is_same else [Problem("verify-file-entry", params={"file": path.name})]
    length = block_size(stated.size)
    pairs = enumerate(zip(blocks, stated.blocks, strict=False))
    changed = next((i for i, (block, sealed) in pairs if block != sealed), len(blocks) - 1)
    begin, end = changed * length, min((changed + 1) * length, size)
    with path.open("rb") as file:
        top, bytes_left = 1, begin
        while bytes_left > 0 and (block := file.read(min(bytes_left, 1 << 20))):
            top += block.count(b"\n")
            bytes_left -= len(block)
        bottom = top + file.read(max(end - begin - 1, 0)).count(b"\n")
    params = {"file": path.name, "begin": begin, "end": end, "top": top, "bottom": bottom}
    return [Problem("verify-file-changed", params=params)]


def _part_faults(file: LoggedFile, stated: Sequence[LoggedPart], folder: Path) -> list[Problem]:
    """Check a file in parts: its folder must hold these and no other parts."""
    if not folder.is_dir():
        return [Problem("verify-file-missing", params={"file": folder.name})]
    parts = [(Path(part.name).name, part) for part in stated]
    faults = [fault for name, part in parts for fault in _faults_of(part, folder / name)]
    names = {name for name, _ in parts}
    added = sorted(path.name for path in folder.iterdir() if path.name not in names)
    faults += [Problem("verify-file-added", params={"file": name}) for name in added]
    sha256 = listing_sha256([(name, part.sha256) for name, part in parts])
    size_and_sha256 = sum(part.size for _, part in parts), sha256
    if not faults and (size_and_sha256 != (file.size, file.sha256) or file.blocks):
        faults.append(Problem("verify-file-entry", params={"file": folder.name}))
    return faults


def foreign_file_notes(log: Log, log_path: Path) -> list[Problem]:
    """Name files that would be handed out with the release of the log at `log_path`."""
    half = log_path.absolute().parent
    # A log that was copied elsewhere lies among files that nobody takes for the release.
    if half.name not in (PUBLIC, INTERNAL):
        return []
    foreign = foreign_public_files(half.parent, names_of_project(log.project).all)
    params = {"folder": PUBLIC, "files": foreign}
    return [Problem("unchecked-foreign-files", params=params)] if foreign else []


def listing_faults(log: Log) -> list[Problem]:
    """Check that the log lists the files of its release, and no others."""
    names = names_of_project(log.project)
    expected = {names.protected, names.public_report}
    if isinstance(log, InternalLog):
        expected |= {names.public_log, names.report}
        expected |= set() if names.core is None else {names.core}
    listed = {file.path for file in log.files}
    return [Problem("verify-unlisted", params={"file": name}) for name in sorted(expected ^ listed)]
