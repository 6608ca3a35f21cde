"""Taxonomies read from each kind of file: one tree, spelled in six ways."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from core.io.taxonomies import TaxonomyKind
from core.io.taxonomies.taxonomy_reader import probe_taxonomy, read_taxonomy
from core.model import Taxonomy
from tests.core.taxonomies.trees import PLACES, parents_of

PARENTS = """category,parent
world,
north,world
fjord,north
bay,north
south,world
reef,south
sea,world
"""
LEVELS = """fjord;north;world
bay;north;world
reef;south;world
sea;;world
"""
ROOT_FIRST = """world;north;fjord
world;north;bay
world;south;reef
world;sea;sea
"""
INDENTED = "world\n\tnorth\n\t\tfjord\n\t\tbay\n\tsouth\n\t\treef\n\n\tsea\n"

_HEAD = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#" xml:base="http://example.org/places">
"""
OWL = (
    _HEAD
    + """
<owl:Ontology rdf:about="http://example.org/places"/>
<owl:Class rdf:about="#world"/>
<owl:Class rdf:ID="north"><rdfs:subClassOf rdf:resource="#world"/>
  <rdfs:label xml:lang="de">Norden</rdfs:label></owl:Class>
<owl:NamedIndividual rdf:about="#fjord"><rdf:type rdf:resource="#north"/></owl:NamedIndividual>
<rdf:Description rdf:about="http://example.org/places#bay"><rdf:type rdf:resource="#north"/>
  </rdf:Description>
<owl:Class rdf:about="#south"><rdfs:subClassOf><owl:Restriction>
  <owl:onProperty rdf:resource="#temperature"/></owl:Restriction></rdfs:subClassOf>
  <rdfs:subClassOf rdf:resource="#world"/></owl:Class>
<owl:NamedIndividual rdf:about="#reef"><rdf:type rdf:resource="#south"/></owl:NamedIndividual>
<owl:Class rdf:about="#sea"><rdfs:subClassOf rdf:resource="#world"/></owl:Class>
</rdf:RDF>
"""
)
SKOS = (
    _HEAD
    + """
<skos:Concept rdf:about="c/1"><skos:prefLabel>world</skos:prefLabel>
  <skos:narrower rdf:resource="c/2"/></skos:Concept>
<skos:Concept rdf:about="c/2"><skos:prefLabel xml:lang="de">Norden</skos:prefLabel>
  <skos:prefLabel xml:lang="en">north</skos:prefLabel><skos:notation>N</skos:notation>
  <skos:narrower rdf:resource="c/3"/></skos:Concept>
<skos:Concept rdf:about="c/3"><skos:prefLabel xml:lang="en">fjord</skos:prefLabel></skos:Concept>
<skos:Concept rdf:about="c/4"><skos:prefLabel xml:lang="en">bay</skos:prefLabel>
  <skos:broader rdf:resource="c/2"/></skos:Concept>
<skos:Concept rdf:about="c/5"><skos:prefLabel xml:lang="en">south</skos:prefLabel>
  <skos:broader rdf:resource="c/1"/></skos:Concept>
<skos:Concept rdf:about="reef"><skos:broader rdf:resource="c/5"/></skos:Concept>
<skos:Concept rdf:about="c/7"><skos:prefLabel xml:lang="en">sea</skos:prefLabel>
  <skos:broader rdf:resource="c/1"/></skos:Concept>
</rdf:RDF>
"""
)


def written(folder: Path, text: str | bytes, name: str = "taxonomy.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def read(folder: Path, text: str | bytes, kind: TaxonomyKind | None = None) -> Taxonomy:
    return read_taxonomy(written(folder, text), kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (PARENTS, TaxonomyKind.PARENTS),
        (PARENTS.replace("category,parent\nworld,\n", ""), TaxonomyKind.PARENTS),
        (PARENTS.replace(",", ";").replace("category", "Category"), TaxonomyKind.PARENTS),
        (LEVELS, TaxonomyKind.LEVELS),
        (ROOT_FIRST, TaxonomyKind.LEVELS),
        (INDENTED, TaxonomyKind.INDENTED),
        (INDENTED.replace("\t", "   ").replace("\n", "\r\n"), TaxonomyKind.INDENTED),
        (OWL, TaxonomyKind.OWL),
        (SKOS, TaxonomyKind.SKOS),
        (codecs.BOM_UTF8 + PARENTS.encode(), TaxonomyKind.PARENTS),
        (codecs.BOM_UTF16_LE + LEVELS.encode("utf-16-le"), TaxonomyKind.LEVELS),
    ],
)
def test_each_kind_is_recognised_and_gives_the_same_tree(
    text: str | bytes, kind: TaxonomyKind, tmp_path: Path
) -> None:
    path = written(tmp_path, text)
    probe = probe_taxonomy(path)

    assert (probe.kind, probe.problems) == (kind, ())
    assert probe.taxonomy is not None
    assert parents_of(probe.taxonomy) == PLACES
    assert list(probe.taxonomy.nodes) == list(PLACES)
    assert parents_of(read_taxonomy(path, kind)) == PLACES


def test_codes_lie_below_the_longest_code_that_they_begin_with(tmp_path: Path) -> None:
    found = read(
        tmp_path, "code,label:en\n2,Science\n25,\n2512,Software\n251,IT\n3,Crafts\n26,Law\n"
    )

    assert parents_of(found) == {
        "*": (), "2": ("*",), "25": ("2",), "251": ("25",), "2512": ("251",), "26": ("2",),
        "3": ("*",),
    }  # fmt: skip
    assert dict(zip(found.nodes, found.labels["en"], strict=True))["2512"] == "Software"
    assert found.root_is_implied
    # Codes under one code need no root of their own.
    found = read(tmp_path, "C\nC1\nC11\nC2\n", TaxonomyKind.CODES)
    assert parents_of(found) == {"C": (), "C1": ("C",), "C11": ("C1",), "C2": ("C",)}


def test_labels_stand_in_columns_behind_category_and_parent(tmp_path: Path) -> None:
    text = "category,parent,label:de,label:iso-a3\nworld,,Welt,\nbay,world,Bucht,BAY\n"
    assert read(tmp_path, text).labels == {"de": ("Welt", "Bucht"), "iso-a3": ("", "BAY")}


def test_labels_of_rdf_are_kept_by_language(tmp_path: Path) -> None:
    owl, skos = read(tmp_path, OWL), read(tmp_path, SKOS)
    north = owl.nodes.index("north")
    assert owl.labels["de"][north] == "Norden"
    assert skos.labels["de"][north] == "Norden"
    assert skos.labels["notation"][north] == "N"


def test_the_top_of_arx_is_an_implied_root_and_repeated_levels_are_none(tmp_path: Path) -> None:
    found = read(tmp_path, "a;A;A;*\nb;b;B;*\n")
    assert parents_of(found) == {"*": (), "A": ("*",), "a": ("A",), "B": ("*",), "b": ("B",)}
    assert found.root_is_implied


def test_several_top_classes_of_owl_lie_below_an_implied_root(tmp_path: Path) -> None:
    text = OWL.replace(
        '<rdfs:subClassOf rdf:resource="#world"/></owl:Class>\n</rdf', "</owl:Class>\n</rdf"
    )
    assert parents_of(read(tmp_path, text))["sea"] == ("*",)


def test_several_top_concepts_need_a_scheme_to_hang_on(tmp_path: Path) -> None:
    loose = SKOS.replace(
        '<skos:broader rdf:resource="c/1"/></skos:Concept>\n</rdf', "</skos:Concept>\n</rdf"
    )
    scheme = '<skos:ConceptScheme rdf:about="scheme"/></rdf:RDF>'

    assert [p.code for p in probe_taxonomy(written(tmp_path, loose)).problems] == [
        "taxonomy-two-roots"
    ]
    assert parents_of(read(tmp_path, loose.replace("</rdf:RDF>", scheme)))["sea"] == ("*",)


def test_xml_may_be_in_the_encoding_that_it_declares(tmp_path: Path) -> None:
    text = OWL.replace('version="1.0"', 'version="1.0" encoding="iso-8859-1"').replace("bay", "bäy")
    assert "bäy" in read(tmp_path, text.encode("latin-1")).nodes
    # Addresses are unescaped.
    assert "bay & cove" in read(tmp_path, OWL.replace("#bay", "#bay%20%26%20cove")).nodes


@pytest.mark.parametrize(
    ("rows", "parents"),
    [
        (["person,", "wife,person", "husband,person", "child,wife", "child,husband"],
         {"child": ("wife", "husband")}),
        (['"Trade, transport","All ""work"""', '"All ""work""",'],
         {'All "work"': (), "Trade, transport": ('All "work"',)}),
        # A sign inside quotes is no delimiter.
        (['"sea; bay",world', '"""quoted"", twice",world'],
         {"sea; bay": ("world",), '"quoted", twice': ("world",)}),
    ],
    ids=["several parents", "quotes", "signs"],
)  # fmt: skip
def test_tables_of_parents(rows: list[str], parents: dict[str, tuple[str, ...]], tmp_path) -> None:
    found = parents_of(read(tmp_path, "\n".join(["category,parent", *rows, ""])))
    assert {name: found[name] for name in parents} == parents
