"""Rules of the R package validate mean here what they mean there, or are refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import Refused
from core.messages import render
from core.rules import evaluate, parse_rule, rule_text
from core.rules.validate_rules import LARGEST_RULE_FILE, read_validate_rules
from tests.core.tables import column

# From the manual of validate, with the forms that its function export_yaml writes.
FILE = """\
rules:
- expr: turnover >= 0
  name: TO
  label: 'turnover positivity'
  description: |
    turnover must be
    non-negative
  created: 2017-05-05 16:04:20
  origin: command-line
  meta: []
- expr: profit + total.costs == turnover
  name: balance
  label: Balance
  description: ''
- expr: if (!is.na(staff) & staff > 0) staff.costs > 0
"""


@pytest.fixture
def read(tmp_path: Path):
    def from_text(text: str):
        path = tmp_path / "rules.yaml"
        path.write_text(text, encoding="utf-8")
        return read_validate_rules(path)

    return from_text


def refusal(read, text: str) -> str:
    with pytest.raises(Refused) as refused:
        read(text)
    return render(refused.value.problems)


def test_a_file_is_read_with_names_and_descriptions(read) -> None:
    rules = read(FILE)

    assert [(each.name, rule_text(each.rule)) for each in rules] == [
        ("TO", "turnover >= 0"),
        ("balance", "profit + total.costs = turnover"),
        ("V3", "if staff is not missing and staff > 0 then staff.costs > 0"),
    ]
    assert [each.description for each in rules] == ["turnover must be\nnon-negative", "Balance", ""]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("2 * a - b/4 <= 1e3", "2 * a - 0.25 * b <= 1000"),
        ("-a + 1L < 2. & b != 3", "-a + 1 < 2 and b != 3"),
        ("a == 1 | b == 2 && c == 3", "a = 1 or (b = 2 and c = 3)"),
        ("!(a == 1 | b > 2)", "a != 1 and b <= 2"),
        ("! a >= 1", "a < 1"),
        ("x == 'it\\'s'", "x = 'it''s'"),
        ('x != "a\\"b"', "x != 'a\"b'"),
        ("x %vin% c('a', \"b\")", "x in ('a', 'b')"),
        ("x %in% 'a'", "x = 'a' and x is not missing"),
        ("!x %in% c(1, -2)", "x not in (1, -2) or x is missing"),
        ("`net income` >= 0", '"net income" >= 0'),
        (".a + b.1_c >= 0 # a remark", '".a" + b.1_c >= 0'),
        ("if ((a) > 1) b > 1 | is.na(b)", "if a > 1 then b > 1 or b is missing"),
        ("c + ifelse > 0", "c + ifelse > 0"),
    ],
)
def test_expressions_are_translated(read, expression: str, text: str) -> None:
    (found,) = read(f"rules:\n- expr: |\n    {expression}\n")
    assert rule_text(found.rule) == text
    assert parse_rule(text) == found.rule


def test_a_missing_value_is_in_no_list_as_in_r(read) -> None:
    """In R ``NA %in% c("a")`` is FALSE, and ``NA %vin% c("a")`` is NA."""
    values = [column("x", ["a", "b", None])]
    (r,) = read("rules:\n- expr: x %in% c('a')\n")
    (validate,) = read("rules:\n- expr: x %vin% c('a')\n")
    assert evaluate(r.rule, values).violated.tolist() == [False, True, True]
    assert evaluate(validate.rule, values).violated.tolist() == [False, True, False]
    assert evaluate(validate.rule, values).unchecked.tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("expression", "character"),
    [
        ("abs(a) > 1", 4),
        ("a * b == 1", 3),
        ("a / b < 0.5", 3),
        ("mean(a, na.rm = TRUE) > 1", 5),
        ("a == TRUE", 6),
        ("a == NA", 6),
        ("a := b", 3),
        ("var_group(a, b) > 0", 10),
        ("if (a > 1) b > 1 else c > 1", 18),
        ("grepl('^x', a)", 6),
        ("a ~ b", 3),
        ("a > 'x'", 3),
        ("x == 'a\\u0041'", 6),
        ("a >", 4),
        ("a == as.Date('2020-01-01')", 13),
    ],
)
def test_what_cannot_be_translated_is_named(read, expression: str, character: int) -> None:
    text = f"rules:\n- expr: a > 0\n- name: odd\n  expr: |\n    {expression}\n- expr: b > 0\n"
    said = refusal(read, text)
    assert said.startswith("Row 3: Rule odd: ")
    assert f"line 1, character {character} on" in said


def test_every_rule_that_cannot_be_translated_is_named(read) -> None:
    said = refusal(read, "rules:\n- expr: abs(a) > 1\n- expr: a > 0\n- expr: nchar(b) == 2\n")
    assert [line.split(":")[1] for line in said.splitlines()] == [" Rule V1", " Rule V3"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no rules"),
        ("a: 1", "holds no rules"),
        ("rules: []", "holds no rules"),
        ("- expr: a > 0", "holds no rules"),
        ("rules:\n- a > 0", "Row 2: This entry has no expression"),
        ("rules:\n- name: x", "Row 2: This entry has no expression"),
        ("rules:\n- expr: [a, b]", "Row 2: This entry has no expression"),
        ("rules:\n- expr: a > 0\n  expr: b > 0", "Row 3: This key occurs twice"),
        ("rules:\n- expr: 'a > 0", "Row 2: rules.yaml is not valid YAML"),
        ("rules:\n- expr: a > 0\n---\nrules: []", "not valid YAML"),
        ("include: [other.yaml]\nrules:\n- expr: a > 0", "Row 1: rules.yaml includes"),
        ("a: &x [1]\nrules: [*x]", "Row 2: rules.yaml has a reference"),
        ("rules: " + "[" * 5_000, "holds no rules"),
        ("rules:\n" + "- expr: a > 0\n" * 2_001, "more than 2,000 rules"),
        ("rules:\n- expr: a > " + "0" * 2_000, "2,000 characters"),
        ("\x01", "not valid YAML"),
    ],
)
def test_files_that_are_no_rules_are_refused(read, text: str, words: str) -> None:
    assert words in refusal(read, text)


def test_nothing_is_made_of_tags(read, tmp_path: Path) -> None:
    """A tag that other readers would run is a text like any other."""
    touched = tmp_path / "touched"
    text = f"rules:\n- expr: !!python/object/apply:pathlib.Path.touch ['{touched}']\n"
    assert "no expression" in refusal(read, text)
    assert not touched.exists()


def test_large_and_foreign_files_are_refused(tmp_path: Path) -> None:
    large, foreign = tmp_path / "large.yaml", tmp_path / "foreign.yaml"
    large.write_bytes(b"#" * (LARGEST_RULE_FILE + 1))
    foreign.write_bytes(b"rules:\n- expr: \xff > 0\n")

    for path, words in ((large, "larger than 1 MB"), (foreign, "not UTF-8")):
        with pytest.raises(Refused) as refused:
            read_validate_rules(path)
        assert words in render(refused.value.problems)
