"""The scratch folder: private, removed in any case, and never another run's."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from core.io.scratch.scratch_folder import remove_left_over, scratch_folder

from core.errors import Refused

ROOT = Path(__file__).parents[4]
posix = pytest.mark.skipif(os.name != "posix", reason="signals and modes are those of POSIX")
HOLDER = """
import sys, time
from pathlib import Path
from core.io.scratch.scratch_folder import scratch_folder
with scratch_folder(Path(sys.argv[1])) as folder:
    (folder / "cells").write_bytes(b"confidential")
    print(folder, flush=True)
    time.sleep(600)
"""


def holder(place: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a process that has a scratch folder, and return it with the folder."""
    command = [sys.executable, "-c", HOLDER, str(place)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


@posix
def test_only_the_owner_can_look_into_it(tmp_path):
    with scratch_folder(tmp_path) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert folder.parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_it_is_removed_after_an_error(tmp_path):
    with suppress(ZeroDivisionError), scratch_folder(tmp_path) as folder:
        (folder / "cells").write_bytes(b"confidential")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


@posix
def test_what_a_killed_run_left_is_removed_by_the_next_and_a_living_one_keeps_its_own(tmp_path):
    killed, left = holder(tmp_path)
    living, kept = holder(tmp_path)
    try:
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        assert (left / "cells").exists()
        with scratch_folder(tmp_path):
            assert not left.exists()
            assert (kept / "cells").read_bytes() == b"confidential"
    finally:
        living.kill()
        living.wait()
    remove_left_over(tmp_path)
    assert list(tmp_path.iterdir()) == []


@posix
def test_links_are_not_followed(tmp_path):
    precious, place = tmp_path / "precious", tmp_path / "place"
    precious.mkdir()
    place.mkdir()
    (precious / "file").write_text("mine")
    (place / ".statveil-scratch-link").symlink_to(precious)
    (place / ".statveil-scratch-real").mkdir()
    (place / ".statveil-scratch-real" / "inside").symlink_to(precious)
    target = tmp_path / "target"
    target.write_text("mine")
    (place / ".statveil-scratch-other.lock").symlink_to(target)
    remove_left_over(place)
    assert (precious / "file").read_text() == "mine"
    assert target.read_text() == "mine"
    assert not (place / ".statveil-scratch-real").exists()


def test_other_files_of_the_folder_stay(tmp_path):
    (tmp_path / "scratch").mkdir()
    (tmp_path / ".statveil").write_text("mine")
    with scratch_folder(tmp_path):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"scratch", ".statveil"}


@pytest.mark.parametrize("is_file", [False, True])
def test_what_is_no_folder_is_refused(tmp_path, is_file):
    place = tmp_path / "place"
    if is_file:
        place.touch()
    with pytest.raises(Refused) as refused, scratch_folder(place):
        pass
    assert [p.code for p in refused.value.problems] == ["scratch-not-folder"]


@posix
def test_a_full_disk_is_said_and_nothing_is_left(tmp_path):
    code = """
import resource, signal, sys
from pathlib import Path
from core.errors import StorageFull
from core.io.scratch.scratch_folder import scratch_folder
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
try:
    with scratch_folder(Path(sys.argv[1])) as folder:
        (folder / "cells").write_bytes(bytes(1 << 17))
except StorageFull as full:
    print(full.problems[0].code)
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "scratch-full"
    assert list(tmp_path.iterdir()) == []
