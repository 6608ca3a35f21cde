"""Where `start` puts the release of the sample."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.installer.setting_up import ROOT, run


def new_folders(root: Path, home: Path, how_many: int, user: str | None = None) -> list[str]:
    """Have folders for releases made, many at the same moment; return their names."""
    text = (ROOT / "installer" / "start").read_text(encoding="utf-8")
    function = "new_folder() {" + text.split("new_folder() {")[1].split("\n}\n")[0] + "\n}\n"
    call = ["sh", "-c", f'root=$1; {function} new_folder; printf "%s" "$folder"', "sh", root]
    environment = os.environ | {"HOME": str(home)}
    with ThreadPoolExecutor(8) as pool:
        start = lambda _: run(*call, user=user, env=environment, cwd="/").stdout  # noqa: E731
        return list(pool.map(start, range(how_many)))


def test_starts_at_the_same_moment_never_take_one_folder(tmp_path: Path) -> None:
    folders = new_folders(tmp_path / "program", tmp_path / "home", 24)

    assert len(set(folders)) == 24
    assert all(Path(folder).is_dir() for folder in folders)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two accounts")
@pytest.mark.parametrize("made_before", [True, False])
def test_where_somebody_else_installed_it_the_release_goes_to_the_users_folder(
    base: Path, made_before: bool
) -> None:
    house, home = base / "Statveil é", base / "home"
    house.mkdir(mode=0o755)
    home.mkdir()
    shutil.chown(home, "nobody")
    if made_before:
        (house / "releases").mkdir()

    folders = new_folders(house, home, 2, user="nobody")

    assert sorted(folders) == [f"{home}/statveil/releases/business_survey_{n}" for n in (1, 2)]
    assert not list(house.glob("releases/*"))
