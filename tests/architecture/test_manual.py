"""The manual says of the program what the program is: names are collected from the code."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from core.checklist.row_registry import ROWS
from core.checklist.rows import usefulness, weights
from core.command_line import command_result
from core.command_line.arguments import parser
from core.io.columns import column_names
from core.io.columns.cell_grammar import DATE_FORMATS
from core.io.spreadsheets import sheet_limits
from core.io.statistical import statistics_limits
from core.log import InternalLog, PublicLog
from core.log.declared.entries import LoggedFile, LoggedResult, LoggedVerification, Privacy
from core.log.declared.logs import InternalInput, PublicInput
from core.measure import dependence, loss, marginals
from core.messages import CATALOGUE
from core.model import FileKind, taxonomy_building
from core.model.checklist import PROFILES, Profile
from core.protect import METHODS
from core.protect.privacy import category_candidates
from core.recipe import parse_project, strict_json
from core.recipe.strict_json import parse_json
from resources import bibliography, make_reference
from tests.architecture.json_schema import schema_faults
from tests.architecture.manual_pages import (
    FOLDER,
    PAGES,
    ROOT,
    anchors,
    broken_links,
    code_names,
    links,
    rows,
)
from tests.architecture.manual_pages import page as text_of


def example_recipe() -> str:
    reference = text_of("recipe.md").split("## Example")[1].split("##")[0]
    return "\n".join(line[4:] for line in reference.splitlines() if line.startswith("    "))


RECIPES = {
    "the manual's": example_recipe(),
    **{path.name: path.read_text("utf-8") for path in (ROOT / "resources/samples").glob("*.json")},
}


def test_tables_and_schema_are_those_of_the_declarations() -> None:
    """Else `python -m resources.make_reference` was not run."""
    assert make_reference.page_with_tables(text_of("recipe.md")) == text_of("recipe.md")
    assert make_reference.schema() == make_reference.SCHEMA.read_text(encoding="utf-8")
    for path, (title, kind) in make_reference.LOG_SCHEMAS.items():
        assert make_reference.log_schema(title, kind) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_are_as_their_schema_says(name: str) -> None:
    schema, recipe = json.loads(make_reference.schema()), json.loads(RECIPES[name])
    assert not schema_faults(schema, recipe)
    recipe["attributes"][0]["role"] = "secret"
    recipe["surprise"] = recipe["input"].pop("path")
    assert {place for place, _ in schema_faults(schema, recipe)} == {
        "attributes.0.role",
        "surprise",
        "input.path",
    }


def test_the_example_recipe_is_one(tmp_path: Path) -> None:
    project = parse_project(parse_json(example_recipe().encode(), "example"), tmp_path)
    assert project.recipe.method.name in METHODS


def plain(number: float | str) -> str:
    """Spell a bound as the manual does."""
    if isinstance(number, int | float) and number >= 10_000:
        return f"{number:,.10g}"
    return f"{number:f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


@pytest.mark.parametrize("name", METHODS)
def test_the_reference_has_range_and_default_of_each_parameter_of_a_method(name: str) -> None:
    (row,) = [cells for cells in rows(text_of("recipe.md")) if cells[0] == f"`{name}`"]
    assert code_names(row[1]) == {parameter.name for parameter in METHODS[name].parameters}
    section = text_of("recipe.md").split("\n## method\n")[1].split("\n## ")[0]
    described = {cells[0].strip("`"): cells for cells in rows(section)}
    for parameter in METHODS[name].parameters:
        said = " ".join(described[parameter.name][1:3])
        for bound in (parameter.minimum, parameter.maximum):
            assert bound is None or plain(bound) in said, (name, parameter.name, bound)
        for choice in parameter.choices:
            assert f"`{choice}`" in said or "the first" in said, (name, parameter.name, choice)
        if not parameter.required and parameter.default not in (None, ""):
            assert plain(parameter.default) in said.replace("`", ""), (name, parameter.name)


def test_every_method_is_explained() -> None:
    lists = {"recipe.md", "methods.md", "guide-settings.md", "benchmarks.md"}
    explained = set().union(*(code_names(text_of(name)) for name in set(PAGES) - lists))
    assert set(METHODS) - explained == set()


def test_every_measure_is_defined() -> None:
    known = {code.removeprefix("measure-") for code in CATALOGUE if code.startswith("measure-")}
    names = {name for name in known if not name.endswith("-meaning")}
    defined = {cells[0].strip("`") for cells in rows(text_of("measures.md"))}
    assert len(names) > 20
    assert names - defined == set()


def test_units_and_directions_of_measures_are_those_of_the_code(sources) -> None:
    said = {cells[0].strip("`"): cells for cells in rows(text_of("measures.md"))}
    words = {"LOWER": "lower", "HIGHER": "higher", "NEITHER": "for information"}
    found = 0
    for source in sources:
        if not source.name.startswith("core/measure/"):
            continue
        for call in source.nodes:
            if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "Measure"):
                continue
            name, unit, way = call.args[0], call.args[2], ast.unparse(call.args[3])
            if isinstance(name, ast.Constant) and isinstance(unit, ast.Constant):
                found += 1
                assert said[str(name.value)][2] == unit.value, name.value
                if way.startswith("Direction."):
                    assert said[str(name.value)][3] == words[way.split(".")[1]], name.value
    assert found > 15


@pytest.mark.parametrize("kind", list(FileKind))
def test_every_kind_of_file_is_listed_with_what_is_written(kind: FileKind) -> None:
    (row,) = [cells for cells in rows(text_of("files.md")) if cells[0] == f"`{kind}`"]
    written = "yes" if kind.written_as is kind else f"as `{kind.written_as}`"
    assert row[3] == written


def test_every_exit_status_is_listed() -> None:
    names = ("DONE", "DEFECT", "WRONG", "BROKEN", "STOPPED", "OPEN")
    statuses = {str(getattr(command_result, name)) for name in names}
    table = text_of("command-line.md").split("## Exit statuses")[1].split("\n## ")[0]
    assert {cells[0] for cells in rows(table)} - {"status"} == statuses


@pytest.mark.parametrize("command", ["assess", "protect", "verify", "replay", "manual"])
def test_every_option_is_listed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args([command, "--help"])
    options = set(re.findall(r"--\w+", capsys.readouterr().out))
    table = [cells for cells in rows(text_of("command-line.md")) if cells[0].startswith("`--")]
    listed = {
        option
        for cells in table
        if command in cells[1] or cells[1] == "all"
        for option in re.findall(r"--\w+", cells[0])
    }
    assert listed == options


def keys_of(declared: type) -> set[str]:
    """Return the keys of the JSON object that a declared value is written as."""
    return {"recipe" if f.name == "project" else f.name for f in dataclasses.fields(declared)}


def test_every_section_of_the_logs_is_listed() -> None:
    listed = set().union(*(code_names(cells[0]) for cells in rows(text_of("audit-log.md"))))
    assert keys_of(PublicLog) | keys_of(InternalLog) | {"seal"} <= listed


@pytest.mark.parametrize(
    "declared", [LoggedResult, Privacy, LoggedVerification, PublicInput, InternalInput, LoggedFile]
)
def test_what_the_sections_hold_is_listed(declared: type) -> None:
    said = text_of("audit-log.md")
    assert {key for key in keys_of(declared) if not re.search(rf"\b{key}\b", said)} == set()


LIMITS = {
    "files.md": (
        sheet_limits.LARGEST_ROWS,
        sheet_limits.LARGEST_COLUMNS,
        sheet_limits.LARGEST_TEXT,
        column_names.MOST_COLUMNS,
        taxonomy_building.MOST_NODES,
        taxonomy_building.MOST_ANCESTORS,
        statistics_limits.LIMITS[FileKind.SPSS].name_bytes,
        statistics_limits.LIMITS[FileKind.STATA].name_letters,
        statistics_limits.LIMITS[FileKind.STATA].text_bytes,
    ),
    "recipe.md": (strict_json.MOST_MEGABYTES, strict_json.MOST_LEVELS, strict_json.MOST_DIGITS),
    "differential-privacy.md": (category_candidates.MOST_CANDIDATES,),
    "measures.md": (marginals.BINS, round(100 * loss.INTERVAL)),
    "t-closeness.md": (dependence.INTERVAL,),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_those_of_the_code(name: str) -> None:
    said = text_of(name)
    assert [n for n in LIMITS[name] if not re.search(rf"\b{n:,}\b", said)] == []


def test_the_layouts_of_dates_are_listed() -> None:
    assert set(DATE_FORMATS) - code_names(text_of("recipe.md")) == set()


def test_the_thresholds_of_the_checklist_are_those_of_the_code() -> None:
    table = {cells[1].strip("`").split(":")[0]: cells for cells in rows(text_of("checklist.md"))}
    limits = {
        "many-left-out": f"{100 * usefulness.MOST_DROPPED:g} %",
        "weight-total": f"{100 * weights.MOST_OFF:g} %",
        "categories-lost": f"{usefulness.MOST_LOST:g} %",
        "values-filled": f"{100 * usefulness.MOST_FILLED:g} %",
    }
    assert {key: table[key][3] for key in limits} == limits


def test_the_limits_of_profiles_are_those_of_the_code() -> None:
    table = {cells[0].strip("`"): cells[1:4] for cells in rows(text_of("checklist.md"))}
    names = [entry.name for entry in fields(Profile) if entry.name != "accepts"]
    profiles = [PROFILES[name] for name in ("public", "scientific", "teaching")]
    expected = {n: [as_text(getattr(profile, n)) for profile in profiles] for n in names}
    assert {name: table[name] for name in names} == expected


def as_text(limit: float | str) -> str:
    if isinstance(limit, str):
        return limit
    return f"{limit:,}" if isinstance(limit, int) else f"{limit:g}"


def test_every_row_of_the_checklist_is_listed() -> None:
    table = {
        (cells[0], name.split(":")[0])
        for cells in rows(text_of("checklist.md"))
        for name in code_names(cells[1])
    }
    assert {(row.number, code) for code, row in ROWS.items()} - table == set()


def test_every_check_of_verify_is_listed() -> None:
    checks = {code.removeprefix("verified-") for code in CATALOGUE if code.startswith("verified-")}
    listed = set().union(*(code_names(cells[0]) for cells in rows(text_of("audit-log.md"))))
    assert len(checks) >= 8
    assert checks - listed == set()


def test_the_terms_of_the_glossary_are_in_their_order() -> None:
    table = text_of("glossary.md").split("One term for each thing.")[1].split("\n#")[0]
    terms = [cells[0] for cells in rows(table)[1:]]
    spelled = [term.replace("ε", "epsilon").replace("λ", "lambda") for term in terms]
    assert spelled == sorted(spelled, key=str.casefold)


def test_the_index_says_that_k_counts_units_where_they_are_named() -> None:
    assert "name the [unit](conditions.md#units): k then counts units" in text_of("index.md")


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_a_page_or_picture(name: str) -> None:
    targets = {link.partition("#")[0] for link in links(text_of(name))} - {""}
    assert {target for target in targets if not target.endswith(".png")} <= {*PAGES}
    assert broken_links(FOLDER / name) == []


def test_every_page_can_be_reached() -> None:
    assert set(PAGES) - {"index.md"} - set(links(text_of("index.md"))) == set()


def test_readme_and_contributing_lead_to_the_manual() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "](resources/manual/" in (ROOT / name).read_text(encoding="utf-8")


AUTHOR = r"[A-ZÀ-Ž][\w’]+(?:-[A-ZÀ-Ž]\w+)*"
CITED = re.compile(
    rf"\b({AUTHOR})( et al|(?:(?:, {AUTHOR})*,? and {AUTHOR}))?\.? \(?((?:18|19|20)\d\d)\b(?!-)"
)
NO_AUTHORS = {"Algorithm", "COMPSTAT", "Jan", "January", "February", "March", "XLSX"}


def cited(text: str) -> set[str]:
    """Return each "Author (year)" and "(Author year)" of a text, also over the end of a line."""
    joined = re.sub(r"\s*\n[ #]*", " ", text)
    found = CITED.findall(joined)
    return {
        f"{first}{' et al' if ',' in more else more} ({year})"
        for first, more, year in found
        if first not in NO_AUTHORS
    }


def test_every_citation_has_its_entry() -> None:
    entries = [cells for cells in rows(text_of("bibliography.md")) if len(cells) == 2]
    known = {cells[0].replace("et al.", "et al") for cells in entries}
    paths = [FOLDER / name for name in PAGES if name != "bibliography.md"]
    paths += [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    for place, names in (("core", "*.py"), ("desktop_app", "*.py"), ("core", "DECISIONS.md")):
        paths += (ROOT / place).rglob(names)
    found = set().union(*(cited(path.read_text(encoding="utf-8")) for path in paths))
    assert len(found) > 15
    assert found - known == set()


@pytest.mark.parametrize("name", METHODS)
def test_the_sources_of_a_method_are_those_of_its_section(name: str) -> None:
    """Reports name these; the bibliography holds each of them."""
    parts = [part for page in PAGES for part in text_of(page).split("\n## ")]
    found = set().union(*(cited(part) for part in parts if f"`{name}`" in part))
    sources = {source.replace("et al.", "et al") for source in METHODS[name].sources}
    assert sources
    assert sources - found == set()
    assert set(METHODS[name].sources) - set(bibliography()) == set()


def test_the_bibliography_can_be_read_by_the_program() -> None:
    entries = [cells for cells in rows(text_of("bibliography.md")) if len(cells) == 2][1:]
    assert bibliography() == {cells[0]: cells[1] for cells in entries}
    assert all(work.count("*") == 2 for work in bibliography().values())


def test_the_manual_is_installed_with_the_program(root: Path) -> None:
    settings = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert 'resources = ["**/*"]' in settings
    assert (FOLDER / "index.md").is_file()


def test_pictures_are_small_and_are_those_that_the_script_takes(root: Path) -> None:
    scripts = (root / "resources" / "picture_makers").glob("*_example.py")
    taken = re.findall(r'= "([\w-]+\.png)"', "".join(p.read_text("utf-8") for p in scripts))
    shown = [name for page in PAGES for name in re.findall(r"\(pictures/(.+?)\)", text_of(page))]
    found = list((FOLDER / "pictures").iterdir())
    assert sorted(taken) == sorted(shown) == sorted(path.name for path in found)
    assert len(found) <= 12
    for path in found:
        assert path.read_bytes().startswith(b"\x89PNG")
        assert path.stat().st_size < 60_000


def test_sources_cite_pages_and_sections_of_the_manual(sources) -> None:
    places = {f"{name[:-3]}#{anchor}" for name in PAGES for anchor in anchors(text_of(name))}
    places |= {name[:-3] for name in PAGES}
    cited = [
        (source.name, place)
        for source in sources
        for place in re.findall(r"[Mm]anual:\s+([a-z-]+(?:#[\w-]+)?)", source.text)
        if not source.name.startswith("tests/architecture/")
    ]
    assert len(cited) > 40
    assert [entry for entry in cited if entry[1] not in places] == []


def test_no_source_cites_what_is_not_in_the_manual(sources) -> None:
    """Numbers of papers in a list of somebody's own, and sections of another document."""
    unknown = re.compile(r"\[P\d\]|methods,\s+sections? \d")
    assert [s.name for s in sources if unknown.search(s.text)] == []
