"""Columns that are empty, or hold a code, exactly where another column has certain values."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inspect.structure import SkippedQuestion, find_skipped_questions
from core.inspect.structure.skip_conditions import SkipCondition
from core.io import probe
from core.messages import text
from core.model import ReadOptions
from resources import FOLDER
from tests.core.io.files import csv, read_file
from tests.core.tables import Cell, dataset
from tests.lanes import examples

Table = dict[str, list[Cell]]


def holds(condition: SkipCondition, cell: Cell) -> bool:
    """Evaluate a condition on one cell, from the definition of its parts."""
    if cell is None:
        return condition.or_missing
    named = (str(cell) if isinstance(cell, str) else f"{cell:.15g}") in condition.categories
    if condition.categories and named != condition.negated:
        return True
    if not isinstance(cell, int | float):
        return False
    below = condition.below is not None and cell < condition.below
    return below or (condition.above is not None and cell > condition.above)


def check(table: Table, question: SkippedQuestion) -> None:
    """Count the finding again, record by record."""
    code = question.code
    skipped = [
        cell in (None, "") if code == "" else cell is not None and f"{cell}" == code
        for cell in table[question.column]
    ]
    condition = [holds(question.condition, cell) for cell in table[question.condition.column]]
    assert all(skip for skip, held in zip(skipped, condition, strict=True) if held)
    exceptions = sum(s and not held for s, held in zip(skipped, condition, strict=True))
    assert question.exceptions == exceptions
    assert (question.skipped, question.explained) == (sum(skipped), sum(condition))
    assert question.asked == len(skipped) - sum(condition)
    if exceptions:
        assert code == ""
        assert exceptions <= 0.05 * question.asked
        assert sum(condition) >= 0.75 * sum(skipped)


def survey(count: int = 600, seed: int = 7) -> Table:
    chance = random.Random(seed)
    table: Table = {"ID": [], "AGE": [], "ACTIVITY": [], "INCOME": [], "SEX": []}
    for number in range(count):
        age = chance.randint(0, 90)
        work = "child" if age < 15 else chance.choice(["employed", "retired", "home", "seeking"])
        row = (number, age, work, round(chance.lognormvariate(7, 1), 2), chance.choice("fm"))
        for name, cell in zip(table, row, strict=True):
            table[name].append(cell)
    return table


def found(table: Table) -> dict[str, SkippedQuestion]:
    questions = find_skipped_questions(dataset(table))
    for question in questions:
        check(table, question)
        assert text(question.reason, question.reason_params).startswith("The question was probably")
    return {question.column: question for question in questions}


def hours_of_adults() -> Table:
    """Make a survey in which hours are empty below the age of 15."""
    table = survey()
    del table["ACTIVITY"]
    return {**table, "HOURS": [None if age < 15 else 38 for age in table["AGE"]]}


def test_hours_are_empty_where_age_is_below_15() -> None:
    table = hours_of_adults()
    question = found(table)["HOURS"]
    assert question.condition.expression == "AGE < 15"
    assert (question.code, question.reason, question.exceptions) == ("", "skipped-empty", 0)


def test_a_grade_is_asked_between_two_bounds() -> None:
    table = survey()
    table["GRADE"] = [age - 5 if 6 <= age <= 17 else None for age in table["AGE"]]
    assert found(table)["GRADE"].condition.expression == "AGE < 6 or AGE > 17"


def test_one_category_is_named_whichever_side_it_is_on() -> None:
    table = survey()
    table["HOURS"] = [38 if work == "employed" else None for work in table["ACTIVITY"]]
    table["PENSION"] = [None if work == "retired" else 9 for work in table["ACTIVITY"]]
    table["OTHER"] = [9 if work in ("home", "seeking") else None for work in table["ACTIVITY"]]
    questions = found(table)
    assert questions["HOURS"].condition.expression == "ACTIVITY != 'employed'"
    assert questions["PENSION"].condition.expression == "ACTIVITY = 'retired'"
    assert questions["OTHER"].condition.expression == (
        "ACTIVITY != 'home' and ACTIVITY != 'seeking'"
    )
    table["OTHER"] = [None if work in ("home", "child") else 9 for work in table["ACTIVITY"]]
    assert found(table)["OTHER"].condition.expression == "ACTIVITY in ('child', 'home')"


def test_conditions_chain() -> None:
    """Who was not asked for work was not asked for hours either."""
    table = survey()
    del table["AGE"]
    table["WORK"] = [
        None if work == "child" else 1 if work == "employed" else 2 for work in table["ACTIVITY"]
    ]
    table["HOURS"] = [38 if work == 1 else None for work in table["WORK"]]
    del table["ACTIVITY"]
    question = found(table)["HOURS"]
    assert question.condition.expression == "WORK = 2 or WORK is missing"


def test_empty_together_is_no_reason() -> None:
    chance = random.Random(1)
    refused = [chance.random() < 0.3 for _ in range(400)]
    table: Table = {
        "A": [None if no else chance.randint(0, 99) for no in refused],
        "B": [None if no else chance.choice("xyz") for no in refused],
    }
    assert found(table) == {}


@pytest.mark.parametrize(
    "code",
    [-8, -1, -88, 98, 998, "-8", "n/a", "N/A", "Nicht zutreffend", "sans objet", "no aplica"],
)
def test_a_code_counts_like_an_empty_cell(code: int | str) -> None:
    table = survey()
    answers = range(20, 50) if isinstance(code, int) else "abc"
    table["HOURS"] = [code if age < 15 else answers[age % len(answers)] for age in table["AGE"]]
    del table["ACTIVITY"]
    question = found(table)["HOURS"]
    assert (question.code, question.reason) == (str(code), "skipped-code")
    assert question.condition.expression == "AGE < 15"


def test_answers_that_resemble_codes_do_not_count() -> None:
    table = survey()
    table["SCORE"] = [9 if age < 15 else int(age) % 9 for age in table["AGE"]]
    table["JOB"] = ["pupil" if age < 15 else "abc"[int(age) % 3] for age in table["AGE"]]
    assert found(table) == {}


def test_one_answer_where_none_is_due_breaks_the_rule() -> None:
    table = hours_of_adults()
    young = next(row for row, age in enumerate(table["AGE"]) if age == 0)
    table["HOURS"][young] = 5
    assert found(table) == {}


def test_a_few_refusals_are_counted_and_many_are_not_a_rule() -> None:
    table = hours_of_adults()
    adults = [row for row, age in enumerate(table["AGE"]) if int(age) >= 15]
    for row in adults[::40]:
        table["HOURS"][row] = None
    question = found(table)["HOURS"]
    assert question.condition.expression == "AGE < 15"
    assert (question.reason, question.exceptions) == ("skipped-empty-refused", len(adults[::40]))
    for row in adults[::12]:
        table["HOURS"][row] = None
    assert found(table) == {}


def test_refusals_with_a_code_of_their_own_leave_the_rule_exact(tmp_path: Path) -> None:
    lines = ["AGE,HOURS"]
    for row in range(400):
        age = row % 80
        lines.append(f"{age},{'-8' if age < 15 else '-9' if row % 50 == 37 else 40}")
    path = csv(tmp_path, "\n".join(lines) + "\n")
    (question,) = find_skipped_questions(read_file(path, ReadOptions(missing=("-8", "-9"))))
    assert (question.code, question.exceptions) == ("-8", 0)
    assert question.condition.expression == "AGE < 15"


def test_a_bound_is_round_where_the_data_permit() -> None:
    """The smallest income that was asked is the value of one record and is not named."""
    chance = random.Random(3)
    table: Table = {"INCOME": [round(chance.uniform(100, 90_000), 2) for _ in range(500)]}
    table["TAX"] = [None if income < 11_604.37 else 1 for income in table["INCOME"]]
    asked = min(income for income in table["INCOME"] if income >= 11_604.37)
    bound = found(table)["TAX"].condition.below
    assert bound is not None
    assert bound != asked
    assert bound == round(bound, -1)


def test_the_simplest_column_explains_and_the_first_of_equals() -> None:
    table = survey()
    table["ADULT"] = ["no" if age < 15 else "yes" for age in table["AGE"]]
    table["ADULT2"] = list(table["ADULT"])
    table["HOURS"] = [None if age < 15 else 38 for age in table["AGE"]]
    # One category of two is simpler than one of five, or than a bound on many values.
    assert found(table)["HOURS"].condition.expression == "ADULT = 'no'"


def test_a_finding_prints_no_value_of_the_file() -> None:
    table = survey()
    table["PENSION"] = [None if work == "retired" else 9 for work in table["ACTIVITY"]]
    question = found(table)["PENSION"]
    assert "retired" not in repr(question)
    assert "retired" not in text(question.reason, question.reason_params)


def test_empty_cells_of_text_are_found_where_they_are_not_declared_as_missing() -> None:
    ages = [n % 40 for n in range(200)]
    table: Table = {"AGE": [*ages], "JOB": ["" if a < 15 else "ab"[a % 2] for a in ages]}
    question = found(table)["JOB"]
    assert question.code == ""
    assert question.condition.expression == "AGE < 15"
    assert question.skipped == question.explained == sum(a < 15 for a in ages)


def test_columns_without_questions() -> None:
    empty: Table = {"A": [None] * 50, "B": [*range(50)]}
    assert found(empty) == {}
    assert find_skipped_questions(dataset({"A": []})) == ()


def test_the_household_sample_has_no_question_that_does_not_apply() -> None:
    path = FOLDER / "samples" / "household_survey.csv"
    options = replace(probe(path).options, missing=("", "n/a", "refused", "-9"))
    assert find_skipped_questions(read_file(path, options)) == ()


cells = st.one_of(st.none(), st.integers(0, 12))


@examples(30)
@given(
    ages=st.lists(st.integers(0, 12), min_size=40, max_size=90),
    noise=st.data(),
    low=st.integers(0, 6),
    high=st.integers(6, 13),
)
def test_every_finding_is_exact(ages: list[int], noise: st.DataObject, low: int, high: int) -> None:
    """Whatever the table: where the condition holds every cell is skipped (`check`)."""
    count = len(ages)
    table: Table = {
        "AGE": [None if age == 7 else age for age in ages],
        "GROUP": [None if age == 3 else "abcd"[age % 4] for age in ages],
        "NOISE": noise.draw(st.lists(cells, min_size=count, max_size=count)),
        "ASKED": [None if age < low or age > high else age for age in ages],
        "CODED": [-8 if age % 4 == 1 else age for age in ages],
    }
    questions = found(table)
    # What was planted is found, if it is in enough cells and the age is known.
    skipped = sum(age % 4 == 1 for age in ages)
    if 10 <= skipped <= count - 10:
        assert questions["CODED"].condition.expression == "GROUP = 'b'"
        assert questions["CODED"].exceptions == 0
