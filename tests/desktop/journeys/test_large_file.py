"""A file that is too large for memory: a sample in the window, and a run of the whole on disk."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton

from core.command_line import main
from core.model import Role
from core.pipeline.recipe.preparing_steps import Do
from desktop_app.jobs.attempt import AttemptState
from desktop_app.settings import LARGE_LIMIT, SAMPLE_SIZE, SCRATCH_FOLDER
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.test_preparing import add
from tests.desktop.keys import choose_in_menu, paste_into, type_into
from tests.desktop.mouse import press, press_cell
from tests.desktop.patience import PATIENCE_MILLISECONDS

RECORDS, SAMPLE = 3_000, 400
ROLES = {
    "AMOUNT": Role.QUASI_IDENTIFIER,
    "COUNT": Role.QUASI_IDENTIFIER,
    "NAME": Role.IDENTIFIER,
    "INCOME": Role.CONFIDENTIAL,
    "REGION": Role.OTHER,
}


@pytest.fixture(autouse=True)
def small_limit() -> None:
    """Let a file of some kilobytes be too large for memory."""
    QSettings().setValue(LARGE_LIMIT, 200_000)
    QSettings().setValue(SAMPLE_SIZE, SAMPLE)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    chance = np.random.default_rng(11)
    table = pa.table(
        {
            "NAME": [f"P{i}" for i in range(RECORDS)],
            "AMOUNT": np.round(chance.normal(size=RECORDS) * 1000, 2),
            "COUNT": chance.integers(0, 40, RECORDS),
            "INCOME": np.round(chance.lognormal(8, 1, RECORDS), -3),
            "REGION": chance.choice(["north", "south", "west"], RECORDS),
        }
    )
    path = tmp_path / "census.parquet"
    pq.write_table(table, path)
    return path


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    path = tmp_path / "scratch"
    path.mkdir()
    return path


def strip_of(rows: int) -> str:
    return f"Sample: {rows} of 3,000 records. The run protects the whole file."


def to_run(traveller: Traveller, file: Path, block: str = "500") -> None:
    """Import the file as it is proposed, set roles and blocks, and go to the step Run."""
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    scale = traveller.page(Step.METHOD).scale
    assert scale.tick.isChecked()
    type_into(scale.block, block)
    traveller.rest()
    traveller.forward()
    traveller.rest()
    assert traveller.step is Step.RUN


def go_to_method(traveller: Traveller) -> None:
    for _ in range(4):
        if traveller.step is Step.METHOD:
            break
        traveller.forward()
        traveller.rest()
    assert traveller.step is Step.METHOD


def go_to(traveller: Traveller, step: Step) -> None:
    rail = traveller.window.rail
    press_cell(rail, rail.model().index(list(Step).index(step), 0))
    traveller.rest()
    assert traveller.step is step


def set_folders(traveller: Traveller, scratch: Path, folder: Path) -> None:
    disk = traveller.page(Step.RUN).disk
    paste_into(disk.scratch.line, str(scratch))
    paste_into(disk.form.folder, str(folder))
    press(disk.form.keep)
    traveller.rest()


def run(traveller: Traveller) -> None:
    """Press Protect and wait for the verdict."""
    page = traveller.page(Step.RUN)
    assert traveller.button == "Protect 3,000 records"
    traveller.forward()
    traveller.wait(lambda: page.state is not AttemptState.RUNNING)
    traveller.rest()


def check_verdict(traveller: Traveller) -> None:
    """The only caution is asked above the verdict, and no settled problem is praised below it."""
    verdict = traveller.page(Step.RUN).disk.verdict
    assert verdict.isVisible()
    assert "not yet ready" in verdict.headline.text()
    assert "occur in one record" not in verdict.said.text()
    assert not traveller.window.problem_bar.isVisible()


def confirm_single_incomes(traveller: Traveller) -> None:
    """Tick the only caution of the run: values of INCOME occur once."""
    go_to(traveller, Step.RUN)
    confirming = traveller.page(Step.RUN).disk.confirming
    (caution,) = confirming.cautions
    assert "occur in one record each" in caution.said.text()
    press(caution.box)
    traveller.rest()
    assert confirming.summary.text() == (
        "All cautions are confirmed. Protect the file again: the same records are written, with "
        "your answers."
    )
    assert dict(traveller.store.draft.answers) == {"caution-single:INCOME": ""}


def test_a_sample_is_shown_and_the_whole_file_is_released(traveller, file, scratch, tmp_path):
    window, strip = traveller.window, traveller.window.sample_strip
    traveller.open(file)
    ways = traveller.page(Step.DATA).wizard.file_page.ways
    traveller.wait(ways.isVisible)
    assert ways.sample.isChecked()
    assert ways.sample.text().replace("&", "").startswith("Work on a sample of about 400")
    assert not strip.isVisible()

    to_run(traveller, file)
    # The first record of each region and of each count is seen, too.
    rows = traveller.store.dataset.rows
    assert SAMPLE <= rows <= SAMPLE + 3 + 40
    for step in (Step.DATA, Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD, Step.RUN):
        go_to(traveller, step)
        assert strip.isVisible()
        assert strip.said.text() == strip_of(rows)
    folder = tmp_path / "out"
    set_folders(traveller, scratch, folder)
    run(traveller)

    page = traveller.page(Step.RUN)
    assert page.state is AttemptState.DONE
    check_verdict(traveller)
    facts = page.disk.verdict.facts
    log = next((folder / "internal").glob("*.internal.json"))
    released = pq.read_table(next((folder / "public").glob("*.parquet")))
    assert released.column_names == ["AMOUNT", "COUNT", "INCOME", "REGION"]
    rows = zip(released["AMOUNT"].to_pylist(), released["COUNT"].to_pylist(), strict=True)
    counted = min(Counter(rows).values())
    assert released.num_rows == RECORDS
    assert counted >= 5
    assert f"{counted} records" in facts
    assert list(scratch.iterdir()) == []
    assert traveller.button == "Open the release folder"

    for step in (Step.RESULTS, Step.RELEASE):
        assert window.step_state(step) in (StepState.DONE, StepState.ATTENTION)
        go_to(traveller, step)
        shown = page_text(traveller, step)
        assert "has been written to" in shown
        assert str(folder) in shown
        press(traveller.page(step).on_disk.button)
        assert traveller.step is Step.RUN

    # Once that is confirmed, what the command line writes is ready, and is what the window wrote.
    confirm_single_incomes(traveller)
    recipe = tmp_path / "census.statveil"
    window.keeper.storage.save(recipe)
    traveller.rest()
    again = tmp_path / "again"
    arguments = ["--scratch", str(scratch)]
    assert main(["protect", str(recipe), "--output", str(again), *arguments]) == 0
    (first,), (second,) = ((place / "public").glob("*.parquet") for place in (folder, again))
    assert first.read_bytes() == second.read_bytes()
    assert main(["verify", str(log), "--input", str(file), *arguments]) == 0

    assert verified(traveller, log, scratch) == "Verified: this is the release that was sealed"


def verified(
    traveller: Traveller, log: Path, scratch: Path, stated: str = "all measures of a repeated run"
) -> str:
    """Verify a release in the window, which asks for a folder for scratch files."""
    QSettings().remove(SCRATCH_FOLDER)
    dialog = traveller.window.checks.verify_log(log)
    press(dialog.main_button)
    traveller.wait(dialog.panel.isVisible)
    assert dialog.headline.text() == "A folder for scratch files is needed"
    assert not dialog.main_button.isEnabled()
    type_into(dialog.scratch.line, str(scratch))
    assert not dialog.panel.isVisible()
    press(dialog.main_button)
    traveller.wait(dialog.panel.isVisible)
    said = dialog.headline.text()
    assert stated in dialog.lines.text()
    dialog.close()
    assert list(scratch.iterdir()) == []
    return said


def page_text(traveller: Traveller, step: Step) -> str:
    page = traveller.page(step)
    label = page.on_disk.said
    assert label.isVisible()
    return label.text()


def test_the_whole_file_can_be_read_instead(traveller, file):
    traveller.open(file)
    ways = traveller.page(Step.DATA).wizard.file_page.ways
    traveller.wait(ways.isVisible)
    press(ways.whole)
    for _ in range(3):
        traveller.forward()
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    assert traveller.store.dataset.rows == RECORDS
    assert not traveller.window.sample_strip.isVisible()


def test_what_a_disk_cannot_do_is_said_on_the_step_where_it_is_decided(traveller, file):
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    scale = traveller.page(Step.METHOD).scale
    press(scale.tick)
    traveller.rest()
    page, button = traveller.page(Step.METHOD), traveller.window.footer.main_button
    assert "large-needs-scale" in [p.code for p in page.problems()]
    assert not button.isEnabled()
    press(scale.tick)
    traveller.rest()
    assert button.isEnabled()


def test_the_risk_of_a_sample_is_not_called_that_of_the_file(traveller, file):
    traveller.import_file(file)
    choose_in_menu(traveller.window, Qt.Key.Key_F, Qt.Key.Key_K)
    said = traveller.window.notice.findChildren(QLabel)
    assert any("of a sample, it is not that of the file" in label.text() for label in said)
    go_to(traveller, Step.COLUMNS)
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    go_to(traveller, Step.PREPARE)
    page = traveller.page(Step.PREPARE)
    assert not page.risk.isVisible()
    assert page.panel.isVisible()
    assert traveller.button == "Choose the method"


def test_steps_are_tried_in_the_sample_and_done_in_the_whole_file(
    traveller, file, scratch, tmp_path
):
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    go_to(traveller, Step.PREPARE)
    page = traveller.page(Step.PREPARE)
    settings = add(traveller, page, Do.ROUND, "INCOME")
    type_into(settings.to, "2000")
    traveller.forward()
    traveller.rest()
    settings = add(traveller, page, Do.TOP_CODE, "COUNT")
    type_into(settings.bound, "30")
    traveller.forward()
    traveller.rest()
    lines = [page.panel.list.item(row).text() for row in range(page.panel.list.count())]
    high = sum(count > 30 for count in traveller.store.read_dataset.column("COUNT").values)
    assert f"{high} cells changed" in lines[1]
    assert page._on_disk.isVisible()
    assert traveller.store.dataset.sampling is not None

    go_to_method(traveller)
    type_into(traveller.page(Step.METHOD).scale.block, "500")
    traveller.rest()
    traveller.forward()
    traveller.rest()
    folder = tmp_path / "out"
    set_folders(traveller, scratch, folder)
    run(traveller)
    assert traveller.page(Step.RUN).state is AttemptState.DONE
    log = json.loads(next((folder / "internal").glob("*.internal.json")).read_text())
    counts = pq.read_table(file)["COUNT"].to_pylist()
    stated = [(each["step"]["do"], each["changed"]) for each in log["prepared"]["steps"]]
    assert stated[1] == ("top-code", sum(count > 30 for count in counts))
    released = pq.read_table(next((folder / "public").glob("*.parquet")))
    incomes = pq.read_table(file)["INCOME"].to_pylist()
    rounded = Counter(2000 * int(income / 2000 + 0.5) for income in incomes)
    assert Counter(released["INCOME"].to_pylist()) == rounded
    assert max(released["COUNT"].to_pylist()) <= 30
    assert list(scratch.iterdir()) == []


def test_records_that_lack_a_value_are_estimated_and_then_counted(
    traveller, file, scratch, tmp_path
):
    table = pq.read_table(file)
    amounts = [None if at % 10 == 3 else v for at, v in enumerate(table["AMOUNT"].to_pylist())]
    at = table.column_names.index("AMOUNT")
    pq.write_table(table.set_column(at, "AMOUNT", pa.array(amounts, pa.float64())), file)
    to_run(traveller, file)
    sample = traveller.store.dataset
    share = f"{100 * sample.column('AMOUNT').missing.sum() / sample.rows:.1f} %"
    said = traveller.page(Step.METHOD).missing.said
    assert said.startswith(f"About {share} of the records lack a value")
    assert f"About {share} of the records lack a value" in traveller.page(Step.RUN).summary.text()
    folder = tmp_path / "out"
    set_folders(traveller, scratch, folder)
    run(traveller)
    released = pq.read_table(next((folder / "public").glob("*.parquet")))
    assert released.num_rows == sum(amount is not None for amount in amounts) == 2_700


def test_closing_the_window_ends_a_run_and_leaves_nothing(traveller, file, scratch, tmp_path):
    to_run(traveller, file)
    folder = tmp_path / "out"
    set_folders(traveller, scratch, folder)
    traveller.forward()
    assert traveller.page(Step.RUN).at_work
    traveller.window.close()
    traveller.wait(lambda: not traveller.window.isVisible())
    assert traveller.window.runner.close(PATIENCE_MILLISECONDS // 1000)
    assert list(scratch.iterdir()) == []
    assert not folder.exists()


def test_a_file_that_changed_is_refused(traveller, file, scratch, tmp_path):
    to_run(traveller, file)
    folder = tmp_path / "out"
    set_folders(traveller, scratch, folder)
    table = pq.read_table(file)
    pq.write_table(table.slice(1), file)
    run(traveller)
    page = traveller.page(Step.RUN)
    assert page.state is AttemptState.FAILED
    assert page.said.text() == (
        "census.parquet has changed since a sample of it was drawn. Open it again, look at the "
        "columns, and repeat the run."
    )
    assert list(scratch.iterdir()) == []
    assert not folder.exists()


def cancel(traveller: Traveller) -> None:
    """Begin a run and cancel it."""
    page = traveller.page(Step.RUN)
    traveller.forward()
    press(page.cancel_button)
    traveller.wait(lambda: page.state is AttemptState.CANCELLED)
    traveller.rest()
    assert page.said.text() == "Cancelled. Nothing was kept; you can start again."


def test_folders_are_asked_for_a_cancelled_run_leaves_nothing_and_nothing_is_replaced_unasked(
    traveller, file, scratch, tmp_path
):
    to_run(traveller, file)
    button = traveller.window.footer.main_button
    assert not button.isEnabled()
    assert traveller.page(Step.RUN).main_action().reason == "Choose a folder for scratch files."
    folder = tmp_path / "out"
    set_folders(traveller, tmp_path / "nowhere", folder)
    assert [p.code for p in traveller.page(Step.RUN).problems()] == ["scratch-not-folder"]
    assert not button.isEnabled()
    # There may be space enough: the fault is another one.
    assert traveller.page(Step.RUN).disk.scratch.said.property("kind") == "muted"
    set_folders(traveller, scratch, folder)
    cancel(traveller)
    assert list(scratch.iterdir()) == []
    assert not folder.exists()
    run(traveller)
    assert traveller.page(Step.RUN).state is AttemptState.DONE
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    go_to(traveller, Step.METHOD)
    type_into(traveller.page(Step.METHOD).form.fields["k"], "7")
    traveller.rest()
    assert traveller.window.step_state(Step.RESULTS) is StepState.OUT_OF_DATE
    go_to(traveller, Step.RUN)
    answer_with("Keep them")
    traveller.forward()
    traveller.rest()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    answer_with("Replace")
    run(traveller)
    log = json.loads(next((folder / "internal").glob("*.internal.json")).read_text())
    assert log["recipe"]["method"]["k"] == 7


def answer_with(words: str) -> None:
    """Press a button of the question as soon as it is asked."""

    def look() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(20, look)
            return
        (button,) = (b for b in box.findChildren(QPushButton) if words in b.text().replace("&", ""))
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(20, look)


def test_a_saved_project_draws_the_same_sample_again(traveller, file, tmp_path):
    to_run(traveller, file)
    before = traveller.store.dataset
    path = tmp_path / "census.statveil"
    traveller.window.keeper.storage.save(path)
    traveller.rest()
    traveller.open(path)
    traveller.wait(lambda: traveller.store.dataset is not before)
    traveller.rest()
    after = traveller.store.dataset
    assert (after.rows, after.all_rows) == (before.rows, RECORDS)
    assert after.row_numbers.tolist() == before.row_numbers.tolist()
    assert not traveller.store.modified
    assert traveller.window.sample_strip.said.text() == strip_of(before.rows)
    assert traveller.store.draft.scale.block == 500
