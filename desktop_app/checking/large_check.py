"""Whether a release has to be checked on disk because it does not fit into memory. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import StatveilError
from core.jobs import Job

if TYPE_CHECKING:
    from core.pipeline import Check


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A release that does not fit into memory.

    Attributes
    ----------
    records : int
        Its number of records.
    scratch : int
        Bytes that checking it on disk needs in a folder for scratch files.
    """

    records: int
    scratch: int


def too_large(log: Path, limit: int) -> TooLarge | None:
    """Return how large the release of a log is, if it needs more memory than `limit` bytes.

    What is wrong with the log or the file is left to the check itself.
    """
    from core import io
    from core.io.sampling.file_extent import extent_of
    from core.pipeline.audit import check_form, load_audit
    from core.pipeline.checking.released_file import parse_released
    from desktop_app.presenters.large.large_file import large_file

    try:
        document, _ = load_audit(log)
        check_form(document)
        path = parse_released(document, log).path
        probe = io.probe(path)
        extent = extent_of(path, probe) if path.is_file() else None
        columns = len(io.preview(path, probe.kind, probe.options).names) if extent else 0
    except (StatveilError, OSError):
        return None
    found = large_file(extent, columns, limit)
    return None if found is None else TooLarge(found.records, found.scratch)


def verify_anywhere(
    log: Path, original: Path | None, scratch: Path | None, limit: int, job: Job
) -> Check | TooLarge:
    """Verify a release in memory, or on disk if it is too large.

    Parameters
    ----------
    log, original, job
        As of `core.pipeline.verify`.
    scratch : pathlib.Path or None
        A folder for scratch files.
    limit : int
        Bytes of memory above which a release is too large.

    Returns
    -------
    Check or TooLarge
        The latter if a folder for scratch files is needed and none was given.
    """
    from core import pipeline
    from core.pipeline.out_of_core.large_verify import verify_large

    large = too_large(log, limit)
    if large is None:
        return pipeline.verify(log, original, job)
    if scratch is None:
        return large
    return verify_large(log, original, scratch, job)
