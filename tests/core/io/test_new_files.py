"""New files get the permissions that the user's umask leaves, and nobody's umask is touched."""

from __future__ import annotations

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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux states a process's umask")
def test_the_umask_is_read_without_being_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two settings a file of another thread would get the wrong permissions."""
    now = os.umask(0o027)
    os.umask(now)

    settings: list[int] = []
    monkeypatch.setattr(os, "umask", lambda mask: (settings.append(mask), now)[1])

    assert atomic_writing.umask() == now
    assert settings == []
