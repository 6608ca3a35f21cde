"""The step Prepare of an opened project, and what a user does there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from core.model.preparing import Do
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import choose_value, press, press_cell, press_main
from tests.desktop.patience import PatientBot
from tests.desktop.recipes import declare, write_recipe
from tests.desktop.shared_window import SharedWindow

REGIONS = ["North", "East", "South", "Isle"]
LEVELS = ["low", "middle", "high"]
ROWS = [
    (
        date(1930 + 7 * i % 70, 1 + i % 12, 1 + i % 28),
        date(2025, 3 + i % 2, 15),
        18 + 11 * i % 60,
        REGIONS[3] if i == 7 else REGIONS[i % 3],
        LEVELS[i % 5 % 3],
        round(100.25 + 37.5 * (i * 7 % 50), 2),
    )
    for i in range(80)
]


@pytest.fixture
def recipe(tmp_path) -> Path:
    return _write_recipe(tmp_path)


def _write_recipe(folder: Path) -> Path:
    return write_recipe(
        folder / "people.csv",
        {
            "BORN": "quasi date",
            "ASKED": "other",
            "AGE": "quasi integer",
            "REGION": "quasi nominal",
            "LEVEL": declare("quasi ordinal", order=LEVELS),
            "WAGE": "confidential continuous",
        },
        (",".join(map(str, row)) for row in ROWS),
        keep_order=True,
        output={"kind": "csv", "name": "out"},
    )


class Desk:
    """The step Prepare of an opened project."""

    def __init__(self, traveller: Traveller, recipe: Path) -> None:
        self.traveller, self.store = traveller, traveller.store
        traveller.open_at(Step.PREPARE, recipe)
        self.page = traveller.window.page(Step.PREPARE)
        self.list, self.form = self.page.panel.list, self.page.form
        self._draft = self.store.draft

    def bring_back(self) -> None:
        """Leave the form and undo all that was done."""
        self.traveller.rest()
        while self.page.editing:
            self.page.back()
        while self.store.undoable is not None:
            self.store.undo()
        assert self.store.draft == self._draft
        self.traveller.window.notice.withdraw()
        self.traveller.show(Step.PREPARE)

    def begin(self, do: Do, column: str) -> None:
        press(self.page.panel.add_button)
        self.traveller.wait(lambda: self.page.editing)
        choose_value(self.form.kind, do)
        self.traveller.do(choose_value, self.form.column, column)

    @property
    def settings(self):
        return self.form._settings

    def field(self, name: str):
        return self.settings.fields[name].widget

    @property
    def groups(self):
        return self.settings.fields["into"]

    def finish(self) -> None:
        self.traveller.do(press_main, self.page)

    def press_row(self, row: int) -> None:
        press_cell(self.list, self.list.model().index(row, 0))

    def cells(self, name: str) -> list[str]:
        column = self.store.dataset.column(name)
        if column.categories:
            return [column.categories[i] for i in column.values]
        return column.values.tolist()

    @property
    def actions(self) -> list[str]:
        return [type(step).__name__ for step in self.store.draft.prepare]

    @property
    def lines(self) -> list[str]:
        return [self.list.item(row).text() for row in range(self.list.count())]


@pytest.fixture(scope="module")
def module_desk(request, tmp_path_factory) -> Iterator[Desk]:
    """Open the project once for the tests of a module."""
    window = SharedWindow()
    window.is_painted = False
    traveller = Traveller(PatientBot(request), window.lend())
    yield Desk(traveller, _write_recipe(tmp_path_factory.mktemp("desk")))
    window.close()


@pytest.fixture
def desk(module_desk) -> Iterator[Desk]:
    module_desk.traveller.window.activateWindow()
    yield module_desk
    module_desk.bring_back()


@pytest.fixture
def own_desk(traveller, recipe) -> Desk:
    """Open the project for a test that opens another one or confirms a step."""
    return Desk(traveller, recipe)
