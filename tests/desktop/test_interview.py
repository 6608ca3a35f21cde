"""The questions and the scales a column can have: no window needed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import Attribute, ColumnKind, Role, Scale
from desktop_app.state.choices import first_order, possible_scales, with_role, with_scale
from desktop_app.state.interview import Interview, Question
from tests.desktop.conftest import column


@pytest.mark.parametrize(
    ("answers", "role"),
    [
        ((True,), Role.IDENTIFIER),
        ((False, True), Role.QUASI_IDENTIFIER),
        ((False, False, True), Role.CONFIDENTIAL),
        ((False, False, False), Role.OTHER),
    ],
)
def test_the_answers_lead_to_a_role(answers: tuple[bool, ...], role: Role) -> None:
    interview = Interview(("A",))
    for answer in answers:
        assert interview.roles == {}
        interview = interview.answer(answer)
    assert interview.roles == {"A": role}
    assert interview.column is None


def test_the_questions_come_in_order_and_go_on_to_the_next_column() -> None:
    interview = Interview(("A", "B"))
    asked = []
    for answer in (False, False, False, True):
        asked.append((interview.column, interview.question))
        interview = interview.answer(answer)
    assert asked == [
        (0, Question.FINDS_ALONE),
        (0, Question.KNOWN_OUTSIDE),
        (0, Question.DOES_HARM),
        (1, Question.FINDS_ALONE),
    ]


def test_a_column_that_is_kept_gets_no_role_and_the_next_one_is_asked_about() -> None:
    interview = Interview(("A", "B", "C")).keep()
    assert (interview.column, interview.question) == (1, Question.FINDS_ALONE)
    interview = interview.answer(False).keep().answer(True)
    assert interview.roles == {"C": Role.IDENTIFIER}
    assert interview.column is None
    assert [interview.back().latest, interview.latest] == ["B", "C"]


@given(st.lists(st.sampled_from([True, False, None]), max_size=12))
def test_going_back_takes_each_answer_back_in_turn(answers: list[bool | None]) -> None:
    states = [Interview(("A", "B", "C"))]
    for answer in answers:
        if states[-1].column is not None:
            states.append(states[-1].answer(answer))
    for earlier, later in zip(states[-2::-1], states[:0:-1], strict=True):
        assert later.back() == earlier
    assert states[0].back() == states[0]


def test_impossible_scales_are_not_offered(profiles) -> None:
    offered = {p.name: possible_scales(p) for p in profiles}
    assert not set(offered["SCHOOL"]) & {Scale.CONTINUOUS, Scale.INTEGER, Scale.DATE}
    assert offered["BORN"] == (Scale.DATE, Scale.ORDINAL)
    assert offered["INCOME"] == (Scale.CONTINUOUS,)
    assert {Scale.INTEGER, Scale.CONTINUOUS, Scale.ORDINAL} <= set(offered["AGE"])


def test_a_role_brings_its_scale_and_takes_it_away(profiles) -> None:
    school = profiles[3]
    masked = with_role(Attribute("SCHOOL", Role.OTHER), Role.QUASI_IDENTIFIER, school)
    assert masked.scale is Scale.NOMINAL
    assert with_role(masked, Role.IDENTIFIER, school) == Attribute("SCHOOL", Role.IDENTIFIER)


def test_an_ordinal_column_of_numbers_begins_in_the_order_of_size() -> None:
    marks = column("MARK", ColumnKind.INTEGER, [10, 9, 2, 10, 0], missing=(4,))
    assert first_order(marks) == ("2", "9", "10")
    ordinal = with_scale(Attribute("MARK", Role.CONFIDENTIAL, Scale.INTEGER), Scale.ORDINAL, marks)
    assert ordinal.order == ("2", "9", "10")
    born = column("BORN", ColumnKind.DATE, [31, 0, 31, 59, 0], missing=(4,))
    period = with_scale(Attribute("BORN", Role.CONFIDENTIAL, Scale.DATE), Scale.ORDINAL, born)
    assert period.order == ("1970-01-01", "1970-02-01", "1970-03-01")
    assert with_scale(ordinal, Scale.INTEGER, marks).order == ()
