"""No letter with Alt is given twice where categories are related and methods compared.

The other pages are looked at by `test_nothing_is_cut`.
"""

from __future__ import annotations

import resources
from core.model import Role
from desktop_app.state import Step
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press

_RELATED = ("occupation", "native-country")
_HOUSEHOLDS = resources.FOLDER / "samples/household_survey.csv"


def test_where_categories_are_related(traveller, reference_data, tmp_path) -> None:
    lines = (reference_data / "adult.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "adult.csv").write_text("\n".join(lines[:600]) + "\n", encoding="utf-8")
    traveller.import_file(tmp_path / "adult.csv")
    traveller.forward()
    names = traveller.store.dataset.names
    traveller.set_roles({n: Role.QUASI_IDENTIFIER if n in _RELATED else Role.OTHER for n in names})
    traveller.forward()
    assert traveller.step is Step.TAXONOMIES
    page = traveller.page(Step.TAXONOMIES)
    found = ambiguous_mnemonics(traveller.window)
    traveller.forward()
    found += ambiguous_mnemonics(traveller.window)
    assert page.accepts_file(str(reference_data / f"taxonomies/adult_{page.current.name}.csv"))
    traveller.rest()
    found += ambiguous_mnemonics(traveller.window)
    assert found == []


def test_where_methods_are_compared(traveller) -> None:
    traveller.open_at(Step.METHOD, _HOUSEHOLDS.with_suffix(".recipe.json"))
    press(traveller.page(Step.METHOD).compare_button)
    assert traveller.page(Step.METHOD).comparing
    assert ambiguous_mnemonics(traveller.window) == []
