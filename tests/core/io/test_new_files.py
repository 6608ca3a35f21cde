"""New files get the permissions that the user's umask leaves, and nobody's umask is touched."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.io.files import atomic_writing

WRITE = """
import sys
from pathlib import Path
from core.io.files.atomic_writing import replace_file

replace_file(Path(sys.argv[1]), b"x")
"""


@pytest.mark.parametrize(("mask", "rights"), [("0022", 0o644), ("0027", 0o640), ("0077", 0o600)])
def test_a_new_file_follows_the_umask(tmp_path: Path, mask: str, rights: int) -> None:
    path = tmp_path / "new.csv"
    command = f'umask {mask}; exec "$@"'
    subprocess.run(["sh", "-c", command, "sh", sys.executable, "-c", WRITE, str(path)], check=True)
    assert path.stat().st_mode & 0o777 == rights


def test_a_folder_that_cannot_be_flushed_does_not_deny_the_file_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = os.fsync

    def refuse(handle: int) -> None:
        if os.path.samestat(os.fstat(handle), tmp_path.stat()):
            raise OSError(errno.EIO, "the drive does not answer")
        flush(handle)

    monkeypatch.setattr(os, "fsync", refuse)
    atomic_writing.replace_file(tmp_path / "ledger.json", b"new")
    assert (tmp_path / "ledger.json").read_bytes() == b"new"


def test_files_of_killed_processes_are_swept_once_they_are_old(tmp_path: Path) -> None:
    left_over, at_work = tmp_path / ".statveil-killed.part", tmp_path / ".statveil-at-work.part"
    for path in (left_over, at_work):
        path.write_bytes(b"what was spent")
    two_hours_before = left_over.stat().st_mtime - 7200
    os.utime(left_over, (two_hours_before, two_hours_before))

    atomic_writing.replace_file(tmp_path / "ledger.json", b"new")

    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [".statveil-at-work.part", "ledger.json"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux states a process's umask")
def test_the_umask_is_read_without_being_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two settings a file of another thread would get the wrong permissions."""
    now = os.umask(0o027)
    os.umask(now)
    settings: list[int] = []
    monkeypatch.setattr(os, "umask", lambda mask: (settings.append(mask), now)[1])
    assert atomic_writing.umask() == now
    assert settings == []
