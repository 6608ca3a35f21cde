"""The README's table names every method that forms groups, with each of its parameters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.messages import CATALOGUE
from core.protect import METHODS

README = Path(__file__).parents[2] / "README.md"
GROUPING = [name for name, spec in METHODS.items() if not spec.is_private]


@pytest.mark.parametrize("name", GROUPING)
def test_the_table_of_methods_is_complete(name: str) -> None:
    (row,) = re.findall(rf"^\| `{name}`: .*$", README.read_text("utf-8"), re.MULTILINE)
    absent = [p.name for p in METHODS[name].parameters if f"`{p.name}`" not in row]
    assert absent == []


@pytest.mark.parametrize("name", METHODS)
def test_the_step_method_says_what_a_method_is_and_when_to_use_it(name: str) -> None:
    for code in (f"method-{name}", f"method-{name}-meaning", f"method-{name}-when"):
        assert CATALOGUE[code]
    for parameter in METHODS[name].parameters:
        assert CATALOGUE[f"parameter-{parameter.name}-meaning"]
