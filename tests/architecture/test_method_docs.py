"""The manual lists every method, and the catalogue describes each and its parameters."""

from __future__ import annotations

import pytest

from core.messages import CATALOGUE
from core.protect import METHODS
from tests.architecture.manual_pages import page, rows


@pytest.mark.parametrize("name", METHODS)
def test_the_overview_names_each_method_with_what_it_promises(name: str) -> None:
    table = rows(page("methods.md"))
    ((_, how, promise, unordered),) = [cells for cells in table if cells[0] == f"`{name}`"]
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
