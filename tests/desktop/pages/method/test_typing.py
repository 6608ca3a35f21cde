"""The fields of the step Method, driven by the keys and the wheel of a user."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop_app.views.fields.number_field import NumberField
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.keys import paste_into, turn_wheel, type_into
from tests.desktop.sync_runner import SyncRunner

Keys = Qt.Key


def _field(page: MethodPage, name: str) -> NumberField:
    field = page.form.fields[name]
    assert isinstance(field, NumberField)
    return field


def _choose(page: MethodPage, method: str, runner: SyncRunner) -> None:
    runner.do(choose_method, page, method)


@pytest.fixture
def shown(page, sync_runner) -> MethodPage:
    page.activateWindow()
    _choose(page, "t-closeness-first", sync_runner)
    return page


def test_a_decimal_can_be_typed_with_either_mark(shown, sync_runner) -> None:
    field = _field(shown, "t")
    for typed in ("0.12", "0,12", ".12", "0.120", "1.2e-1"):
        paste_into(field, "0.3")
        type_into(field, typed, sync_runner)
        assert field.text() == typed
        assert shown.store.draft.method.parameters["t"] == 0.12, typed
        QTest.keyClick(field, Keys.Key_Tab)
        assert not field.hasFocus()
        assert field.text() == "0.12", typed
        assert shown.main_action().enabled


def test_a_decimal_is_written_as_the_locale_does(shown, sync_runner) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.Spanish, QLocale.Country.Spain))
    field = _field(shown, "t")
    type_into(field, "0.35", sync_runner)
    QTest.keyClick(field, Keys.Key_Tab)
    assert field.text() == "0,35"
    assert shown.store.draft.method.parameters["t"] == 0.35


def _below(field: NumberField) -> str:
    labels = field.parentWidget().findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.property("kind") == "danger")


@pytest.mark.parametrize(
    ("name", "texts", "complaint", "fit_text"),
    [
        ("t", ("7", "-1", "0.1.2", ""), "Type a number from 0 to 1.", "0.2"),
        ("k", ("1", "13", "3.5", "three"), "Type a whole number from 2 to 12.", "4"),
    ],
)
def test_what_cannot_be_is_said_at_once_and_stays_in_sight(
    shown, sync_runner, name: str, texts: tuple[str, ...], complaint: str, fit_text: str
) -> None:
    field = _field(shown, name)
    for text in texts:
        value_before = shown.store.draft.method.parameters[name]
        sync_runner.do(paste_into, field, text)
        assert complaint in _below(field), text
        assert not shown.main_action().enabled
        assert complaint in shown.main_action().reason
        QTest.keyClick(field, Keys.Key_Tab)
        assert field.text() == text
        assert shown.store.draft.method.parameters[name] == value_before
        type_into(field, fit_text, sync_runner)
        assert _below(field) == ""
        assert shown.main_action().enabled


def test_arrows_step_by_hundredths_and_stop_at_the_bounds(shown, sync_runner) -> None:
    field = _field(shown, "t")
    type_into(field, "0.98", sync_runner)
    for _ in range(4):
        QTest.keyClick(field, Keys.Key_Up)
    sync_runner.finish()
    assert shown.store.draft.method.parameters["t"] == 1.0
    for _ in range(3):
        QTest.keyClick(field, Keys.Key_Down)
    sync_runner.finish()
    assert shown.store.draft.method.parameters["t"] == 0.97


def test_the_wheel_over_a_field_changes_nothing(shown, sync_runner) -> None:
    k, t = _field(shown, "k"), _field(shown, "t")
    k.setFocus()
    before = dict(shown.store.draft.method.parameters)
    assert not turn_wheel(t, 3)
    assert not turn_wheel(t, -3)
    sync_runner.finish()
    assert shown.store.draft.method.parameters == before
    # A page that scrolls brings the field that was typed into under the pointer.
    assert k.hasFocus()
    assert not turn_wheel(k, -1)
    sync_runner.finish()
    assert shown.store.draft.method.parameters == before


def test_undo_brings_the_number_before_back_into_the_field(shown, sync_runner) -> None:
    field = _field(shown, "k")
    type_into(field, "5", sync_runner)
    sync_runner.do(shown.store.undo)
    shown.refresh()
    assert field.number() == shown.store.draft.method.parameters["k"] == 3


def test_a_wrong_text_is_gone_once_another_method_was_chosen(shown, sync_runner) -> None:
    type_into(_field(shown, "t"), "7", sync_runner)
    assert _below(_field(shown, "t"))
    for method in ("mdav", "t-closeness-first"):
        _choose(shown, method, sync_runner)
    assert _field(shown, "t").complaint() == _below(_field(shown, "t")) == ""
    assert shown.main_action().enabled
