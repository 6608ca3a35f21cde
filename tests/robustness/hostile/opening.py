"""What a watched process does: opens a project file as the window does, without a window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import Refused
from core.jobs import Job
from core.messages import sentence
from desktop_app.projects.opening import Astray, open_project_file


def open_file(path: str) -> dict[str, Any]:
    """Return how opening ended, and what the window would say."""
    try:
        opened = open_project_file(Path(path), None, Job())
    except Refused as refused:
        said = "".join(f"{sentence(problem)}\n" for problem in refused.problems)
        return {"status": 2, "out": "", "err": said, "outcome": "refused"}
    except Exception as defect:
        return {"status": 1, "out": "", "err": repr(defect), "outcome": "defect"}
    outcome = "input astray" if isinstance(opened, Astray) else "opened"
    return {"status": 0, "out": "", "err": "", "outcome": outcome}
