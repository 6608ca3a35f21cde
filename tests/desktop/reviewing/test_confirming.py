"""A release is called ready only when somebody has confirmed each question."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core import pipeline
from core.jobs import Job
from core.model import Method
from desktop_app.store import ProjectStore
from desktop_app.wizard.release_page import ReleasePage
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, press_in_sight, press_main
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner


@pytest.fixture
def page(opened: ProjectStore, sync_runner, tmp_path, qtbot) -> ReleasePage:
    """All twelve records in one group: each masked column loses all of its variance."""
    sync_runner.do(opened.set_method, Method("mdav", {"k": 12}))
    opened.set_result(pipeline.execute(*opened.begin_run(), Job()))
    page = show_page(qtbot, ReleasePage(opened, sync_runner))
    sync_runner.do(page.set_folder, str(tmp_path / "out"))
    return page


def _write(page: ReleasePage, runner: SyncRunner) -> None:
    runner.do(press_main, page)


def test_a_release_over_open_questions_is_not_green(page, sync_runner) -> None:
    said = [question.sentence.text() for question in page.confirming.questions]
    assert any("figures that users will probably compute" in text for text in said), said
    _write(page, sync_runner)
    left = len(page.confirming.questions)
    wanted = f"Verified, not yet ready: {left} questions are open"
    assert page.verdict.headline.text() == wanted
    assert page.verdict.headline.property("kind") == "caution"
    # The sentences have their places beside the boxes, once.
    assert not any(text in page.verdict.sentence.text() for text in said)
    assert page.main_action().text == "Ope&n the release folder"


@pytest.mark.usefixtures("styled")
def test_what_is_ticked_below_a_verdict_stays_under_the_pointer(page, sync_runner) -> None:
    _write(page, sync_runner)
    box = page.confirming.questions[0].box
    bar = page._area.verticalScrollBar()
    for _ in range(20):  # until the page has its final height
        QApplication.processEvents()
        bar.setValue(bar.value() + box.mapTo(page._area.viewport(), QPoint()).y() - 120)
    before = box.mapTo(page, QPoint())
    sync_runner.do(press_in_sight, box, QPoint(8, box.height() // 2))
    for _ in range(20):
        QApplication.processEvents()
    assert page.verdict.headline.text() == "Written earlier, with other settings"
    assert "questions were open" in page.verdict.sentence.text()
    assert box.mapTo(page, QPoint()) == before


@pytest.mark.parametrize("reason", [pytest.param("", marks=pytest.mark.longer), "  "])
def test_a_box_without_a_reason_confirms_nothing(page, sync_runner, reason: str) -> None:
    count = len(page.confirming.questions)
    for question in page.confirming.questions:
        sync_runner.do(press, question.box)
        type_into(question.why, reason, sync_runner)
    said = "questions are" if count > 1 else "question is"
    assert page.confirming.summary.text().startswith(f"{count} {said} open.")
    _write(page, sync_runner)
    assert page.verdict.headline.text().startswith("Verified, not yet ready")


def test_ticking_each_caution_with_the_mouse_makes_the_release_ready(
    page, sync_runner, tmp_path
) -> None:
    for question in page.confirming.questions:
        sync_runner.do(press, question.box)
        type_into(question.why, "Known.", sync_runner)
    first = page.confirming.questions[0]
    type_into(first.why, "For a course", sync_runner)
    assert page.confirming.summary.text() == "Every question is answered."
    _write(page, sync_runner)
    assert page.verdict.headline.text() == "Ready for release"
    log = next((tmp_path / "out" / "internal").glob("*.internal.json"))
    answers = json.loads(log.read_text())["recipe"]["answers"]
    (count,) = first.counts
    assert answers[count.key]["why"] == "For a course"
    assert answers[count.key]["figure"] == count.figure
    assert len(answers) == len(page.confirming.questions)


def test_another_method_takes_the_confirmations_back(page, sync_runner) -> None:
    box = page.confirming.questions[0].box
    sync_runner.do(press, box)
    assert page.store.draft.answers
    page.store.set_method(Method("mdav", {"k": 11}))
    assert page.store.draft.answers == ()


def test_the_sign_off_is_in_the_internal_report_and_the_public_one_if_wanted(
    page, sync_runner, tmp_path
) -> None:
    type_into(page.signing.name, "A. Officer", sync_runner)
    type_into(page.signing.remark, "by mail", sync_runner)
    QTest.keyClick(page.signing.public, Qt.Key.Key_Space)
    _write(page, sync_runner)
    internal = next((tmp_path / "out" / "internal").glob("*.report.html")).read_text()
    public = next((tmp_path / "out" / "public").glob("*.report.html")).read_text()
    assert "A. Officer" in internal
    assert "by mail" in internal
    assert "A. Officer" in public
    assert "by mail" not in public
