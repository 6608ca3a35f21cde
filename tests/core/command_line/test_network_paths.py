"""No file can make the program open a path on a network; a user can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import Refused
from core.network_paths import is_network_path
from core.recipe import open_project
from core.recipe.project_file import ProjectFile, save_project
from tests.core.command_line.conftest import ATTRIBUTES
from tests.statuses import WRITTEN

HOSTILE = [
    r"\\host\share\people.csv",
    "//host/share/people.csv",
    r"/\host/share\people.csv",
    r"\\?\UNC\host\share\people.csv",
    r"\\.\pipe\people",
    r"\??\UNC\host\share\people.csv",
]
LOCAL = ["people.csv", "../people.csv", "/srv/people.csv", r"C:\data\people.csv", "a//b.csv", ""]


def test_every_spelling_of_a_network_path_is_known() -> None:
    assert [path for path in HOSTILE if not is_network_path(path)] == []
    assert [path for path in LOCAL if is_network_path(path)] == []


@pytest.mark.parametrize("path", HOSTILE)
def test_a_recipe_cannot_name_its_input_on_a_network(bench, path: str) -> None:
    bench.recipe(input={"path": path, "kind": "csv"})
    bench.check_refused("lies on a network")


def elsewhere(path: Path) -> str:
    """Name a file that is there as POSIX also reads it: with a second slash in front."""
    return f"/{path}"


def test_what_a_recipe_names_is_not_opened_and_what_the_user_names_is(bench) -> None:
    bench.recipe(input={"path": elsewhere(bench.folder / "people.csv"), "kind": "csv"})
    recipe = bench.folder / "recipe.json"
    for command in ("protect", "assess", "compare"):
        output = () if command == "compare" else ("--output", bench.release)
        assert bench.run(command, recipe, *output) == 2
        assert "lies on a network" in bench.err
    assert bench.protect("--input", elsewhere(bench.folder / "people.csv")) in WRITTEN


@pytest.mark.parametrize("path", HOSTILE)
def test_a_recipe_cannot_name_a_taxonomy_on_a_network(bench, path: str) -> None:
    nominal = {"name": "NOTE", "role": "quasi-identifier", "scale": "nominal", "taxonomy": path}
    bench.recipe(attributes=[*ATTRIBUTES[:-1], nominal])
    assert bench.protect() == 2
    assert "lies on a network" in bench.err


def test_a_project_that_lies_on_a_share_may_name_its_files(tmp_path: Path, bench) -> None:
    kept = ProjectFile(open_project(bench.recipe()).project)
    share = Path(f"/{tmp_path}")
    save_project(share / "people.statveil", kept)
    document = json.loads((tmp_path / "people.statveil").read_text("utf-8"))
    document["input"]["path"] = f"{share}/people.csv"
    (tmp_path / "people.statveil").write_text(json.dumps(document), "utf-8")
    with pytest.raises(Refused, match="path-on-network"):
        open_project(tmp_path / "people.statveil", unfinished=False)
    # Whoever opened it there is connected to that share, and to no other computer.
    open_project(share / "people.statveil", unfinished=False)
