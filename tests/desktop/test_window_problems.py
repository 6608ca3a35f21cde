"""What is wrong is said in the window's words: it has steps and controls, and no recipe keys."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from core.errors import Problem, Where
from core.log import logged_problem
from core.messages import CATALOGUE, sentence
from core.messages.template import Template
from desktop_app.text import message, problem_text
from desktop_app.text.window_problems import SENTENCES

KEYS = {
    "taxonomy", "mapping", "order", "categories", "domain", "precision", "scale", "role",
    "attributes", "missing", "strata", "weight", "blocks", "lambda", "refine", "moves", "seed",
    "keep_order", "output", "input", "kind", "method", "mask", "shares", "tree", "edge_share",
    "tree_share", "epsilon", "k", "t", "zeros", "dominance", "p", "n", "share", "rule",
}  # fmt: skip
# What the window shows of a problem and no log may have: counts of single columns.
SHOWN_ALONE = {"records-left-out": {"columns"}}
# Of a recipe file itself: what is wrong there is said about its keys in the window, too. The
# window's own controls cannot bring the others about. Edit rules quote words of their language.
OF_FILES = re.compile(
    r"recipe-|cluster-|rule-|json-|audit-|verify-|report-|.*-(meaning|when)$|.*-not-lists$"
)


def placeholders(template: Template) -> set[str]:
    texts = (template.other, template.one or "")
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def test_a_sentence_of_the_window_needs_no_more_than_the_catalogue_has() -> None:
    lacking = {
        code: placeholders(SENTENCES[code])
        - placeholders(CATALOGUE[code])
        - SHOWN_ALONE.get(code, set())
        for code in SENTENCES
    }
    assert not {code: names for code, names in lacking.items() if names}


def test_no_log_counts_the_missing_values_of_a_column() -> None:
    problem = Problem("records-left-out", params={"count": 1381, "columns": ["RENT (1,204)"]})
    assert "RENT (1,204)" in problem_text(problem)
    assert "RENT" not in str(logged_problem(problem))
    assert "1,204" not in str(logged_problem(problem))


def test_no_problem_of_a_plan_tells_the_user_to_change_a_key() -> None:
    shown = {**CATALOGUE, **SENTENCES}
    quoting = {
        code: found
        for code, template in shown.items()
        if not OF_FILES.match(code)
        and (found := set(re.findall(r"“(?:input\.)?([a-z_]+)”", template.other)) & KEYS)
    }
    assert not quoting


def test_what_the_taxonomy_lacks_is_to_be_put_right_under_not_found() -> None:
    params = {"count": 1381, "rows": [4, 5]}
    problem = Problem("taxonomy-lacks", Where("COUNTRY", 4, "taxonomy"), params)
    assert "“Not found”" in problem_text(problem)
    assert problem_text(problem).startswith("Column COUNTRY, row 4: 1,381 cells")
    assert "“mapping”" in sentence(problem)


def test_rows_that_seem_to_form_units_are_asked_about_on_the_step_columns() -> None:
    params = {"count": 2400, "rows": 6000, "largest": 4, "id": "HHNR"}
    said = problem_text(Problem("caution-unit", Where("HHNR"), params))
    assert said.startswith("Column HHNR: Several records seem to belong to one household")
    assert said.endswith("Answer on the step Columns whether they do.")
    assert "recipe" not in said


def test_a_kept_order_of_members_is_changed_where_the_step_release_asks_for_it() -> None:
    params = {"count": 2400, "rows": 6000}
    said = problem_text(Problem("caution-member-order", Where(field="keep_order"), params))
    assert "2,400 of 6,000 records" in said
    assert "Under “Order of the records”, choose to shuffle them" in said


def test_records_left_out_are_kept_where_the_step_method_allows_it() -> None:
    said = problem_text(Problem("records-left-out", params={"count": 2, "columns": ["HOURS (2)"]}))
    assert "“Missing values” on the step Method says whether they can be kept." in said


def test_no_problem_of_the_window_quotes_what_a_recipe_would_have_to_hold() -> None:
    shown = {**CATALOGUE, **SENTENCES}
    assert not {
        code
        for code, template in shown.items()
        # How a caution is confirmed is said by the command line alone.
        if code.startswith("caution-") and code != "caution-how"
        if re.search(r'"[a-z_]+":|in the recipe', template.other)
    }


def test_a_parameter_is_named_as_its_control_is() -> None:
    problem = Problem("parameter-too-small", Where(field="k"), {"parameter": "k", "minimum": 2})
    assert problem_text(problem) == f"“{message('parameter-k')}” must be at least 2."


@pytest.mark.parametrize("code", ["strata-unknown", "unit-unknown", "members-by-dropped"])
def test_a_sentence_that_names_its_column_is_not_preceded_by_it(code: str) -> None:
    said = problem_text(Problem(code, Where("X_1"), {"column": "X_1", "step": 3}))
    assert said.count("X_1") == 1
