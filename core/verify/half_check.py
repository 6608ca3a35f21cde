"""Checks that the public log of a release follows from its internal log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import Problem, Where
from core.log import InternalLog, PublicLog, may_go_out, open_log, publish, section_code, to_json
from core.model import Column
from core.pipeline.seal.release_names import names_of_project


def public_log_of(log: InternalLog, log_path: Path) -> Path:
    """Build the path of the public log that belongs to the internal log at `log_path`."""
    return log_path.absolute().parent.parent / names_of_project(log.project).public_log


def half_faults(log: InternalLog, log_path: Path, released: Sequence[Column]) -> list[Problem]:
    """List the deviations of the public log from the internal log at `log_path`.

    Raises
    ------
    Refused
        If it is not a log.
    """
    file = open_log(public_log_of(log, log_path))
    if file.faults:
        return list(file.faults)
    public = file.read()
    if not isinstance(public, PublicLog):
        return [_difference("format")]
    # The writer's warnings are published as well; they are recognised by their presence.
    warnings = [
        warning
        for warning in log.warnings
        if warning in public.warnings or may_go_out(warning.code, log.project, log.result.left_out)
    ]
    expected = publish(log, released, warnings)
    expected = replace(expected, files=log.files[: len(public.files)])
    stated, derived = to_json(public), to_json(expected)
    names = dict.fromkeys((*stated, *derived))
    return [_difference(name) for name in names if stated.get(name) != derived.get(name)]


def _difference(section: str) -> Problem:
    params = {"section": section, "what": section_code(section)}
    return Problem("verify-halves", Where(field=section), params)
