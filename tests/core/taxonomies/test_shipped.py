"""The taxonomies that come with the program."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from core.encode.matching import index_taxonomy
from core.io.taxonomies import Shipped, list_shipped, taxonomy_path
from core.model import Taxonomy
from resources.taxonomy_makers import education, occupations

NAMES = ("countries", "icd10cm", "isced2011", "isco08", "isic4", "nace2")


@pytest.fixture(scope="module")
def taxonomies() -> dict[str, Taxonomy]:
    return {one.name: one.read() for one in list_shipped()}


def line_to_root(taxonomy: Taxonomy, name: str) -> list[str]:
    found = [name]
    place = taxonomy.places()
    while parents := taxonomy.parents_of(place[found[-1]]).tolist():
        found.append(taxonomy.nodes[parents[0]])
    return found


def test_each_says_what_it_is_and_where_it_is_from(taxonomies: dict[str, Taxonomy]) -> None:
    listed = {one.name: one for one in list_shipped()}

    assert sorted(listed) == list(NAMES)
    for name, one in listed.items():
        assert one.title
        assert one.source
        assert one.version
        assert one.licence in ("MIT", "written for Statveil, BSD-3-Clause")
        assert one.categories == len(taxonomies[name])
        assert one.languages == tuple(taxonomies[name].labels)
        assert taxonomies[name].is_tree


def test_every_file_in_the_folder_is_listed_and_explained() -> None:
    folder = list_shipped()[0].path.parent
    assert sorted(path.stem for path in folder.glob("*.csv")) == list(NAMES)
    explained = (folder / "README.md").read_text("utf-8")
    for one in list_shipped():
        row = next(row for row in explained.splitlines() if row.startswith(f"| `{one.name}`"))
        assert row.endswith(f"| {one.categories:,} |")


def test_a_recipe_names_them_without_a_path(tmp_path: Path) -> None:
    for one in list_shipped():
        assert taxonomy_path(one.reference, tmp_path) == one.path
    assert taxonomy_path("own.csv", tmp_path) == tmp_path / "own.csv"
    assert taxonomy_path("shipped:../../secret", tmp_path).parent == list_shipped()[0].path.parent


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("countries", ["Spain", "Southern Europe", "Europe", "World"]),
        ("countries", ["Kenya", "Eastern Africa", "Sub-Saharan Africa", "Africa", "World"]),
        ("isco08", ["25", "2", "ISCO-08"]),
        ("isic4", ["0111", "011", "01", "A", "ISIC Rev. 4"]),
        ("nace2", ["62.01", "62.0", "62", "J", "NACE Rev. 2"]),
        ("isced2011", ["3", "medium", "ISCED 2011"]),
        ("icd10cm", ["J45", "J40-J4A", "J00-J99", "ICD-10-CM"]),
        ("icd10cm", ["B20", "A00-B99", "ICD-10-CM"]),
    ],
)
def test_known_categories_stand_where_they_belong(
    name: str, line: list[str], taxonomies: dict[str, Taxonomy]
) -> None:
    assert line_to_root(taxonomies[name], line[0]) == line


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("isic4", {1: 1, 2: 21, 3: 88, 4: 238, 5: 419}),
        ("nace2", {1: 1, 2: 21, 3: 88, 4: 272, 5: 615}),
        ("isco08", {1: 1, 2: 10, 3: 43}),
        ("isced2011", {1: 1, 2: 3, 3: 9}),
    ],
)
def test_the_levels_have_as_many_categories_as_the_standard(
    name: str, levels: dict[int, int], taxonomies: dict[str, Taxonomy]
) -> None:
    depths = [len(taxonomies[name].ancestors_of(i)) for i in range(len(taxonomies[name]))]
    assert {depth: depths.count(depth) for depth in sorted(set(depths))} == levels


@pytest.mark.parametrize(
    ("values", "category"),
    [
        (("ES", "ESP", "724", "España", "Spanien", "SPAIN", "espana"), "Spain"),
        (
            ("US", "United States", "United-States", "Estados Unidos", "usa"),
            "United States of America",
        ),
    ],
)
def test_countries_are_found_by_code_and_in_many_languages(
    values: tuple[str, ...], category: str, taxonomies: dict[str, Taxonomy]
) -> None:
    found = index_taxonomy(taxonomies["countries"]).coverage(dict.fromkeys(values, 1))
    assert found.mapping == dict.fromkeys(values, category)


def test_every_country_has_its_codes(taxonomies: dict[str, Taxonomy]) -> None:
    found = taxonomies["countries"]
    for leaf in found.leaves.tolist():
        assert (len(found.labels["iso-a2"][leaf]), len(found.labels["iso-a3"][leaf])) == (2, 3)
        assert found.labels["m49"][leaf].isdigit()


@pytest.mark.parametrize(("maker", "name"), [(education, "isced2011"), (occupations, "isco08")])
def test_what_needs_no_package_is_made_again_byte_for_byte(
    maker: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped_file = next(one.path for one in list_shipped() if one.name == name)
    wanted = shipped_file.read_bytes()
    for module in ("core.io.taxonomies.shipped", "resources.taxonomy_makers.ship"):
        monkeypatch.setattr(import_module(module), "TAXONOMIES", tmp_path)

    maker.make()

    assert Shipped(name, "", 0, "", "", "", ()).path == tmp_path / f"{name}.csv"
    assert (tmp_path / f"{name}.csv").read_bytes() == wanted
    assert (tmp_path / "sources.json").is_file()
