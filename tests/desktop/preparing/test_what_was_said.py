"""What was said of columns outlives the steps that recode or drop them, also when saved."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.model import Method, Role, Scale
from core.model.preparing import Band, BandLabel, Drop, Group, Level, Rare, Round
from desktop_app.state import Step, StepState
from desktop_app.store.preparing_steps import PreparingSteps
from tests.desktop.mouse import press
from tests.desktop.preparing.conftest import LEVELS, Desk
from tests.desktop.recipes import declare, write_recipe


@pytest.fixture
def steps(desk) -> PreparingSteps:
    return desk.page.steps


def test_a_scale_that_was_said_of_joined_numbers_goes_with_the_step(desk, steps) -> None:
    desk.traveller.do(steps.add, Rare("AGE", 3, "Other"))
    joined = desk.store.schema.named("AGE")
    assert joined.scale is Scale.NOMINAL
    desk.store.relate(joined)
    desk.traveller.do(steps.remove, 0)
    assert desk.store.schema.named("AGE").scale is Scale.INTEGER


def test_an_order_that_was_lost_comes_back(desk, steps) -> None:
    desk.traveller.do(steps.add, Group("LEVEL", (("odd", ("low", "high")),)))
    assert desk.store.schema.named("LEVEL").order == ()
    desk.traveller.do(steps.remove, 0)
    assert desk.store.schema.named("LEVEL").order == tuple(LEVELS)
    assert not desk.store.plan.errors


def test_answers_on_a_column_stay_while_its_categories_are_joined_and_after(desk, steps) -> None:
    level = desk.store.schema.named("LEVEL")
    answers = {"known": False, "sensitive": True, "place": False}
    desk.store.set_attributes([replace(level, **answers)])
    desk.traveller.do(steps.add, Group("LEVEL", (("odd", ("low", "high")),)))
    joined = desk.store.schema.named("LEVEL")
    assert {name: getattr(joined, name) for name in answers} == answers
    desk.store.set_attributes([replace(joined, place=True)])
    desk.traveller.do(steps.remove, 0)
    assert desk.store.schema.named("LEVEL") == replace(level, **answers | {"place": True})


def test_bands_have_their_order_again_when_their_group_goes(desk, steps) -> None:
    desk.traveller.do(steps.add, Band("AGE", width=10.0))
    order = desk.store.schema.named("AGE").order
    desk.traveller.do(steps.add, Group("AGE", (("ends", (order[0], order[-1])),)))
    assert desk.store.schema.named("AGE").order == ()
    desk.traveller.do(steps.remove, 1)
    assert desk.store.schema.named("AGE").order == order
    desk.traveller.do(steps.set_steps, ())
    assert desk.store.schema.named("AGE").scale is Scale.INTEGER


def test_what_the_user_says_of_a_column_after_its_step_is_gone_stays(desk, steps) -> None:
    desk.traveller.do(steps.add, Band("AGE", width=10.0))
    desk.traveller.do(steps.remove, 0)
    age = desk.store.schema.named("AGE")
    desk.store.set_attributes([replace(age, scale=Scale.CONTINUOUS)])
    desk.traveller.do(steps.add, Round("WAGE", 10.0))
    assert desk.store.schema.named("AGE").scale is Scale.CONTINUOUS


def test_codes_of_a_dropped_column_are_known_after_saving_and_opening(own_desk, tmp_path) -> None:
    desk, steps = own_desk, own_desk.page.steps
    age = desk.store.schema.named("AGE")
    desk.store.set_attributes([replace(age, role=Role.CONFIDENTIAL, not_applicable=("18",))])
    said = desk.store.schema.named("AGE")
    desk.traveller.do(steps.add, Drop("AGE"))
    place = tmp_path / "work.statveil"
    desk.traveller.save(place)
    assert [a["name"] for a in json.loads(place.read_text())["project"]["set_aside"]] == ["AGE"]
    desk.traveller.open_project(place)
    assert "AGE" not in desk.store.dataset.names
    assert not desk.store.modified
    desk.traveller.do(steps.set_steps, ())
    assert desk.store.schema.named("AGE") == said


def test_columns_is_confirmed_again_where_an_unknown_column_comes_back(traveller, recipe) -> None:
    """The recipe leaves BORN out and so does not say what it is."""
    document = json.loads(recipe.read_text(encoding="utf-8"))
    document["prepare"] = [{"do": "drop", "column": "BORN"}]
    document["attributes"] = document["attributes"][1:]
    recipe.write_text(json.dumps(document), encoding="utf-8")
    desk = Desk(traveller, recipe)
    assert desk.store.step_states()[Step.COLUMNS] is StepState.DONE
    desk.press_row(0)
    traveller.do(press, desk.page.panel.remove_button)
    assert "BORN" in desk.store.dataset.names
    assert desk.store.step_states()[Step.COLUMNS] is StepState.TODO
    assert "BORN" in traveller.window.notice.sentence.text()
    # Undone, the column is out again, and all is decided.
    traveller.do(desk.store.undo)
    assert desk.store.step_states()[Step.COLUMNS] is StepState.DONE


def test_a_column_of_which_something_was_said_leaves_columns_confirmed(desk, steps) -> None:
    desk.traveller.do(steps.add, Drop("AGE"))
    desk.traveller.do(steps.set_steps, ())
    assert desk.store.step_states()[Step.COLUMNS] is StepState.DONE


def test_a_project_whose_taxonomy_is_gone_is_opened_without_that_step(traveller, tmp_path) -> None:
    tree = "category,parent\nAll,\nManual,All\nOffice,All\nFarmer,Manual\nClerk,Office\n"
    (tmp_path / "tree.csv").write_text(tree)
    path = write_recipe(
        tmp_path / "jobs.csv",
        {"JOB": declare("quasi nominal", taxonomy="tree.csv"), "AGE": "quasi integer"},
        [f"{job},{i}" for i in range(12) for job in ("Farmer", "Clerk")],
        prepare=[
            {"do": "level", "column": "JOB", "level": 1},
            {"do": "round", "column": "AGE", "to": 4},
        ],
        output={"kind": "csv", "name": "out"},
    )
    (tmp_path / "tree.csv").unlink()
    traveller.open_project(path)
    store = traveller.store
    assert [step.is_off for step in store.draft.prepare] == [True, False]
    assert store.dataset.column("JOB").categories == ("Clerk", "Farmer")
    assert set(store.dataset.column("AGE").values % 4) == {0}
    assert store.dataset.notes[0].code == "prepare-switched-off"
    assert not store.draft.confirmed
    assert store.modified
    assert isinstance(store.draft.prepare[0], Level)


def test_steps_that_another_method_forbids_go_one_by_one(desk, steps) -> None:
    for name in ("REGION", "LEVEL"):
        desk.traveller.do(steps.add, Rare(name, 3, "Other"))
    desk.traveller.do(desk.store.set_method, Method("dp-laplace", {"epsilon": 1.0}))
    assert {p.code for p in desk.store.plan.errors} >= {"prepare-not-private"}
    refused = []
    refusing = steps.refused.connect(refused.append)
    desk.traveller.do(steps.remove, 0)
    assert [step.column for step in desk.store.draft.prepare] == ["LEVEL"]
    desk.traveller.do(steps.switch, 0, is_off=True)
    assert refused == []
    assert desk.store.dataset.column("LEVEL").categories == tuple(sorted({"low", "middle", "high"}))
    assert "prepare-not-private" not in {p.code for p in desk.store.plan.errors}
    # What adds a step that is forbidden is refused as before.
    desk.traveller.do(steps.add, Rare("LEVEL", 3, "Other"))
    assert [p.code for p in refused[0]] == ["prepare-not-private"]
    steps.disconnect(refusing)


def test_a_column_added_under_the_name_of_a_dropped_one_is_not_recoded(desk, steps) -> None:
    from core.model.preparing import Age

    desk.traveller.do(steps.set_steps, (Drop("AGE"), Age("BORN", "ASKED", "AGE")))
    assert [column.name for column in desk.store.dataset.originals] == []
    assert [column.name for column in desk.store.dataset.prepared.columns] == []


def test_bands_as_numbers_say_so(desk, steps) -> None:
    for label, said in ((BandLabel.MIDDLE, "middles of bands"), (BandLabel.LOWER, "lower ends")):
        desk.traveller.do(steps.set_steps, (Band("AGE", width=10.0, label=label),))
        assert said in desk.lines[0]
