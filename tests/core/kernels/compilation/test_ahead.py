"""Kernels that were compiled ahead: where they fit they are used, and give the same bytes."""

from __future__ import annotations

import ast
import json
import os
import platform
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from core.kernels.compilation import ahead, cache_folder

ROOT = Path(__file__).resolve().parents[4]

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
import numpy as np
import core.kernels
from core.kernels.trying.trying import contracted, total
from core.kernels.compilation.cache_folder import origin
a, b, c = (np.array([float.fromhex(x) for x in row]) for row in json.load(sys.stdin))
found = [*contracted(a, b, c).tolist(), total(a, b)]
print(json.dumps({
    "found": [x.hex() for x in found],
    "loaded": sum(contracted.stats.cache_hits.values()),
    "processor": os.environ.get("NUMBA_CPU_NAME"),
    "origin": origin(),
}))
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a copy of the engine with two kernels of its own, so that nothing else is compiled."""
    home = tmp_path / "a program"
    shutil.copytree(
        ROOT / "core", home / "core", ignore=shutil.ignore_patterns("__pycache__", "io")
    )
    (home / "core/kernels/trying").mkdir()
    (home / "core/kernels/trying/trying.py").write_text(KERNEL)
    return home


def awkward() -> list[list[float]]:
    """Return factors whose product and sum differ if they are rounded once instead of twice."""
    step = 2.0**-30
    a = [1.0 + step * (3 * i + 1) for i in range(37)]
    b = [1.0 + step * (5 * i + 2) for i in range(37)]
    return [a, b, [-(x * y) for x, y in zip(a, b, strict=True)]]


def used(home: Path, user: Path, folder: Path | None = None) -> dict[str, object]:
    """Use the kernels in a process whose user has the cache folder `user`."""
    given = {"PYTHONPATH": str(home), "XDG_CACHE_HOME": str(user)}
    given |= {"NUMBA_CACHE_DIR": str(folder)} if folder else {}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    numbers = [[x.hex() for x in row] for row in awkward()]
    ended = subprocess.run(
        [sys.executable, "-c", USE],
        cwd=home,
        env=kept | given,
        input=json.dumps(numbers),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    found: dict[str, object] = json.loads(ended.stdout)
    return found


def ship(home: Path, user: Path) -> Path:
    """Compile the kernels ahead, into the folder that is shipped; return it."""
    state = cache_folder.state(home / "core/kernels")
    folder = ahead.folder_for(state, home / "core/compiled_ahead")
    found = used(home, user, folder)
    assert (found["processor"], found["loaded"]) == (ahead.PROCESSOR, 0)
    return folder


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.nb?") if path.is_file()]


needs_x86 = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"),
    reason=f"kernels are compiled ahead for {ahead.PROCESSOR} only",
)


@needs_x86
def test_shipped_kernels_are_read_where_they_lie_also_after_a_move(
    program: Path, tmp_path: Path
) -> None:
    ship(program, tmp_path / "builder")
    moved = program.rename(tmp_path / "elsewhere é")
    before = {path: path.read_bytes() for path in files(moved)}

    found = used(moved, tmp_path / "user")

    assert (found["loaded"], found["processor"]) == (1, ahead.PROCESSOR)
    assert found["origin"] == "shipped"
    assert files(tmp_path / "user") == []
    assert {path: path.read_bytes() for path in files(moved)} == before


@needs_x86
def test_they_are_used_where_no_folder_can_be_written(program: Path, tmp_path: Path) -> None:
    ship(program, tmp_path / "builder")
    in_the_way = tmp_path / "file"
    in_the_way.touch()

    assert used(program, in_the_way)["loaded"] == 1


@needs_x86
def test_a_damaged_one_is_compiled_and_kept_for_the_user(program: Path, tmp_path: Path) -> None:
    folder = ship(program, tmp_path / "builder")
    for path in files(folder):
        path.write_bytes(b"\x80")

    found = used(program, tmp_path / "user")

    assert (found["loaded"], found["processor"]) == (0, ahead.PROCESSOR)
    assert all(path.read_bytes() == b"\x80" for path in files(folder))
    assert used(program, tmp_path / "user")["loaded"] == 1


@needs_x86
def test_those_of_other_sources_are_left_alone(program: Path, tmp_path: Path) -> None:
    ship(program, tmp_path / "builder")
    with (program / "core/kernels/trying/trying.py").open("a") as source:
        source.write("# changed\n")

    found = used(program, tmp_path / "user")

    assert (found["loaded"], found["processor"], found["origin"]) == (0, None, "new")


def test_those_of_another_python_or_numba_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ahead.folder_for("state", tmp_path)
    folder.mkdir(parents=True)
    assert ahead.shipped("state", tmp_path) == folder

    monkeypatch.setattr(ahead.importlib.metadata, "version", lambda _: "0.1")
    assert ahead.shipped("state", tmp_path) is None
    assert ahead.shipped("state", tmp_path / "nowhere") is None


@needs_x86
def test_once_all_own_kernels_are_there_they_are_used(program: Path, tmp_path: Path) -> None:
    ship(program, tmp_path / "builder")
    own = tmp_path / "user/statveil/kernels" / cache_folder.state(program / "core/kernels")
    compiled = used(program, tmp_path / "user", own)
    assert (compiled["processor"], compiled["loaded"]) == (None, 0)
    assert used(program, tmp_path / "user")["origin"] == "shipped"

    ahead.note_complete(own)

    found = used(program, tmp_path / "user")
    assert (found["processor"], found["loaded"], found["origin"]) == (None, 1, "own")
    assert found["found"] == compiled["found"]


@needs_x86
def test_those_of_another_processor_are_not_complete_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from llvmlite import binding

    ahead.note_complete(tmp_path)
    assert ahead.is_complete(tmp_path)

    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "another")
    assert not ahead.is_complete(tmp_path)


@needs_x86
def test_no_processor_rounds_a_product_and_a_sum_at_once(program: Path, tmp_path: Path) -> None:
    a, b, c = awkward()
    twice = [x * y + z for x, y, z in zip(a, b, c, strict=True)]
    once = [float(Fraction(x) * Fraction(y) + Fraction(z)) for x, y, z in zip(a, b, c, strict=True)]
    assert all(x != y for x, y in zip(once, twice, strict=True))
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += x * y
    expected = [x.hex() for x in (*twice, total)]

    state = cache_folder.state(program / "core/kernels")
    for name in (state, ahead.folder_name(state)):
        assert used(program, tmp_path, tmp_path / name)["found"] == expected


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


@pytest.mark.slow
@needs_x86
def test_every_method_releases_the_same_bytes_with_either_kernels() -> None:
    own = cache_folder.choose()
    assert own is not None
    state = cache_folder.state()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    found = {}
    for name in (state, ahead.folder_name(state)):
        ended = subprocess.run(
            [sys.executable, "-m", "tests.core.kernels.compilation.every_release"],
            cwd=ROOT,
            env=kept | {"NUMBA_CACHE_DIR": str(own.with_name(name))},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        found[name] = json.loads(ended.stdout)

    mine, baseline = found[state], found[ahead.folder_name(state)]
    assert (mine["processor"], baseline["processor"]) == (None, ahead.PROCESSOR)
    assert len(mine["hashes"]) > 30
    assert mine["hashes"] == baseline["hashes"]

    # numba names an expression over whole arrays after an address in memory.
    kept_kernels = [path.read_bytes() for path in files(own.with_name(ahead.folder_name(state)))]
    assert len(kept_kernels) > 400
    assert not [content for content in kept_kernels if b"__numba_array_expr" in content]
