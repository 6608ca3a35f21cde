"""How many different values each group has, on the step Method, with mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.inspect.profiling.column_profiles import profile
from core.model import Diversity
from desktop_app.text.change_words import change_text
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, tick
from tests.desktop.pages.method.conftest import show_opened


@pytest.fixture
def page(store, dataset, project, module_page) -> MethodPage:
    store.open_dataset(project.source, dataset, profile(dataset), project)
    return show_opened(module_page)


def offered(page: MethodPage) -> list[str]:
    names = page.diversity.columns
    return [names.item(row).text() for row in range(names.count())]


def test_columns_are_ticked_and_l_is_typed(page) -> None:
    store, form = page.store, page.diversity
    assert not form.fold.is_open
    press(form.fold.button)
    name = offered(page)[0]
    assert name in {a.name for a in store.schema.attributes if a.is_sensitive}
    tick(form.columns, form.columns.model().index(0, 0))
    assert store.recipe.diversity == Diversity(2, (name,))
    type_into(form.number.widget, "3")
    assert store.recipe.diversity == Diversity(3, (name,))
    assert change_text(store.undoable) == "different values in each group"
    type_into(form.number.widget, "1")
    assert form.complaint() == "Type a whole number from 2 to 100."
    assert store.recipe.diversity == Diversity(3, (name,))
    tick(form.columns, form.columns.model().index(0, 0))
    assert store.recipe.diversity is None


def test_a_recipe_without_columns_shows_all_sensitive_ones(store, dataset, project, page) -> None:
    with_l = replace(project, recipe=replace(project.recipe, diversity=Diversity(4)))
    store.open_dataset(project.source, dataset, profile(dataset), with_l)
    show_opened(page)
    assert page.diversity.fold.is_open
    assert list(page.diversity.columns.names) == offered(page) != []
    assert page.diversity.number.value() == 4
    assert page.diversity.take_focus("diversity.l")
    assert page.diversity.number.widget.hasFocus()
    assert not page.diversity.take_focus("dominance")
