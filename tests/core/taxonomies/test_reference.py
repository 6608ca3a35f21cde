"""The reference taxonomies and the columns that they are about."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.encode import find_representatives, most_marginal, semantics
from core.encode.matching import index_taxonomy, suggest_taxonomies
from core.errors import Refused
from core.io.taxonomies import TaxonomyKind, list_shipped
from core.io.taxonomies.taxonomy_reader import probe_taxonomy, read_taxonomy
from core.model import Taxonomy
from tests.core.taxonomies.trees import parents_of
from tests.oracles import taxonomies as oracle

COLUMNS = (
    "workclass", "education", "marital-status", "occupation", "relationship", "race", "sex",
    "native-country",
)  # fmt: skip


@pytest.fixture(scope="module")
def columns(reference_data: Path) -> dict[str, Counter[str]]:
    with (reference_data / "adult.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: Counter(row[name] for row in rows) for name in COLUMNS}


@pytest.fixture(scope="module")
def taxonomies(reference_data: Path) -> dict[str, Taxonomy]:
    folder = reference_data / "taxonomies"
    return {name: read_taxonomy(folder / f"adult_{name}.csv") for name in COLUMNS}


@pytest.mark.parametrize("name", COLUMNS)
def test_every_label_of_adult_is_covered(
    name: str, columns: dict[str, Counter[str]], taxonomies: dict[str, Taxonomy]
) -> None:
    found = index_taxonomy(taxonomies[name]).coverage(columns[name])
    assert (found.records, found.share, found.unmatched) == (30_162, 1, ())


def test_each_column_is_suggested_its_own_taxonomy(
    columns: dict[str, Counter[str]], taxonomies: dict[str, Taxonomy]
) -> None:
    found = suggest_taxonomies(
        columns, taxonomies | {one.name: one.read() for one in list_shipped()}
    )

    assert {name: found[name][0].taxonomy for name in COLUMNS} == {name: name for name in COLUMNS}
    second = found["native-country"][1]
    assert second.taxonomy == "countries"
    assert second.coverage.share < 0.1
    assert second.coverage.share_mapped > 0.98


def test_cuba_hangs_higher_than_other_countries(taxonomies: dict[str, Taxonomy]) -> None:
    countries = taxonomies["native-country"]
    parents, place = parents_of(countries), countries.places()
    found = semantics(countries)

    assert parents["Cuba"] == ("country_zone",)
    assert len(countries.ancestors_of(place["Cuba"])) == 6
    assert len(countries.ancestors_of(place["Guatemala"])) == 8
    for other in ("Haiti", "Italy", "Guatemala", "Hong"):
        wanted = oracle.distance(parents, "Cuba", other)
        assert abs(found.between(place["Cuba"], place[other]) - wanted) < 1e-15
    assert found.between(place["Cuba"], place["Haiti"]) < found.between(
        place["Cuba"], place["Italy"]
    )


def test_own_child_has_two_parents(taxonomies: dict[str, Taxonomy]) -> None:
    family = taxonomies["relationship"]
    parents, place = parents_of(family), family.places()
    found = semantics(family)

    assert set(parents["Own-child"]) == {"Husband", "Wife"}
    assert not family.is_tree
    child = place["Own-child"]
    assert found.between(child, place["Husband"]) == found.between(child, place["Wife"])
    for other in ("Husband", "Wife", "Unmarried", "Not-in-family"):
        wanted = oracle.distance(parents, "Own-child", other)
        assert abs(found.between(child, place[other]) - wanted) < 1e-15


@pytest.mark.parametrize("name", COLUMNS)
def test_the_whole_column_is_represented_as_brute_force_says(
    name: str, columns: dict[str, Counter[str]], taxonomies: dict[str, Taxonomy]
) -> None:
    found = semantics(taxonomies[name], list(columns[name]))
    place = found.places()
    values = np.repeat([place[v] for v in columns[name]], list(columns[name].values()))

    (chosen,) = find_representatives(found, np.zeros(len(values), dtype=np.int64), values)

    parents = parents_of(taxonomies[name])
    sample = [v for v, count in columns[name].items() for _ in range(count // 500)]
    small = np.array([place[v] for v in sample])
    (of_sample,) = find_representatives(found, np.zeros(len(small), dtype=np.int64), small)
    assert found.name(of_sample) == oracle.representative(parents, sample)
    assert found.name(chosen) in oracle.candidates(parents, list(columns[name]))


@pytest.mark.parametrize("name", COLUMNS)
def test_the_most_marginal_category_is_a_leaf_farthest_from_all_leaves(
    name: str, taxonomies: dict[str, Taxonomy]
) -> None:
    taxonomy = taxonomies[name]
    parents = parents_of(taxonomy)
    leaves = [taxonomy.nodes[i] for i in taxonomy.leaves]
    sums = {leaf: oracle.marginality(parents, leaf, leaves) for leaf in leaves}
    whole = semantics(taxonomy)
    assert sums[whole.name(most_marginal(whole))] == max(sums.values())


def test_the_owl_file_says_the_same_as_the_table(
    reference_data: Path, taxonomies: dict[str, Taxonomy]
) -> None:
    found = read_taxonomy(reference_data / "taxonomies/occupation.owl")
    table = parents_of(taxonomies["occupation"])
    assert {k: set(v) for k, v in parents_of(found).items()} == {
        k: set(v) for k, v in table.items()
    }


def test_the_arx_file_covers_education(
    reference_data: Path, columns: dict[str, Counter[str]]
) -> None:
    probe = probe_taxonomy(reference_data / "taxonomies/arx_hierarchy_education.csv")
    assert probe.kind is TaxonomyKind.LEVELS
    assert probe.taxonomy is not None
    assert probe.taxonomy.height == 3
    assert index_taxonomy(probe.taxonomy).coverage(columns["education"]).share == 1


def test_ages_in_intervals_are_refused(reference_data: Path) -> None:
    with pytest.raises(Refused, match=r"^taxonomy-intervals$"):
        read_taxonomy(reference_data / "taxonomies" / "adult_age.csv")
