"""Writes an assessment as a JSON file and an HTML page, both or none."""

from __future__ import annotations

import json
from pathlib import Path

from core.assess.assess import Assessment
from core.assess.risk_document import risk_document
from core.assess.risk_page import contents_of
from core.jobs import Job
from core.model import Project
from core.pipeline.seal.staging import staging, write_flushed
from core.report.page import render

_TEMPLATE = "assessment.html.j2"


def names_of_assessment(project: Project) -> tuple[str, str]:
    """Return the names of the JSON file and the page, after the input."""
    stem = Path(project.source.path).stem
    return f"{stem}.risk.json", f"{stem}.risk.html"


def write_assessment(
    assessment: Assessment, folder: Path, overwrite: bool, job: Job
) -> tuple[str, ...]:
    """Write both files and return their names.

    Raises
    ------
    Refused
        If the folder cannot take them; nothing is left behind then.
    StorageFull
        If the disk is full.
    """
    names = names_of_assessment(assessment.project)
    document, page = risk_document(assessment), render(_TEMPLATE, page=contents_of(assessment))
    with staging(folder, overwrite) as stage:
        job.check()
        # Escapes spell names that are not valid text.
        laid_out = (json.dumps(document, indent=2) + "\n").encode("ascii")
        encoded = page.encode("utf-8", errors="xmlcharrefreplace")
        for name, content in zip(names, (laid_out, encoded), strict=True):
            write_flushed(stage.path / name, content, private=True)
        stage.publish(names, job)
    return names
