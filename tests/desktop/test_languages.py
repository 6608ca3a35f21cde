"""The window speaks a language made with the tools of Qt, and has one word for each thing."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QLocale, QTranslator

import desktop_app
from core.errors import Problem, Where
from core.messages import CATALOGUE, Language, languages, text
from core.model import Direction, Measure, Scale
from desktop_app.models.measures import UNIT, MeasuresModel
from desktop_app.state.parts import Part
from desktop_app.text import glossary, message, problem_text, tr, tr_n
from desktop_app.text.schema import part_title, scale_title
from desktop_app.text.translate import speak
from resources.make_language import TOOLS, _collect, make, texts

# The status with which a program ends whose libraries the system lacks.
_CANNOT_BE_LOADED = 127

# Polish has three forms: for 1, for 2 to 4 and 22 to 24, and for all others.
PLURALS = {
    "{count} records released": ("rekord", "rekordy", "rekordów"),
    "{count} seconds left": ("sekunda", "sekundy", "sekund"),
}
TRANSLATED = {
    "Measure": "Miara",
    "Column": "Kolumna",
    "Value": "Wartość",
    "Unit": "Jednostka",
    "Better": "Lepiej",
    "records": "rekordy",
    "whole file": "cały plik",
    "Information loss": "Utrata informacji",
    "Row {row}: {said}": "Wiersz {row}: {said}",
    "Identifier": "Identyfikator",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """The folder of a language of ten texts and two plurals, collected again afterwards."""
    started = subprocess.run(
        [TOOLS / "lupdate", "-version"], capture_output=True, text=True, check=False
    )
    if started.returncode == _CANNOT_BE_LOADED:
        pytest.skip(f"Qt's tool for languages does not start here: {started.stderr.strip()}")
    folder = tmp_path_factory.mktemp("languages")
    _translate(make("pl", folder, folder))
    make("pl", folder, folder)
    return folder


@pytest.fixture(scope="module")
def collected() -> dict[str, bool]:
    """Return every text of the window, read from its code."""
    return texts()


@pytest.fixture
def polish(qapp, made) -> Iterator[Path]:
    assert speak(qapp, QLocale("pl"), made)
    yield made
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.setParent(None)


def _translate(source: Path) -> None:
    tree = ET.parse(source)
    done = set()
    for entry in tree.iter("message"):
        text, goal = entry.findtext("source") or "", entry.find("translation")
        forms = goal.findall("numerusform")
        if text in PLURALS:
            for form, word in zip(forms, PLURALS[text], strict=True):
                form.text = f"{{count}} {word}"
        elif text in TRANSLATED:
            assert not forms
            goal.text = TRANSLATED[text]
        else:
            continue
        done.add(text)
        del goal.attrib["type"]
    assert done == {*TRANSLATED, *PLURALS}
    tree.write(source, encoding="utf-8", xml_declaration=True)


@pytest.mark.usefixtures("polish")
def test_texts_of_code_tables_and_catalogue_are_translated() -> None:
    model = MeasuresModel()
    model.show_items((Measure("k", 5.0, "records", Direction.HIGHER),))

    assert model.titles == ("Miara", "Kolumna", "Wartość", "Jednostka", "Lepiej")
    assert model.write_cell(0, UNIT) == "rekordy"
    assert message("measure-information-loss") == "Utrata informacji"
    said = problem_text(Problem("cells-hold-nul", Where(row=7), {"count": 1}))
    assert said == f"Wiersz 7: {CATALOGUE['cells-hold-nul'].one}", "the rest stays English"


FORM = {1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 22: 1, 25: 2, 1_000_002: 1, 2_000_012: 2, 5_000_000_003: 1}


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(("count", "form"), FORM.items())
def test_a_language_has_as_many_plural_forms_as_it_needs(count: int, form: int) -> None:
    records, seconds = PLURALS.values()

    released = tr_n("{count} record released", "{count} records released", count)
    assert released.endswith(f" {records[form]}")
    assert message("seconds-left", count=count).endswith(f" {seconds[form]}")


def test_reports_have_the_forms_that_the_window_has(made, monkeypatch) -> None:
    monkeypatch.setattr(languages, "FOLDER", made)
    forms = (r"1", r"(.*[^1])?[234]")
    polish = Language(
        "pl", form_of=lambda n: next((i for i, f in enumerate(forms) if re.fullmatch(f, str(n))), 2)
    )
    seconds = [text("seconds-left", {"count": count}, polish).split()[-1] for count in FORM]
    assert seconds == [PLURALS["{count} seconds left"][form] for form in FORM.values()]
    assert text("measure-information-loss", language=polish) == "Utrata informacji"
    assert text("report-ready", language=polish) == "Ready for release", "not translated yet"


@pytest.mark.parametrize(("count", "word"), [(0, "records"), (1, "record"), (21, "records")])
def test_english_has_two(count: int, word: str) -> None:
    said = tr_n("{count} record released", "{count} records released", count)
    assert said == f"{count} {word} released"


def test_a_language_that_is_not_there_changes_nothing(qapp, tmp_path) -> None:
    assert not speak(qapp, QLocale("eo"), tmp_path)
    assert tr("Measure") == "Measure"


def test_what_is_translated_stays_when_texts_are_collected_again(made, collected) -> None:
    again = ET.parse(made / "statveil_pl.ts")
    kept = {entry.findtext("source"): entry.find("translation") for entry in again.iter("message")}

    assert kept.keys() == collected.keys()
    assert {text: kept[text].text for text in TRANSLATED} == TRANSLATED


def test_every_text_of_the_window_can_be_found_by_reading_the_code(collected) -> None:
    assert {"Measure", "records", "Identifier", "{count} records released"} <= collected.keys()
    with pytest.raises(ValueError, match="line 2"):
        _collect(ast.parse("def said(line):\n    return tr(line)"), {})


def test_a_placeholder_that_the_english_text_lacks_is_found(made, tmp_path) -> None:
    """It would be found by whoever opens that page otherwise."""
    name = "statveil_pl.ts"
    said = (made / name).read_text(encoding="utf-8")
    wrong = said.replace("Wiersz {row}: {said}", "Wiersz {wiersz}: {said}")
    (tmp_path / name).write_text(wrong, encoding="utf-8")

    with pytest.raises(ValueError, match=r"Row \{row\}: \{said\}"):
        make("pl", tmp_path, tmp_path)


_FOLDER = Path(desktop_app.__file__).parent
# Words of a recipe's keys, for which the window has others.
_JARGON = re.compile(r"\b(nominal|ordinal|attributes?)\b", re.IGNORECASE)
# Of recipes, logs and commands, whose words these are.
_ELSEWHERE = re.compile(r"(place|recipe|json|audit|verify|report|command|done|parameter-unknown)\b")


def _spoken(tree: ast.AST) -> Iterator[str]:
    """Yield the texts that pass through the translation."""
    for node in ast.walk(tree):
        calls = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if calls and node.func.id in ("tr", "tr_n"):
            texts = (each for each in node.args if isinstance(each, ast.Constant))
            yield from (str(text.value) for text in texts)


def test_no_text_of_the_window_speaks_of_attributes_or_nominal_columns() -> None:
    paths = sorted(_FOLDER.rglob("*.py"))
    said = [
        (path.name, text)
        for path in paths
        for text in _spoken(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(said) > 1000
    assert [found for found in said if _JARGON.search(found[1])] == []


def test_no_problem_of_the_window_speaks_of_attributes_or_nominal_columns() -> None:
    found = [
        code
        for code, template in CATALOGUE.items()
        if not _ELSEWHERE.match(code)
        and _JARGON.search(" ".join((template.other, template.one or "")))
    ]
    assert found == []


@pytest.mark.parametrize("scale", Scale)
def test_a_scale_is_explained_by_the_name_that_the_lists_have(scale: Scale) -> None:
    assert glossary.explain(scale.value)
    titles = glossary._TITLES
    assert titles.get(scale.value, scale_title(scale)) == scale_title(scale)


def test_a_link_says_what_it_is_where_it_is_first_met() -> None:
    assert part_title(Part.LINK) == "Link (unit number)"
    assert "number of a household" in glossary.explain("link")


def test_a_name_that_ends_in_a_full_stop_ends_the_sentence() -> None:
    assert tr("It numbers {name}. Next.", name="Person no.") == "It numbers Person no. Next."
    assert tr("It numbers {name}.", name="Person no.") == "It numbers Person no."
    assert tr("Saved {name}.csv", name="Person no.") == "Saved Person no..csv"
