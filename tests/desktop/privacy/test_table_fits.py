"""The table of domains fits the narrowest window, whatever its cells hold."""

from __future__ import annotations

import pytest

import resources
from desktop_app.models.masked_columns import MaskedField
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.mouse import press
from tests.plain_recipes import write_plain_recipe

pytestmark = pytest.mark.usefixtures("styled")

_SAMPLES = resources.FOLDER / "samples"


@pytest.mark.parametrize(
    "way", ["dp-individual-ranking", pytest.param("dp-laplace", marks=pytest.mark.longer)]
)
def test_the_table_of_domains_fits_a_window_of_1024(traveller, tmp_path, way: str) -> None:
    traveller.open_project(write_plain_recipe(_SAMPLES, "household_survey", tmp_path, 600))
    traveller.window.resize(1024, 700)
    traveller.window.show_step(Step.METHOD)
    page = traveller.page(Step.METHOD)
    traveller.do(choose_method, page, way)
    traveller.do(press, page.privacy.section.from_data)
    table = page.privacy.section.table
    assert table.isVisible()
    assert table.model().index(0, MaskedField.HIGH).data() not in ("", "type it in")
    assert traveller.window.pages.horizontalScrollBar().maximum() == 0
