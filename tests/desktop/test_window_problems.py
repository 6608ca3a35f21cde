"""What is wrong is said in the window's words: it has steps and controls, and no recipe keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from core.checklist.row_registry import ROWS
from core.errors import Problem, Where
from core.log import log_problem
from core.messages import CATALOGUE, current_language, sentence
from core.messages.render import places_in
from desktop_app.text import message, problem_text
from desktop_app.text.places import place_in_window

KEYS = {
    "taxonomy", "mapping", "order", "categories", "domain", "precision", "scale", "role",
    "attributes", "missing", "strata", "weight", "blocks", "lambda", "refine", "moves", "seed",
    "keep_order", "output", "input", "kind", "method", "mask", "shares", "tree", "edge_share",
    "tree_share", "epsilon", "k", "t", "zeros", "dominance", "p", "n", "share", "rule",
}  # fmt: skip
# Of a recipe file itself: what is wrong there is said about its keys in the window, too. The
# window's own controls cannot bring the others about. Edit rules quote words of their language.
OF_FILES = re.compile(
    r"place-|recipe-|cluster-|rule-|json-|audit-|verify-|report-|.*-(meaning|when)$|.*-not-lists$"
)


def shown() -> Iterator[tuple[str, str]]:
    """Yield each text of the catalogue as the window shows it, its other placeholders empty."""
    for code, template in CATALOGUE.items():
        for form in (template.other, template.one or ""):
            yield code, re.sub(r"{@(\w+)}", lambda place: place_in_window(place[1]), form)


def test_every_place_has_a_name_in_recipes_and_in_the_window_and_is_named_somewhere() -> None:
    named = {
        place
        for template in CATALOGUE.values()
        for place in places_in(f"{template.other} {template.one or ''}")
    }
    places = {code.removeprefix("place-") for code in CATALOGUE if code.startswith("place-")}
    assert named == places
    assert all(place_in_window(place) != current_language().place(place) for place in named)


def test_no_log_counts_the_missing_values_of_a_column() -> None:
    problem = Problem("records-left-out", params={"count": 1381, "columns": ["RENT (1,204)"]})
    assert "RENT (1,204)" in problem_text(problem)
    assert "RENT" not in str(log_problem(problem))
    assert "1,204" not in str(log_problem(problem))


def test_no_problem_of_a_plan_tells_the_user_to_change_a_key() -> None:
    quoting = {
        code: keys
        for code, said in shown()
        if not OF_FILES.match(code)
        and (keys := set(re.findall(r"“(?:input\.)?([a-z_]+)”", said)) & KEYS)
    }
    assert not quoting


def test_what_the_taxonomy_lacks_is_to_be_put_right_under_not_found() -> None:
    params = {"count": 1381, "rows": [4, 5]}
    problem = Problem("taxonomy-lacks", Where("COUNTRY", 4, "taxonomy"), params)
    assert "“Not found”" in problem_text(problem)
    assert problem_text(problem).startswith("Column COUNTRY, row 4: 1,381 cells")
    assert "“mapping”" in sentence(problem)


def test_rows_that_seem_to_form_units_are_asked_about_on_the_step_columns() -> None:
    params = {"columns": ["HHNR"], "count": 2, "all": 9, "records": 10, "rows": 60, "k": 5}
    said = problem_text(Problem("unit-undeclared", Where(field="unit"), params))
    assert said.startswith("Several records have the same HHNR.")
    assert "the records of 2 of 9 groups (10 of 60 records)" in said
    assert said.endswith("a unit of its own (the question on the step Columns).")
    assert "recipe" not in said


def test_a_kept_order_of_members_is_changed_where_the_step_release_asks_for_it() -> None:
    params = {"count": 2400, "rows": 6000}
    said = problem_text(Problem("member-order", Where(field="keep_order"), params))
    assert "2,400 of 6,000 records" in said
    assert "Shuffle the records (“Order of the records” on the step Release)" in said


def test_records_left_out_are_kept_where_the_step_method_allows_it() -> None:
    said = problem_text(Problem("records-left-out", params={"count": 2, "columns": ["HOURS (2)"]}))
    assert said.endswith("The method may keep them (“Missing values” on the step Method).")


def test_no_problem_of_the_window_quotes_what_a_recipe_would_have_to_hold() -> None:
    assert not {
        code
        for code, said in shown()
        if code in ROWS
        if re.search(r'"[a-z_]+":|in the recipe', said)
    }


def test_a_parameter_is_named_as_its_control_is() -> None:
    problem = Problem("parameter-too-small", Where(field="k"), {"parameter": "k", "minimum": 2})
    assert problem_text(problem) == f"“{message('parameter-k')}” must be at least 2."


@pytest.mark.parametrize("code", ["strata-unknown", "unit-unknown", "members-by-dropped"])
def test_a_sentence_that_names_its_column_is_not_preceded_by_it(code: str) -> None:
    said = problem_text(Problem(code, Where("X_1"), {"column": "X_1", "step": 3}))
    assert said.count("X_1") == 1


def test_an_order_is_asked_for_where_the_step_columns_has_it() -> None:
    """The step Taxonomies cannot be entered before the order is known."""
    asked = problem_text(Problem("ordinal-needs-order", Where("SCHOOL")))
    assert "“Order, lowest first” on the step Columns" in asked
    assert "Taxonomies" not in asked
