"""Where compiled kernels are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernels import cache_folder


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


def test_nothing_compiled_of_other_sources_is_run(tmp_path: Path) -> None:
    callee = tmp_path / "callee.py"
    callee.write_text("one")
    (tmp_path / "caller.py").write_text("calls")
    before = cache_folder.state(tmp_path)
    assert cache_folder.state(tmp_path) == before
    callee.write_text("two")
    assert cache_folder.state(tmp_path) != before
