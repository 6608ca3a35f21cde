"""Nothing that a run was given, and no folder, is replaced by its release."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.model import FileKind, Target
from core.pipeline.seal import names_of
from tests.attributes import declare
from tests.core.command_line.conftest import ATTRIBUTES

OUT = {"kind": "csv", "name": "out"}
NAMES = sorted(set(names_of(Target(FileKind.CSV, "out")).all))
LINKS = ["the file itself", "symbolic link", "hard link", "link in the folder"]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def put(real: Path, place: Path, how: str) -> Path:
    """Let `place` in the release folder be the file `real`; return the path to be used for it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if how == "hard link":
        os.link(real, place)
    elif how == "link in the folder":
        place.symlink_to(real)
    else:
        real.rename(place)
        if how == "the file itself":
            return place
        real.symlink_to(place)
    return real


def refused(bench, *arguments: object, said: str) -> None:
    before = contents(bench.folder)

    assert bench.run("protect", *arguments, "--output", bench.release, "--overwrite") == 2

    assert said in bench.err, bench.err
    assert len(bench.err.strip().splitlines()) == 1
    assert contents(bench.folder) == before


@pytest.mark.parametrize("how", LINKS)
@pytest.mark.parametrize("name", NAMES)
def test_the_input_is_never_replaced(bench, name: str, how: str) -> None:
    path = put(bench.folder / "people.csv", bench.release / name, how)
    recipe = bench.recipe(input={"path": str(path), "kind": "csv"}, output=OUT)

    refused(bench, recipe, said="is the input itself")


@pytest.mark.parametrize("how", LINKS)
@pytest.mark.parametrize("name", NAMES)
def test_the_recipe_is_never_replaced(bench, name: str, how: str) -> None:
    given = {"path": str(bench.folder / "people.csv"), "kind": "csv"}
    recipe = bench.recipe(input=given, output=OUT)

    refused(bench, put(recipe, bench.release / name, how), said="is the recipe itself")


@pytest.mark.parametrize("name", NAMES)
def test_a_taxonomy_is_never_replaced(bench, name: str) -> None:
    tree = bench.folder / "tree.csv"
    tree.write_text("category,parent\nall,\nok,all\nbad,all\n")
    tree = put(tree, bench.release / name, "the file itself")
    note = {"name": "NOTE", **declare("quasi nominal", taxonomy=str(tree))}
    attributes = [*ATTRIBUTES[:4], note]
    recipe = bench.recipe({"name": "mdav", "k": 3}, attributes=attributes, output=OUT)

    refused(bench, recipe, said="a taxonomy")


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_never_replaced(bench, name: str) -> None:
    inside = bench.release / name / "deep" / "mine.txt"
    inside.parent.mkdir(parents=True)
    inside.write_text("mine")

    refused(bench, bench.recipe(output=OUT), said="a folder")


@pytest.mark.parametrize("half", ["public", "internal"])
@pytest.mark.parametrize("how", LINKS)
def test_the_dictionary_of_the_columns_is_never_replaced(bench, half: str, how: str) -> None:
    """It is found beside the input by its name, which can be that of the protected file."""
    beside = bench.release / half
    beside.mkdir(parents=True)
    (bench.folder / "people.csv").rename(beside / "people.dat")
    dictionary = beside / "people.columns.csv"
    dictionary.write_text("name,start,width\nA,1,3\n")
    place = bench.release / "public/people.columns.csv"
    if dictionary != place or how != "the file itself":
        kept = bench.folder / "kept.columns.csv"
        dictionary.rename(kept)
        put(kept, place, how)
        if dictionary != place:
            dictionary.symlink_to(place)
    given = {"path": str(beside / "people.dat"), "kind": "csv"}
    recipe = bench.recipe(input=given, output={"kind": "csv", "name": "people.columns"})

    refused(bench, recipe, said="dictionary")


def test_the_log_that_is_repeated_is_never_replaced(released) -> None:
    before = contents(released.folder)

    given = ["--input", released.folder / "people.csv", "--output", released.release]
    assert released.run("replay", released.log(), *given, "--overwrite") == 2

    assert "is the audit log" in released.err
    assert contents(released.folder) == before


def test_a_release_folder_with_an_overlong_name_is_refused(bench) -> None:
    assert bench.run("protect", bench.folder / "recipe.json", "--output", "x" * 300) == 2
    assert "too long" in bench.err


@pytest.mark.parametrize("target", ["nowhere", "out"])
def test_a_link_that_leads_nowhere_is_refused_before_the_input_is_read(bench, target: str) -> None:
    (bench.folder / "people.csv").unlink()
    link = bench.folder / "out"
    link.symlink_to(bench.folder / target)

    assert bench.run("protect", bench.folder / "recipe.json", "--output", link) == 2

    assert bench.err.startswith("out is a link to a folder that does not exist.")
    assert link.is_symlink()
    assert not (bench.folder / "nowhere").exists()


@pytest.mark.parametrize("place", ["public", "public/deep/er"])
@pytest.mark.parametrize("link", [False, True])
def test_no_internal_half_is_written_into_a_public_one(released, place: str, link: bool) -> None:
    """The public half is zipped and sent, with all that is in it."""
    output = released.release / place
    if link:
        output.mkdir(parents=True, exist_ok=True)
        (released.folder / "link").symlink_to(output)
        output = released.folder / "link"
    before = contents(released.folder)

    recipe = released.folder / "recipe.json"
    assert released.run("protect", recipe, "--output", output, "--overwrite") == 2

    assert "public half" in released.err
    assert contents(released.folder) == before
