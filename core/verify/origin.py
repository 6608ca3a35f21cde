"""Determines which version made a release; others may use other words and other entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import Problem
from core.log import INTERNAL, PUBLIC, LogKind, kind_of
from core.log.program import program
from core.pipeline.seal.release_names import Names

_SECTIONS = {
    *("format", "program", "started", "finished", "recipe", "input", "taxonomies", "steps"),
    *("result", "measures", "not_stated", "files", "verification", "warnings", "seal"),
    *("readiness", "cautions", "sign_off", "figures"),
}
_MORE = {
    LogKind.PUBLIC: {"omitted"},
    LogKind.INTERNAL: {"confidential", "compared", "prepared", "network"},
}
# A private release is not compared with its original.
_NOT_IN_PRIVATE = {"compared", "prepared"}


def is_of_this_version(document: Mapping[str, Any]) -> bool:
    """Return whether a log was written by this version of Statveil with the same texts."""
    own = program()
    return all(document["program"].get(key) == own[key] for key in ("name", "version", "texts"))


def section_faults(document: Mapping[str, Any]) -> list[Problem]:
    """Return a problem for each section that this version does not write."""
    known = _SECTIONS | _MORE[kind_of(document)]
    if "claim_code" in document["result"]:
        known -= _NOT_IN_PRIVATE
    return [
        Problem("verify-section-unknown", params={"section": section})
        for section in document
        if section not in known
    ]


def listing_faults(document: Mapping[str, Any], names: Names) -> list[Problem]:
    """Return a problem for each file that the log should list and does not, or the reverse."""
    public = [names.protected, names.public_report]
    both = [*public, names.public_log, names.report]
    expected = public if kind_of(document) is LogKind.PUBLIC else both
    half = PUBLIC if kind_of(document) is LogKind.PUBLIC else None
    listed = [
        f"{half or file.get('half') or INTERNAL}/{file['name']}" for file in document["files"]
    ]
    return [
        Problem("verify-unlisted", params={"file": name})
        for name in sorted(set(expected) ^ set(listed))
    ]
