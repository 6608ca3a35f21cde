"""Preferences: chosen by keys and mouse, in force at once, and in the recipe of a new project."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QRect, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from core import office
from core.errors import Problem, Refused
from core.model import Method, Schema
from core.protect.parameter import K, T
from core.protect.representatives import CATEGORY_REPRESENTATIVES, NUMBER_REPRESENTATIVES
from core.table import is_spooling, spooling
from desktop_app import theme
from desktop_app.main_window import MainWindow
from desktop_app.preferences import in_force, scratch_folder
from desktop_app.preferences.in_force import value_of
from desktop_app.preferences.preferences_dialog import PreferencesDialog
from desktop_app.state.draft import FIRST_METHOD, first_method
from desktop_app.theme.magnification import magnification
from desktop_app.views.choosers import first_folder
from desktop_app.wizard.release.target_folder import proposed_folder
from tests.architecture.manual_pages import page, rows
from tests.desktop.cut_off import cut_off
from tests.desktop.keys import choose_in_menu, type_into
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import choose, press
from tests.desktop.patience import activate

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def laid_down(tmp_path, monkeypatch):
    """Return a function that writes the file of an office."""

    def write(text: str) -> Path:
        file = tmp_path / "office.toml"
        file.write_text(text, encoding="utf-8")
        monkeypatch.setattr("core.office.office_file", lambda: file)
        office.read_office.cache_clear()
        return file

    return write


@pytest.fixture
def dialog(empty_window) -> PreferencesDialog:
    return opened(empty_window)


def opened(window: MainWindow) -> PreferencesDialog:
    activate(window)
    QTest.keyClick(window, Qt.Key.Key_Comma, CONTROL)
    QApplication.processEvents()
    found = [d for d in window.findChildren(PreferencesDialog) if d.isVisible()]
    assert len(found) == 1
    activate(found[0])
    return found[0]


def again(dialog: PreferencesDialog) -> PreferencesDialog:
    """Close the dialog and open it once more."""
    window = dialog.parent()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    QApplication.processEvents()
    return opened(window)


def stored(key: str, value: object) -> None:
    QSettings().setValue(key, value)


# What is chosen


def test_the_bounds_are_those_of_the_methods() -> None:
    assert (K.minimum, T.minimum, T.maximum) == (
        in_force.LEAST_K,
        in_force.LEAST_T,
        in_force.MOST_T,
    )
    assert (
        first_method(value_of(in_force.NEW_K), value_of(in_force.NEW_T), Schema(())) == FIRST_METHOD
    )
    assert T.default == in_force.FIRST_T


def test_the_menu_edit_opens_them_once(empty_window) -> None:
    choose_in_menu(empty_window, Qt.Key.Key_E, Qt.Key.Key_P)
    first = [d for d in empty_window.findChildren(PreferencesDialog) if d.isVisible()]
    assert opened(empty_window) is first[0]


@pytest.mark.usefixtures("styled")
def test_colours_change_at_once_and_stay(dialog) -> None:
    choose(dialog.colours, "Dark")
    assert theme.current() is theme.DARK
    assert theme.ThemeManager(QApplication.instance()).choice is theme.ThemeChoice.DARK
    assert again(dialog).colours.currentText() == "Dark"


def test_the_size_is_remembered_for_the_next_start(dialog) -> None:
    choose(dialog.size_box, "150 %")
    assert magnification() == 150


def test_k_and_t_of_a_new_project_are_in_its_recipe(
    qtbot, dialog, source, survey, profiles
) -> None:
    type_into(dialog.k, "7")
    press(dialog.keep_t)
    type_into(dialog.t, "0.12\n")
    window = dialog.parent()
    window.store.open_dataset(source, survey, profiles)
    qtbot.waitUntil(lambda: window.store.plan_is_current)
    assert window.store.recipe.method == Method("t-merge", {"k": 7, "t": 0.12})
    # Decided by nobody yet: the user sees it on the step Method.
    assert window.store.draft.confirmed == frozenset()


def test_without_t_the_method_asks_for_none(dialog) -> None:
    press(dialog.keep_t)
    assert value_of(in_force.NEW_T) == 0.15
    press(dialog.keep_t)
    assert value_of(in_force.NEW_T) is None
    assert not dialog.t.isEnabled()
    assert not again(dialog).keep_t.isChecked()


def test_a_wrong_k_is_said_and_not_kept(dialog) -> None:
    type_into(dialog.k, "6\n")
    for typed in ("1", "0", "-3", "3.5", "ten", "", "1000000"):
        type_into(dialog.k, typed)
        assert dialog.wrong[dialog.k].isVisible(), typed
        assert dialog.wrong[dialog.k].text() == "Type a whole number from 2 to 10,000."
        assert value_of(in_force.NEW_K) == 6, typed
    assert again(dialog).k.number() == 6


def test_a_wrong_t_is_said_and_not_kept(dialog) -> None:
    press(dialog.keep_t)
    for typed in ("1.5", "-0.1", "x"):
        type_into(dialog.t, typed)
        assert dialog.wrong[dialog.t].text() == "Type a number from 0 to 1.", typed
        assert value_of(in_force.NEW_T) == 0.15, typed
    assert again(dialog).t.number() == 0.15


def test_choosers_begin_in_the_folder_for_files(dialog, tmp_path, monkeypatch) -> None:
    stored("folders/last", str(Path.home()))
    (tmp_path / "surveys").mkdir()
    type_into(dialog.files.line, str(tmp_path / "surveys") + "\n")
    assert first_folder() == str(tmp_path / "surveys")
    type_into(dialog.files.line, str(tmp_path / "nowhere") + "\n")
    assert first_folder() == str(tmp_path / "surveys")
    assert dialog.wrong[dialog.files].text() == "There is no folder of this name."
    type_into(dialog.files.line, "\n")
    assert not dialog.wrong[dialog.files].isVisible()
    assert first_folder() == str(Path.home())
    begun = []

    def chosen(_parent: object, _title: str, begin: str) -> str:
        begun.append(begin)
        return str(tmp_path)

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", chosen)
    press(dialog.files.button)
    assert begun == [str(Path.home())]
    assert first_folder() == str(tmp_path)


def test_a_folder_for_files_that_is_gone_is_passed_over(tmp_path) -> None:
    stored("folders/files", str(tmp_path / "gone"))
    stored("folders/last", str(tmp_path))
    assert first_folder() == str(tmp_path)


def test_releases_are_proposed_in_their_folder(dialog, tmp_path) -> None:
    assert proposed_folder("/data/hh.csv", "hh_protected") == "/data/hh_protected_release"
    type_into(dialog.releases.line, str(tmp_path) + "\n")
    assert proposed_folder("/data/hh.csv", "hh_protected") == str(tmp_path / "hh_protected_release")


def test_the_folder_for_scratch_files_is_used_at_once(dialog, tmp_path) -> None:
    with spooling(None):
        type_into(dialog.scratch.line, str(tmp_path) + "\n")
        assert is_spooling()
        assert value_of(in_force.SCRATCH) == str(tmp_path)
        press(dialog.defaults_button)
        assert not is_spooling()


def test_a_folder_for_scratch_files_that_cannot_be_written_is_said_to_be(
    dialog, tmp_path, monkeypatch
) -> None:
    def refuse(place: Path | None) -> None:
        if place is not None:
            raise Refused(Problem("scratch-unwritable", params={"folder": place.name}))

    monkeypatch.setattr(scratch_folder, "use_scratch", refuse)
    type_into(dialog.scratch.line, str(tmp_path) + "\n")
    said = f"The scratch folder {tmp_path.name} cannot be written or read."
    assert dialog.wrong[dialog.scratch].text() == f"{said} Name another one (Preferences)."
    press(dialog.defaults_button)
    assert not dialog.wrong[dialog.scratch].isVisible()


@pytest.mark.usefixtures("styled")
def test_the_defaults_come_back(dialog, tmp_path) -> None:
    choose(dialog.colours, "Dark")
    choose(dialog.figures, "The usual ones")
    type_into(dialog.k, "9")
    press(dialog.keep_t)
    type_into(dialog.releases.line, str(tmp_path))
    type_into(dialog.k, "none")
    press(dialog.defaults_button)
    assert [value_of(setting) for setting in in_force.ALL] == [s.default for s in in_force.ALL]
    assert theme.manager().choice is theme.ThemeChoice.SYSTEM
    assert dialog.k.number() == 5
    assert dialog.releases.line.text() == ""
    assert not dialog.wrong[dialog.k].isVisible()


# Settings that are not possible


def test_nonsense_is_ignored_with_a_sentence(empty_window) -> None:
    for key, value in (
        ("new_projects/k", "one"),
        ("new_projects/k", "1"),
        ("new_projects/t", "nan"),
        ("new_projects/t", "7"),
        ("new_projects/figures", "all"),
        ("look/theme", "pink"),
        ("look/magnification", "7000"),
        ("folders/files", "here"),
        ("folders/scratch", "here"),
    ):
        stored(key, value)
        (setting,) = (setting for setting in in_force.ALL if setting.key == key)
        assert value_of(setting) == setting.default, (key, value)
        said = f"sets “{key}” to “{value}”, which is not possible. It is ignored."
        assert in_force.complaints()[-1].endswith(said)
        QSettings().remove(key)
    stored(key, value)
    assert opened(empty_window).ignored.text().endswith(said)


def test_a_damaged_file_of_settings_is_ignored_with_a_sentence(empty_window) -> None:
    QSettings().sync()
    file = Path(QSettings().fileName())
    file.parent.mkdir(parents=True, exist_ok=True)
    # Qt keeps what it has read of a file; this one has another name.
    QCoreApplication.setApplicationName("Statveil damaged tests")
    damaged = Path(QSettings().fileName())
    damaged.write_bytes(b"[new_projects\nk=\x00\xff\n=[[[\nno sense")
    assert value_of(in_force.NEW_K) == 5
    assert "are damaged. What cannot be read is ignored." in opened(empty_window).ignored.text()


# The office


def test_the_office_proposes_and_the_user_chooses(empty_window, laid_down) -> None:
    laid_down("k = 10\nt = 0.2\nfigures = 'usual'\n")
    assert (value_of(in_force.NEW_K), value_of(in_force.NEW_T)) == (10, 0.2)
    dialog = opened(empty_window)
    assert dialog.k.number() == 10
    type_into(dialog.k, "4\n")
    press(dialog.keep_t)
    assert (value_of(in_force.NEW_K), value_of(in_force.NEW_T)) == (4, None)
    press(dialog.defaults_button)
    assert (value_of(in_force.NEW_K), value_of(in_force.NEW_T)) == (10, 0.2)


@pytest.mark.usefixtures("styled")
def test_what_the_office_locks_is_shown_and_stays(empty_window, laid_down) -> None:
    file = laid_down("k = 10\nt = 'none'\ncolours = 'dark'\nlocked = ['k', 't', 'colours']\n")
    stored("new_projects/k", 3)
    stored("new_projects/t", 0.5)
    dialog = opened(empty_window)
    for field, name in ((dialog.k, "k"), (dialog.keep_t, "t"), (dialog.colours, "colours")):
        assert not field.isEnabled()
        assert dialog.locks[name].isVisible()
    assert dialog.k.number() == 10
    assert not dialog.t.isEnabled()
    assert not dialog.keep_t.isChecked()
    assert str(file) in dialog.office_note.text()
    assert dialog.size_box.isEnabled()
    assert not dialog.locks["size"].isVisible()
    press(dialog.defaults_button)
    assert value_of(in_force.NEW_K) == 10


def test_nonsense_of_the_office_is_ignored_with_a_sentence(empty_window, laid_down) -> None:
    for text, said in (
        ("k = 1\n", "sets “k” to “1”, which is not possible. It is ignored."),
        ("k = true\n", "sets “k” to “True”, which is not possible. It is ignored."),
        ("t = [0.1]\n", "sets “t” to “[0.1]”, which is not possible. It is ignored."),
        ("spread = 1\n", "sets “spread” to “1”, which is not possible. It is ignored."),
        ("secret = 1\n", "sets “secret”, which is no setting of Statveil. It is ignored."),
        ("locked = ['k']\n", "locks “k” without setting it. That is ignored."),
        ("locked = 'k'\nk = 1\n", "sets “k” to “1”, which is not possible. It is ignored."),
        ("k = = 7\n", "are no valid TOML and are ignored: "),
    ):
        laid_down(text)
        assert value_of(in_force.NEW_K) == 5, text
        assert said in "".join(in_force.complaints())
        assert not in_force.is_locked(in_force.NEW_K), text
    dialog = opened(empty_window)
    assert said in dialog.ignored.text()
    assert dialog.k.isEnabled()


def test_the_leave_to_draw_records_is_a_setting_of_an_office(laid_down) -> None:
    representatives = (*NUMBER_REPRESENTATIVES.values(), *CATEGORY_REPRESENTATIVES.values())
    names = [representative.name for representative in representatives if representative.core_words]
    assert names == ["spread", "hybrid", "swap"]
    laid_down("".join(f"{name} = true\n" for name in names))
    assert in_force.complaints() == ()


def test_a_file_of_the_office_that_is_no_text_is_ignored(laid_down) -> None:
    laid_down("")
    office.office_file().write_bytes(b"k = \xff\xfe")
    office.read_office.cache_clear()
    assert "are damaged and are ignored" in "".join(in_force.complaints())
    office.office_file().unlink()
    office.office_file().mkdir()
    office.read_office.cache_clear()
    assert "cannot be read and are ignored" in "".join(in_force.complaints())


def test_a_file_that_is_named_must_be_there(tmp_path, monkeypatch) -> None:
    monkeypatch.undo()
    office.read_office.cache_clear()
    monkeypatch.setenv(office.VARIABLE, str(tmp_path / "gone.toml"))
    assert office.office_file() == tmp_path / "gone.toml"
    assert office.office().fault == Problem(
        "office-unread", params={"file": str(office.office_file())}
    )
    office.read_office.cache_clear()


# The manual


def test_the_manual_lists_every_setting_with_its_default() -> None:
    listed = {cells[1].strip("`"): cells[-1] for cells in rows(page("preferences.md"))}
    for setting in in_force.ALL:
        said = listed[setting.name].strip('`"')
        assert said == str("none" if setting.default is None else setting.default or "empty")
    assert office.VARIABLE in page("preferences.md")


def test_the_example_of_the_manual_is_taken_whole(laid_down) -> None:
    lines = page("preferences.md").split("## Settings of an office")[1].splitlines()
    laid_down("\n".join(line[4:] for line in lines if line.startswith("    ")))
    assert (value_of(in_force.NEW_K), value_of(in_force.NEW_T)) == (10, 0.15)
    assert in_force.is_locked(in_force.NEW_K)
    assert in_force.complaints() == ()


# How it looks


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("height", [480, pytest.param(700, marks=pytest.mark.longer)])
def test_nothing_is_cut_and_each_letter_is_given_once(empty_window, laid_down, height: int) -> None:
    laid_down("k = 10\nlocked = ['k']\nt = 0.1\nnonsense = 1\n")
    dialog = opened(empty_window)
    dialog.resize(dialog.width(), height)
    for _ in range(4):
        QApplication.processEvents()
    assert cut_off(dialog) == []
    assert ambiguous_mnemonics(dialog) == []


@pytest.mark.usefixtures("styled")
def test_all_is_in_sight_on_a_small_screen(empty_window, monkeypatch) -> None:
    screen = SimpleNamespace(availableGeometry=lambda: QRect(0, 0, 1024, 700))
    monkeypatch.setattr(PreferencesDialog, "screen", lambda _: screen, raising=False)
    dialog = opened(empty_window)
    for _ in range(4):
        QApplication.processEvents()
    assert dialog.width() <= 1024
    assert dialog.area.verticalScrollBar().maximum() == 0
    assert cut_off(dialog) == []
