"""Checks that the public log of a release follows from its internal log."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused, Where
from core.log import (
    chain_faults,
    check_form,
    is_withheld,
    layout_faults,
    load_audit,
    may_go_out,
    path_of,
    published,
    section_text,
)
from core.log.layout import canonical
from core.model import Column, Direction, Measure, Project
from core.pipeline.seal.release_names import marked, names_of

# Compared separately: the files are those of the half, and warnings contain sentences.
_APART = ("files", "warnings", "seal")


def half_faults(
    internal: Mapping[str, Any], log: Path, project: Project, released: tuple[Column, ...]
) -> list[Problem]:
    """Return the deviations of the public log from the internal log at `log`.

    Raises
    ------
    Refused
        If it is not a log.
    """
    target = marked(project.recipe.target, project.recipe.insecure_test_seed)
    half, _, name = names_of(target).public_log.partition("/")
    document, raw = load_audit(path_of({"half": half, "name": name}, internal, log))
    faults = [*chain_faults(document), *layout_faults(raw, document)]
    if faults:
        return faults
    check_form(document)
    # The internal log names the input; its current location does not matter.
    source = replace(project.source, path=internal["recipe"]["input"]["path"])
    for key in () if is_withheld(project) else ("salt", "sha256"):
        if not isinstance(internal["input"].get(key), str):
            at = f"input.{key}"
            raise Refused(Problem("audit-malformed", Where(field=at), {"section": at}))
    measures = []
    for entry in internal["measures"]:
        value = entry["value"] if entry["value"] is not None else math.nan
        way, unit = entry.get("direction"), str(entry.get("unit"))
        direction = Direction(way) if way in list(Direction) else Direction.NEITHER
        measures.append(Measure(entry["name"], value, unit, direction, entry["attribute"]))
    expected = published(internal, replace(project, source=source), released, measures, ())
    sections = dict.fromkeys((*expected, "readiness", "cautions", "sign_off"))
    names = [name for name in sections if _differs(name, document, expected)]
    public_files = [
        {key: value for key, value in entry.items() if key != "half"}
        for entry in internal["files"][: len(document["files"])]
    ]
    if document["files"] != public_files:
        names.append("files")
    # The internal log's warnings that may be published. The writer's warnings are published as
    # well; they are recognised by their presence.
    public_warnings = [
        entry
        for entry in internal["warnings"]
        if entry in document["warnings"] or may_go_out(Problem(str(entry.get("code"))), project)
    ]
    if document["warnings"] != public_warnings:
        names.append("warnings")
    return [
        Problem("verify-halves", Where(field=name), {"section": name, "what": section_text(name)})
        for name in names
    ]


def _differs(name: str, document: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    if name in _APART:
        return False
    stated = document.get(name)
    if name == "steps":
        # The chains have different hashes.
        stated = [{"name": step["name"], "counts": step["counts"]} for step in document["steps"]]
    return canonical(stated) != canonical(expected.get(name))
