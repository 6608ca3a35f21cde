"""Where compiled kernels are kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.kernels.compilation import cache_folder

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def sources_of_kernels() -> list[Path]:
    """Return every source of the program in which something is compiled."""
    sources = (path for room in ("core", "desktop_app") for path in (ROOT / room).rglob("*.py"))
    return [path for path in sources if "from numba" in path.read_text("utf-8")]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    # What `choose` sets is taken back when the test ends.
    monkeypatch.setenv(cache_folder.VARIABLE, "")
    return monkeypatch


def test_the_users_choice_is_respected(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment.setenv(cache_folder.VARIABLE, str(tmp_path))
    chosen = cache_folder.choose()
    assert chosen is not None
    assert chosen.parent == tmp_path
    # A process started by this one is given it as it is.
    assert cache_folder.choose() == chosen


def test_else_it_is_the_users_cache_folder(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment.setattr(cache_folder.sys, "platform", "linux")
    environment.setenv("XDG_CACHE_HOME", str(tmp_path))
    chosen = cache_folder.choose()
    assert chosen is not None
    assert chosen.parent == tmp_path / "statveil" / "kernels"
    assert chosen.is_dir()


def test_a_folder_that_cannot_be_written_is_replaced(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    environment.setattr(cache_folder.sys, "platform", "linux")
    environment.setenv("XDG_CACHE_HOME", str(in_the_way))
    environment.setattr(cache_folder.tempfile, "tempdir", str(tmp_path))
    chosen = cache_folder.choose()
    assert chosen is not None
    assert chosen.is_dir()
    assert chosen.parent.parent == tmp_path
    # A process started by this one is given it as it is.
    assert cache_folder.choose() == chosen
    cache_folder.remove_temporary()
    assert list(tmp_path.iterdir()) == [in_the_way]


def test_a_home_that_does_not_exist_is_not_made(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment.setattr(cache_folder.sys, "platform", "linux")
    environment.delenv("XDG_CACHE_HOME", raising=False)
    environment.setenv("HOME", str(tmp_path / "nonexistent"))
    environment.setattr(cache_folder.tempfile, "tempdir", str(tmp_path))
    assert cache_folder.choose() is not None
    cache_folder.remove_temporary()
    assert list(tmp_path.iterdir()) == []


def test_without_any_folder_nothing_is_chosen(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    environment.setenv(cache_folder.VARIABLE, str(nowhere))
    environment.setattr(cache_folder.tempfile, "tempdir", str(nowhere))
    assert cache_folder.choose() is None


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {}, "/home/AppData/Local"),
        ("darwin", {}, "/home/Library/Caches"),
        ("linux", {}, "/home/.cache"),
        ("linux", {"XDG_CACHE_HOME": "/cache"}, "/cache"),
    ],
)
def test_each_platform_has_its_place(
    platform: str, variables: dict[str, str], expected: str
) -> None:
    assert cache_folder.user_folder(variables, platform, Path("/home")) == Path(expected)


def test_each_state_of_the_sources_has_a_folder_of_its_own(tmp_path: Path) -> None:
    callee = tmp_path / "deep" / "below" / "callee.py"
    callee.parent.mkdir(parents=True)
    states = []

    def note() -> None:
        states.append(cache_folder.state(tmp_path))
        assert cache_folder.state(tmp_path) == states[-1]

    note()
    (tmp_path / "caller.py").write_text("calls")
    note()
    callee.write_text("one")
    note()
    callee.write_text("two")
    note()
    callee.rename(callee.with_name("other.py"))
    note()
    callee.with_name("other.py").rename(tmp_path / "deep" / "other.py")
    note()
    assert len(set(states)) == len(states)


def test_kernels_that_nobody_used_for_long_are_removed(tmp_path: Path) -> None:
    folders = [tmp_path / "statveil-kernels", tmp_path / "0123456789abcdef", tmp_path / "others"]
    for name in ("unused", "used"):
        for folder in folders:
            (folder / "trees").mkdir(parents=True, exist_ok=True)
            for suffix in ("nbi", "1.nbc", "2.nbc.tmp.1"):
                (folder / "trees" / f"{name}-[1].{suffix}").touch()
            os.utime(folder / "trees" / f"{name}-[1].nbi", (0, name == "used"))

    cache_folder.remove_unused(folders[0], now=1 + cache_folder.UNUSED_DAYS * 24 * 60 * 60)

    # What others keep in the same place is theirs.
    kept = [[path.name[:4] for path in folder.glob("trees/*")] for folder in folders]
    assert kept[:2] == [["used"] * 3] * 2
    assert len(kept[2]) == 6


def test_all_sources_with_a_kernel_lie_below_the_folder_that_is_hashed(
    sources_of_kernels: list[Path],
) -> None:
    assert len(sources_of_kernels) > 40
    assert len({path.parent for path in sources_of_kernels}) > 5
    assert all(path.is_relative_to(cache_folder.KERNELS) for path in sources_of_kernels)
