"""From the run to the release: nothing is spent unsaid, nothing is called ready that is not."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtTest import QTest

from core.model import Method
from core.model.checklist import RowVerdict
from core.pipeline.project_ledger import read_ledger
from core.user_data import user_data_folder
from desktop_app.state import Step, StepState
from desktop_app.store.spending import record_run
from desktop_app.wizard.method_page import MethodPage
from desktop_app.wizard.release_page import ReleasePage
from desktop_app.wizard.results_page import ResultsPage
from desktop_app.wizard.run_page import RunPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, press_main, press_tab
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner
from tests.log_words import claim_words

SHA = "ab" * 32
PUBLISHED = {"k": 5, "epsilon": 3.0, "guarantee": "as-published"}


@pytest.fixture
def page(declared, sync_runner, qtbot) -> RunPage:
    return show_page(qtbot, RunPage(declared, sync_runner))


def spend(page: RunPage, runner: SyncRunner) -> None:
    press(page.commit.word)
    runner.do(press_main, page)


def test_nothing_runs_before_the_word_is_given(page, declared, sync_runner, book) -> None:
    assert page.commit.isVisible()
    assert "nothing has been spent" in page.commit.spent_before.text()
    assert page.commit.spends.text() == "This run spends ε = 3."
    assert not page.main_action().enabled
    sync_runner.do(page.trigger)
    assert declared.result is None
    assert not book.exists()


def test_a_run_is_written_down_before_its_result_is_seen(page, declared, sync_runner, book) -> None:
    spend(page, sync_runner)
    assert declared.result is not None
    assert read_ledger(book).spent(SHA) == Fraction(3)


def test_the_next_run_on_the_same_file_adds_up_and_asks_again(
    page, declared, sync_runner, book
) -> None:
    spend(page, sync_runner)
    sync_runner.do(declared.set_method, Method("dp-laplace", {"epsilon": 1.0}))
    page.refresh()
    assert not page.commit.word.isChecked()
    assert "1 run has spent ε = 3 before" in page.commit.spent_before.text()
    assert "ε = 4 of a record" in page.commit.spent_after.text()
    spend(page, sync_runner)
    assert read_ledger(book).spent(SHA) == Fraction(4)


@pytest.mark.usefixtures("usual_office", "book")
def test_a_run_beyond_the_budget_of_the_office_says_so_before_it_spends(
    page, declared, sync_runner
) -> None:
    spend(page, sync_runner)
    for epsilon, is_beyond in ((1.0, False), (2.0, True)):
        sync_runner.do(declared.set_method, Method("dp-laplace", {"epsilon": epsilon}))
        page.refresh()
        assert ("The office allows ε = 4" in page.commit.spent_after.text()) is is_beyond
        assert (page.commit.spent_after.property("kind") == "danger") is is_beyond
    spend(page, sync_runner)
    (count,) = [c for c in declared.result.checklist if c.row == "private-budget"]
    assert (count.figure, count.verdict) == (5, RowVerdict.NEVER)


def test_a_result_that_stands_is_shown_and_not_run_again(page, sync_runner, book) -> None:
    spend(page, sync_runner)
    assert not page.commit.isVisible()
    sync_runner.do(press_main, page)
    assert len(read_ledger(book).of(SHA)) == 1


def test_without_a_readable_ledger_nothing_is_spent(page, declared, sync_runner, book) -> None:
    book.parent.mkdir(parents=True, exist_ok=True)
    book.write_text("{}")
    page.refresh()
    assert "is not a ledger" in page.commit.spent_before.text()
    assert not page.commit.word.isEnabled()
    QTest.keyClick(page.commit.word, Qt.Key.Key_Space)
    assert not page.main_action().enabled
    assert declared.result is None
    sync_runner.finish()
    assert book.read_text() == "{}"


def test_the_results_say_the_claim_and_have_no_clusters(page, declared, sync_runner, qtbot) -> None:
    spend(page, sync_runner)
    results = show_page(qtbot, ResultsPage(declared, sync_runner))
    assert "Published unprotected: JOB" in results.summary.text()
    assert results.summary.property("kind") == "caution"
    assert not results.tabs.isTabVisible(results.tabs.indexOf(results.clusters))
    # Figures chosen now would need another run, which spends.
    assert not results.tabs.isTabVisible(results.tabs.indexOf(results.figures))
    assert "Internal: these figures" in results.confidential.text()
    assert results.confidential.isVisible()


def test_other_ways_stand_beside_the_release_and_spend_nothing(
    page, declared, sync_runner, book, qtbot
) -> None:
    spend(page, sync_runner)
    results = show_page(qtbot, ResultsPage(declared, sync_runner))
    press_tab(results.tabs, results.tabs.indexOf(results.baselines))
    model = results.baselines.model
    assert model.rows() == 1
    sync_runner.do(press, results.baselines.run_button)
    assert [model.write_cell(row, 0)[:12] for row in range(3)] == [
        "This release",
        "Noise for ev",
        "The same ave",
    ]
    divergence = [float(model.write_cell(row, 2)) for row in range(3)]
    assert divergence[2] < divergence[1], "averages without noise are nearer to the file"
    assert len(read_ledger(book).of(SHA)) == 1


@pytest.fixture
def release(declared, sync_runner, qtbot) -> ReleasePage:
    return show_page(qtbot, ReleasePage(declared, sync_runner))


def written(release: ReleasePage, runner: SyncRunner, folder: Path) -> dict:
    release.refresh()
    runner.do(release.set_folder, str(folder))
    runner.do(press_main, release)
    return json.loads(next(folder.glob("public/*.audit.json")).read_text())


def test_records_kept_as_in_the_paper_are_not_called_ready_without_a_word(
    page, release, declared, sync_runner, tmp_path
) -> None:
    sync_runner.do(declared.set_method, Method("dp-individual-ranking", PUBLISHED))
    spend(page, sync_runner)
    log = written(release, sync_runner, tmp_path / "one")
    assert log["result"]["privacy"]["ready"] is False
    assert "NOT protected" in claim_words(log)
    assert release.verdict.headline.text() == "Written, but not called ready for release"
    assert declared.step_states()[Step.RELEASE] is StepState.ATTENTION
    sync_runner.do(press, release.readiness.word)
    assert declared.result_is_current, "the word changes no record, so nothing is spent again"
    log = written(release, sync_runner, tmp_path / "two")
    assert log["result"]["privacy"]["ready"] is True
    assert release.verdict.headline.text() == "Ready for release"
    assert declared.step_states()[Step.RELEASE] is StepState.DONE


def test_noise_as_wide_as_the_domains_is_not_called_ready_without_a_word(
    page, release, declared, sync_runner, tmp_path, qtbot
) -> None:
    method = show_page(qtbot, MethodPage(declared, sync_runner), (1000, 900))
    qtbot.waitUntil(method.form.isVisible)
    sync_runner.do(type_into, method.form.fields["epsilon"], "0.1\n", sync_runner)
    spend(page, sync_runner)
    log = written(release, sync_runner, tmp_path / "one")
    said = "Noise as wide as the domain: AGE, RENT, BORN."
    assert said in release.readiness.doubts.text()
    assert said in release.verdict.sentence.text()
    assert log["result"]["privacy"]["ready"] is False
    assert release.verdict.headline.text() == "Written, but not called ready for release"
    sync_runner.do(press, release.readiness.word)
    assert declared.result_is_current
    assert written(release, sync_runner, tmp_path / "two")["result"]["privacy"]["ready"] is True
    assert release.verdict.headline.text() == "Ready for release"


@pytest.mark.usefixtures("usual_office")
def test_a_column_without_noise_is_counted_and_asked_about_once(
    page, release, sync_runner, tmp_path
) -> None:
    spend(page, sync_runner)
    assert release.readiness.doubts.text() == ""
    for question in release.confirming.questions:
        names = (*question.counts[0].columns, question.counts[0].column)
        assert {"JOB", None}.issuperset(names)
        sync_runner.do(press, question.box)
        type_into(question.why, "Known.", sync_runner)
    log = written(release, sync_runner, tmp_path / "one")
    assert release.verdict.headline.text() == "Ready for release"
    assert log["result"]["privacy"]["epsilon"] == 3.0
    assert log["measures"] == []
    assert log["input"].get("sha256") in (None, "")


def test_runs_written_down_at_the_same_time_are_all_kept(page, declared, sync_runner, book) -> None:
    spend(page, sync_runner)
    result = declared.result
    assert result is not None
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: record_run(SHA, result.plan), range(12)))
    assert read_ledger(book).spent(SHA) == Fraction(3 * 13)


def test_ledger_and_register_lie_in_the_folder_that_qt_has_for_the_program() -> None:
    place = QStandardPaths.StandardLocation.AppLocalDataLocation
    names = QCoreApplication.organizationName(), QCoreApplication.applicationName()
    try:
        # As `desktop_app.app.build` names it.
        QCoreApplication.setOrganizationName("Statveil")
        QCoreApplication.setApplicationName("Statveil")
        assert user_data_folder() == Path(QStandardPaths.writableLocation(place))
    finally:
        QCoreApplication.setOrganizationName(names[0])
        QCoreApplication.setApplicationName(names[1])
