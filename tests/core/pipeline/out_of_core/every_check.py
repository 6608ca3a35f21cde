"""Asserts that each kind of `verify` and of `replay` takes a release, wherever it was made."""

from __future__ import annotations

from pathlib import Path

from core.jobs import Job
from core.model import Release
from core.pipeline import replay, verify
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large


def assert_verified_and_repeated(release: Release, place: Path, folder: Path) -> Release:
    """Assert it of both logs, with the input at `place` and without it.

    Scratch files are in `folder`/scratch, and none is left. Returns the release that was repeated
    on disk.
    """
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    for name in (release.log, release.public_log):
        log = Path(release.folder) / name
        for given in (place, None):
            memory = verify(log, given, Job())
            disk = verify_large(log, given, scratch, Job(), rows=83)
            assert (memory.faults, disk.faults) == ((), ())
            assert memory.checked == disk.checked
            assert memory.checked[:3] == ("log", "files", "recount")
    log, where = Path(release.folder) / release.log, LargePlace(scratch, rows=59)
    for again in (
        replay(log, place, folder / "repeated-in-memory", False, Job()),
        replay_large(log, place, folder / "repeated-on-disk", False, where, Job()),
    ):
        assert {"records", "promises", "measures"} <= set(again.parts)
        assert again.same
    assert list(scratch.iterdir()) == []
    return again.release
