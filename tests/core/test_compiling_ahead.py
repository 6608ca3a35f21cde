"""All kernels are compiled by a process of its own: for a package, or while the window is open."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.kernels.compilation import ahead, cache_folder
from tests.core.command_line.loaded_program import LoadedProgram
from tests.core.kernels.loaded_numba import use_kernels, without_numba_settings
from tests.core.kernels.small_engine import copy_small_engine

pytestmark = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"),
    reason="kernels are compiled ahead for x86-64 only",
)

KERNEL = """
from numba import njit

@njit(cache=True)
def double(x):
    return 2 * x
"""
# In place of the pipeline, which takes minutes.
WARM_UP = """
from core.kernels.trying import double

def warm_up(check):
    check()
    double(21)
    check()
"""
PIECES = """
from core.kernels.trying import double
from core.kernels.apart import triple

def pieces():
    yield "double", lambda: double(21)
    yield "triple", lambda: triple(7)
"""
USE = """
import core.kernels
from core.kernels.trying import double
from core.kernels.compilation.cache_folder import origin
print(double(21), sum(double.stats.cache_hits.values()), origin())
"""
BACKGROUND = """
import core.kernels
from core import compiling_ahead

compiling_ahead.begin()
compiling_ahead.begin()
print(len(compiling_ahead._background))
for process in compiling_ahead._background:
    if sys.argv[1] == "wait":
        process.join()
"""
HERE = """
import core.kernels
from core import compiling_ahead
sys.exit(not compiling_ahead.compile_here())
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the engine that has one kernel to warm up, for copying alone."""
    home = tmp_path_factory.mktemp("bare") / "program"
    copy_small_engine(home)
    (home / "core/pipeline").mkdir()
    (home / "core/pipeline/__init__.py").write_text(WARM_UP)
    (home / "core/kernels/trying.py").write_text(KERNEL)
    return home


@pytest.fixture(scope="module")
def made_package(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same with the kernels that a package is given, for copying alone."""
    home = tmp_path_factory.mktemp("package") / "program"
    shutil.copytree(bare, home)
    ended = ran(home, "-m", "core.compiling_ahead")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert not list(home.with_name("user").rglob("*.nb?"))
    return home


@pytest.fixture
def program(bare: Path, tmp_path: Path) -> Path:
    """Return a copy of the engine that has one kernel to warm up."""
    return Path(shutil.copytree(bare, tmp_path / "program"))


@pytest.fixture
def package(made_package: Path, tmp_path: Path) -> Path:
    """Return a copy of the engine with its kernel compiled ahead."""
    return Path(shutil.copytree(made_package, tmp_path / "program"))


def ran(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    given = {"PYTHONPATH": str(program), "XDG_CACHE_HOME": str(program.with_name("user"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=program.parent,
        env=without_numba_settings() | given,
        capture_output=True,
        text=True,
        check=False,
    )


def used(numba: LoadedProgram, program: Path, script: str = USE, *words: str) -> list[str]:
    user = {"XDG_CACHE_HOME": str(program.with_name("user"))}
    ended = use_kernels(numba, program, script, *words, environment=user)
    assert (ended.status, ended.err) == (0, "")
    return ended.out.split()


def own_folder(program: Path) -> Path:
    return program.with_name("user") / "statveil/kernels" / ahead.folder_name()


def test_a_package_is_given_all_kernels(numba: LoadedProgram, package: Path) -> None:
    best = ahead.runs_here("x86-64-v3")
    assert used(numba, package) == ["42", "1", "shipped" if best else "baseline"]
    assert not list(package.with_name("user").rglob("*.nb?"))
    folders = {path.parents[1].name for path in package.rglob("*.nbi")}
    assert folders == {f"statveil-kernels-{name}" for name in ("x86-64-v2", "x86-64-v3")}


def test_before_tests_two_processes_compile_what_is_missing_here(
    numba: LoadedProgram, program: Path
) -> None:
    (program / "core/kernels/apart.py").write_text(KERNEL.replace("double", "triple"))
    warming = program / "core/pipeline/warming.py"
    warming.write_text(PIECES)

    ended = ran(program, "-m", "core.compiling_ahead", "--here")

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    names = sorted(path.name.partition("-")[0] for path in own_folder(program).rglob("*.nbc"))
    assert names == ["apart.triple", "trying.double"]
    assert used(numba, program) == ["42", "1", "own"]
    # The second time nothing is even tried.
    warming.unlink()
    assert used(numba, program, HERE) == []


@pytest.mark.parametrize(
    "processor", [ahead.PROCESSORS[0], pytest.param(ahead.PROCESSORS[1], marks=pytest.mark.longer)]
)
def test_without_a_kernel_that_cannot_be_kept_no_package_is_made_and_the_others_are_the_same_bytes(
    program: Path, made_package: Path, processor: str
) -> None:
    folder = ahead.folder_for(
        cache_folder.state(program / "core/kernels"), processor, program / "core/compiled_ahead"
    )
    folder.mkdir(parents=True)
    (folder / "kernels").touch()  # where the folder of the kernel should be

    assert ran(program, "-m", "core.compiling_ahead").returncode == 1

    kernels_by_home = []
    for home in (program, made_package):
        paths = (home / "core/compiled_ahead").rglob("*.nb?")
        kernels = {path.relative_to(home): path.read_bytes() for path in paths}
        kernels_by_home.append({p: k for p, k in kernels.items() if processor not in str(p)})
    # An index and a kernel for the other processor.
    assert len(kernels_by_home[0]) == 2
    assert kernels_by_home[0] == kernels_by_home[1]


@pytest.fixture
def old_package(package: Path) -> Path:
    """Ship no kernels for newer processors, as if this computer had an old one."""
    for folder in (package / "core/compiled_ahead").glob("*/*/*-x86-64-v3"):
        shutil.rmtree(folder)
    return package


@pytest.mark.parametrize(
    "origin", ["program", pytest.param("old_package", marks=pytest.mark.longer)]
)
def test_own_kernels_are_compiled_in_the_background_and_used_from_then_on(
    numba: LoadedProgram, request: pytest.FixtureRequest, origin: str
) -> None:
    program: Path = request.getfixturevalue(origin)
    assert used(numba, program, BACKGROUND, "wait") == ["1"]
    assert used(numba, program) == ["42", "1", "own"]
    # There is nothing left to do.
    assert used(numba, program, BACKGROUND, "wait") == ["0"]


@pytest.mark.skipif(not ahead.runs_here("x86-64-v3"), reason="this processor is an old one")
def test_where_the_shipped_ones_are_as_fast_nothing_is_compiled_in_the_background(
    numba: LoadedProgram, package: Path
) -> None:
    assert used(numba, package, BACKGROUND, "wait") == ["0"]


def test_the_background_ends_with_the_program(numba: LoadedProgram, old_package: Path) -> None:
    endless = WARM_UP + "    import time\n    while True:\n        time.sleep(0.01)\n"
    (old_package / "core/pipeline/__init__.py").write_text(endless)
    assert used(numba, old_package, BACKGROUND, "go") == ["1"]
    assert used(numba, old_package)[-1] == "baseline"
