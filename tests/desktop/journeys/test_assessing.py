"""The risk of the open file is assessed from the menu, before any method is chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from core.command_line import main
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu
from tests.desktop.mouse import press

SAMPLE = Path(__file__).parents[3] / "resources/samples/household_members.csv"


def assess_by_keys(traveller: Traveller, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    traveller.do(choose_in_menu, traveller.window, Qt.Key.Key_F, Qt.Key.Key_K)
    return traveller.window.notice.sentence.text()


def test_a_file_is_assessed_without_a_method_as_the_command_line_does(
    traveller, tmp_path, monkeypatch
) -> None:
    traveller.import_file(SAMPLE)
    said = assess_by_keys(traveller, tmp_path, monkeypatch)
    folder = tmp_path / "household_members_risk_internal"
    found = json.loads((folder / "household_members.risk.json").read_text("utf-8"))
    assert found["quasi_identifiers"]["columns"]
    uniques = found["quasi_identifiers"]["uniques"]
    assert said.startswith(f"{uniques:,} of {found['records']:,} records are unique")
    assert "for the office only" in said

    project = tmp_path / "work.statveil"
    traveller.save(project)
    again = tmp_path / "again"
    assert main(["assess", str(project), "--output", str(again)]) == 0
    for name in ("household_members.risk.json", "household_members.risk.html"):
        assert (again / name).read_bytes() == (folder / name).read_bytes()


def test_an_earlier_assessment_is_kept_and_the_page_opens(
    traveller, people, tmp_path, monkeypatch
) -> None:
    traveller.import_file(people)
    opened: list[str] = []
    monkeypatch.setattr(
        "PySide6.QtGui.QDesktopServices.openUrl",
        lambda url: opened.append(url.toLocalFile()) or True,
    )
    assess_by_keys(traveller, tmp_path, monkeypatch)
    first = (tmp_path / "people_risk_internal/people.risk.html").read_bytes()
    assess_by_keys(traveller, tmp_path, monkeypatch)
    assert (tmp_path / "people_risk_internal/people.risk.html").read_bytes() == first
    (button,) = traveller.window.notice.buttons
    press(button)
    assert opened == [str(tmp_path / "people_risk_internal_2/people.risk.html")]


def test_a_file_that_cannot_be_assessed_leaves_nothing(
    traveller, people, tmp_path, monkeypatch
) -> None:
    traveller.import_file(people)
    public = tmp_path / "public"
    public.mkdir()
    (public / "x.audit.json").write_text("{}")
    said = assess_by_keys(traveller, public, monkeypatch)
    assert said.startswith("The risk was not assessed.")
    assert [path.name for path in public.iterdir()] == ["x.audit.json"]


def test_without_a_file_nothing_can_be_assessed(traveller) -> None:
    assert not traveller.window.commands.assess.isEnabled()
