"""The project store: one truth, undo, and answers that are never silently out of date."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from core.errors import Problem, Severity, Where
from core.model import (
    Attribute,
    Clusters,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Recipe,
    Release,
    Result,
    Role,
    Scale,
    Scenario,
    Schema,
    Target,
    Verification,
)
from desktop_app.state import Step, StepState
from desktop_app.state.origin import Origin
from desktop_app.store import ProjectStore
from tests.desktop.conftest import plan_for


@pytest.fixture
def opened(store, sync_runner, source, survey, profiles) -> ProjectStore:
    sync_runner.do(store.open_dataset, source, survey, profiles)
    return store


def result_of(plan) -> Result:
    none = np.zeros(0, dtype=np.int64)
    return Result(plan, (), Clusters(none, none, {}), 5, {}, (), ())


def release() -> Release:
    verification = Verification(4, 5, True, 5, {})
    return Release("/somewhere", "a.csv", "a.audit.json", "a.report.html", (), verification)


def run(store: ProjectStore) -> None:
    begun = store.begin_run()
    store.set_result(result_of(begun[0]))


def role_of(store: ProjectStore, name: str) -> Role:
    return store.schema.named(name).role


def states(store: ProjectStore) -> str:
    letters = {
        StepState.LOCKED: "-",
        StepState.TODO: "o",
        StepState.DONE: "x",
        StepState.ATTENTION: "!",
        StepState.OUT_OF_DATE: "?",
    }
    return "".join(letters[store.step_states()[step]] for step in Step)


def test_an_opened_file_begins_with_what_its_columns_suggest(opened) -> None:
    assert [a.role for a in opened.schema.attributes] == [
        Role.IDENTIFIER, Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL, Role.OTHER,
        Role.QUASI_IDENTIFIER,
    ]  # fmt: skip
    assert opened.draft.target == Target(FileKind.CSV, "survey_protected")
    assert opened.undoable is None


def test_a_change_is_undone_and_redone(opened) -> None:
    opened.set_attributes([Attribute("SCHOOL", Role.CONFIDENTIAL, Scale.NOMINAL)])
    opened.set_missing(MissingPolicy.USE_OBSERVED)
    opened.undo()
    assert opened.draft.missing is None
    assert role_of(opened, "SCHOOL") is Role.CONFIDENTIAL
    opened.undo()
    assert role_of(opened, "SCHOOL") is Role.OTHER
    assert opened.undoable is None
    opened.redo()
    opened.redo()
    assert opened.draft.missing is MissingPolicy.USE_OBSERVED
    assert opened.redoable is None


def test_settings_are_checked_when_a_change_is_taken_back_at_once(opened, sync_runner) -> None:
    opened.set_method(Method("mdav", {"k": 6}))
    sync_runner.do(opened.undo)
    assert opened.plan_is_current
    assert opened.plan.parameters["k"] == 5


def test_turning_a_wheel_is_one_undo_step(opened) -> None:
    for k in range(6, 30):
        opened.set_method(Method("mdav", {"k": k}), key="k")
    opened.undo()
    assert opened.draft.method == Method("mdav", {"k": 5})


def test_a_change_after_undo_forgets_what_could_be_redone(opened) -> None:
    opened.set_missing(MissingPolicy.USE_OBSERVED)
    opened.undo()
    opened.set_keep_order(True)
    assert opened.redoable is None


def test_opening_another_file_leaves_nothing_to_undo(opened, source, survey, profiles) -> None:
    opened.set_keep_order(True)
    opened.open_dataset(source, survey, profiles)
    assert opened.undoable is None
    assert not opened.draft.keep_order


def test_the_plan_follows_each_change(opened, sync_runner) -> None:
    opened.set_method(Method("mdav", {"k": 9}))
    assert not opened.plan_is_current
    assert opened.begin_run() is None
    sync_runner.finish()
    assert opened.plan_is_current
    assert opened.plan.parameters == {"k": 9}


def test_an_answer_that_comes_too_late_is_dropped(opened, sync_runner) -> None:
    opened.set_method(Method("mdav", {"k": 9}))
    sync_runner.do(opened.set_method, Method("mdav", {"k": 12}), key="other")
    assert opened.plan.parameters == {"k": 12}


def test_a_run_is_out_of_date_after_a_change_and_current_again_after_undo(
    opened, sync_runner
) -> None:
    run(opened)
    assert opened.result_is_current
    sync_runner.do(opened.set_method, Method("mdav", {"k": 9}))
    assert opened.step_states()[Step.RESULTS] is StepState.OUT_OF_DATE
    assert opened.step_states()[Step.RELEASE] is StepState.OUT_OF_DATE
    sync_runner.do(opened.undo)
    assert opened.step_states()[Step.RESULTS] is StepState.DONE


def test_whatever_a_recipe_holds_makes_a_result_out_of_date(opened) -> None:
    draft = opened.draft
    needs_no_run = {"target", "keep_order", "answers", "accepted_loss"}
    # A scenario without a k is only assessed.
    of_their_kind = {
        "method": Method("mdav", {"k": 9}),
        "scenarios": (Scenario("neighbour", ("AGE",), 9),),
    }
    for name in {field.name for field in fields(Recipe)} - needs_no_run:
        other = replace(draft, **{name: of_their_kind.get(name, ("something else",))})
        assert not draft.runs_like(other), name


def test_settings_changed_during_a_run_make_its_result_out_of_date(opened, sync_runner) -> None:
    plan, _ = opened.begin_run()
    sync_runner.do(opened.set_method, Method("mdav", {"k": 9}))
    opened.set_result(result_of(plan))
    assert not opened.result_is_current


def test_a_file_name_needs_no_new_run_but_reaches_the_release(opened, sync_runner) -> None:
    run(opened)
    sync_runner.do(opened.set_target, Target(FileKind.XLSX, "other"))
    assert opened.result_is_current
    assert opened.result.plan.project.recipe.target == Target(FileKind.XLSX, "other")


def test_a_release_goes_out_of_date_with_the_settings(opened, sync_runner) -> None:
    run(opened)
    opened.set_release(release())
    assert opened.step_states()[Step.RELEASE] is StepState.DONE
    sync_runner.do(opened.set_keep_order, True)
    assert opened.step_states()[Step.RELEASE] is StepState.OUT_OF_DATE


def test_the_marks_lead_through_the_steps(store, sync_runner, source, survey, profiles) -> None:
    assert states(store) == "o-------"
    sync_runner.do(store.open_dataset, source, survey, profiles)
    assert states(store) == "xo------"
    store.confirm(Step.COLUMNS)
    assert states(store) == "xxxoo---"
    store.confirm(Step.PREPARE)
    store.confirm(Step.METHOD)
    assert states(store) == "xxxxxo--"
    run(store)
    assert states(store) == "xxxxxxxo"
    store.set_release(release())
    assert states(store) == "xxxxxxxx"
    store.set_method(Method("mdav", {"k": 8}))
    assert states(store) == "xxxxx???"


def test_a_nominal_quasi_identifier_leaves_taxonomies_to_do(opened) -> None:
    opened.confirm(Step.COLUMNS)
    opened.set_attributes([Attribute("SCHOOL", Role.QUASI_IDENTIFIER, Scale.NOMINAL)])
    assert opened.step_states()[Step.TAXONOMIES] is StepState.TODO


def test_a_nominal_stratum_needs_no_taxonomy(opened) -> None:
    opened.set_attributes([Attribute("SCHOOL", Role.QUASI_IDENTIFIER, Scale.NOMINAL)])
    opened.set_strata(["SCHOOL"])
    opened.confirm(Step.COLUMNS)
    assert opened.step_states()[Step.TAXONOMIES] is StepState.DONE


def test_a_run_waits_until_every_relation_is_decided(opened, sync_runner) -> None:
    school = Attribute("SCHOOL", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    opened.set_attributes([school])
    opened.confirm(Step.COLUMNS)
    sync_runner.do(opened.confirm, Step.METHOD)
    assert [a.name for a in opened.undecided] == ["SCHOOL"]
    assert opened.step_states()[Step.RUN] is StepState.LOCKED
    assert opened.begin_run() is None
    sync_runner.do(opened.relate, school)
    # Nothing is left to decide, so nothing is left to press either.
    assert opened.step_states()[Step.TAXONOMIES] is StepState.DONE
    assert opened.begin_run() is not None
    opened.undo()
    assert [a.name for a in opened.undecided] == ["SCHOOL"]


def test_what_a_recipe_says_of_categories_is_decided(store, source, survey, profiles) -> None:
    school = Attribute("SCHOOL", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    recipe = Recipe(Method("mdav", {"k": 5}), Target(FileKind.CSV, "out"))
    store.open_dataset(source, survey, profiles, Project(source, Schema((school,)), recipe))
    assert store.schema.named("SCHOOL") == school
    assert store.undecided == ()


def test_a_project_saved_before_the_relations_were_decided_asks_for_them(
    store, source, survey, profiles
) -> None:
    school = Attribute("SCHOOL", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    recipe = Recipe(Method("mdav", {"k": 5}), Target(FileKind.CSV, "out"))
    project = Project(source, Schema((school,)), recipe)
    store.open_dataset(source, survey, profiles, project, Origin(None, frozenset({Step.COLUMNS})))
    assert store.undecided == (school,)


def test_strata_and_weight_are_decisions_that_can_be_undone(opened, sync_runner) -> None:
    run(opened)
    opened.set_strata(["SCHOOL"])
    assert not opened.result_is_current
    opened.set_weight("AGE")
    assert (opened.recipe.strata, opened.recipe.weight) == (("SCHOOL",), "AGE")
    opened.undo()
    assert (opened.recipe.strata, opened.recipe.weight) == (("SCHOOL",), None)
    sync_runner.do(opened.undo)
    assert opened.recipe.strata == ()
    assert opened.result_is_current


def test_a_recipe_brings_its_strata_its_weight_and_its_fraction(
    store, source, survey, profiles
) -> None:
    recipe = Recipe(
        Method("mdav", {"k": 5}),
        Target(FileKind.CSV, "out"),
        strata=("SCHOOL",),
        weight="AGE",
        fraction=0.05,
        insecure_test_seed=3,
    )
    store.open_dataset(source, survey, profiles, Project(source, Schema(()), recipe))
    assert store.recipe == recipe


def test_an_error_shows_on_its_step_and_forbids_the_run(
    sync_runner, source, survey, profiles
) -> None:
    wrong = Problem("k-too-small", Where(field="method.k"), {}, Severity.ERROR)

    def resolve(recipe, schema, _, source):
        return plan_for(Project(source, schema, recipe), 4, (wrong,))

    store = ProjectStore(sync_runner, resolve=resolve)
    sync_runner.do(store.open_dataset, source, survey, profiles)
    store.confirm(Step.COLUMNS)
    assert store.step_states()[Step.METHOD] is StepState.ATTENTION
    assert store.problems_of(Step.METHOD) == (wrong,)
    assert store.problems_of(Step.COLUMNS) == ()
    assert store.begin_run() is None


def test_a_recipe_counts_as_confirmed_where_it_fits_the_file(
    store, sync_runner, source, survey, profiles
) -> None:
    store.open_dataset(source, survey, profiles)
    project = Project(
        source, store.schema, Recipe(Method("mdav", {"k": 3}), Target(FileKind.CSV, "x"))
    )
    sync_runner.do(store.open_dataset, source, survey, profiles, project)
    assert states(store) == "xxxxxo--"
    assert store.draft.method == Method("mdav", {"k": 3})


def test_a_recipe_of_other_columns_must_be_confirmed_anew(
    store, sync_runner, source, survey, profiles
) -> None:
    schema = Schema(
        (Attribute("AGE", Role.CONFIDENTIAL, Scale.INTEGER), Attribute("GONE", Role.OTHER))
    )
    recipe = Recipe(Method("mdav", {"k": 3}), Target(FileKind.CSV, "x"))
    sync_runner.do(store.open_dataset, source, survey, profiles, Project(source, schema, recipe))
    assert tuple(a.name for a in store.schema.attributes) == survey.names
    assert role_of(store, "AGE") is Role.CONFIDENTIAL
    assert store.step_states()[Step.COLUMNS] is StepState.TODO


def test_a_defect_in_resolving_is_told(sync_runner, source, survey, profiles) -> None:
    def resolve(*_):
        raise RuntimeError

    store = ProjectStore(sync_runner, resolve=resolve)
    sync_runner.do(store.open_dataset, source, survey, profiles)
    assert isinstance(store.failure, RuntimeError)
    assert store.begin_run() is None


def test_nothing_changes_when_nothing_is_changed(opened) -> None:
    heard = []
    opened.changed.connect(lambda: heard.append(1))
    opened.set_method(replace(opened.draft.method))
    assert heard == []
    assert opened.undoable is None
