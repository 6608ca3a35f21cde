"""What the import asks of the engine; each function runs in the I/O lane.

`core.io` is imported inside: it brings pandas, and the first paint does not wait for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import FileKind, Project, ReadOptions, Source
from desktop_app.projects.opening import Opened

if TYPE_CHECKING:
    from core.io import Preview, Probe


@dataclass(frozen=True, slots=True)
class Looked:
    """What a first look at a file gave."""

    path: Path
    size: int
    probe: Probe


def look_at(path: Path, said: Mapping[str, object], _job: Job) -> Looked:
    """Look at the head of a file; `said` are the options by which the rest is guessed."""
    from core import io

    probe = io.probe(path, replace(io.DeclaredOptions(), **said))  # type: ignore[arg-type]
    return Looked(path, path.stat().st_size if path.is_file() else 0, probe)


def preview_of(path: Path, kind: FileKind, options: ReadOptions, _job: Job) -> Preview:
    """Return the first rows under `options`."""
    from core import io

    return io.preview(path, kind, options)


def read_file(source: Source, project: Project | None, job: Job) -> Opened:
    """Read the whole file and look at each column, prepared if `project` is of the same file."""
    from core import io
    from core.pipeline.prepared_input import prepared

    job.plan(("reading", "typing", "profiling"))
    dataset = read = io.read(source, job)
    if project is not None and project.source.path == source.path:
        _, dataset = prepared(replace(project, source=source), dataset, job)
    return Opened(source, dataset, io.profile(dataset, job, source), read=read)
