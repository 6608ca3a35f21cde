"""What the panel asks for, what it drops, and what it says where there is nothing to count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from core.model import Unit
from desktop_app.presenters.preparing_risk import risk_counting
from desktop_app.wizard.preparing_risk import RiskPanel
from tests.core.tables import column
from tests.desktop.cut_off import cut_off
from tests.desktop.preparing_risk.conftest import Survey, survey


@pytest.fixture
def counted(monkeypatch) -> list[object]:
    """Return the files that were counted, as they are counted."""
    files: list[object] = []
    count = risk_counting._count_file

    def watched(asked, *given, **named):
        files.append(asked.dataset)
        return count(asked, *given, **named)

    monkeypatch.setattr(risk_counting, "_count_file", watched)
    return files


def test_answers_that_are_out_of_date_are_dropped(panel, sync_runner, counted) -> None:
    first, second = survey(40), survey(8)
    panel.show_risk(5, None, first)
    sync_runner.do(panel.show_risk, 5, None, second)
    assert counted == [second.dataset]
    assert panel.counts.now.dataset is second.dataset


def test_old_figures_stay_dimmed_until_there_are_new_ones(qtbot, panel, show, sync_runner) -> None:
    first, second = survey(40), survey(8)
    show(first)
    assert not panel.status.isVisible()
    panel.show_risk(5, None, second)
    qtbot.waitUntil(lambda: panel.is_dimmed)
    assert panel.status.isVisible()
    assert panel.status.text() == "being counted…"
    assert panel.overview.isVisible()
    assert panel.counts.now.dataset is first.dataset
    sync_runner.finish()
    assert not panel.is_dimmed
    assert not panel.status.isVisible()
    assert panel.counts.now.dataset is second.dataset


def test_an_answer_that_is_there_again_is_not_waited_for(
    qtbot, panel, show, sync_runner, counted
) -> None:
    first, second = survey(40), survey(8)
    show(first)
    panel.show_risk(5, None, second)
    qtbot.waitUntil(lambda: panel.is_dimmed)
    panel.show_risk(5, None, first)
    assert not panel.is_dimmed
    assert not panel.is_counting
    sync_runner.finish()
    assert counted == [first.dataset]
    assert panel.counts.now.dataset is first.dataset


def test_while_the_file_is_prepared_again_nothing_is_counted(
    qtbot, panel, show, sync_runner, counted
) -> None:
    first, second = survey(40), survey(8)
    show(first)
    panel.show_risk(5, None, second)
    sync_runner.do(panel.await_file)
    assert counted == [first.dataset]
    qtbot.waitUntil(lambda: panel.is_dimmed)
    show(first)
    assert not panel.is_dimmed
    panel.await_file()
    show(second)
    assert not panel.is_dimmed
    assert counted == [first.dataset, second.dataset]


def test_what_changes_no_figure_is_not_counted_again(panel, show, counted) -> None:
    before, now = survey(40), survey(8)
    show(now, before)
    recipe = replace(now.project.recipe, keep_order=True)
    show(Survey(replace(now.project, recipe=recipe), now.dataset), before)
    assert counted == [now.dataset, before.dataset]
    assert not panel.is_counting


def test_the_file_as_it_was_read_is_counted_once(panel, show, counted) -> None:
    before = survey(40)
    show(before, before)
    assert counted == [before.dataset]
    one, other = survey(8), survey(4)
    show(one, before)
    show(other, before)
    assert counted == [before.dataset, one.dataset, other.dataset]
    assert panel.counts.before.dataset is before.dataset


@pytest.mark.parametrize(
    "changed",
    [{"keys": ("AREA", "JOB")}, {"weight": None}, {"unit": Unit(("HOME",))}],
    ids=["keys", "weight", "unit"],
)
def test_what_changes_figures_is_counted_again(show, counted, changed: dict[str, object]) -> None:
    one = survey(8)
    show(one)
    show(Survey(survey(8, **changed).project, one.dataset))
    assert counted == [one.dataset, one.dataset]


def test_nothing_is_counted_while_nobody_sees_it(panel, show, sync_runner, counted) -> None:
    panel.hide()
    now = survey(8)
    show(now)
    assert counted == []
    sync_runner.do(panel.show)
    assert counted == [now.dataset]


def test_without_a_file_or_a_quasi_identifier_it_says_what_to_do(panel, show) -> None:
    assert panel.message.text() == "Open a file on the step Data to see its risk."
    show(survey(8))
    assert panel.overview.isVisible()
    show(survey(8, keys=()))
    assert panel.message.isVisible()
    assert panel.message.text().startswith("Choose quasi-identifiers on the step Columns")
    panel.forget()
    assert panel.message.text() == "Open a file on the step Data to see its risk."
    assert panel.counts is None
    assert panel.records.table.model().rowCount() == 0


def test_a_file_that_is_closed_meanwhile_is_forgotten(panel, sync_runner) -> None:
    panel.show_risk(5, None, survey(8))
    sync_runner.do(panel.show_risk, 5, None, None)
    assert panel.counts is None
    assert panel.message.isVisible()


def test_the_first_time_it_says_that_it_counts(panel) -> None:
    panel.show_risk(5, None, survey(8))
    assert panel.message.isVisible()
    assert panel.message.text() == "The risk of the file is being counted…"


def test_wrong_weights_are_named(panel, show) -> None:
    one = survey(8)
    weights = column("W", [0.0, *[1.0] * 399])
    columns = tuple(weights if c.name == "W" else c for c in one.dataset.columns)
    show(Survey(one.project, replace(one.dataset, columns=columns)))
    assert panel.message.isVisible()
    assert "W" in panel.message.text()
    assert "weight" in panel.message.text()
    # Once they are right, the figures come back.
    show(one)
    assert panel.overview.isVisible()


def test_it_says_where_only_the_file_as_it_was_read_cannot_be_counted(panel, show) -> None:
    now = survey(8)
    weights = column("W", [0.0, *[1.0] * 399])
    columns = tuple(weights if c.name == "W" else c for c in now.dataset.columns)
    show(now, Survey(now.project, replace(now.dataset, columns=columns)))
    assert panel.overview.meaning.text().endswith("The file as it was read could not be counted.")
    assert not panel.overview.figures.before_title.isVisible()


def test_records_give_way_to_new_figures(panel, show) -> None:
    show(survey(40))
    panel.overview.driving.setFocus()
    QTest.keyClick(panel.overview.driving, Qt.Key.Key_Return)
    panel.overview.rare.setFocus()
    QTest.keyClick(panel.overview.rare, Qt.Key.Key_Down)
    QTest.keyClick(panel.overview.rare, Qt.Key.Key_Return)
    assert panel.records.isVisible()
    show(survey(8))
    assert panel.overview.isVisible()
    assert panel.isAncestorOf(QApplication.focusWidget())


def test_a_file_without_a_rare_record_says_so(panel, show) -> None:
    show(survey(1, keys=("AREA",)))
    assert panel.overview.driving_sentence.text() == "No record violates 5-anonymity."
    assert not panel.overview.rare.isVisible()
    assert panel.overview.rare_sentence.text().startswith(
        "At least 5 records have each combination"
    )


def renamed(one: Survey, names: dict[str, str]) -> Survey:
    columns = tuple(replace(c, name=names.get(c.name, c.name)) for c in one.dataset.columns)
    attributes = one.project.schema.attributes
    schema = replace(
        one.project.schema,
        attributes=tuple(replace(a, name=names.get(a.name, a.name)) for a in attributes),
    )
    return Survey(replace(one.project, schema=schema), replace(one.dataset, columns=columns))


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize(
    "size", [(400, 560), pytest.param((480, 660), marks=pytest.mark.longer), (900, 900)]
)
def test_nothing_is_cut_off(qtbot, sync_runner, size: tuple[int, int]) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panel = RiskPanel(sync_runner)
    QVBoxLayout(window).addWidget(panel)
    window.resize(*size)
    window.show()
    long = renamed(
        survey(8, unit=Unit(("HOME",))),
        {"AREA": "PLACE_OF_USUAL_RESIDENCE_AT_THE_TIME_OF_INTERVIEW", "JOB": "öäü" * 20},
    )
    found = []
    for now, before in ((survey(8), survey(40)), (long, long), (survey(8, keys=()), None)):
        panel.show_risk(5, before, now)
        for _ in range(8):
            sync_runner.finish()
            QApplication.processEvents()
        assert (window.width(), window.height()) == size
        found += cut_off(window)
        if panel.overview.isVisible():
            panel.overview.ask_for_records_above()
            QApplication.processEvents()
            found += cut_off(window)
            panel.show_overview()
    assert not found, "\n".join(found)


@pytest.mark.usefixtures("styled", "pseudo")
def test_every_text_is_translated(qtbot, sync_runner) -> None:
    panel = RiskPanel(sync_runner)
    qtbot.addWidget(panel)
    panel.resize(480, 900)
    panel.show()
    now = survey(8, unit=Unit(("HOME",)))
    sync_runner.do(panel.show_risk, 5, survey(40, unit=Unit(("HOME",))), now)
    QApplication.processEvents()
    shown = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    panel.overview.ask_for_records_above()
    shown += [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert [text for text in shown if text and not text.startswith("[")] == []
    assert len(shown) > 20
