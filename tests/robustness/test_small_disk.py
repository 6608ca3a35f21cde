"""A real disk that is full at many points of a release: nothing half-written, status 4."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import StorageFull
from core.io.files.atomic_writing import replace_file
from tests.robustness.nursery import ROOT
from tests.robustness.small_disk import POINTS

_OWN = ["unshare", "--user", "--map-root-user", "--mount"]


def may_mount() -> bool:
    """Whether this account may mount a small disk of its own, which no privilege is needed for."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    command = [*_OWN, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


needs_mount = pytest.mark.skipif(
    not may_mount(), reason="no disk can be mounted; limits on files stand in (test_storage.py)"
)


@needs_mount
@pytest.mark.parametrize("kind", ["csv", pytest.param("xlsx", marks=pytest.mark.longer)])
def test_a_full_disk_at_many_points_of_a_release(tmp_path: Path, kind: str) -> None:
    command = [*_OWN, sys.executable, "-m", "tests.robustness.small_disk", str(tmp_path), kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    tries = json.loads(done.stdout)

    assert len({one["room"] for one in tries if not one["old"]}) == POINTS
    for one in tries:
        assert one["status"] == 4, one
        assert one["same"], one
        assert "disk" in one["said"], one
        assert len(one["said"].strip().splitlines()) == 1, one


def test_a_project_file_is_as_it_was_when_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "work.statveil"
    file.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("core.io.files.atomic_writing.os.fsync", full)
    with pytest.raises(StorageFull):
        replace_file(file, b"new and longer")

    assert file.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["work.statveil"]


def test_a_file_that_is_replaced_keeps_its_rights_and_its_links(tmp_path: Path) -> None:
    file, link = tmp_path / "work.statveil", tmp_path / "link.statveil"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)

    replace_file(link, b"new")

    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640
