"""Rules are read as they are written, and each mistake is pointed at."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import Refused
from core.messages import sentence
from core.rules import Membership, Operator, Relation, check_rule, columns_of, parse_rule, rule_text
from core.rules.rule import AllOf, AnyOf, Implication, Term
from core.rules.rule_parser import LONGEST_RULE
from tests.core.rules.any_rule import rules
from tests.core.tables import column
from tests.lanes import examples


def names():
    """Names that need no quotes, keywords, and names that no rule could hold plainly."""
    return st.sampled_from(["A", "IF", "Not", "a.b", "ſ", "İf"]) | st.text(max_size=5)


@examples(10, 250)
@given(rules(names(), names()))
@example(Membership("A", ("it's",)))
@example(Relation((Term(Fraction(-1), 'a"b'),), Operator.LESS, (Term(Fraction(-1, 3)),)))
def test_a_rule_is_read_back_as_it_was_written(rule) -> None:
    assert parse_rule(rule_text(rule)) == rule


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("TURNOVER==DOMESTIC+EXPORTS", "TURNOVER = DOMESTIC + EXPORTS"),
        ("IF AGE<15 THEN HOURS IS NOT APPLICABLE", "if AGE < 15 then HOURS is not applicable"),
        ("2 * (A + B - 3) ≤ 1e1", "2 * A + 2 * B - 6 <= 10"),
        ("A * 3 / 4 = -(B - 1)", "0.75 * A = -B + 1"),
        ("A != 'it''s'", "A != 'it''s'"),
        ("`net income` >= 0", '"net income" >= 0'),
        ("A not in ('x', 'y')", "A not in ('x', 'y')"),
        ("(A = 1 or A = 2) and (B) = 3", "(A = 1 or A = 2) and B = 3"),
        ("BIRTH <= 2020-01-31", "BIRTH <= 2020-01-31"),
        ("A = 2020 -01-31", "A = 2020 - 1 - 31"),
    ],
)
def test_a_rule_has_one_way_to_be_written(text: str, same: str) -> None:
    assert rule_text(parse_rule(text)) == same


def test_and_binds_closer_than_or() -> None:
    rule = parse_rule("if A = 1 and B = 2 or C = 3 then D = 4")
    assert isinstance(rule, Implication)
    assert isinstance(rule.condition, AnyOf)
    assert isinstance(rule.condition.parts[0], AllOf)
    assert columns_of(rule) == ("A", "B", "C", "D")


MISTAKES = [
    ("", 1, "a column or a number"),
    ("A", 2, "a comparison"),
    ("A = ", 4, "a column, a number or a text"),
    ("A + = 3", 5, "a column or a number"),
    ("if A = 1", 9, "“then”"),
    ("if A = 1 then", 14, "a column or a number"),
    ("A = 1 B", 7, "“and”"),
    ("0 <= A <= 3", 8, "should end"),
    ("A in 3", 6, "a list in parentheses"),
    ("A in (1", 8, "a comma or the closing parenthesis"),
    ("A in (1, 'a')", 10, "numbers or texts"),
    ("A in (-2020-01-01)", 8, "minus"),
    ("A is", 5, "“missing” or “applicable”"),
    ("A not", 6, "“in”"),
    ("(A = 1", 7, "closing parenthesis"),
    ("missing = 3", 1, "double quotes"),
    ("net income = 3", 5, "double quotes"),
    ("A ? 3", 3, "no meaning"),
    ("A = 'x", 5, "never closed"),
    ("A < 'x'", 3, "no order"),
    ("2 * A = 'x'", 7, "single column"),
    ("A + B is missing", 10, "single column"),
    ("A * B = 3", 3, "multiplied by numbers"),
    ("A * (B + 1) = 3", 3, "multiplied by numbers"),
    ("A / B = 3", 3, "only a number can divide"),
    ("A / (1 - 1) = 3", 3, "divides by zero"),
    ("A = 2020-13-45", 5, "no such day"),
    ("- " * 990 + "A =", 1984, "a column, a number or a text"),
    ("(" * 1999, 2000, "a column or a number"),
]


@pytest.mark.parametrize(("text", "character", "words"), MISTAKES)
def test_a_mistake_is_pointed_at(text: str, character: int, words: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_rule(text)
    (problem,) = refused.value.problems
    assert (problem.params["line"], problem.params["character"]) == (1, character)
    assert words in sentence(problem)


def test_a_mistake_in_a_later_line_is_pointed_at_there() -> None:
    with pytest.raises(Refused) as refused:
        parse_rule("if A = 'x\ny'\nthen B = = 3")
    assert refused.value.problems[0].params == {"line": 3, "character": 10}


def test_a_rule_that_is_too_long_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        parse_rule("A = 1" + " " * LONGEST_RULE)
    assert "2,000 characters" in sentence(refused.value.problems[0])


@given(st.text(max_size=30) | st.text("AB=<>()'\"`+-*/,. inotrfhe123", max_size=30))
def test_any_text_is_a_rule_or_refused_at_a_place_inside_it(text: str) -> None:
    try:
        rule = parse_rule(text)
    except Refused as refused:
        (problem,) = refused.problems
        lines = text.split("\n")
        line, character = problem.params["line"], problem.params["character"]
        assert 1 <= line <= len(lines)
        assert 1 <= character <= len(lines[line - 1]) + 1
        assert sentence(problem)
    else:
        assert parse_rule(rule_text(rule)) == rule


FILE = [
    column("AGE", [20, 30]),
    column("INCOME", [1.5, 2.5]),
    column("MARITAL", ["single", "married"]),
]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AGE <= 120", []),
        ("MARITAL in ('single', 'married')", []),
        ("AGE + WAGE = 3", ["Column WAGE: The rule uses this column, but the file"]),
        ("WAGE is missing and WAGE = 3", ["Column WAGE: The rule uses this column"]),
        ("AGE + MARITAL = 3", ["Column MARITAL: The rule calculates with this column"]),
        ("AGE = 'old'", ["Column AGE: The rule compares this column with a text"]),
        ("MARITAL in (1, 2)", ["Column MARITAL: The rule compares this column with a number"]),
        ("MARITAL = 1", ["Column MARITAL: The rule calculates with this column"]),
        ("MARITAL = 'maried'", ["Column MARITAL: A text of the rule does not occur"]),
        ("AGE is applicable", ["Column AGE: The rule asks whether this column is applicable"]),
        ("INCOME is not applicable", []),
        ("1 < 2", ["The rule compares numbers only"]),
        (f"AGE < {10**31}", ["A number of the rule is too large"]),
        (f"AGE in ({10**31})", ["A number of the rule is too large"]),
    ],
)
def test_a_rule_must_fit_the_file(text: str, said: list[str]) -> None:
    problems = check_rule(parse_rule(text), FILE, not_applicable={"INCOME"})
    sentences = [sentence(problem) for problem in problems]
    assert len(sentences) == len(said)
    assert all(found.startswith(each) for found, each in zip(sentences, said, strict=True))
    assert not any("maried" in found or "old'" in found for found in sentences)
