"""The sign-off is kept in the project file, and nothing of its remark gets into the public half."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.errors import Refused
from core.model import SignOff
from core.recipe import open_project
from desktop_app import closing
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import press

REMARK = "for Ms Quillfeather only"
SIGNED = SignOff("A. Officer", "Statistics Office", "", "Survey 2025", "Research", REMARK, True)


@pytest.fixture
def traveller(traveller, monkeypatch) -> Traveller:
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    return traveller


def sign(traveller: Traveller) -> None:
    """Type it, key by key, on the step Release."""
    traveller.protect()
    traveller.window.enter_step(Step.RELEASE)
    form = traveller.page(Step.RELEASE).signing
    for field, text in (
        (form.title, "Survey 2025"),
        (form.purpose, "Research"),
        (form.name, "A. Officer"),
        (form.office, "Statistics Office"),
        (form.remark, REMARK),
    ):
        type_into(field, text)
        assert field.text() == text
    form.public.setFocus()
    QTest.keyClick(form.public, Qt.Key.Key_Space)
    assert traveller.store.sign_off == SIGNED


def test_it_is_there_again_when_the_project_is_opened(traveller, people, tmp_path) -> None:
    traveller.import_file(people)
    file = people.with_name("work.statveil")
    traveller.save(file)
    sign(traveller)
    assert traveller.window.isWindowModified()
    # Undoing a setting does not take it back.
    traveller.store.set_keep_order(True)
    traveller.store.undo()
    assert traveller.store.sign_off == SIGNED
    traveller.save(file)
    assert not traveller.window.isWindowModified()
    traveller.window.keeper.close_project()
    traveller.open_project(file)
    assert traveller.store.sign_off == SIGNED
    assert not traveller.store.modified
    traveller.protect()
    traveller.window.enter_step(Step.RELEASE)
    assert traveller.page(Step.RELEASE).signing.remark.text() == REMARK
    traveller.confirm()
    traveller.release(tmp_path / "release")
    internal = next((tmp_path / "release" / "internal").glob("*.internal.json"))
    assert json.loads(internal.read_text())["sign_off"]["remark"] == REMARK
    public = [path for path in (tmp_path / "release" / "public").rglob("*") if path.is_file()]
    assert len(public) == 3
    assert not [path.name for path in public if b"Quillfeather" in path.read_bytes()]
    assert any(b"A. Officer" in path.read_bytes() for path in public)


def test_it_survives_a_crash_and_another_layout_and_of_it_another_file_keeps_person_and_office(
    traveller, people
) -> None:
    traveller.import_file(people)
    sign(traveller)
    storage = traveller.window.keeper.storage
    traveller.do(traveller.wait, lambda: not storage._pause.isActive())
    assert open_project(storage._copy.path).sign_off == SIGNED
    page = traveller.page(Step.DATA)
    traveller.window.show_step(Step.DATA)
    press(page.loaded.layout_button)
    for _ in range(2):
        traveller.forward()
    traveller.rest()
    assert traveller.store.sign_off == SIGNED
    traveller.do(traveller.forward)
    other = people.with_name("other.csv")
    other.write_text(people.read_text())
    traveller.import_file(other)
    traveller.wait(lambda: traveller.store.name == "other")
    assert traveller.store.sign_off == SignOff("A. Officer", "Statistics Office")


def test_a_project_without_a_sign_off_is_read(traveller, people) -> None:
    traveller.import_file(people)
    file = people.with_name("work.statveil")
    traveller.save(file)
    document = json.loads(file.read_text())
    assert document["format"] == "statveil-recipe/2"
    assert document["project"]["format"] == "statveil-project/2"
    assert "sign_off" not in document["project"]
    assert open_project(file).sign_off is None


@pytest.mark.parametrize(
    ("section", "code"),
    [
        ({"sign_off": {"name": 5}}, "recipe-expects-text"),
        ({"sign_off": "A. Officer"}, "recipe-expects-object"),
        ({"sign_off": {"public": "yes"}}, "recipe-expects-flag"),
        ({"format": "statveil-project/3"}, "project-newer"),
    ],
)
def test_a_damaged_or_newer_project_is_refused(traveller, people, section: dict, code: str) -> None:
    traveller.import_file(people)
    file = people.with_name("work.statveil")
    traveller.save(file)
    document = json.loads(file.read_text())
    document["project"].update(section)
    file.write_text(json.dumps(document))
    with pytest.raises(Refused) as refused:
        open_project(file)
    assert [problem.code for problem in refused.value.problems] == [code]
