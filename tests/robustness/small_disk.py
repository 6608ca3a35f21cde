"""Releases to a disk that is nearly full, at many fillings; run in namespaces of its own.

``unshare -Urm python -m tests.robustness.small_disk FOLDER KIND`` mounts a small disk at
``FOLDER/disk``, learns how much room a release takes, and then tries with less. What came of
each try goes to standard output as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from tests.lanes import in_lane
from tests.people import people, people_recipe

POINTS = in_lane(3, 20)
SIZE = 2 << 20
PAGE = os.sysconf("SC_PAGESIZE")


def main(folder: Path, kind: str) -> list[dict[str, object]]:
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(disk)]
    subprocess.run(mount, check=True)
    people(folder, 2000)
    recipe = people_recipe(folder, kind=kind)
    needed = _needed(disk, recipe)
    tries = [_try(disk, recipe, needed * point // POINTS, old=False) for point in range(POINTS)]
    put = _protect(recipe, disk / "release")
    assert put[0] == 0, put
    return tries + [
        _try(disk, recipe, needed * point // POINTS, old=True) for point in range(0, POINTS, 3)
    ]


def _free(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize


def _needed(disk: Path, recipe: Path) -> int:
    """Return the room that the files of a release take."""
    before = _free(disk)
    status, said = _protect(recipe, disk / "first")
    assert status == 0, said
    taken = before - _free(disk)
    shutil.rmtree(disk / "first")
    return taken


def _try(disk: Path, recipe: Path, room: int, old: bool) -> dict[str, object]:
    """Fill the disk until `room` bytes are left, and protect."""
    filler = disk / "filler"
    with filler.open("wb") as file:
        file.write(b"\0" * (_free(disk) - (room // PAGE) * PAGE))
    before = _everything(disk)
    status, said = _protect(recipe, disk / "release", *(["--overwrite"] if old else []))
    same = _everything(disk) == before
    filler.unlink()
    return {"room": room, "old": old, "status": status, "said": said, "same": same}


def _everything(disk: Path) -> dict[str, int]:
    return {str(p): hash(p.read_bytes()) if p.is_file() else 0 for p in disk.rglob("*")}


def _protect(recipe: Path, folder: Path, *more: str) -> tuple[int, str]:
    from core.command_line import main as command_line

    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = command_line(["protect", str(recipe), "--output", str(folder), *more])
    return status, said.getvalue()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), sys.argv[2])))
