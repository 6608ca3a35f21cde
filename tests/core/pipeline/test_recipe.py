"""The recipe file: everything the contract names is read, everything else refused by name."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import Refused
from core.messages import sentence
from core.model import FileKind, MissingPolicy, ReadOptions, Scale
from core.recipe import dump_project, open_project, parse_project
from core.recipe.file_name import is_fit_name
from tests.core.tables import confidential, quasi

GOOD = {
    "format": "statveil-recipe/2",
    "input": {
        "path": "census.csv", "kind": "csv",
        "options": {
            "encoding": "latin-1", "delimiter": ";", "decimal": ",", "header": True, "sheet": None,
            "missing": ["", "NA"],
        },
    },
    "attributes": [
        {"name": "TAXINC", "role": "quasi-identifier", "scale": "continuous",
         "domain": [0, 150000]},
        {"name": "EDUCATION", "role": "quasi-identifier", "scale": "ordinal",
         "order": ["none", "primary", "tertiary"]},
        {"name": "FEDTAX", "role": "confidential", "scale": "continuous"},
        {"name": "NAME", "role": "identifier"},
        {"name": "COMMENT", "role": "other"},
    ],
    "missing": "use-observed",
    "keep_order": True,
    "method": {"name": "t-closeness-first", "k": 5, "t": 0.1},
    "output": {"kind": "xlsx", "name": "census_protected"},
}  # fmt: skip

EVERY_SECTION: dict[str, object] = {
    "prepare": [
        {"do": "band", "column": "A", "cuts": [1, 2]},
        {"do": "age", "from": "A", "at": "B", "name": "C"},
        {"do": "group", "column": "A", "into": {"n": ["a"]}},
        {"do": "rare", "column": "A", "fewer_than": 3, "into": "B", "why": "C.", "off": True},
    ],
    "missing": {"policy": "leave-out", "accept": 0.1},
    "unit": {"id": "A", "largest": 7},
    "dominance": {"columns": ["A"], "rule": "n-k"},
    "totals": [{"columns": ["A"], "by": ["B"]}],
    "scenarios": [{"name": "neighbour", "columns": ["A"], "k": 3}],
    "figures": [{"what": "quantile", "of": "A", "q": 0.1}, {"what": "ratio", "of": ["A", "B"]}],
    "scale": {"block": 100},
    "answers": {"one-group": {"answer": "accepted", "why": ""}},
}


def written(folder: Path, document: object) -> Path:
    path = folder / "recipe.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def refusal(folder: Path, document: object) -> list[str]:
    with pytest.raises(Refused) as refused:
        open_project(written(folder, document), unfinished=False)
    return [sentence(problem) for problem in refused.value.problems]


def changed(path: str, value: object, original: dict[str, object] = GOOD) -> dict[str, object]:
    document: dict[str, object] = copy.deepcopy(original)
    place: object = document
    *way, last = path.split(".")
    for step in way:
        place = place[int(step) if step.isdigit() else step]  # type: ignore[index]
    place[int(last) if last.isdigit() else last] = value  # type: ignore[index]
    return document


def test_a_recipe_is_read_as_it_stands(tmp_path: Path) -> None:
    project = open_project(written(tmp_path, GOOD)).project
    assert project.source.path == str(tmp_path / "census.csv")
    assert project.source.kind is FileKind.CSV
    assert project.source.options == ReadOptions("latin-1", ";", ",", True, None, ("", "NA"))
    first, second, third, *_ = project.schema.attributes
    assert first == quasi("TAXINC", Scale.CONTINUOUS, domain=(0, 150000))
    assert second == quasi("EDUCATION", Scale.ORDINAL, ("none", "primary", "tertiary"))
    assert third == confidential("FEDTAX")
    assert project.recipe.missing is MissingPolicy.USE_OBSERVED
    assert project.recipe.keep_order is True
    assert project.recipe.method.name == "t-closeness-first"
    assert dict(project.recipe.method.parameters) == {"k": 5, "t": 0.1}
    target = project.recipe.target
    assert (target.kind, target.name) == (FileKind.XLSX, "census_protected")
    again = open_project(written(tmp_path, dump_project(project, tmp_path))).project
    assert again == project
    moved = open_project(written(tmp_path, GOOD), tmp_path / "other.csv").project
    assert moved.source.path == str(tmp_path / "other.csv")


def test_defaults_of_a_short_recipe(tmp_path: Path) -> None:
    short = {
        "format": "statveil-recipe/2",
        "input": {"path": "data/people.csv", "kind": "csv"},
        "attributes": [],
        "method": {"name": "mdav", "k": 3},
    }
    project = open_project(written(tmp_path, short)).project
    recipe = project.recipe
    assert (recipe.keep_order, recipe.missing) == (False, MissingPolicy.LEAVE_OUT)
    assert (recipe.target.name, recipe.unit) == ("people_protected", None)
    assert not recipe.records_are_units
    assert project.source.options.missing == ("",)
    assert not {"unit", "scenarios", "totals", "figures"} & dump_project(project, tmp_path).keys()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("unit", "record"),
        ("unit", {"id": "NAME", "columns": ["TAXINC"], "protect": "member"}),
        ("unit", {"id": "NAME", "columns": ["TAXINC", "FEDTAX"], "protect": "unit",
                  "members_by": ["EDUCATION"], "largest": 7, "waves": "COMMENT"}),
        ("scenarios", [{"name": "neighbour", "columns": ["EDUCATION"]}]),
        ("totals", [{"columns": ["EDUCATION"], "by": ["NAME"], "within": 0.02, "factor": 3.0}]),
        ("figures", [
            {"what": "mean", "of": "EDUCATION", "by": ["NAME"]},
            {"what": "quantile", "of": "EDUCATION", "q": 0.25},
            {"what": "ratio", "of": ["EDUCATION", "NAME"]},
            {"what": "regression", "of": "log(EDUCATION)", "on": ["NAME"]},
        ]),
    ],
)  # fmt: skip
def test_a_section_comes_back(tmp_path: Path, key: str, value: object) -> None:
    project = open_project(written(tmp_path, {**GOOD, key: value})).project
    assert dump_project(project, tmp_path)[key] == value
    assert (project.recipe.unit is None) == (key != "unit" or value == "record")
    assert project.recipe.records_are_units == (value == "record")


def test_defaults_of_totals_and_figures(tmp_path: Path) -> None:
    sections = {
        "totals": [{"columns": ["EDUCATION"], "by": ["NAME"]}],
        "figures": [{"what": "quantile", "of": "EDUCATION"}],
    }
    recipe = open_project(written(tmp_path, {**GOOD, **sections})).project.recipe
    (entry,) = recipe.totals
    assert (entry.within, entry.factor, recipe.figures[0].q) == (0.01, 2.0, 0.5)


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("format", "something else", "statveil-recipe/2"),
        ("surprise", 1, "surprise"),
        ("input.surprise", 1, "input.surprise"),
        ("input.options.surprise", 1, "input.options.surprise"),
        ("attributes.0.surprise", 1, "attributes[0].surprise"),
        ("output.surprise", 1, "output.surprise"),
        ("input.kind", "pdf", "input.kind"),
        ("input.options.header", "yes", "input.options.header"),
        ("input.options.missing", "NA", "input.options.missing"),
        ("input.options.delimiter", "", "input.options.delimiter"),
        ("input.options.decimal", ";", "input.options.decimal"),
        ("attributes", {}, "attributes"),
        ("attributes.0.name", 5, "attributes[0].name"),
        ("attributes.0.role", "secret", "attributes[0].role"),
        ("attributes.0.scale", "ratio", "attributes[0].scale"),
        ("attributes.0.domain", [5, 1], "attributes[0].domain"),
        ("attributes.0.domain", [-1e308, 1e308], "attributes[0].domain"),
        ("attributes.1.order", "none", "attributes[1].order"),
        ("attributes.1.name", "TAXINC", "TAXINC"),
        ("missing", "guess", "missing"),
        ("keep_order", 1, "keep_order"),
        ("method", "mdav", "method"),
        ("strata", "REGION", "strata"),
        ("weight", 5, "weight"),
        ("insecure_test_seed", -5, "insecure_test_seed"),
        ("output.name", "../elsewhere", "output.name"),
        ("output.name", "", "output.name"),
    ],
)
def test_each_fault_is_told_once_by_its_key(
    tmp_path: Path, path: str, value: object, named: str
) -> None:
    said = refusal(tmp_path, changed(path, value))
    assert len(said) == 1
    assert named in said[0]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("unit", {"id": 5}, "“unit.id” must be a text or a list of texts."),
        ("unit", "records", "“unit” must be an object in braces."),
        ("missing", {"policy": "leave-out"} | {"accept": 2}, "“missing.accept” must be a number"),
        (
            "prepare",
            [{"do": "drop", "column": "A"}, {"do": "drop"}],
            "“prepare[1].column” is missi",
        ),
        (
            "prepare",
            [{"do": "round", "column": "A", "to": "x"}],
            "“prepare[0].to” must be a number",
        ),
        ("prepare", [{"column": "A"}], "“prepare[0].do” is missing."),
        ("figures", [{"what": "mean", "of": "A", "q": 0.5}], "“figures[0].q” is not a key"),
        ("figures", [{"what": "mode", "of": "A"}], "“figures[0].what” must be one of: total, mean"),
        ("dominance", {"columns": ["A"], "n": 2}, "“dominance.n” is not a key"),
        ("strata", ["A", 5], "“strata” must be a list of texts."),
        ("strata", None, "“strata” must be a list of texts."),
        ("answers", {"one-group": "yes"}, "“answers.one-group” must be an object in braces."),
    ],
)
def test_forms_of_a_value_are_told_by_the_key_that_has_them(
    tmp_path: Path, key: str, value: object, said: str
) -> None:
    (sentence_of_fault,) = refusal(tmp_path, {**GOOD, key: value})
    assert sentence_of_fault.startswith(said)


def test_a_band_with_cuts_and_width_has_all_its_faults_at_once(tmp_path: Path) -> None:
    step = {"do": "band", "column": 5, "cuts": [1, 2], "width": 3, "from": 1, "label": "x"}
    others = {"do": "round", "column": "A", "to": "x"}
    assert sorted(refusal(tmp_path, {**GOOD, "prepare": [step, others]})) == [
        "“prepare[0].column” must be a text.",
        "“prepare[0].from” is not a key that a recipe may have.",
        "“prepare[0].label” must be one of: range, middle, lower.",
        "“prepare[0].width” is not a key that a recipe may have.",
        "“prepare[1].to” must be a number above 0.",
    ]


def test_whatever_a_key_holds_is_written_back_or_refused_with_its_place(tmp_path: Path) -> None:
    whole = {**GOOD, **EVERY_SECTION}
    parse_project(whole, tmp_path)
    refused = 0
    for place in places(whole):
        for value in (None, -1, 0, True, 0.5, "x", "\udc80", [], {}, [1], ["a"], {"a": 1}, [{}]):
            try:
                dump_project(parse_project(changed(".".join(place), value, whole), tmp_path))
            except Refused as refusals:
                for problem in refusals.problems:
                    assert problem.where.field, place
                    assert sentence(problem)
                refused += 1
    assert refused > 500


def places(part: object, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the way to each value of a document."""
    inner = part.items() if isinstance(part, dict) else enumerate(part)  # type: ignore[arg-type]
    for key, value in inner:
        yield (*above, str(key))
        if isinstance(value, dict | list):
            yield from places(value, (*above, str(key)))


@pytest.mark.parametrize("kind", ["pdf", "xls"])
def test_an_output_kind_is_offered_only_where_it_can_be_written(tmp_path: Path, kind: str) -> None:
    (said,) = refusal(tmp_path, changed("output.kind", kind))
    offered = said.split(":", 1)[1].rstrip(".").split(",")
    assert {word.strip() for word in offered} == {
        *("csv", "xlsx", "ods", "sav", "dta", "parquet", "feather")
    }


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    document = {**changed("attributes.1.role", "secret"), "surprise": 1, "keep_order": "no"}
    sentences = refusal(tmp_path, document)
    assert len(sentences) == 3
    assert any(said.startswith("Column EDUCATION: ") for said in sentences)
    assert refusal(tmp_path, {"format": "statveil-audit/2", "steps": [], "seal": "x"}) == [
        "This is not a recipe: “format” must be “statveil-recipe/2”."
    ]


@pytest.mark.parametrize(
    ("raw", "code", "row"),
    [
        (b'{\n"format": "statveil-recipe/2"\n"input": {}}', "json-broken", 3),
        (b"\n", "json-broken", 2),
        (b'{"format":\n\n "\xff"}', "json-encoding", 3),
        (b"", "file-empty", None),
        (b'{"format": "statveil-recipe/2", "format": "statveil-recipe/2"}', "json-key-twice", None),
        (b'{"method": {"t": NaN}}', "json-not-a-number", None),
    ],
)
def test_what_is_no_json_is_told_by_its_line(
    tmp_path: Path, raw: bytes, code: str, row: int | None
) -> None:
    path = tmp_path / "recipe.json"
    path.write_bytes(raw)
    with pytest.raises(Refused) as refused:
        open_project(path, unfinished=False)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.row) == (code, row)


def test_names_are_fit_unless_some_system_refuses_them() -> None:
    for name in ("release", "Haushalte 2026", "enquête_ménages", "a.b"):
        assert is_fit_name(name), name
    for name in (
        *("", ".hidden", "a/b", "a\\b", "..", "con", "NUL.txt", "a\n", " a", "a:b", "x" * 121),
    ):
        assert not is_fit_name(name), name
