"""No run depends on whether a compiled kernel can be kept on the disk, or can be read from it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.core.command_line.loaded_program import LoadedProgram
from tests.core.kernels.loaded_numba import use_kernels
from tests.core.kernels.small_engine import ROOT

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
def kept_kernel(numba: LoadedProgram, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a place where the kernel is kept, whose cache is for copying alone."""
    home = make_place(tmp_path_factory.mktemp("kept"))
    assert used(numba, home) == ["42", "0"]
    return home


def used(numba: LoadedProgram, place: Path, script: str = USE, **environment: str) -> list[str]:
    """Use the kernel in a process of its own; return its result and how often it was loaded."""
    folder = {"NUMBA_CACHE_DIR": str(place / "cache")}
    done = use_kernels(numba, ROOT, script, place / "code", environment=folder | environment)
    assert (done.status, done.err) == (0, "")
    return done.out.split()


def kept(place: Path, kind: str) -> list[Path]:
    return sorted((place / "cache").rglob(f"kernel.double*.{kind}"))


def test_a_kernel_is_compiled_once_and_kept_while_it_is_used(
    numba: LoadedProgram, place: Path
) -> None:
    unused = place / "cache/statveil-kernels/folder/unused-1.nbi"
    unused.parent.mkdir(parents=True)
    unused.touch()
    os.utime(unused, (0, 0))
    assert used(numba, place) == ["42", "0"]
    assert not unused.exists()
    (index,) = kept(place, "nbi")
    os.utime(index, (0, 0))

    assert used(numba, place) == ["42", "1"]

    assert index.stat().st_mtime > 0


def test_a_full_disk_ends_no_run(numba: LoadedProgram, place: Path) -> None:
    # Every file of the process ends at its first byte.
    done = subprocess.run(
        [sys.executable, "-c", USE, str(place / "code")],
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(place / "cache")},
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (0, 0)),
        check=False,
    )
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["42", "0"], "")
    assert kept(place, "nbi") == []
    # With space again, it is kept.
    assert used(numba, place) == ["42", "0"]
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
    numba: LoadedProgram, kept_kernel: Path, tmp_path: Path, kind: str, content: bytes
) -> None:
    # The same kernel: where its source lies decides where it is kept.
    cache = str(shutil.copytree(kept_kernel / "cache", tmp_path / "cache"))
    (damaged,) = kept(tmp_path, kind)
    damaged.write_bytes(content)
    assert used(numba, kept_kernel, NUMBA_CACHE_DIR=cache) == ["42", "0"]
    assert used(numba, kept_kernel, NUMBA_CACHE_DIR=cache) == ["42", "1"]


def test_files_of_two_forms_that_were_mixed_up_give_no_wrong_result(
    numba: LoadedProgram, place: Path
) -> None:
    """Two processes that compile at once may name the files of two forms differently."""
    both = USE.replace("kernel.double(21),", "kernel.double(21), kernel.double(0.75),")

    assert used(numba, place, both) == ["42", "1.5", "0"]
    first, second = kept(place, "nbc")
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)

    assert used(numba, place, both) == ["42", "1.5", "0"]
    assert used(numba, place, both) == ["42", "1.5", "2"]


def test_nothing_is_kept_beside_the_sources_or_of_a_killed_process(
    numba: LoadedProgram, place: Path
) -> None:
    """There, an old kernel could be run after one that it calls has changed."""
    nowhere = place / "file"
    nowhere.touch()
    chosen = {"NUMBA_CACHE_DIR": str(nowhere), "TMPDIR": str(place)}
    killed = "import core.kernels\nimport os; os.kill(os.getpid(), 9)"
    assert use_kernels(numba, ROOT, killed, environment=chosen).status == -9
    assert len(list(place.glob("statveil-kernels-*"))) == 1

    assert used(numba, place, **chosen) == ["42", "0"]

    assert not list((place / "code").rglob("*.nb?"))
    assert not list(place.glob("statveil-kernels-*"))


def test_without_any_folder_kernels_are_compiled_all_the_same(
    numba: LoadedProgram, place: Path
) -> None:
    nowhere = place / "file"
    nowhere.touch()
    no_temporary = "import tempfile; tempfile.tempdir = sys.argv[1] + '/kernel.py'\n"
    script = USE.replace("import core.kernels", no_temporary + "import core.kernels")
    assert used(numba, place, script, NUMBA_CACHE_DIR=str(nowhere)) == ["42", "0"]
