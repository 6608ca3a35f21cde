"""Kernels that were compiled ahead: where they fit they are used, and give the same bytes."""

from __future__ import annotations

import ast
import json
import platform
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from core.kernels.compilation import ahead, cache_folder
from core.kernels.compilation.sources import digest_of
from tests.core.command_line.loaded_program import LoadedProgram
from tests.core.kernels.loaded_numba import use_kernels, without_numba_settings
from tests.core.kernels.small_engine import ROOT, copy_small_engine

BASELINE = "x86-64-v2"
LOADER = Path("/lib64/ld-linux-x86-64.so.2")
# What the psABI of x86-64 asks of its third level besides the second, as LLVM names it.
LEVEL_3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")

KERNEL = """
import numpy as np
from numba import njit

@njit(cache=True)
def contracted(a, b, c):
    found = np.empty(len(a))
    for i in range(len(a)):
        found[i] = a[i] * b[i] + c[i]
    return found

@njit(cache=True)
def total(a, b):
    found = 0.0
    for i in range(len(a)):
        found += a[i] * b[i]
    return found
"""
USE = """
import json, os, sys
import core.kernels
import numpy as np
from core.kernels.trying.trying import contracted, total
from core.kernels.compilation.cache_folder import origin
a, b, c = (np.array([float.fromhex(x) for x in row]) for row in json.loads(sys.argv[1]))
found = [*contracted(a, b, c).tolist(), total(a, b)]
print(json.dumps({
    "found": [x.hex() for x in found],
    "loaded": sum(contracted.stats.cache_hits.values()),
    "processor": os.environ.get("NUMBA_CPU_NAME"),
    "origin": origin(),
}))
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the engine with two kernels of its own, so that nothing else is compiled."""
    home = tmp_path_factory.mktemp("bare") / "a program"
    copy_small_engine(home)
    (home / "core/kernels/trying").mkdir()
    (home / "core/kernels/trying/trying.py").write_text(KERNEL)
    return home


@pytest.fixture(scope="module")
def made_package(
    numba: LoadedProgram, bare: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the same with its kernels compiled ahead, for copying alone."""
    folder = tmp_path_factory.mktemp("package")
    home = Path(shutil.copytree(bare, folder / "a program"))
    ship(numba, home, folder / "builder")
    return home


@pytest.fixture
def package(made_package: Path, tmp_path: Path) -> Path:
    """Return a copy of the engine with its kernels compiled ahead, of the test's own."""
    return Path(shutil.copytree(made_package, tmp_path / "a program"))


def shipped_folder(package: Path) -> Path:
    """Return the folder of the kernels that a package ships."""
    state = cache_folder.state(package / "core/kernels")
    return ahead.folder_for(state, BASELINE, package / "core/compiled_ahead")


def awkward() -> list[list[float]]:
    """Return factors whose product and sum differ if they are rounded once instead of twice."""
    step = 2.0**-30
    a = [1.0 + step * (3 * i + 1) for i in range(37)]
    b = [1.0 + step * (5 * i + 2) for i in range(37)]
    return [a, b, [-(x * y) for x, y in zip(a, b, strict=True)]]


def rounded(is_once: bool) -> list[float]:
    """Compute the products and sums, rounded twice as written, or once as a processor could."""
    rows = zip(*awkward(), strict=True)
    if is_once:
        return [float(Fraction(x) * Fraction(y) + Fraction(z)) for x, y, z in rows]
    return [x * y + z for x, y, z in rows]


def used(
    numba: LoadedProgram, home: Path, user: Path, folder: Path | None = None
) -> dict[str, object]:
    """Use the kernels in a process whose user has the cache folder `user`.

    Whatever processor they are for, they round as written and add up in order.
    """
    chosen = {"XDG_CACHE_HOME": str(user)} | ({"NUMBA_CACHE_DIR": str(folder)} if folder else {})
    numbers = json.dumps([[x.hex() for x in row] for row in awkward()])
    ended = use_kernels(numba, home, USE, numbers, environment=chosen)
    assert (ended.status, ended.err) == (0, "")
    found: dict[str, object] = json.loads(ended.out)
    total = 0.0
    for x, y in zip(*awkward()[:2], strict=True):
        total += x * y
    assert found.pop("found") == [x.hex() for x in (*rounded(is_once=False), total)]
    return found


def ship(numba: LoadedProgram, home: Path, user: Path, processor: str = BASELINE) -> Path:
    """Compile the kernels ahead, into the folder that is shipped; return it."""
    state = cache_folder.state(home / "core/kernels")
    folder = ahead.folder_for(state, processor, home / "core/compiled_ahead")
    found = used(numba, home, user, folder)
    assert (found["processor"], found["loaded"]) == (processor, 0)
    return folder


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.nb?") if path.is_file()]


def kernels_of_sources(folder: Path) -> list[Path]:
    """List the files in `folder` of kernels as the sources are now."""
    digests = {digest_of(str(path)) for path in (ROOT / "core/kernels").rglob("*.py")}
    return [path for path in files(folder) if path.name.split(".py")[0].split("-")[-1] in digests]


def kernels_named_after_addresses(folder: Path) -> list[str]:
    """List kernels with an expression over whole arrays, which numba names by its address."""
    return [
        path.name
        for path in kernels_of_sources(folder)
        if b"__numba_array_expr" in path.read_bytes()
    ]


needs_x86 = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"),
    reason="kernels are compiled ahead for x86-64 only",
)


@needs_x86
def test_shipped_kernels_are_read_where_they_lie_also_after_a_move(
    numba: LoadedProgram, package: Path, tmp_path: Path
) -> None:
    moved = package.rename(tmp_path / "elsewhere é")
    before = {path: path.read_bytes() for path in files(moved)}

    found = used(numba, moved, tmp_path / "user")

    assert (found["loaded"], found["processor"]) == (1, BASELINE)
    assert found["origin"] == "baseline"
    assert files(tmp_path / "user") == []
    assert {path: path.read_bytes() for path in files(moved)} == before


@needs_x86
def test_they_are_used_where_no_folder_can_be_written(
    numba: LoadedProgram, package: Path, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    assert used(numba, package, in_the_way)["loaded"] == 1


@needs_x86
def test_a_damaged_one_is_compiled_and_kept_for_the_user(
    numba: LoadedProgram, package: Path, tmp_path: Path
) -> None:
    folder = shipped_folder(package)
    for path in files(folder):
        path.write_bytes(b"\x80")

    found = used(numba, package, tmp_path / "user")

    assert (found["loaded"], found["processor"]) == (0, BASELINE)
    assert all(path.read_bytes() == b"\x80" for path in files(folder))
    assert used(numba, package, tmp_path / "user")["loaded"] == 1


@needs_x86
def test_those_of_other_sources_are_left_alone(
    numba: LoadedProgram, package: Path, tmp_path: Path
) -> None:
    with (package / "core/kernels/trying/trying.py").open("a") as source:
        source.write("# changed\n")
    found = used(numba, package, tmp_path / "user")
    assert (found["loaded"], found["processor"], found["origin"]) == (0, None, "new")


def test_those_of_another_python_or_numba_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead.folder_for("state", BASELINE, tmp_path).mkdir(parents=True)
    assert ahead.find_shipped("state", tmp_path) == BASELINE
    monkeypatch.setattr(ahead.importlib.metadata, "version", lambda _: "0.1")
    assert ahead.find_shipped("state", tmp_path) is None
    assert ahead.find_shipped("state", tmp_path / "nowhere") is None


@needs_x86
def test_the_best_that_run_here_are_used(numba, package: Path, tmp_path: Path) -> None:
    here = [name for name in ahead.PROCESSORS if ahead.runs_here(name)]
    for processor in here:
        if processor != BASELINE:
            ship(numba, package, tmp_path / "builder", processor)

    found = used(numba, package, tmp_path / "user")

    assert (found["loaded"], found["processor"]) == (1, here[0])
    assert found["origin"] == ("shipped" if here[0] == "x86-64-v3" else "baseline")


@pytest.mark.parametrize("missing", [None, *LEVEL_3])
def test_a_processor_that_lacks_one_feature_takes_the_older_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str | None
) -> None:
    from llvmlite import binding

    for processor in ahead.PROCESSORS:
        ahead.folder_for("state", processor, tmp_path).mkdir(parents=True)
    has = dict.fromkeys(LEVEL_3, True) | ({missing: False} if missing else {})
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: has)
    assert ahead.find_shipped("state", tmp_path) == (BASELINE if missing else "x86-64-v3")


@pytest.mark.skipif(not LOADER.is_file(), reason="only glibc says what the processor can do")
def test_the_c_library_finds_the_same_processors() -> None:
    said = subprocess.run([LOADER, "--help"], capture_output=True, text=True, check=True).stdout
    for processor in ahead.PROCESSORS:
        assert ahead.runs_here(processor) == (f"{processor} (supported" in said)


@needs_x86
def test_once_all_own_kernels_are_there_they_are_used(numba, package: Path, tmp_path: Path) -> None:
    own = tmp_path / "user/statveil/kernels" / ahead.folder_name()
    compiled = used(numba, package, tmp_path / "user", own)
    assert (compiled["processor"], compiled["loaded"]) == (None, 0)

    state = cache_folder.state(package / "core/kernels")
    ahead.note_complete(own, "another state")
    assert not ahead.is_complete(own, state)
    ahead.note_complete(own, state)

    found = used(numba, package, tmp_path / "user")
    assert (found["processor"], found["loaded"], found["origin"]) == (None, 1, "own")


@needs_x86
def test_those_of_another_processor_are_not_complete_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from llvmlite import binding

    ahead.note_complete(tmp_path, "state")
    assert ahead.is_complete(tmp_path, "state")
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "another")
    assert not ahead.is_complete(tmp_path, "state")


def test_the_numbers_show_what_rounds_a_product_and_a_sum_at_once() -> None:
    assert all(x != y for x, y in zip(rounded(True), rounded(False), strict=True))


def test_no_kernel_may_reorder_or_contract() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "core/kernels").rglob("*.py")]
    names = [
        node.arg if isinstance(node, ast.keyword) else node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.keyword)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    ]
    assert "nogil" in names
    assert not {"fastmath", "parallel"} & set(names)


def released(folder: Path) -> dict[str, object]:
    """Hash what all methods make of every sample with the kernels in `folder`."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.core.kernels.compilation.every_release"],
        cwd=ROOT,
        env=without_numba_settings() | {"NUMBA_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found: dict[str, object] = json.loads(ended.stdout)
    return found


@pytest.fixture(scope="module")
def own() -> Path:
    """Return the folder of the kernels for the processor of this computer."""
    folder = cache_folder.choose()
    assert folder is not None
    return folder.with_name(ahead.folder_name())


@pytest.fixture(scope="module")
def by_own_kernels(own: Path) -> dict[str, object]:
    return released(own)


@pytest.mark.longer
@needs_x86
@pytest.mark.parametrize("processor", ahead.PROCESSORS)
def test_every_method_releases_the_same_bytes_with_all_kernels(
    processor: str, own: Path, by_own_kernels: dict[str, object]
) -> None:
    if not ahead.runs_here(processor):
        pytest.skip(f"this computer's processor runs no kernels for {processor}")
    folder = own.with_name(ahead.folder_name(processor))
    found = released(folder)

    assert (by_own_kernels["processor"], found["processor"]) == (None, processor)
    hashes = found["hashes"]
    assert isinstance(hashes, dict)
    assert len(hashes) > 30
    assert hashes == by_own_kernels["hashes"]

    assert len(kernels_of_sources(folder)) > 400
    assert not kernels_named_after_addresses(folder)


def test_no_kept_kernel_is_named_after_an_address_in_memory(own: Path) -> None:
    """Two packages of the same sources would differ. In a whole run all kernels are kept before."""
    assert not kernels_named_after_addresses(own)
