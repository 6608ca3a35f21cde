"""No run depends on whether a compiled kernel can be kept on the disk, or can be read from it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]

# A kernel of its own, in a file as numba wants it, so that nothing else is compiled.
KERNEL = """
from numba import njit

@njit(cache=True)
def double(x):
    return 2 * x
"""
USE = """
import sys
import core.kernels
sys.path.insert(0, sys.argv[1])
import kernel
print(kernel.double(21), sum(kernel.double.stats.cache_hits.values()))
"""


def make_place(home: Path) -> Path:
    """Write the kernel into a folder of `home`."""
    (home / "code").mkdir(parents=True)
    (home / "code" / "kernel.py").write_text(KERNEL)
    return home


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return make_place(tmp_path)


@pytest.fixture(scope="module")
def kept_kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a place where the kernel is kept, for copying alone."""
    home = make_place(tmp_path_factory.mktemp("kept"))
    assert used(home) == ("42", "0")
    return home


def used(
    place: Path, before: Callable[[], None] | None = None, **environment: str
) -> tuple[str, str]:
    """Use the kernel in a process of its own; return its result and how often it was loaded."""
    done = subprocess.run(
        [sys.executable, "-c", USE, str(place / "code")],
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(place / "cache"), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=before,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    result, hits = done.stdout.split()
    return result, hits


def no_room() -> None:
    """Let every file of the process end at its first byte, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def kept(place: Path, kind: str) -> list[Path]:
    return sorted((place / "cache").rglob(f"kernel.double*.{kind}"))


def test_a_kernel_is_compiled_once_and_kept_while_it_is_used(place: Path) -> None:
    unused = place / "cache/statveil-kernels/folder/unused-1.nbi"
    unused.parent.mkdir(parents=True)
    unused.touch()
    os.utime(unused, (0, 0))
    assert used(place) == ("42", "0")
    assert not unused.exists()
    (index,) = kept(place, "nbi")
    os.utime(index, (0, 0))

    assert used(place) == ("42", "1")

    assert index.stat().st_mtime > 0


def test_a_full_disk_ends_no_run(place: Path) -> None:
    assert used(place, no_room) == ("42", "0")
    assert kept(place, "nbi") == []
    # With room again, it is kept.
    assert used(place) == ("42", "0")
    assert [len(kept(place, kind)) for kind in ("nbi", "nbc")] == [1, 1]


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("nbi", b"garbage" * 100),
        ("nbc", b""),
        pytest.param("nbi", b"", marks=pytest.mark.longer),
        pytest.param("nbi", b"\x80", marks=pytest.mark.longer),
        pytest.param("nbc", b"\x80", marks=pytest.mark.longer),
        pytest.param("nbc", b"garbage" * 100, marks=pytest.mark.longer),
    ],
)
def test_a_damaged_file_is_made_anew(
    kept_kernel: Path, tmp_path: Path, kind: str, content: bytes
) -> None:
    place = Path(shutil.copytree(kept_kernel, tmp_path / "place"))
    for file in kept(place, kind):
        file.write_bytes(content)
    assert used(place) == ("42", "0")
    assert used(place) == ("42", "1")


def test_files_of_two_forms_that_were_mixed_up_give_no_wrong_result(place: Path) -> None:
    """Two processes that compile at once may name the files of two forms differently."""
    both = USE.replace("kernel.double(21),", "kernel.double(21), kernel.double(0.75),")
    given = {**os.environ, "NUMBA_CACHE_DIR": str(place / "cache")}

    def results() -> list[str]:
        call = [sys.executable, "-c", both, str(place / "code")]
        done = subprocess.run(
            call, cwd=ROOT, env=given, capture_output=True, text=True, check=True, timeout=300
        )
        return done.stdout.split()

    assert results() == ["42", "1.5", "0"]
    first, second = kept(place, "nbc")
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)

    assert results() == ["42", "1.5", "0"]
    assert results() == ["42", "1.5", "2"]


def test_nothing_is_kept_beside_the_sources_or_of_a_killed_process(place: Path) -> None:
    """There, an old kernel could be run after one that it calls has changed."""
    nowhere = place / "file"
    nowhere.touch()
    given = {"NUMBA_CACHE_DIR": str(nowhere), "TMPDIR": str(place)}
    killed = "import core.kernels, os; os.kill(os.getpid(), 9)"
    subprocess.run(
        [sys.executable, "-c", killed], cwd=ROOT, env={**os.environ, **given}, check=False
    )
    assert len(list(place.glob("statveil-kernels-*"))) == 1

    assert used(place, **given) == ("42", "0")

    assert not list((place / "code").rglob("*.nb?"))
    assert not list(place.glob("statveil-kernels-*"))


def test_without_any_folder_kernels_are_compiled_all_the_same(place: Path) -> None:
    nowhere = place / "file"
    nowhere.touch()
    make = "import tempfile; tempfile.tempdir = sys.argv[1] + '/kernel.py'\n"
    told = USE.replace("import core.kernels", make + "import core.kernels")
    done = subprocess.run(
        [sys.executable, "-c", told, str(place / "code")],
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(nowhere)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["42", "0"]), done.stderr
