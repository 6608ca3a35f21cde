"""Asserts that each kind of `verify` and of `replay` takes a release, wherever it was made."""

from __future__ import annotations

from pathlib import Path

from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large

from core.jobs import Job
from core.model import Release
from core.pipeline import replay, verify
from tests.lanes import is_longer_lane


def assert_verified_and_repeated(release: Release, place: Path, folder: Path) -> Release:
    """Assert it of the internal log with the input at `place`, and of the public one without it.

    Scratch files are in `folder`/scratch, and none is left. Returns the release that was repeated
    on disk.
    """
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    checks = [(release.log, place), (release.public_log, None)]
    if is_longer_lane():
        checks += [(release.log, None), (release.public_log, place)]
    for log_name, input_place in checks:
        log = Path(release.folder) / log_name
        memory = verify(log, input_place, Job())
        disk = verify_large(log, input_place, scratch, Job(), rows=301)
        assert (memory.faults, disk.faults) == ((), ())
        assert memory.checked == disk.checked
        assert memory.checked[:3] == ("log", "files", "recount")
    log, where = Path(release.folder) / release.log, LargePlace(scratch, rows=301)
    for again in (
        replay(log, place, folder / "repeated-in-memory", False, Job()),
        replay_large(log, place, folder / "repeated-on-disk", False, where, Job()),
    ):
        assert {"records", "promises", "measures"} <= set(again.parts)
        assert again.same
    assert list(scratch.iterdir()) == []
    return again.release
