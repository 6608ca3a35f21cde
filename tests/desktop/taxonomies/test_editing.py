"""A taxonomy is changed in the window, undone, saved to a file, and only then used."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.io.taxonomies import TaxonomyKind
from core.io.taxonomies.taxonomy_reader import read_taxonomy
from core.jobs import Job
from core.model import Taxonomy, taxonomy_of
from desktop_app.presenters.taxonomies.studying import study
from desktop_app.state import Step, StepState
from desktop_app.state.taxonomy_changes import Merge, Move, Remove, Rename, mapping_after
from desktop_app.wizard import taxonomies_page
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, press_tab, select_rows
from tests.desktop.taxonomies.conftest import JOB_TREE
from tests.desktop.taxonomies.test_tree import FAMILY, lines

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def page(page, jobs, sync_runner) -> TaxonomiesPage:
    """The page with the column of jobs in its taxonomy."""
    sync_runner.do(page.open_column, "JOB")
    sync_runner.do(page.accepts_file, str(jobs))
    press_tab(page.view.tabs, page.view.tabs.indexOf(page.view.tree))
    return page


def edited(page: TaxonomiesPage) -> dict[str, tuple[str, ...]]:
    taxonomy = page.decisions.edited_taxonomy
    assert taxonomy is not None
    return parents(taxonomy)


def parents(taxonomy: Taxonomy) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(taxonomy.nodes[i] for i in taxonomy.parents_of(node).tolist())
        for node, name in enumerate(taxonomy.nodes)
    }


def select(page: TaxonomiesPage, *names: str) -> None:
    tree, model = page.view.tree.tree, page.view.tree.model
    places = model.shape.taxonomy.places()
    select_rows(tree, [model.place_of(places[name]) for name in names])


def type_name(page: TaxonomiesPage, name: str) -> None:
    """Type the name of the category that was just added, in the line that is open for it."""
    tree = page.view.tree.tree
    line = tree.indexWidget(tree.currentIndex())
    assert line is not None
    type_into(line, name)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()
    page.runner.finish()


def test_a_category_is_added_and_named_by_the_keyboard(page, sync_runner) -> None:
    select(page, "health")
    sync_runner.do(QTest.keyClick, page.view.tree.tree, Qt.Key.Key_Insert)
    assert edited(page)["New category"] == ("health",)
    model = page.view.tree.model
    index = page.view.tree.tree.currentIndex()
    assert model.name(index) == "New category"
    type_name(page, "doctor")
    assert edited(page)["doctor"] == ("health",)
    assert "New category" not in edited(page)
    assert model.name(page.view.tree.tree.currentIndex()) != "New category"


def test_each_change_is_undone_and_done_again(page, sync_runner) -> None:
    before = page.store.draft
    select(page, "service")
    sync_runner.do(QTest.keyClick, page.view.tree.tree, Qt.Key.Key_Delete)
    assert edited(page) == {
        "job": (), "health": ("job",), "nurse": ("health",), "midwife": ("health",),
        "cook": ("job",), "waiter": ("job",),
    }  # fmt: skip
    sync_runner.do(page.store.undo)
    assert page.store.draft == before
    assert page.decisions.edited_taxonomy is None
    assert "service" in page.view.tree.model.shape.taxonomy.nodes
    page.store.redo()
    assert "service" not in edited(page)


def test_what_is_not_saved_cannot_be_run(page, sync_runner) -> None:
    sync_runner.do(page.store.relate, page.store.schema.named("COUNTRY"))
    assert page.store.can_run
    sync_runner.do(page.decisions.change, Rename("health", "care"))
    assert [problem.code for problem in page.problems()] == ["taxonomy-unsaved"]
    assert page.store.step_states()[Step.TAXONOMIES] is StepState.ATTENTION
    assert page.store.begin_run() is None
    assert not page.main_action().enabled
    assert page.view.editor.save_button.isVisibleTo(page)
    sync_runner.do(press, page.view.editor.discard_button)
    assert page.store.can_run
    assert not page.view.editor.save_button.isVisibleTo(page)


def test_a_renamed_category_keeps_its_records(page, sync_runner) -> None:
    sync_runner.do(page.decisions.change, Rename("nurse", "registered nurse"))
    assert dict(page.current.mapping) == {"nurse": "registered nurse"}
    assert "  health 0/5" in lines(page.view.tree.model)
    assert "    registered nurse 4/4" in lines(page.view.tree.model)
    page.decisions.discard()
    assert page.current.mapping == ()


def test_categories_are_merged_by_the_keyboard(page, sync_runner, qtbot) -> None:
    select(page, "cook", "waiter")
    qtbot.keyClick(page.view.tree.tree, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    target = page.view.editor.target
    assert target.isVisibleTo(page)
    type_into(target.line, "nothing of the kind")
    qtbot.keyClick(target.line, Qt.Key.Key_Return)
    assert page.decisions.edited_taxonomy is None
    type_into(target.line, "nurse")
    sync_runner.do(QTest.keyClick, target.line, Qt.Key.Key_Return)
    assert set(edited(page)) == {"job", "service", "health", "nurse", "midwife"}
    assert dict(page.current.mapping) == {"cook": "nurse", "waiter": "nurse"}
    assert "    nurse 9/9" in lines(page.view.tree.model)


def test_a_category_is_moved_by_the_keyboard_and_esc_leaves(page, sync_runner, qtbot) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    select(page, "waiter")
    qtbot.keyClick(page.view.tree.tree, Qt.Key.Key_M, control)
    qtbot.keyClick(page.view.editor.target.line, Qt.Key.Key_Escape)
    assert not page.view.editor.target.isVisibleTo(page)
    assert page.current is not None
    qtbot.keyClick(page.view.tree.tree, Qt.Key.Key_M, control)
    type_into(page.view.editor.target.line, "health")
    sync_runner.do(QTest.keyClick, page.view.editor.target.line, Qt.Key.Key_Return)
    assert edited(page)["waiter"] == ("health",)


def test_a_category_is_moved_by_dragging(page, sync_runner) -> None:
    model = page.view.tree.model
    places = model.shape.taxonomy.places()
    dragged = model.mimeData([model.place_of(places["cook"]), model.place_of(places["waiter"])])
    onto = model.place_of(places["health"])
    assert not model.dropMimeData(dragged, Qt.DropAction.MoveAction, -1, -1, onto)
    sync_runner.finish()
    assert edited(page)["cook"] == edited(page)["waiter"] == ("health",)


def test_a_move_below_itself_is_refused_in_words(page, sync_runner) -> None:
    sync_runner.do(page.decisions.change, Move((("health", "job"),), "nurse"))
    assert page.decisions.edited_taxonomy is None
    assert "cannot lie below itself" in page.view.editor.problem.text()
    select(page, "midwife")
    sync_runner.do(QTest.keyClick, page.view.tree.tree, Qt.Key.Key_Delete)
    assert not page.view.editor.problem.isVisibleTo(page)
    assert "midwife" not in edited(page)


def test_quick_changes_follow_one_another(page, sync_runner) -> None:
    page.decisions.change(Rename("service", "a"))
    page.decisions.change(Rename("a", "b"))
    sync_runner.do(page.decisions.change, Rename("b", "c"))
    assert "c" in edited(page)


@pytest.mark.parametrize("kind", [TaxonomyKind.PARENTS, TaxonomyKind.LEVELS])
def test_the_changed_taxonomy_is_saved_used_and_read_again(
    page, tmp_path, sync_runner, kind: TaxonomyKind, jobs
) -> None:
    sync_runner.do(page.decisions.change, Rename("health", "care"))
    path = tmp_path / "mine.csv"
    sync_runner.do(page.decisions.save, path, kind)
    assert page.current.taxonomy == str(path)
    assert page.decisions.edited_taxonomy is None
    assert page.problems() == ()
    expected = read_taxonomy(jobs)
    assert parents(read_taxonomy(path)).keys() == {
        "care" if name == "health" else name for name in expected.nodes
    }
    assert page.view.chosen_key == str(path)
    assert jobs.read_text() == JOB_TREE
    sync_runner.do(page.store.undo)
    assert "care" in edited(page)
    assert page.current.taxonomy == str(jobs)


def test_saving_over_the_file_in_use_makes_the_result_out_of_date(page, jobs, sync_runner) -> None:
    sync_runner.do(page.store.relate, page.store.schema.named("COUNTRY"))
    before = page.store.plan.project.schema.named("JOB").categories.sha256
    sync_runner.do(page.decisions.change, Move((("waiter", "service"),), "health"))
    sync_runner.do(page.decisions.save, jobs, TaxonomyKind.PARENTS)
    assert page.store.can_run
    assert parents(read_taxonomy(jobs))["waiter"] == ("health",)
    assert page.store.plan.project.schema.named("JOB").categories.sha256 != before
    assert "    waiter 2/2" in lines(page.view.tree.model)
    assert [path.name for path in jobs.parent.iterdir() if "part" in path.name] == []


def test_a_graph_is_not_saved_with_levels(page, tmp_path, sync_runner) -> None:
    sync_runner.do(page.decisions.change, Move((("cook", ""),), "health"))
    assert edited(page)["cook"] == ("service", "health")
    sync_runner.do(page.decisions.save, tmp_path / "graph.csv", TaxonomyKind.LEVELS)
    assert "several parents" in page.view.editor.problem.text()
    assert not (tmp_path / "graph.csv").exists()
    assert page.decisions.edited_taxonomy is not None


def test_the_file_is_chosen_by_the_user(page, tmp_path, sync_runner, monkeypatch) -> None:
    sync_runner.do(page.decisions.change, Remove(("midwife",)))
    asked = []

    def choose(_parent, name: str):
        asked.append(name)
        return tmp_path / name, False

    monkeypatch.setattr(taxonomies_page, "choose_taxonomy_target", choose)
    sync_runner.do(press, page.view.editor.save_button)
    assert asked == ["jobs_changed.csv"]
    assert page.current.taxonomy == str(tmp_path / "jobs_changed.csv")


def test_groups_are_made_of_a_flat_list(page, tmp_path, sync_runner) -> None:
    sync_runner.do(page.decisions.choose, "flat")
    below = page.view.tree.tree.viewport()
    press(below, below.rect().bottomLeft() + QPoint(30, -10))
    assert not page.view.tree.tree.selectionModel().hasSelection()
    sync_runner.do(QTest.keyClick, page.view.tree.tree, Qt.Key.Key_Insert)
    type_name(page, "care")
    sync_runner.do(page.decisions.change, Move((("nurse", "*"), ("midwife", "*")), "care"))
    path = tmp_path / "grouped.csv"
    sync_runner.do(page.decisions.save, path, TaxonomyKind.PARENTS)
    assert lines(page.view.tree.model) == [
        "cook 3/3",
        "waiter 2/2",
        "care 0/5",
        "  nurse 4/4",
        "  midwife 1/1",
    ]
    assert page.current.taxonomy == str(path)
    assert page.problems() == ()


def test_another_choice_drops_the_changes_and_undo_brings_them_back(page, sync_runner) -> None:
    sync_runner.do(page.decisions.change, Rename("health", "care"))
    page.decisions.choose("flat")
    assert page.decisions.edited_taxonomy is None
    page.store.undo()
    assert "care" in edited(page)


def test_the_model_stays_sound_while_it_changes(qtmodeltester, page, sync_runner) -> None:
    for change in (Rename("health", "care"), Merge(("midwife",), "nurse"), Remove(("service",))):
        sync_runner.do(page.decisions.change, change)
        qtmodeltester.check(page.view.tree.model)


def test_a_move_in_a_graph_leaves_the_other_parents() -> None:
    family = taxonomy_of(FAMILY)
    changed = Move((("child", "wife"),), "alone").applied(family)
    assert parents(changed)["child"] == ("husband", "alone")
    found = study({"child": 1}, changed, {}, Job())
    assert found.shape.tops == (0,)
    assert found.below[changed.places()["wife"]] == 0


@pytest.mark.parametrize(
    ("change", "mapping", "cells", "expected"),
    [
        (Rename("a", "b"), {"x": "a"}, ["x"], {"x": "b"}),
        (Rename("a", "b"), {}, ["a"], {"a": "b"}),
        (Rename("a", "b"), {"a": "c"}, ["a"], {}),
        (Merge(("a", "c"), "b"), {"x": "c"}, ["a", "x"], {"x": "b", "a": "b"}),
        (Remove(("a",)), {"x": "a"}, ["a", "x"], {}),
    ],
)
def test_meanings_follow_the_categories(change, mapping, cells, expected) -> None:
    assert mapping_after(change, mapping, cells) == expected
