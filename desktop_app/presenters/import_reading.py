"""What the import asks of the engine; each function runs in the I/O lane.

`core.io` is imported inside: it brings pandas, and the first paint does not wait for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.jobs import Job
from core.model import Dataset, FileKind, Project, ReadOptions, Source
from desktop_app.projects.opening import Opened

if TYPE_CHECKING:
    from core.io import Preview, Probe


@dataclass(frozen=True, slots=True)
class Looked:
    """What a first look at a file gave.

    Attributes
    ----------
    path, probe : pathlib.Path and Probe
        The file, and what was recognised.
    size : int or None
        Its bytes; ``None`` if there is no file to be read.
    parts : int
        How many files a folder has that is read as one file; 0 for a file.
    """

    path: Path
    size: int | None
    probe: Probe
    parts: int = 0


def look_at(path: Path, options: Mapping[str, object], _job: Job) -> Looked:
    """Look at the head of a file; the other options are guessed by `options`."""
    from core import io
    from core.io.files.part_files import part_files

    probe = io.probe(path, replace(io.DeclaredOptions(), **options))  # type: ignore[arg-type]
    if path.is_dir():
        files = () if probe.problems else part_files(path)
    else:
        files = (path,) if path.is_file() else ()
    size = sum(file.stat().st_size for file in files) if files else None
    return Looked(path, size, probe, len(files) if path.is_dir() else 0)


def preview_of(path: Path, kind: FileKind, options: ReadOptions, _job: Job) -> Preview:
    """Return the first rows under `options`."""
    from core import io

    return io.preview(path, kind, options)


def read_file(source: Source, project: Project | None, job: Job) -> Opened:
    """Read the whole file and look at each column, prepared if `project` is of the same file."""
    from core import io
    from core.inspect.profiling.column_profiles import profile
    from core.pipeline.prepared_input import prepared

    job.plan(("reading", "typing", "profiling"))
    dataset = read = io.read(source, job)
    if project is not None and project.source.path == source.path:
        _, dataset = prepared(replace(project, source=source), dataset, job)
    profiles = profile(dataset, job, source)
    return Opened(source, dataset, profiles, read=read, coded=count_coded_cells(read))


def count_coded_cells(dataset: Dataset) -> dict[str, tuple[tuple[str, int], ...]]:
    """Count the cells of each code for missing values, by column."""
    import numpy as np

    columns_by_code: dict[str, tuple[tuple[str, int], ...]] = {}
    for column in dataset.columns:
        codes, index = column.missing_text or ((), None)
        if index is None:
            continue
        # A value that is present has the index -1.
        counts = np.bincount(index.astype(np.int64) + 1, minlength=len(codes) + 1)[1:]
        for code, count in zip(codes, counts.tolist(), strict=True):
            if count:
                columns_by_code[code] = (*columns_by_code.get(code, ()), (column.name, count))
    return columns_by_code
