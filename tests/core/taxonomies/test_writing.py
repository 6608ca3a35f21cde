"""What is written reads back as the same taxonomy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.io.taxonomies import TaxonomyKind, write_taxonomy
from core.io.taxonomies.taxonomy_reader import read_taxonomy
from core.model import Taxonomy, flat, taxonomy_of
from tests.core.taxonomies.trees import FAMILY, PLACES, Parents, graphs, parents_of, trees

NAMES = {"world": "Welt, alles", "bay": '"Bucht"', "sea": ""}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


def through(taxonomy: Taxonomy, kind: TaxonomyKind, folder: Path) -> Taxonomy:
    path = folder / "taxonomy.csv"
    path.unlink(missing_ok=True)
    write_taxonomy(taxonomy, path, kind)
    return read_taxonomy(path, kind)


@given(drawn=st.tuples(graphs(), st.just(TaxonomyKind.PARENTS))
       | st.tuples(trees(), st.just(TaxonomyKind.LEVELS)))  # fmt: skip
def test_categories_and_parents_survive_in_their_order(
    drawn: tuple[Parents, TaxonomyKind], folder: Path
) -> None:
    taxonomy = taxonomy_of(drawn[0])
    back = through(taxonomy, drawn[1], folder)
    assert back.nodes == taxonomy.nodes
    assert parents_of(back) == parents_of(taxonomy)


def test_the_files_look_as_their_kinds_do(tmp_path: Path) -> None:
    write_taxonomy(taxonomy_of(PLACES), tmp_path / "parents")
    write_taxonomy(taxonomy_of(PLACES), tmp_path / "levels", TaxonomyKind.LEVELS)

    assert (tmp_path / "parents").read_text().splitlines()[:3] == [
        "category,parent", "world,", "north,world"
    ]  # fmt: skip
    assert (tmp_path / "levels").read_text() == (
        "fjord;north;world\nbay;north;world\nreef;south;world\nsea;sea;world\n"
    )


@pytest.mark.parametrize("language", ["de", "iso-a3", ""])
def test_labels_survive(language: str, tmp_path: Path) -> None:
    taxonomy = taxonomy_of(PLACES, {language: NAMES})
    assert through(taxonomy, TaxonomyKind.PARENTS, tmp_path).labels == taxonomy.labels


def test_an_implied_root_stays_one(tmp_path: Path) -> None:
    assert through(flat("ab"), TaxonomyKind.LEVELS, tmp_path).root_is_implied


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (TaxonomyKind.LEVELS, "taxonomy-levels-several-parents"),
        (TaxonomyKind.SKOS, "taxonomy-kind-not-written"),
    ],
)
def test_what_a_kind_cannot_hold_is_refused(kind: TaxonomyKind, code: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=f"^{code}$"):
        write_taxonomy(taxonomy_of(FAMILY), tmp_path / "taxonomy.csv", kind)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "taxonomy.csv"
    path.write_text("mine")
    with pytest.raises(Refused):
        write_taxonomy(taxonomy_of(PLACES), path)
    assert path.read_text() == "mine"
