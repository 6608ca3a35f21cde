"""The step Release: only a verified folder is called a release; nothing is lost unasked."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

import resources
from core.errors import Problem, PromiseBroken, StorageFull
from core.jobs import Job
from core.model import ConditionCount, Dataset, FileKind, Release, Result, Verification, WrittenFile
from core.pipeline.seal import UserFile
from desktop_app.jobs.attempt import AttemptState
from desktop_app.state import Step, StepState
from desktop_app.text import problem_text
from desktop_app.wizard import release_page as release_module
from desktop_app.wizard.release.release_verdict import ReleaseVerdict
from desktop_app.wizard.release.target_folder import proposed_folder
from desktop_app.wizard.release_page import ReleasePage
from tests.desktop.keys import turn_wheel, type_into
from tests.desktop.mouse import choose_value, press, press_main
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner


class Sealer:
    """Stands in for the pipeline; answers what the test put in."""

    def __init__(self) -> None:
        self.answer: Callable[[Path], Release] = _good
        self.asked: list[tuple[Path, bool]] = []

    def seal(
        self,
        _result: Result,
        _dataset: Dataset,
        folder: Path,
        overwrite: bool,
        job: Job,
        _stamp: object = None,
        user_files: Sequence[UserFile] = (),
    ) -> Release:
        job.check()
        self.user_files = user_files
        self.asked.append((folder, overwrite))
        return self.answer(folder)


def _good(folder: Path, verification: Verification | None = None) -> Release:
    return Release(
        folder=str(folder.absolute()),
        protected="public/small_protected.csv",
        log="internal/small_protected.internal.json",
        report="internal/small_protected.report.html",
        files=(WrittenFile("public/small_protected.csv", 1234, "ab" * 32),),
        verification=verification or Verification(12, 3, True, 3, {"WAGE": 0.4}),
    )


@pytest.fixture
def sealer(monkeypatch) -> Sealer:
    sealer = Sealer()
    monkeypatch.setattr(release_module, "pipeline", sealer)
    return sealer


@pytest.fixture
def page(with_result, sync_runner, tmp_path, qtbot) -> ReleasePage:
    beside_the_rail = (832, 600)  # of a window of 1024
    page = show_page(qtbot, ReleasePage(with_result, sync_runner), beside_the_rail)
    sync_runner.do(page.set_folder, str(tmp_path / "out"))
    return page


def _write(page: ReleasePage, runner: SyncRunner) -> None:
    runner.do(press_main, page)


def test_a_verified_folder_is_ready_for_release(page, sync_runner, sealer, tmp_path) -> None:
    assert page.main_action().text == "&Write release"
    _write(page, sync_runner)
    assert sealer.asked == [(tmp_path / "out", False)]
    assert page.verdict.isVisible()
    assert page.verdict.headline.text() == "Ready for release"
    assert page.main_action().text == "Ope&n the release folder"
    assert page.store.step_states()[Step.RELEASE] is StepState.DONE
    facts = page.verdict.facts
    assert "3 records" in facts
    assert "0.4" in facts
    assert any("ab" * 32 in fact for fact in facts)


@pytest.mark.usefixtures("sealer")
@pytest.mark.parametrize("opens", [True, False])
def test_where_nothing_opens_the_report_its_place_is_said(
    page, sync_runner, tmp_path, monkeypatch, *, opens: bool
) -> None:
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda _url: opens)
    _write(page, sync_runner)
    for _ in range(2):
        press(page.verdict.read_button)
    said = f"No program on this computer opens {tmp_path / 'out'}"
    assert page.verdict.sentence.text().count(said) == (not opens)


def test_either_report_can_be_read_and_is_called_what_it_is(
    page, sync_runner, sealer, monkeypatch
) -> None:
    public = "public/small_protected.report.html"
    sealer.answer = lambda folder: replace(_good(folder), public_report=public)
    opened: list[str] = []
    monkeypatch.setattr(
        "PySide6.QtGui.QDesktopServices.openUrl", lambda url: opened.append(url.path()) or True
    )
    _write(page, sync_runner)
    verdict = page.verdict
    for button, kind in ((verdict.read_button, "Internal"), (verdict.read_public_button, "Public")):
        assert button.text().replace("&", "") == f"{kind} report"
        press(button)
    assert [Path(each).parts[-2:] for each in opened] == [
        ("internal", "small_protected.report.html"),
        ("public", "small_protected.report.html"),
    ]


def test_a_folder_that_cannot_be_used_is_named_in_full(page, sync_runner, tmp_path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    sync_runner.do(type_into, page.form.folder, str(taken))
    (said,) = [problem_text(problem) for problem in page.problems()]
    assert said.startswith(f"{taken} is a file")


@pytest.mark.usefixtures("sealer")
def test_the_folder_of_the_last_release_is_proposed_and_said(
    page, sync_runner, with_result, tmp_path, qtbot
) -> None:
    assert not page.form.last.isVisible()
    _write(page, sync_runner)
    again = show_page(qtbot, ReleasePage(with_result, sync_runner))
    assert again.folder == str(tmp_path / "out")
    assert again.form.last.text().startswith("The last release from this file was written to this")
    type_into(again.form.folder, str(tmp_path / "new"), sync_runner)
    assert again.form.last.text().endswith(f" to {tmp_path / 'out'}.")


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("verified", [True, False])
def test_whoever_scrolled_down_before_writing_sees_the_verdict(
    page, sync_runner, sealer, qtbot, *, verified: bool
) -> None:
    page.resize(900, 500)
    if not verified:
        problem = Problem("release-cells-differ", params={"count": 4})
        sealer.answer = lambda folder: _good(folder, Verification(12, 3, False, 3, {}, (problem,)))
    area = next(a for a in page.findChildren(QScrollArea) if a.isAncestorOf(page.form))
    turn_wheel(area.viewport(), -100)
    assert area.verticalScrollBar().value() == area.verticalScrollBar().maximum() > 0
    _write(page, sync_runner)
    headline = page.verdict.headline
    qtbot.waitUntil(lambda: headline.visibleRegion().boundingRect() == headline.rect())


@pytest.mark.parametrize("way", ["returned", "raised"])
def test_a_file_that_does_not_verify_is_not_called_a_release(
    page, sync_runner, sealer, way: str
) -> None:
    problem = Problem("release-cells-differ", params={"count": 4})

    def answer(folder: Path) -> Release:
        if way == "raised":
            raise PromiseBroken(problem)
        return _good(folder, Verification(12, 3, False, 3, {}, (problem,)))

    sealer.answer = answer
    _write(page, sync_runner)
    assert page.verdict.isVisible()
    assert page.verdict.headline.text() == "This is not a release"
    assert "4 cells" in page.verdict.sentence.text()
    assert "Ready" not in page.verdict.headline.text()
    assert page.store.release is None
    assert page.store.step_states()[Step.RELEASE] is not StepState.DONE


def test_the_verdict_itself_never_calls_a_failed_verification_a_release(tmp_path, qtbot) -> None:
    verdict = ReleaseVerdict()
    qtbot.addWidget(verdict)
    zeros = ConditionCount("zeros", "PAY", {"after": 7, "changed": 0}, True)
    verdict.show_release(_good(tmp_path, Verification(12, 3, True, 3, {}, conditions=(zeros,))))
    assert verdict.headline.text() == "Ready for release"
    assert verdict.facts[verdict.facts.index("Zeros of PAY") + 1] == "7 zeros"
    # Said once for all rows.
    texts = (verdict.sentence.text(), *verdict.facts)
    assert [text for text in texts if "counted again" in text] == [verdict.sentence.text()]
    problem = Problem("release-rows-differ", params={"found": 11, "written": 12})
    verdict.show_release(_good(tmp_path, Verification(11, 3, False, 2, {}, (problem,))))
    assert verdict.headline.text() == "This is not a release"
    assert verdict.facts == ()


def test_a_second_attempt_after_a_failure_can_succeed(page, sync_runner, sealer) -> None:
    def full(_folder: Path) -> Release:
        raise StorageFull(Problem("disk-full", params={"folder": "out"}))

    sealer.answer = full
    _write(page, sync_runner)
    assert any("disk is full" in problem_text(problem) for problem in page.problems())
    assert not page.sentence.isVisible(), "the list of problems says it already"
    assert page.store.release is None
    sealer.answer = _good
    sync_runner.do(page.set_folder, page.folder)
    _write(page, sync_runner)
    assert page.is_released


def test_cancel_leaves_the_page_ready(page, sync_runner, sealer) -> None:
    press_main(page)
    assert not page.form.isEnabled()
    sync_runner.do(press, page.cancel_button)
    assert sealer.asked == []
    assert "Cancelled" in page.sentence.text()
    assert page.form.isEnabled()
    assert page.main_action().enabled


@pytest.mark.parametrize("agreed", [True, False])
def test_an_earlier_release_is_replaced_only_if_the_user_agrees(
    page, sync_runner, sealer, tmp_path, monkeypatch, agreed: bool
) -> None:
    held = tmp_path / "held"
    (held / "public").mkdir(parents=True)
    (held / "public/small_protected.csv").write_text("old")
    asked: list[tuple[str, ...]] = []

    def confirm(_parent: object, state: object) -> bool:
        asked.append(state.replaced)
        return agreed

    monkeypatch.setattr(release_module, "confirm_replacing", confirm)
    sync_runner.do(page.set_folder, str(held))
    _write(page, sync_runner)
    assert asked == [("public/small_protected.csv",)]
    assert sealer.asked == ([(held, True)] if agreed else [])


def test_a_folder_with_other_files_is_refused(page, sync_runner, tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("dear")
    sync_runner.do(page.set_folder, str(tmp_path / "mine"))
    assert [problem.code for problem in page.problems()] == ["folder-not-empty"]
    assert not page.main_action().enabled


def _type_folder(page: ReleasePage, runner: SyncRunner, folder: Path) -> None:
    type_into(page.form.folder, str(folder))
    runner.do(QTest.keyClick, page.form.folder, Qt.Key.Key_Return)


HELD = (
    "public/small_protected.csv",
    "public/small_protected.audit.json",
    "internal/small_protected.internal.json",
)


@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("how", ["itself", "link"])
def test_the_project_file_is_never_replaced(
    page, sync_runner, tmp_path, name: str, how: str
) -> None:
    place, store = tmp_path / "held" / name, page.store
    place.parent.mkdir(parents=True)
    file = place if how == "itself" else tmp_path / "work.statveil"
    file.write_text("years of work")
    if how == "link":
        place.hardlink_to(file)
    sync_runner.do(store.mark_saved, file, store.source, store.draft)

    _type_folder(page, sync_runner, tmp_path / "held")

    assert [problem.code for problem in page.problems()] == ["release-over-project"]
    assert not page.main_action().enabled
    sync_runner.do(QTest.keyClick, page.form.folder, Qt.Key.Key_Return)
    assert file.read_text() == "years of work"
    # Elsewhere it can be written.
    _type_folder(page, sync_runner, tmp_path / "new")
    assert page.main_action().enabled


def test_a_project_saved_into_the_folder_that_was_chosen_is_not_replaced(
    page, sync_runner, tmp_path, monkeypatch
) -> None:
    """The folder was looked into before; what is found when the file is written counts."""
    monkeypatch.setattr(release_module, "confirm_replacing", lambda *_: True)
    old, file = tmp_path / "out" / HELD[0], tmp_path / "out" / HELD[1]
    old.parent.mkdir(parents=True)
    old.write_text("an earlier release")
    sync_runner.do(page.store.mark_saved, file, page.store.source, page.store.draft)
    assert page.main_action().enabled
    file.write_text("years of work")

    sync_runner.do(press_main, page)

    assert not page.is_released
    assert any("is the project file itself" in problem_text(p) for p in page.problems())
    assert file.read_text() == "years of work"
    assert old.read_text() == "an earlier release"


@pytest.mark.parametrize("name", HELD)
def test_the_input_is_never_replaced(page, sync_runner, tmp_path, name: str) -> None:
    place = tmp_path / "held" / name
    place.parent.mkdir(parents=True)
    Path(page.store.source.path).write_text("the input")
    place.hardlink_to(page.store.source.path)

    _type_folder(page, sync_runner, tmp_path / "held")

    assert [problem.code for problem in page.problems()] == ["release-over-input"]
    assert not page.main_action().enabled


@pytest.mark.parametrize("name", ["", "a/b", "con", "ends."])
def test_an_unfit_name_cannot_be_written(page, sync_runner, name: str) -> None:
    sync_runner.do(type_into, page.form.name, name)
    assert "recipe-output-name" in [problem.code for problem in page.problems()]
    assert not page.main_action().enabled


def test_the_folder_follows_the_name_until_the_user_chooses_one(
    with_result, sync_runner, tmp_path, qtbot
) -> None:
    page = show_page(qtbot, ReleasePage(with_result, sync_runner))
    type_into(page.form.name, "wages")
    assert page.folder == str(tmp_path / "wages_release")
    page.set_folder(str(tmp_path / "elsewhere"))
    type_into(page.form.name, "pay")
    assert page.folder == str(tmp_path / "elsewhere")


def test_another_order_or_kind_makes_the_release_out_of_date(page, sync_runner, sealer) -> None:
    _write(page, sync_runner)
    assert len(sealer.asked) == 1
    sync_runner.do(press, page.form.keep)
    assert page.store.draft.keep_order
    assert page.verdict.headline.text() == "Written earlier, with other settings"
    assert page.main_action().text == "&Write release"
    choose_value(page.form.kind, FileKind.XLSX.value)
    assert page.store.draft.target.kind is FileKind.XLSX
    assert "small_protected.xlsx" in page.files.text()


def test_a_result_out_of_date_cannot_be_written(page, sync_runner) -> None:
    draft = page.store.draft
    sync_runner.do(page.store.set_method, replace(draft.method, parameters={"k": 4}))
    assert not page.main_action().enabled


def test_the_page_says_which_columns_are_left_out(page) -> None:
    from PySide6.QtWidgets import QLabel

    said = " ".join(label.text() for label in page.meaning.findChildren(QLabel))
    assert "Column ID is not in the release." in said


def test_a_real_release_holds_the_protected_values(page, sync_runner, tmp_path) -> None:
    sync_runner.do(press, page.form.keep)
    _write(page, sync_runner)
    assert page.is_released, page.sentence.text()
    assert page._attempt.state is AttemptState.DONE
    folder = tmp_path / "out"
    with (folder / "public/small_protected.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["AGE"] for row in rows] == [str(v) for v in (22, 42, 61, 82) for _ in range(3)]
    assert "ID" not in rows[0]
    log = json.loads(
        (folder / "internal/small_protected.internal.json").read_text(encoding="utf-8")
    )
    assert log["verification"]["k"] == 3


@pytest.mark.usefixtures("sealer")
def test_the_verdict_of_a_release_on_disk_stays_when_a_box_is_touched(page, sync_runner) -> None:
    _write(page, sync_runner)
    sync_runner.do(QTest.keyClick, page.form.keep, Qt.Key.Key_Space)
    assert page.verdict.isVisible()
    assert page.verdict.headline.text() == "Written earlier, with other settings"
    assert "ab" * 32 in page.verdict.facts
    assert page.main_action().text == "&Write release"


def test_a_sample_is_released_among_the_documents_and_not_in_the_program() -> None:
    sample = resources.FOLDER / "samples" / "household_survey.csv"
    proposed = Path(proposed_folder(str(sample), "household_survey_protected"))
    assert not proposed.is_relative_to(resources.FOLDER.parent)
    assert proposed.name == "household_survey_protected_release"


def test_a_file_of_the_users_is_released_beside_it(tmp_path) -> None:
    proposed = proposed_folder(str(tmp_path / "survey.csv"), "survey_protected")
    assert proposed == str(tmp_path / "survey_protected_release")


def test_both_reports_can_become_a_pdf(page, sync_runner) -> None:
    type_into(page.signing.title, "Survey", sync_runner)
    _write(page, sync_runner)
    wanted = []
    page.verdict.pdf_wanted.disconnect()
    page.verdict.pdf_wanted.connect(wanted.append)
    for button in (page.verdict.pdf_button, page.verdict.public_pdf_button):
        press(button)
    assert [path.parent.name for path in wanted] == ["internal", "public"]
    assert all(path.exists() for path in wanted)


@pytest.mark.usefixtures("styled")
def test_no_fact_of_a_release_is_cut_in_a_small_window(page, sync_runner) -> None:
    page.resize(1024 - 192, 600)  # beside the rail of the smallest window
    _write(page, sync_runner)
    for _ in range(5):  # until facts have the height that their width asks for
        QApplication.processEvents()
    area = next(a for a in page.findChildren(QScrollArea) if a.isAncestorOf(page.verdict))
    assert area.widget().width() <= area.viewport().width()
    facts = [shown for shown in page.verdict._fact_widgets if "every cell agrees" in shown.text()]
    facts += [shown for shown in page.verdict._fact_widgets if "internal log;" in shown.text()]
    assert len(facts) == 2
    for fact in facts:
        whole = QFontMetrics(fact.font()).boundingRect(
            QRect(0, 0, fact.width(), 1000), Qt.TextFlag.TextWordWrap, fact.text()
        )
        assert whole.width() <= fact.width()
        assert whole.height() <= fact.height()
