"""The window has one word for each thing: that of the glossary, or of its own lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import desktop_app
from core.messages import CATALOGUE
from core.model import Scale
from desktop_app.state.parts import Part
from desktop_app.text import glossary, tr
from desktop_app.text.schema import part_title, scale_title

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
