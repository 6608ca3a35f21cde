"""Undo and redo say what they changed and go there; with the keys a user presses."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.model import Method, MissingPolicy, Role, Target
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.views.fields.number_field import NumberField
from tests.desktop.keys import type_into
from tests.desktop.mouse import press

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(survey_window) -> MainWindow:
    for step in (Step.COLUMNS, Step.METHOD):
        survey_window.store.confirm(step)
    return survey_window


def undo(window: MainWindow) -> str:
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.notice.isVisible()
    return window.notice.sentence.text()


def test_the_role_of_a_column(window) -> None:
    store = window.store
    store.set_attributes([replace(store.schema.named("INCOME"), role=Role.OTHER)])
    assert window.commands.undo.text() == "&Undo: role of INCOME"
    window.show_step(Step.DATA)
    assert undo(window) == "Undone: role of INCOME."
    assert window.step is Step.COLUMNS
    table = window.page(Step.COLUMNS).table
    assert QApplication.focusWidget() is table
    assert table.model().index(table.currentIndex().row(), 0).data() == "INCOME"
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert window.notice.sentence.text() == "Redone: role of INCOME."
    assert store.schema.named("INCOME").role is Role.OTHER


def test_what_was_undone_is_said_beside_a_notice_that_waits(window) -> None:
    store = window.store
    window.notice.say("Something waits for an answer.", ("&Answer", list))
    store.set_attributes([replace(store.schema.named("INCOME"), role=Role.OTHER)])
    assert undo(window) == "Something waits for an answer."
    corner = window.menuBar().cornerWidget()
    assert corner.isVisible()
    assert corner.text() == "Undone: role of INCOME."


def test_a_parameter_of_the_method(window) -> None:
    window.store.set_method(Method("mdav", {"k": 7}), "")
    window.show_step(Step.DATA)
    undo(window)
    assert window.step is Step.METHOD
    focused = QApplication.focusWidget()
    assert window.page(Step.METHOD).isAncestorOf(focused)
    assert "k" in (focused.accessibleName() or focused.parentWidget().accessibleName()).split()


@pytest.mark.parametrize(
    ("change", "said", "step"),
    [
        (lambda s: s.set_method(Method("v-mdav", {"k": 5})), "Undone: method.", Step.METHOD),
        (lambda s: s.set_missing(MissingPolicy.USE_OBSERVED),
         "Undone: treatment of missing values.", Step.METHOD),
        (lambda s: s.set_weight("AGE"), "Undone: survey weight.", Step.METHOD),
        (lambda s: s.set_strata(["SCHOOL"]), "Undone: strata.", Step.METHOD),
        (lambda s: s.set_attributes(replace(s.schema.named(n), role=Role.OTHER)
                                    for n in ("AGE", "INCOME")),
         "Undone: role of AGE, INCOME.", Step.COLUMNS),
    ],
)  # fmt: skip
def test_each_decision_by_its_name(window, change, said: str, step: Step) -> None:
    change(window.store)
    assert undo(window) == said
    assert window.step is step


@pytest.mark.usefixtures("styled")
def test_what_undo_says_moves_nothing_on_the_page(window, qtbot) -> None:
    window.store.set_missing(MissingPolicy.USE_OBSERVED)
    window.show_step(Step.METHOD)
    page = window.page(Step.METHOD)
    QApplication.processEvents()

    def places() -> list[QPoint]:
        zero = QPoint(0, 0)
        return [w.mapTo(window, zero) for w in (page, page.missing, window.footer.main_button)]

    notice = window.notice

    def reaches_edge() -> bool:
        edges = [w.mapTo(window, w.rect().topRight()).x() for w in (notice, window.pages)]
        return edges[0] == edges[1]

    before = places()
    undo(window)
    QApplication.processEvents()
    assert places() == before
    assert reaches_edge()
    assert (
        window.childAt(notice.mapTo(window, notice.sentence.geometry().center())) is notice.sentence
    )
    window.resize(window.width() - 100, window.height())
    qtbot.waitUntil(reaches_edge)
    press(notice.close_button)
    QApplication.processEvents()
    assert not notice.isVisible()


def test_a_step_that_is_locked_is_not_shown(window) -> None:
    target = window.store.draft.target
    window.store.set_target(Target(target.kind, "other"))
    window.show_step(Step.METHOD)
    assert undo(window) == "Undone: released file."
    assert window.step is Step.METHOD


def test_a_question_in_sight_stays(window) -> None:
    window.notice.say("A question?", ("Yes", window.close))
    window.store.set_missing(MissingPolicy.USE_OBSERVED)
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.notice.sentence.text() == "A question?"
    assert window.step is Step.METHOD


def k_field(window: MainWindow) -> NumberField:
    window.show_step(Step.METHOD)
    fields = window.page(Step.METHOD).findChildren(NumberField)
    return next(f for f in fields if f.accessibleName() == "Minimum cluster size k")


def type_k(window: MainWindow, qtbot, typed: str) -> NumberField:
    """Type a new k on the step Method, and go to the step Data."""
    field = k_field(window)
    type_into(field, typed)
    qtbot.waitUntil(lambda: window.store.draft.method.parameters["k"] == int(typed))
    window.enter_step(Step.DATA)
    return field


def test_a_second_undo_reaches_past_the_field_that_the_first_one_went_to(window, qtbot) -> None:
    store = window.store
    store.set_attributes([replace(store.schema.named("INCOME"), role=Role.OTHER)])
    field = type_k(window, qtbot, "2")
    assert undo(window) == "Undone: Minimum cluster size k."
    assert QApplication.focusWidget() is field
    QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert window.notice.sentence.text() == "Undone: role of INCOME."
    assert store.schema.named("INCOME").role is Role.CONFIDENTIAL


@pytest.mark.parametrize(
    ("key", "shift"),
    [(Qt.Key.Key_Y, Qt.KeyboardModifier.NoModifier),
     (Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)],
)  # fmt: skip
def test_redo_from_the_field_that_undo_went_to(
    window, qtbot, key: Qt.Key, shift: Qt.KeyboardModifier
) -> None:
    field = type_k(window, qtbot, "2")
    undo(window)
    assert QApplication.focusWidget() is field
    QTest.keyClick(field, key, CONTROL | shift)
    assert window.notice.sentence.text() == "Redone: Minimum cluster size k."
    assert field.text() == "2"


def test_typing_is_undone_in_its_own_field_first(window) -> None:
    field = k_field(window)
    before = field.text()
    type_into(field, "2")
    while field.lineEdit().isUndoAvailable():
        QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert field.text() == before
    assert not window.notice.isVisible()
