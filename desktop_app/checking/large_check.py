"""Whether a release has to be checked or repeated on disk, and its check there. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import StatveilError
from core.jobs import Job
from core.model import Source
from desktop_app.presenters.large.large_file import LargeFile, large_source

if TYPE_CHECKING:
    from core.pipeline import Check, Replay


class DiskReason(Enum):
    """Why something is done on disk."""

    RELEASE = "the release does not fit into memory"
    ORIGINAL = "its original does not"
    MADE_THERE = "the release was made on disk"


@dataclass(frozen=True, slots=True)
class ScratchNeed:
    """What is needed to check or to repeat a release on disk.

    Attributes
    ----------
    reason : DiskReason
        Why.
    large : LargeFile
        How large the release is, or its original.
    """

    reason: DiskReason
    large: LargeFile


def verify_anywhere(
    log: Path, original: Path | None, scratch: Path | None, limit: int, job: Job
) -> Check | ScratchNeed:
    """Verify a release in memory, or on disk if it or its original is too large.

    Parameters
    ----------
    log, original, job
        As of `core.pipeline.verify`.
    scratch : pathlib.Path or None
        A folder for scratch files.
    limit : int
        Bytes of memory above which a file is too large.

    Returns
    -------
    Check or ScratchNeed
        The latter if a folder for scratch files is needed and none was given.
    """
    from core.pipeline.out_of_core.large_verify import verify_large

    from core import pipeline

    need = _need(log, original, limit, repeats=False)
    if need is None:
        return pipeline.verify(log, original, job)
    if scratch is None:
        return need
    return verify_large(log, original, scratch, job)


def replay_anywhere(
    log: Path, original: Path, folder: Path, scratch: Path | None, limit: int, job: Job
) -> Replay | ScratchNeed:
    """Repeat a release in memory, or on disk if it was made there or its original is too large.

    Parameters
    ----------
    log, original, folder, job
        As of `core.pipeline.replay`; nothing in the folder is replaced.
    scratch, limit
        As of `verify_anywhere`.

    Returns
    -------
    Replay or ScratchNeed
        The latter if a folder for scratch files is needed and none was given.
    """
    from core.pipeline.out_of_core.large_verify import LargePlace, replay_large

    from core import pipeline

    pipeline.check_destination(folder, False)
    need = _need(log, original, limit, repeats=True)
    if need is None:
        return pipeline.replay(log, original, folder, False, job)
    if scratch is None:
        return need
    return replay_large(log, original, folder, False, LargePlace(scratch), job)


def _need(log: Path, original: Path | None, limit: int, *, repeats: bool) -> ScratchNeed | None:
    """Return what is needed on disk; ``None`` if it is done in memory.

    That is where everything is done that is only possible there, whatever it takes. What is wrong
    with the log is left to the check itself.
    """
    from core.pipeline.out_of_core.scope import check_scope

    from core.pipeline.audit import check_form, load_audit
    from core.pipeline.checking.origin import was_in_parts
    from core.pipeline.checking.released_file import parse_released
    from core.pipeline.recipe import parse_project

    try:
        document, _ = load_audit(log)
        check_form(document)
        project = parse_project(document["recipe"], log.absolute().parent, original)
        check_scope(project)
        released = parse_released(document, log)
    except (StatveilError, OSError):
        return None
    if repeats and was_in_parts(document):
        return _need_of(project.source, 0, DiskReason.MADE_THERE)
    layout = released.layout
    release = Source(str(released.path), layout.kind, layout.options)
    found = None if repeats else _need_of(release, limit, DiskReason.RELEASE)
    if found is None and original is not None:
        found = _need_of(project.source, limit, DiskReason.ORIGINAL)
    return found


def _need_of(source: Source, limit: int, reason: DiskReason) -> ScratchNeed | None:
    large = large_source(source, limit)
    return None if large is None else ScratchNeed(reason, large)
