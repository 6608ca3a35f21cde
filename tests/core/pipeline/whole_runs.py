"""Runs of a whole project: from its file to a release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.jobs import Job
from core.model import Project, Release
from core.pipeline import execute, resolve, seal
from core.pipeline.prepared_input import read_input


def release_project(project: Project, folder: Path, overwrite: bool = False) -> Release:
    """Protect the file of a project and release it to a folder."""
    project, dataset = read_input(project, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    assert not plan.errors, plan.errors
    return seal(execute(plan, dataset, Job()), dataset, folder, overwrite, Job())


def log_of(release: Release) -> dict[str, Any]:
    """Read the internal log of a release."""
    log: dict[str, Any] = json.loads(
        (Path(release.folder) / release.log).read_text(encoding="utf-8")
    )
    return log
