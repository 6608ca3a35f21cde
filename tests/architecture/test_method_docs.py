"""The manual lists every method with its parameters, and the catalogue describes each."""

from __future__ import annotations

import pytest

from core.messages import CATALOGUE
from core.protect import METHODS
from tests.architecture.manual_pages import code_names, page, rows


def row_of(name: str, page_name: str) -> list[str]:
    """Return the one row of a page's tables that begins with a method's name."""
    (row,) = [cells for cells in rows(page(page_name)) if cells[0] == f"`{name}`"]
    return row


@pytest.mark.parametrize("name", METHODS)
def test_the_table_of_methods_is_complete(name: str) -> None:
    absent = {p.name for p in METHODS[name].parameters} - code_names(row_of(name, "recipe.md")[1])
    assert absent == set()


@pytest.mark.parametrize("name", METHODS)
def test_the_overview_names_each_method_with_what_it_promises(name: str) -> None:
    _, how, promise, unordered = row_of(name, "methods.md")
    assert how
    assert ("differential privacy" in promise) is METHODS[name].adds_noise
    assert ("k-anonymity" in promise) is METHODS[name].forms_groups
    takes_t = any(parameter.name == "t" for parameter in METHODS[name].parameters)
    assert ("t-closeness" in promise) is takes_t
    assert (unordered == "yes") is METHODS[name].takes_nominal


@pytest.mark.parametrize("name", METHODS)
def test_the_step_method_says_what_a_method_is_and_when_to_use_it(name: str) -> None:
    for code in (f"method-{name}", f"method-{name}-meaning", f"method-{name}-when"):
        assert CATALOGUE[code]
    for parameter in METHODS[name].parameters:
        assert CATALOGUE[f"parameter-{parameter.name}-meaning"]
        for choice in parameter.choices:
            assert CATALOGUE[f"choice-{parameter.name}-{choice}"]
