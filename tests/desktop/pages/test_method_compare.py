"""Comparing all methods that apply, on the step Method."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from core import pipeline
from core.errors import Cancelled, Problem, PromiseBroken
from core.jobs import Job
from core.model import Attribute, Method, Role
from core.protect import METHODS
from desktop_app.jobs import SyncRunner
from desktop_app.jobs.part import PartJob
from desktop_app.models.comparison import LOSS, METHOD, TIME, K
from desktop_app.state import ProjectStore
from desktop_app.wizard import method_comparing
from desktop_app.wizard.method import MethodPage
from desktop_app.wizard.method_comparing import methods_to_compare, taken_over


@pytest.fixture
def page(opened: ProjectStore, sync_runner: SyncRunner, qtbot) -> MethodPage:
    page = MethodPage(opened, sync_runner)
    qtbot.addWidget(page)
    page.show()
    page.refresh()
    opened.changed.connect(page.refresh)
    # A short search: what is tested is the comparison.
    opened.set_method(Method("best", {"k": 3, "moves": 1000}))
    page.cards.cards["mdav"].button.click()
    sync_runner.finish()
    return page


def _row(page: MethodPage, name: str) -> int:
    return [row.method.name for row in page.compare.model.compared].index(name)


def _cell(page: MethodPage, name: str, column: int) -> str:
    return page.compare.model.index(_row(page, name), column).data()


def test_every_method_that_the_columns_allow_is_run_with_the_same_k(
    page: MethodPage, sync_runner: SyncRunner
) -> None:
    page.compare_button.click()
    sync_runner.finish()
    rows = page.compare.model.compared
    assert [r.method.name for r in rows] == [n for n in METHODS if n != "univariate-optimal"]
    assert {r.method.parameters["k"] for r in rows} == {3}
    assert [r.error for r in rows] == [None] * len(rows)


def test_the_figures_are_those_of_a_run(
    page: MethodPage, opened: ProjectStore, sync_runner: SyncRunner
) -> None:
    page.compare_button.click()
    sync_runner.finish()
    result = pipeline.execute(*opened.begin_run(), Job())
    loss = next(m.value for m in result.measures if m.name == "information-loss")
    row = page.compare.model.compared[_row(page, "mdav")]
    assert (row.k, row.t, row.loss) == (result.k_reached, result.t_reached["WAGE"], loss)
    assert _cell(page, "mdav", K) == str(result.k_reached)
    assert float(_cell(page, "mdav", LOSS)) == pytest.approx(loss, abs=0.005)
    assert float(_cell(page, "mdav", TIME)) >= 0


def test_the_method_in_force_is_marked(page: MethodPage, sync_runner: SyncRunner) -> None:
    page.compare_button.click()
    sync_runner.finish()
    assert _cell(page, "mdav", METHOD) == "MDAV microaggregation (present)"
    index = page.compare.model.index(_row(page, "mdav"), METHOD)
    assert index.data(Qt.ItemDataRole.FontRole).bold()
    assert "present" not in _cell(page, "v-mdav", METHOD)


def test_a_row_is_chosen_and_its_method_taken_over(
    page: MethodPage, sync_runner: SyncRunner
) -> None:
    page.compare_button.click()
    sync_runner.finish()
    assert not page.main_action().enabled
    page.compare.table.selectRow(_row(page, "t-k-first"))
    assert page.main_action().text == "&Use k-anonymity-first t-closeness"
    page.trigger()
    assert page.store.draft.method.name == "t-k-first"
    assert page.store.draft.method.parameters["k"] == 3
    assert not page.comparing
    page.store.undo()
    assert page.store.draft.method.name == "mdav"


def test_back_leads_to_the_settings_and_the_comparison_is_kept(
    page: MethodPage, sync_runner: SyncRunner
) -> None:
    page.compare_button.click()
    sync_runner.finish()
    kept = page.compare.comparison
    assert page.back()
    assert not page.comparing
    assert not page.back()
    page.compare_button.click()
    assert page.compare.comparison is kept
    assert not page.compare.busy


def test_other_columns_drop_what_was_compared(page: MethodPage, sync_runner: SyncRunner) -> None:
    page.compare_button.click()
    sync_runner.finish()
    page.store.set_attributes([Attribute("HOURS", Role.OTHER)])
    assert page.compare.comparison is None
    assert page.compare.model.rowCount() == 0


def test_another_k_keeps_the_comparison_and_says_that_it_is_old(
    page: MethodPage, sync_runner: SyncRunner
) -> None:
    page.compare_button.click()
    sync_runner.finish()
    assert page.compare.caption.text() == "Compared with k = 3, t = 0.15."
    page.store.set_method(Method("mdav", {"k": 4}))
    assert "have been changed since" in page.compare.caption.text()
    page.compare.again_button.click()
    sync_runner.finish()
    assert page.compare.caption.text() == "Compared with k = 4, t = 0.15."


def test_a_comparison_can_be_cancelled_and_keeps_what_it_found(
    page: MethodPage, sync_runner: SyncRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = pipeline.execute

    def cancelled_at_the_third(plan, dataset, job):
        if plan.project.recipe.method.name == "individual-ranking":
            page.compare.cancel_button.click()
        return execute(plan, dataset, job)

    monkeypatch.setattr(method_comparing.pipeline, "execute", cancelled_at_the_third)
    page.compare_button.click()
    assert page.compare.cancel_button.isVisible()
    names = [m.name for m in page.compare.comparison.methods]
    names_before = names[: names.index("individual-ranking")]
    sync_runner.finish()
    assert [row.method.name for row in page.compare.model.compared] == names_before
    assert page.compare.said.text() == "Cancelled. What was found until then is shown."


def test_a_method_that_fails_says_why_and_the_others_go_on(
    page: MethodPage, sync_runner: SyncRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = pipeline.execute

    def broken(plan, dataset, job):
        if plan.project.recipe.method.name == "v-mdav":
            raise PromiseBroken(Problem("promise-k", params={"k": 1, "wanted": 3}))
        return execute(plan, dataset, job)

    monkeypatch.setattr(method_comparing.pipeline, "execute", broken)
    page.compare_button.click()
    sync_runner.finish()
    assert _cell(page, "v-mdav", K) == "failed"
    assert _cell(page, "ama", K) != "failed"
    page.compare.table.selectRow(_row(page, "v-mdav"))
    assert "smallest group" in page.compare.said.text()
    assert not page.main_action().enabled


def test_what_was_set_is_taken_over_even_where_it_is_nought() -> None:
    present = Method("v-mdav", {"k": 4, "gamma": 0, "lambda": 0.5})
    taken = taken_over("t-merge", present, {"t-k-first": {"k": 9, "t": 0.33}})
    assert taken.parameters["gamma"] == 0
    assert taken.parameters["lambda"] == 0.5
    assert taken.parameters["k"] == 4
    assert taken.parameters["t"] == 0.33


def test_a_t_that_asks_for_nothing_is_not_taken_over() -> None:
    free = Method("best", {"k": 4, "t": 1})
    assert (
        taken_over("t-merge", free, {}).parameters["t"] == METHODS["t-merge"].parameter("t").default
    )
    strict = Method("t-merge", {"k": 4, "t": 0.1})
    assert taken_over("best", strict, {}).parameters["t"] == 0.1


def test_t_methods_are_left_out_without_a_confidential_column(page: MethodPage) -> None:
    page.store.set_attributes([Attribute("WAGE", Role.OTHER)])
    names = [m.name for m in methods_to_compare(page.store.draft, {})]
    assert names
    assert not any(METHODS[name].promises_t for name in names)


def test_a_part_stops_with_the_whole() -> None:
    whole = Job()
    part = PartJob(whole)
    part.begin("clustering", 5)
    assert whole.progress().phase == ""
    whole.cancel()
    assert part.cancelled
    with pytest.raises(Cancelled):
        part.reach(1)
