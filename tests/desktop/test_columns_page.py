"""The step Columns: suggestions, several rows at once, the order of categories, the questions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from core.errors import Problem, Where
from core.model import Role
from desktop_app.models.attributes_model import Field
from desktop_app.state import Step, StepState
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.wizard.columns_page import ColumnsPage
from tests.desktop.columns import open_columns
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import choose, open_cell, press, press_cell, press_main, select_rows

ROWS = {"NAME": 0, "AGE": 1, "INCOME": 2, "SCHOOL": 3, "BORN": 4}


@pytest.fixture
def page(qtbot, store, sync_runner, source, survey, profiles) -> ColumnsPage:
    store.open_dataset(source, survey, profiles)
    return open_columns(qtbot, store, sync_runner)


def select(page: ColumnsPage, *names: str) -> None:
    select_rows(page.table, [page.model.index(ROWS[name], Field.NAME) for name in names])


def role(page: ColumnsPage, name: str) -> Role:
    return page.store.schema.named(name).role


def test_the_main_button_makes_the_suggestions_the_users_own(page) -> None:
    assert page.store.step_states()[Step.COLUMNS] is StepState.TODO
    assert page.main_action().text == "Confirm 5 &columns"
    press_main(page)
    assert page.store.step_states()[Step.COLUMNS] is StepState.DONE


def test_several_columns_are_set_at_once_and_undone_at_once(page) -> None:
    select(page, "AGE", "INCOME", "SCHOOL")
    choose(page.bar.roles, "Identifier")
    assert {role(page, n) for n in ("AGE", "INCOME", "SCHOOL")} == {Role.IDENTIFIER}
    page.store.undo()
    assert role(page, "AGE") is Role.QUASI_IDENTIFIER
    assert role(page, "SCHOOL") is Role.OTHER
    assert page.store.undoable is None


def test_only_scales_that_fit_all_selected_columns_are_offered(page) -> None:
    select(page, "AGE", "INCOME")
    offered = [page.bar.scales.itemText(r) for r in range(1, page.bar.scales.count())]
    assert offered == ["Continuous"]
    select(page, "BORN", "INCOME")
    assert not page.bar.scales.isEnabled()
    assert "those selected share none" in page.bar.scales.toolTip()
    select(page, "AGE")
    assert page.bar.scales.isEnabled()
    assert page.bar.scales.toolTip() == ""


def test_the_selected_columns_can_be_as_suggested_again(page) -> None:
    select(page, "AGE", "SCHOOL")
    choose(page.bar.roles, "Confidential")
    assert page.model.is_changed(ROWS["AGE"])
    choose(page.bar.roles, "As suggested")
    assert not page.model.is_changed(ROWS["AGE"])
    assert not page.model.is_changed(ROWS["SCHOOL"])


@pytest.mark.parametrize("notches", [1, -1, 3, -3])
def test_the_wheel_over_the_list_of_roles_publishes_no_column(page, notches: int) -> None:
    select(page, "INCOME")
    choose(page.bar.roles, "Quasi-identifier")
    page.table.setFocus()
    assert not turn_wheel(page.bar.roles, notches)
    assert role(page, "INCOME") is Role.QUASI_IDENTIFIER


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Up])
def test_an_arrow_key_opens_the_list_of_roles_and_chooses_nothing(page, key: Qt.Key) -> None:
    select(page, "INCOME")
    choose(page.bar.roles, "Quasi-identifier")
    page.bar.roles.setFocus()
    QTest.keyClick(page.bar.roles, key)
    assert page.bar.roles.view().isVisible()
    assert role(page, "INCOME") is Role.QUASI_IDENTIFIER
    QTest.keyClick(page.bar.roles.view(), Qt.Key.Key_Escape)
    assert role(page, "INCOME") is Role.QUASI_IDENTIFIER


def test_a_cell_offers_a_list_and_takes_the_choice(page) -> None:
    opened = open_cell(page.table, page.model.index(ROWS["SCHOOL"], Field.ROLE))
    assert isinstance(opened, QComboBox)
    assert opened.currentText() == "Other"
    assert opened.view().isVisible()
    choose(opened, "Confidential")
    assert role(page, "SCHOOL") is Role.CONFIDENTIAL


def test_return_leaves_a_cell_whose_list_was_closed_with_esc(page) -> None:
    index = page.model.index(ROWS["SCHOOL"], Field.ROLE)
    opened = open_cell(page.table, index)
    assert isinstance(opened, QComboBox)
    QTest.keyClick(opened.view(), Qt.Key.Key_Escape)
    # Qt reports a key that would open an open cell as a warning, and any warning fails a test.
    QTest.keyClick(opened, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert page.table.indexWidget(index) is None
    assert role(page, "SCHOOL") is Role.OTHER


def test_the_panel_says_what_is_dropped(page) -> None:
    assert "Left out of the release: NAME." in page.meaning.text()
    select(page, "AGE")
    choose(page.bar.roles, "Identifier")
    assert "Left out of the release: NAME, AGE." in page.meaning.text()


def ordered_school(page: ColumnsPage):
    """Make SCHOOL ordered categories and return the editor of its order."""
    select(page, "SCHOOL")
    choose(page.bar.roles, "Quasi-identifier")
    choose(page.bar.scales, "Ordered categories")
    editor = page.details.order
    assert editor.isVisible()
    assert page.store.schema.named("SCHOOL").order == ()
    return editor


def test_one_nudge_of_a_category_is_no_order(page) -> None:
    editor = ordered_school(page)
    editor.list.setFocus()
    QTest.keyClick(editor.list, Qt.Key.Key_Down)
    QTest.keyClick(editor.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    press(editor.down_button)
    assert page.store.schema.named("SCHOOL").order == ()
    assert editor.accept_button.isVisible()
    page.refresh()
    arranged = editor.list.order()
    select(page, "SCHOOL")
    assert editor.list.order() == arranged, "what was arranged stays until it is used"
    press(editor.accept_button)
    assert page.store.schema.named("SCHOOL").order == arranged
    assert not editor.accept_button.isVisible()


def test_the_order_that_the_names_tell_is_suggested_and_used_by_one_press(page) -> None:
    editor = ordered_school(page)
    assert editor.list.order() == ("low", "mid", "high")
    assert editor.hint.text().startswith("Suggested order (levels).")
    press(editor.accept_button)
    assert page.store.schema.named("SCHOOL").order == ("low", "mid", "high")
    assert not editor.hint.isVisible()


def test_the_problem_of_an_order_leads_to_its_list(page) -> None:
    editor = ordered_school(page)
    page.table.selectRow(0)
    page.focus_on(Problem("ordinal-needs-order", Where("SCHOOL")))
    assert editor.list.order() == ("low", "mid", "high")
    assert page.focusWidget() is editor.list


def test_an_order_in_use_changes_with_each_move_and_each_is_undone(page) -> None:
    editor = ordered_school(page)
    press(editor.accept_button)
    press_cell(editor.list, editor.list.model().index(0, 0))
    press(editor.down_button)
    assert page.store.schema.named("SCHOOL").order == ("mid", "low", "high")
    assert editor.list.currentItem().text() == "low"


def test_an_order_can_be_pasted_and_used(page) -> None:
    editor = ordered_school(page)
    QGuiApplication.clipboard().setText("mid\nunknown\nhigh\n")
    editor.list.setFocus()
    QTest.keyClick(editor.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert editor.unknown.isVisible()
    press(editor.accept_button)
    assert page.store.schema.named("SCHOOL").order == ("mid", "high", "low")


def test_the_questions_give_every_column_its_role(page) -> None:
    press(page.bar.ask_button)
    assert page.asking
    yes, no = page.questions.yes_button, page.questions.no_button
    answers = {
        "NAME": (yes,),
        "AGE": (no, yes),
        "INCOME": (no, no, yes),
        "SCHOOL": (no, no, no),
        "BORN": (no, yes),
    }
    for buttons in answers.values():
        for button in buttons:
            press(button)
    assert not page.asking
    assert [a.role for a in page.store.schema.attributes] == [
        Role.IDENTIFIER,
        Role.QUASI_IDENTIFIER,
        Role.CONFIDENTIAL,
        Role.OTHER,
        Role.QUASI_IDENTIFIER,
    ]


def test_answers_so_far_can_be_used_and_the_last_one_taken_back(page) -> None:
    press(page.bar.ask_button)
    assert page.main_action().text == "&Leave the questions"
    press(page.questions.no_button)
    assert page.back()
    assert page.asking
    press(page.questions.no_button)
    press(page.questions.no_button)
    press(page.questions.yes_button)
    assert page.main_action().text == "&Use the roles of 1 column"
    press_main(page)
    assert role(page, "NAME") is Role.CONFIDENTIAL
    assert role(page, "AGE") is Role.QUASI_IDENTIFIER


def test_whoever_is_not_sure_keeps_what_is_suggested(page) -> None:
    before = {attribute.name: attribute for attribute in page.store.schema.attributes}
    press(page.bar.ask_button)
    keep = page.questions.keep_button
    assert keep.text() == "Not sure: &keep “Identifier”"
    press(keep)
    assert keep.text() == "Not sure: &keep “Quasi-identifier”"
    # After a first answer, by keys: Yes, No, then the third button.
    press(page.questions.no_button)
    page.questions.yes_button.setFocus()
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Space):
        QTest.keyClick(page.focusWidget(), key)
    for button in (page.questions.yes_button, keep, keep):
        press(button)
    assert not page.asking
    after = {attribute.name: attribute for attribute in page.store.schema.attributes}
    assert after.pop("INCOME").role is Role.IDENTIFIER
    assert all(after[name] == before[name] for name in after)


def test_a_role_that_was_set_by_hand_is_kept_not_the_suggested_one(page) -> None:
    select(page, "NAME")
    choose(page.bar.roles, "Confidential")
    press(page.bar.ask_button)
    assert page.questions.keep_button.text() == "Not sure: &keep “Confidential”"
    for _ in range(5):
        press(page.questions.keep_button)
    assert not page.asking
    assert role(page, "NAME") is Role.CONFIDENTIAL


def test_the_questions_can_be_left_without_an_answer(page) -> None:
    press(page.bar.ask_button)
    press_main(page)
    assert not page.asking
    assert page.store.undoable is None


def test_esc_keeps_the_answers(page) -> None:
    press(page.bar.ask_button)
    press(page.questions.yes_button)
    QTest.keyClick(page.questions.yes_button, Qt.Key.Key_Escape)
    assert page.asking
    assert page.questions.interview.roles == {"NAME": Role.IDENTIFIER}


def test_a_problem_leads_to_its_column(page) -> None:
    page.focus_on(Problem("scale-missing", Where("INCOME")))
    assert page.table.currentIndex().row() == ROWS["INCOME"]


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("width", [520, 700, 1400])
def test_the_table_never_scrolls_sideways(page, width: int) -> None:
    page.meaning.hide()
    page.resize(width, 600)
    table = page.table
    shown = [f for f in Field if not table.isColumnHidden(f)]
    assert {Field.NAME, Field.ROLE, Field.SCALE} <= set(shown)
    assert sum(table.columnWidth(f) for f in shown) <= table.viewport().width()
    if width == 1400:
        assert Field.REASON in shown


def click_cell(page: ColumnsPage, name: str, field: Field, *, on_mark: bool) -> None:
    table = page.table
    cell = table.visualRect(page.model.index(ROWS[name], field))
    place = QPoint(cell.right() - 12 if on_mark else cell.left() + 12, cell.center().y())
    press(table.viewport(), place)


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("field", [Field.ROLE, Field.SCALE])
def test_one_click_on_the_mark_of_a_list_opens_it(page, field: Field) -> None:
    page.table.scrollToTop()
    click_cell(page, "AGE", field, on_mark=True)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert page.model.attribute(page.table.currentIndex().row()).name == "AGE"
    QTest.keyClick(popup, Qt.Key.Key_Escape)


@pytest.mark.usefixtures("styled")
def test_a_choice_is_made_with_one_click_and_keys(page) -> None:
    page.table.scrollToTop()
    click_cell(page, "AGE", Field.ROLE, on_mark=True)
    box = page.table.findChild(ChoiceBox)
    wanted = box.findText("Leave out")
    while box.view().currentIndex().row() != wanted:
        QTest.keyClick(box.view(), Qt.Key.Key_Down)
    QTest.keyClick(box.view(), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert role(page, "AGE") is Role.DROP


@pytest.mark.usefixtures("styled")
def test_a_click_beside_the_mark_only_selects(page) -> None:
    page.table.scrollToTop()
    click_cell(page, "AGE", Field.ROLE, on_mark=False)
    assert QApplication.activePopupWidget() is None
    assert page.table.findChild(ChoiceBox) is None
    assert page.table.currentIndex().row() == ROWS["AGE"]


def test_the_keyboard_stays_on_the_order_that_was_accepted(survey_window) -> None:
    survey_window.show_step(Step.COLUMNS)
    page = survey_window.page(Step.COLUMNS)
    editor = ordered_school(page)
    editor.accept_button.setFocus()
    QTest.keyClick(editor.accept_button, Qt.Key.Key_Space)
    assert page.store.schema.named("SCHOOL").order
    assert not editor.accept_button.isVisible()
    assert editor.list.hasFocus()
