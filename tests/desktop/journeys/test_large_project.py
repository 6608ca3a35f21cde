"""Projects, releases and folders that are too large for memory: opened, repeated, read in parts."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit

from desktop_app.checking.dialog import CheckDialog
from desktop_app.settings import LARGE_LIMIT, SCRATCH_FOLDER
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.test_large_file import (
    RECORDS,
    ROLES,
    file,
    go_to,
    go_to_method,
    run,
    scratch,
    set_folders,
    small_limit,
    strip_of,
    to_run,
)
from tests.desktop.keys import choose_in_menu, type_into
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import choose, press

__all__ = ["file", "scratch", "small_limit"]


@pytest.fixture
def project(traveller: Traveller, file: Path, tmp_path: Path) -> Path:
    """Save a project about all records, as on a computer with more memory."""
    QSettings().remove(LARGE_LIMIT)
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    path = tmp_path / "whole.statveil"
    traveller.window.keeper.storage.save(path)
    traveller.rest()
    assert traveller.store.dataset.rows == RECORDS
    QSettings().setValue(LARGE_LIMIT, 200_000)
    return path


def test_a_project_without_a_sample_offers_one(traveller, project):
    before = traveller.store.dataset
    traveller.open(project)
    view = traveller.page(Step.DATA).oversize
    traveller.wait(view.isVisible)
    assert view.ways.sample.isChecked()
    assert traveller.store.dataset is before
    assert not traveller.window.footer.main_button.isEnabled()
    headings = [
        label for label in view.findChildren(QLabel) if label.font() == view.headline.font()
    ]
    assert [label.text() for label in headings if label.isVisible()] == ["census.parquet is large"]
    press(view.open_button)
    traveller.wait(lambda: traveller.store.dataset is not before)
    traveller.rest()
    sample = traveller.store.dataset
    assert sample.all_rows == RECORDS > sample.rows
    assert traveller.window.sample_strip.said.text() == strip_of(sample.rows)
    assert {a.name: a.role for a in traveller.store.schema.attributes} == ROLES
    # Whoever saves it now saves that it works on a sample.
    assert traveller.store.modified
    traveller.window.keeper.storage.save(project)
    traveller.rest()
    traveller.open(project)
    traveller.wait(lambda: traveller.store.dataset is not sample)
    assert traveller.store.dataset.row_numbers.tolist() == sample.row_numbers.tolist()


def test_its_whole_file_is_read_only_if_that_is_chosen(traveller, project):
    before = traveller.store.dataset
    traveller.open(project)
    view = traveller.page(Step.DATA).oversize
    traveller.wait(view.isVisible)
    # Keys alone: from the sample down to the whole file, and to the button.
    assert QApplication.focusWidget() is view.ways.sample
    QTest.keyClick(view.ways.sample, Qt.Key.Key_Down)
    assert view.ways.whole.isChecked()
    QTest.keyClick(view, Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    traveller.wait(lambda: traveller.store.dataset is not before)
    traveller.rest()
    assert traveller.store.dataset.rows == RECORDS
    assert not traveller.store.modified


def test_escape_leaves_what_was_open(traveller, project):
    before = traveller.store.dataset
    traveller.open(project)
    page = traveller.page(Step.DATA)
    traveller.wait(page.oversize.isVisible)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not page.oversize.isVisible()
    assert traveller.store.dataset is before
    assert traveller.window.footer.main_button.isEnabled()


@pytest.fixture
def folder(traveller: Traveller, file: Path, scratch: Path, tmp_path: Path) -> Path:
    """Release a file on disk."""
    to_run(traveller, file)
    folder = tmp_path / "out"
    set_folders(traveller, scratch, folder)
    run(traveller)
    QSettings().remove(SCRATCH_FOLDER)
    return folder


@pytest.mark.longer
def test_a_release_that_was_made_on_disk_is_repeated_there(traveller, folder, scratch, tmp_path):
    check_repeating(traveller, folder, scratch, tmp_path / "again")
    # Also where the file fits into memory.
    QSettings().remove(LARGE_LIMIT)
    QSettings().remove(SCRATCH_FOLDER)
    check_repeating(traveller, folder, scratch, tmp_path / "once_more")


def check_repeating(traveller: Traveller, folder: Path, scratch: Path, again: Path) -> None:
    choose_in_menu(traveller.window, Qt.Key.Key_R, Qt.Key.Key_R)
    (dialog,) = (d for d in traveller.window.findChildren(CheckDialog) if d.isVisible())
    type_into(dialog.folder.line, str(again))
    press(dialog.main_button)
    traveller.wait(dialog.panel.isVisible)
    assert dialog.headline.text() == "A folder for scratch files is needed"
    assert dialog.lines.text().startswith("The release was made on disk and is repeated there.")
    assert dialog.lines.text().endswith("and press “Repeat” again.")
    assert not dialog.main_button.isEnabled()
    assert dialog.focusWidget() is dialog.scratch.line
    assert not again.exists()
    type_into(dialog.scratch.line, str(scratch))
    press(dialog.main_button)
    traveller.wait(dialog.panel.isVisible)
    assert dialog.headline.text() == "The same came out again"
    dialog.close()
    (first,), (second,) = ((place / "public").glob("*.parquet") for place in (folder, again))
    assert first.read_bytes() == second.read_bytes()
    assert list(scratch.iterdir()) == []


@pytest.mark.longer
def test_each_letter_of_the_step_run_has_one_place_and_labels_are_aligned(
    traveller, file, scratch, tmp_path
):
    to_run(traveller, file)
    window, disk = traveller.window, traveller.page(Step.RUN).disk
    set_folders(traveller, scratch, tmp_path / "out")
    choose(disk.form.kind, "Text table (CSV)")
    traveller.rest()
    assert disk.form.neutralise.isVisible()
    assert ambiguous_mnemonics(window) == []
    fields = (disk.scratch.line, disk.form.name, disk.form.folder, disk.signing.title)
    assert len({field.mapTo(window, QPoint()).x() for field in fields}) == 1
    run(traveller)
    assert disk.verdict.isVisible()
    assert ambiguous_mnemonics(window) == []
    # With other settings, the verdict of the earlier run stays above the form.
    press(disk.form.shuffle)
    traveller.rest()
    assert traveller.button == "Protect 3,000 records"
    assert disk.verdict.isVisible()
    assert ambiguous_mnemonics(window) == []


def test_cautions_are_in_sight_when_a_run_ends_and_answers_are_explained(
    traveller, file, scratch, tmp_path
):
    traveller.window.resize(1280, 800)
    table = pq.read_table(file)
    exact = pa.array(np.random.default_rng(2).normal(size=RECORDS).cumsum())
    pq.write_table(table.set_column(table.column_names.index("INCOME"), "INCOME", exact), file)
    to_run(traveller, file)
    window, page = traveller.window, traveller.page(Step.RUN)
    set_folders(traveller, scratch, tmp_path / "out")
    run(traveller)
    (caution,) = page.disk.confirming.cautions
    assert caution.box.visibleRegion().contains(caution.box.rect().center())
    assert caution.box.hasFocus()
    verdict = page.disk.verdict
    (released,) = (tmp_path / "out" / "public").glob("*.parquet")
    sha256 = hashlib.sha256(released.read_bytes()).hexdigest()
    lines = {line.text(): line for line in verdict.findChildren(QLineEdit)}
    assert not lines[sha256].isVisible()
    press(verdict.hashes.button)
    assert lines[sha256].isVisible()
    assert "protect the file again" in window.page(Step.RUN).meaning.text()
    go_to(traveller, Step.RESULTS)
    assert "1 caution waits there" in traveller.page(Step.RESULTS).on_disk.said.text()


def test_a_folder_that_cannot_be_read_has_no_size(traveller, file, tmp_path):
    parts = parts_of(file, tmp_path / "census")
    pq.write_table(pq.read_table(file).drop_columns(["COUNT"]), parts / "p1.parquet")
    traveller.open(parts)
    page = traveller.page(Step.DATA).wizard.file_page
    traveller.wait(lambda: bool(page.facts[2].text()))
    assert [label.text() for label in page.facts[2:]] == ["–", "–"]


def parts_of(file: Path, folder: Path) -> Path:
    """Write the records of a file into a folder of three parts."""
    folder.mkdir()
    table, size = pq.read_table(file), RECORDS // 3
    for at in range(3):
        pq.write_table(table.slice(at * size, size), folder / f"p{at}.parquet")
    return folder


@pytest.mark.longer
def test_a_folder_of_parts_is_chosen_sampled_released_and_verified(
    traveller, file, scratch, tmp_path, monkeypatch
):
    parts = parts_of(file, tmp_path / "census")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(parts))
    choose_in_menu(traveller.window, Qt.Key.Key_F, Qt.Key.Key_F)
    page = traveller.page(Step.DATA)
    ways = page.wizard.file_page.ways
    traveller.wait(ways.isVisible)
    said = [label.text() for label in page.wizard.file_page.facts]
    assert said[0] == "census"
    assert said[-1] == "Parquet table in 3 parts"
    monkeypatch.undo()
    to_run(traveller, parts)
    sample = traveller.store.dataset
    whole = pq.read_table(file)["COUNT"].to_numpy()
    assert sample.column("COUNT").values.tolist() == whole[sample.row_numbers - 1].tolist()
    out = tmp_path / "out"
    set_folders(traveller, scratch, out)
    run(traveller)
    released = pq.read_table(next((out / "public").glob("*.parquet")))
    assert released.num_rows == RECORDS
    assert released["AMOUNT"].to_numpy().mean() == pytest.approx(
        pq.read_table(file)["AMOUNT"].to_numpy().mean()
    )
    project = tmp_path / "parts.statveil"
    traveller.window.keeper.storage.save(project)
    traveller.rest()
    traveller.open(project)
    traveller.wait(lambda: traveller.store.dataset is not sample)
    traveller.rest()
    assert traveller.store.dataset.row_numbers.tolist() == sample.row_numbers.tolist()
    log = next((out / "internal").glob("*.internal.json"))
    dialog = traveller.window.checks.verify_log(log)
    type_into(dialog.original.line, str(parts))
    press(dialog.main_button)
    traveller.wait(dialog.panel.isVisible)
    # The folder that was used for the run is proposed.
    assert dialog.scratch.line.text() == str(scratch)
    press(dialog.main_button)
    traveller.wait(lambda: dialog.panel.isVisible() and "Verified" in dialog.headline.text())
    assert "all measures of a repeated run" in dialog.lines.text()
    dialog.close()
