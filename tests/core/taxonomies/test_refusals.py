"""What makes no taxonomy is refused, with its line."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.io.taxonomies import TaxonomyKind
from core.io.taxonomies.taxonomy_checks import find_cycles
from core.io.taxonomies.taxonomy_reader import probe_taxonomy, read_taxonomy
from core.messages import render
from tests.core.taxonomies.test_reading import INDENTED, LEVELS, OWL, PARENTS, SKOS, written

XSD = "http://www.w3.org/2001/XMLSchema#"
DOCTYPE = '<!DOCTYPE rdf:RDF [<!ENTITY x "{}">]>\n<rdf:RDF'


def told(
    folder: Path, text: str | bytes, kind: TaxonomyKind | None = None
) -> list[tuple[str, int]]:
    problems = probe_taxonomy(written(folder, text), kind).problems
    assert render(problems)
    return [(problem.code, problem.where.row or 0) for problem in problems]


CYCLE, BEYOND, ROOTS = "taxonomy-cycle", "taxonomy-unreachable", "taxonomy-two-roots"
UNKNOWN, BROKEN = "taxonomy-parent-unknown", "taxonomy-xml-broken"
TWICE = "taxonomy-twice"


def parents(*rows: str) -> str:
    return "\n".join(["category,parent", *rows, ""])


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (PARENTS + "bay,south\nsouth,bay\n", [(CYCLE, 9)]),
        (PARENTS.replace("north,world", "north,bay"), [(CYCLE, 3), (BEYOND, 4)]),
        (parents("a,b", "b,c", "c,a"), [(CYCLE, 2)]),
        (parents("r,", "a,b", "b,a", "c,d", "d,c"), [(CYCLE, 3), (CYCLE, 5)]),
        (PARENTS.replace("sea,world", "sea,"), [(ROOTS, 8)]),
        (PARENTS.replace("sea,world", "sea,moon"), [(UNKNOWN, 8)]),
        (parents("a,one", "b,two"), [(UNKNOWN, 2), (UNKNOWN, 3)]),
        (PARENTS + "world,sea\n", [("taxonomy-root-with-parent", 9)]),
        (PARENTS.replace("sea,world", "sea,sea"), [("taxonomy-own-parent", 8)]),
        (PARENTS + "bay,north\nreef,south\n", [(TWICE, 9), (TWICE, 10)]),
        (PARENTS.replace("bay,north", ",north"), [("taxonomy-name-empty", 5)]),
        (PARENTS.replace("bay,north", "bay,north,,"), [("taxonomy-ragged", 5)]),
        (PARENTS.replace("bay,north", '"bay,north'), [("taxonomy-quotes", 5)]),
        (PARENTS.replace("bay,north", '"bay"s,north'), [("taxonomy-quotes", 5)]),
        (PARENTS.replace("bay,north", '"bay\ncove",north\nreef'), [("taxonomy-ragged", 7)]),
        ("category,parent,note\na,,x\n", [("taxonomy-column-unknown", 1)]),
        ("category,parent\n", [("taxonomy-empty", 0)]),
        (" \n\n", [("taxonomy-empty", 0)]),
        ("", [("file-empty", 0)]),
        (PARENTS.replace("bay", "b\xe4y").encode("latin-1"), [("taxonomy-encoding", 5)]),
        (PARENTS.replace("bay", "b\0y"), [("taxonomy-not-text", 5)]),
        (b"PK\x03\x04....", [("file-is-zip", 0)]),
    ],
)
def test_the_line_of_a_table_is_named(
    text: str | bytes, problems: list[tuple[str, int]], tmp_path: Path
) -> None:
    assert told(tmp_path, text) == problems


@pytest.mark.parametrize(
    ("text", "code", "row"),
    [
        (LEVELS + "sea;south;world\n", TWICE, 5),
        (LEVELS + "cove;north;moon\n", "taxonomy-levels-two-roots", 5),
        (LEVELS + "cove;bay;world\n", "taxonomy-levels-two-parents", 5),
        (INDENTED + "moon\n", ROOTS, 9),
        (INDENTED + "\tnorth\n", TWICE, 9),
        ("world\n    north\n  south\n", "taxonomy-indent", 3),
        ("world\n\tnorth\n    south\n", "taxonomy-indent", 3),
        ("a\nb\nc\n", "taxonomy-plain-list", 0),
        ("code,title\n1,x\n", "taxonomy-code-column", 1),
        ("code\n1\n11\n1\n", TWICE, 4),
        ("@prefix : <http://example.org/> .\n", "taxonomy-other-rdf", 0),
        ("<html><body/></html>", "taxonomy-xml-not-rdf", 0),
        (OWL.replace('<owl:Class rdf:about="#sea">', "<owl:Class"), BROKEN, 17),
        (f'<?xml version="1.0" encoding="UTF-x"?>{OWL[OWL.index("<rdf:") :]}', BROKEN, 0),
        (OWL.replace('"#world"/></owl:Class>\n</', '"#sea"/></owl:Class>\n</'),
         "taxonomy-own-parent", 17),
        (OWL.replace('"de"', '"no language!"'), "taxonomy-rdf-broken", 0),
        (SKOS.replace(">sea<", ">bay<"), "taxonomy-rdf-twice", 17),
        (SKOS[: SKOS.index("<skos:Concept")] + "</rdf:RDF>", "taxonomy-rdf-empty", 0),
    ],
)  # fmt: skip
def test_the_line_of_another_file_is_named(text: str, code: str, row: int, tmp_path: Path) -> None:
    assert told(tmp_path, text) == [(code, row)]


@pytest.mark.parametrize(
    "text",
    [
        "1;0-9;0-19;*\n12;10-19;0-19;*\n25;20-29;20-39;*\n",
        "age\n  [0, 18[\n    17\n  [18, 65[\n    20\n",
        "category,parent\nall,\n<18,all\n>=18,all\n17,<18\n18,>=18\n",
    ],
)
def test_intervals_are_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    ((code, row),) = told(tmp_path, text)
    assert code == "taxonomy-intervals"
    assert row in (1, 2, 3)


def test_a_sector_called_31_33_is_no_interval_among_other_codes(tmp_path: Path) -> None:
    text = "all\n  11\n    111\n  31-33\n    311\n  51\n    511\n"
    assert "31-33" in read_taxonomy(written(tmp_path, text)).nodes


@pytest.mark.parametrize("text", [OWL, SKOS])
@pytest.mark.parametrize("entity", ["harmless", "&lt;x&gt;"])
def test_document_types_and_entities_are_refused(text: str, entity: str, tmp_path: Path) -> None:
    assert told(tmp_path, text.replace("<rdf:RDF", DOCTYPE.format(entity))) == [
        ("taxonomy-xml-entities", 0)
    ]


def test_an_entity_bomb_is_refused_whatever_kind_is_asked_for(tmp_path: Path) -> None:
    bomb = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(9))
    text = OWL.replace("<rdf:RDF", f'<!DOCTYPE rdf:RDF [<!ENTITY e0 "x">{bomb}]><rdf:RDF', 1)
    for kind in (None, TaxonomyKind.OWL, TaxonomyKind.SKOS):
        assert told(tmp_path, text.replace("Norden", "&e9;"), kind) == [
            ("taxonomy-xml-entities", 0)
        ]


def test_no_address_in_a_file_is_ever_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    imports = '<owl:imports rdf:resource="http://example.org/more.owl"/></owl:Ontology>'
    text = OWL.replace('places"/>', f'places">{imports}', 1)

    assert imports in text
    assert len(read_taxonomy(written(tmp_path, text))) == 7


@pytest.mark.parametrize(
    ("old", "new"), [("#bay", "#bay cove"), ('xml:lang="de"', f'rdf:datatype="{XSD}integer"')]
)
def test_the_library_s_remarks_quote_nothing(
    old: str,
    new: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert len(read_taxonomy(written(tmp_path, OWL.replace(old, new)))) == 7
    assert (caplog.text, *capfd.readouterr()) == ("", "", "")


def test_a_problem_holds_no_category(tmp_path: Path) -> None:
    path = written(tmp_path, PARENTS + "bay,north\nbay,south\nsouth,bay\nsea,moon\n")
    with pytest.raises(Refused) as refusal:
        read_taxonomy(path)
    said = render(refusal.value.problems) + str(refusal.value)
    assert not any(name in said for name in ("bay", "north", "south", "moon", "sea"))


@st.composite
def links(draw: st.DrawFn) -> dict[str, list[str]]:
    """Draw parents at random, cycles and all."""
    names = [f"n{i}" for i in range(draw(st.integers(1, 7)))]
    return {
        name: draw(st.lists(st.sampled_from(names), max_size=2, unique=True).map(
            lambda above, name=name: [a for a in above if a != name]
        ))
        for name in names
    }  # fmt: skip


def walk(steps: dict[str, list[str]], start: str) -> set[str]:
    """Whatever one or more steps lead to."""
    found: set[str] = set()
    waiting = list(steps[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += steps[name]
    return found


@given(links())
def test_cycles_are_what_leads_back_to_itself(parents: dict[str, list[str]]) -> None:
    above = {name: walk(parents, name) for name in parents}
    looping = [{o for o in parents if o in above[n] and n in above[o]} for n in parents]
    rooted = {n for n in parents if not parents[n] or any(not parents[a] for a in above[n])}
    cycles, beyond = find_cycles(parents)
    assert cycles == [c for i, c in enumerate(looping) if c and c not in looping[:i]]
    assert beyond == {n for n in parents if n not in rooted and n not in above[n]}


SIGNS = [*"ab1,;|\t\n\r\"' *<>&", "12", "category,parent\n", "code\n", "label:", "<rdf:RDF>"]
ANYTHING = st.lists(st.sampled_from(SIGNS), max_size=25).map("".join)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Draw a good file of which a piece is missing, or stands twice."""
    text = draw(st.sampled_from([PARENTS, LEVELS, INDENTED, OWL, SKOS]))
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    return text[:start] + text[start:end] * draw(st.sampled_from([0, 2])) + text[end:]


@given(text=ANYTHING | damaged(), kind=st.sampled_from([None, *TaxonomyKind]))
def test_whatever_is_in_a_file_it_is_read_or_refused(
    text: str, kind: TaxonomyKind | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    probe = probe_taxonomy(written(tmp_path_factory.getbasetemp(), text), kind)
    assert (probe.taxonomy is None) == bool(probe.problems)
    assert render(probe.problems) or probe.taxonomy is not None
