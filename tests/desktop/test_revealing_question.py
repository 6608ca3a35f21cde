"""The step Columns proposes to leave out what reveals masked columns, as `suggest` does."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.command_line import main
from core.io import read
from core.jobs import Job
from core.model import FileKind, Role, Source
from core.recipe import open_project
from desktop_app.presenters.revealing_columns import MOST_PUBLISHED, Sought, search_revealing
from desktop_app.state import Step
from desktop_app.text.change_words import change_text
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import choose, press, select_rows
from tests.desktop.patience import activate
from tests.desktop.recipes import write_recipe

RECORDS = 600
MASKED = ("AGE", "INCOME")


def table() -> dict[str, list]:
    """Return people of whom a tax reveals some incomes, a logarithm all, and a sum some ages."""
    draw = np.random.default_rng(5)
    income = draw.integers(1_000, 9_000, RECORDS).tolist()
    return {
        "HID": [1 + i // 2 if i < 560 else i for i in range(RECORDS)],
        "AGE": draw.integers(18, 80, RECORDS).tolist(),
        "INCOME": income,
        "TAX": [round(0.4 * max(0, each - 4_000), 1) for each in income],
        "LOG": [round(math.log(each), 5) for each in income],
        "RENT": draw.integers(100, 900, RECORDS).tolist(),
    }


def write(columns: dict[str, list], place: Path) -> Path:
    rows = (",".join(map(str, row)) for row in zip(*columns.values(), strict=True))
    place.write_text(",".join(columns) + "\n" + "\n".join(rows) + "\n")
    return place


@pytest.mark.parametrize("published", [MOST_PUBLISHED, MOST_PUBLISHED + 1])
def test_a_file_of_too_many_columns_is_left_to_the_run(tmp_path, published: int) -> None:
    draw = np.random.default_rng(2)
    masked = draw.integers(1_000, 9_000, 200)
    columns = {"INCOME": masked.tolist(), "COPY": (2 * masked).tolist()}
    columns |= {f"Q{i}": draw.integers(1, 6, 200).tolist() for i in range(published - 1)}
    place = write(columns, tmp_path / "wide.csv")
    dataset = read(Source(str(place), FileKind.CSV), Job())

    found = search_revealing(dataset, Sought(("INCOME",), tuple(columns)[1:]), Job())

    expected = ["COPY"] if published == MOST_PUBLISHED else []
    assert [each.column for each in found] == expected


@pytest.fixture
def people(tmp_path) -> Path:
    """Return a recipe with units to be asked about."""
    data = write(table(), tmp_path / "people.csv")
    columns = {"HID": "identifier", **dict.fromkeys(MASKED, "quasi integer")}
    columns |= dict.fromkeys(("TAX", "LOG", "RENT"), "other")
    return write_recipe(data, columns, unit="record")


def columns_page(traveller: Traveller, recipe: Path):
    return traveller.open_at(Step.COLUMNS, recipe)


def paying() -> int:
    return sum(each > 0 for each in table()["TAX"])


LOG_SAID = (
    "LOG is published as it is and orders the records as the masked INCOME does, so that anybody "
    "can compute one from the other. Leave LOG out of the release?"
)
MORE = " One more column is to be decided on after it."


def tax_said() -> str:
    return (
        f"TAX is published as it is, and in {paying()} records the masked INCOME can be computed "
        "from it. Leave TAX out of the release?"
    )


def test_a_click_leaves_each_of_them_out(traveller, people) -> None:
    page = columns_page(traveller, people)
    assert ambiguous_mnemonics(traveller.window) == []
    bar = page.revealing.bar
    assert bar.sentence.text() == LOG_SAID + MORE
    press(bar.leave_button)
    # The next one does not wait for another search.
    assert bar.sentence.text() == tax_said()
    assert page.store.schema.named("LOG").role is Role.DROP
    assert change_text(page.store.undoable) == "role of LOG"
    traveller.rest()
    assert bar.sentence.text() == tax_said()
    press(bar.leave_button)
    assert not bar.isVisible()
    traveller.rest()
    assert not bar.isVisible()
    assert page.store.schema.named("TAX").role is Role.DROP
    traveller.do(page.store.undo)
    assert bar.sentence.text() == tax_said()


def test_what_is_kept_stays_kept_in_the_project(traveller, people) -> None:
    page = columns_page(traveller, people)
    bar = page.revealing.bar
    press(bar.keep_button)
    assert bar.sentence.text() == tax_said()
    assert change_text(page.store.undoable) == "proposal to leave out LOG"
    page.store.undo()
    assert bar.sentence.text() == LOG_SAID + MORE, "the question is open again"
    page.store.redo()
    press(bar.keep_button)
    assert not bar.isVisible()
    assert {page.store.schema.named(name).role for name in ("LOG", "TAX")} == {Role.OTHER}
    place = people.with_name("work.statveil")
    traveller.save(place)
    assert not page.store.modified
    assert open_project(place).declined == (("LOG", "INCOME"), ("TAX", "INCOME"))
    page = columns_page(traveller, place)
    assert not page.revealing.bar.isVisible()
    # What it reveals of another column is another question.
    set_role(traveller, page, "RENT", "Quasi-identifier")
    set_role(traveller, page, "INCOME", "Leave out")
    assert not page.revealing.bar.isVisible()


def set_role(traveller: Traveller, page, name: str, role: str) -> None:
    select_rows(page.table, [page.model.index(page.model.row_of(name), 1)])
    traveller.do(choose, page.bar.roles, role)


def test_it_follows_the_roles_in_force(traveller, people) -> None:
    page = columns_page(traveller, people)
    bar = page.revealing.bar
    set_role(traveller, page, "INCOME", "Confidential")
    assert not bar.isVisible(), "nothing that is masked follows from them"
    set_role(traveller, page, "TAX", "Quasi-identifier")
    said = bar.sentence.text()
    assert said.startswith("INCOME is published as it is, and in ")
    assert said.endswith(f"Leave INCOME out of the release?{MORE}")
    set_role(traveller, page, "INCOME", "Quasi-identifier")
    assert bar.sentence.text() == LOG_SAID


def test_the_keyboard_answers(traveller, people) -> None:
    page = columns_page(traveller, people)
    alt = Qt.KeyboardModifier.AltModifier
    activate(traveller.window)
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_K, alt)
    traveller.wait(lambda: page.revealing.bar.sentence.text() == tax_said())
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_I, alt)
    traveller.wait(lambda: page.store.schema.named("TAX").role is Role.DROP)
    assert page.store.schema.named("LOG").role is Role.OTHER


def test_a_sum_over_a_household_is_proposed(traveller, tmp_path) -> None:
    """With the units that the file suggests, before the question about them is answered."""
    columns = table()
    total: dict[int, int] = {}
    for home, income in zip(columns["HID"], columns["INCOME"], strict=True):
        total[home] = total.get(home, 0) + income
    columns["HHINCOME"] = [total[home] for home in columns["HID"]]
    del columns["TAX"], columns["LOG"]
    place = write(columns, tmp_path / "homes.csv")
    traveller.import_file(place)
    page = traveller.show(Step.COLUMNS)
    set_role(traveller, page, "INCOME", "Quasi-identifier")
    set_role(traveller, page, "HHINCOME", "Confidential")
    assert page.units.bar.record_button.isVisible()
    assert page.revealing.bar.sentence.text() == (
        "HHINCOME is published as it is and is the sum or mean of the masked INCOME over each "
        "unit, so that the value of every unit of one record is known. Leave HHINCOME out of the "
        "release?"
    )
    traveller.do(press, page.units.bar.record_button)
    assert not page.revealing.bar.isVisible(), "where each record is a unit there is no sum"


def test_suggest_proposes_the_same(traveller, tmp_path, capsys) -> None:
    """Of a file of which nothing is known but the names of its columns."""
    columns = table()
    columns["WAGE"] = [50 * max(0, age - 40) for age in columns["AGE"]]
    columns["BONUS"] = columns.pop("LOG")
    place = write(columns, tmp_path / "people.csv")
    assert main(["suggest", str(place), "--json"]) == 0
    proposals = json.loads(capsys.readouterr().out)["proposals"]
    expected = [(p["because"], p["entry"]) for p in proposals if p["code"].startswith("undo-")]
    assert expected
    traveller.import_file(place)
    page = traveller.show(Step.COLUMNS)
    found = []
    while page.revealing.bar.isVisible():
        said = page.revealing.bar.sentence.text()
        traveller.do(press, page.revealing.bar.keep_button)
        found.append(said)
    assert len(found) == len(expected)
    for said, (because, entry) in zip(found, expected, strict=True):
        (attribute,) = entry["attributes"]
        assert attribute["role"] == "drop"
        assert said.startswith(f"{because} Leave {attribute['name']} out of the release?")


def test_another_step_does_not_wait_for_the_search(traveller, people) -> None:
    """It goes on when the step is shown again."""
    traveller.open_project(people)
    traveller.window.show_step(Step.COLUMNS)
    traveller.show(Step.METHOD)
    page = traveller.window.page(Step.COLUMNS)
    traveller.show(Step.COLUMNS)
    assert page.revealing.bar.sentence.text() == LOG_SAID + MORE
