"""Reads edit rules from a YAML file of the R package validate (van der Loo and de Jonge).

The part of R's language that they are translated from has R's order of operators: ``!`` binds
closer than ``&``, which binds closer than ``|``, and comparisons bind closer than all of them.
Names may have points anywhere but in front of a digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from lark import Lark, Token

from core.errors import Problem, Refused, Where
from core.rules.rule import AllOf, CellState, Condition, Rule, StateTest, Term, negate
from core.rules.rule_builder import RuleBuilder, Terms, mistake_at
from core.rules.rule_parser import LONGEST_RULE, parse_with

GRAMMAR_OF_R = r"""
?start: implication | any_of
implication: _IF _OPEN any_of _CLOSE any_of
?any_of: all_of (_OR all_of)*
?all_of: test (_AND test)*
?test: relation | text_relation | membership | state | opposite_of | _OPEN any_of _CLOSE
opposite_of: _NOT test

relation: sum COMPARED sum
text_relation: sum COMPARED TEXT
membership: sum AMONG (_LIST _OPEN member (_COMMA member)* _CLOSE | member)
?member: text | signed
text: TEXT
signed: MINUS? NUMBER
state: IS_NA _OPEN sum _CLOSE

sum: product ((PLUS | MINUS) product)*
product: factor ((TIMES | OVER) factor)*
?factor: number | column | opposite | _OPEN sum _CLOSE
opposite: MINUS factor
number: NUMBER
column: NAME | QUOTED

_IF.2: /if(?=\s*\()/
_LIST.2: /c(?=\s*\()/
IS_NA.2: /is\.na(?=\s*\()/
AMONG: "%in%" | "%vin%"
_AND: "&&" | "&"
_OR: "||" | "|"
_NOT.2: /!(?!=)/
COMPARED: "<=" | ">=" | "!=" | "==" | "<" | ">"
_OPEN: "("
_CLOSE: ")"
_COMMA: ","
PLUS: "+"
MINUS: "-"
TIMES: "*"
OVER: "/"
NUMBER: /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]{1,2}(?![0-9]))?L?/i
NAME: /(?:[^\W\d_]|\.(?![0-9]))[\w.]*/
QUOTED: /`(?:[^`\\]|\\.)*`/
TEXT: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/s
%ignore /\s+/
%ignore /#[^\n]*/
"""


LARGEST_RULE_FILE = 1 << 20
"""Bytes that a file of rules may have."""

MOST_RULES = 2_000
_DEEPEST = 20
_CONSTANTS = frozenset({"TRUE", "FALSE", "NA", "NULL", "NaN", "Inf"})
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule with what its file says about it.

    Attributes
    ----------
    name : str
        Its name, or ``V1``, ``V2`` and so on by its place if it has none, as in validate.
    """

    rule: Rule
    name: str
    description: str


def read_validate_rules(path: Path) -> tuple[NamedRule, ...]:
    """Read the rules of a file.

    Each entry under ``rules`` has an expression ``expr`` and may have ``name``, ``label`` and
    ``description``; other keys are left aside. Translated are sums of columns with ``==``, ``!=``,
    ``<=``, ``<``, ``>=``, ``>``, and ``%in% c(...)``, ``is.na``, ``!``, ``&``, ``|`` and
    ``if (...) ...``. Cells that do not apply are not missing: add ``is not applicable`` to a rule
    with ``is.na`` that means both. The file's options, such as tolerances, are not taken over. An
    expression with anything else is refused, and with it the file: a rule that
    is silently left out would be believed to hold.

    Parameters
    ----------
    path : Path
        A YAML file of at most `LARGEST_RULE_FILE` bytes, in UTF-8.

    Raises
    ------
    Refused
        With a problem for each rule that cannot be translated, which names the rule and has the
        place inside its expression; or with one on the file as a whole.
    OSError
        If the file cannot be read.
    """
    rules, problems = [], []
    for i, entry in enumerate(_entries(_read_root(path), path.name), start=1):
        texts = {
            key: node.value
            for key, node in _children(entry).items()
            if isinstance(node, yaml.ScalarNode)
        }
        name = texts.get("name") or f"V{i}"
        try:
            expression = texts.get("expr", "").strip()
            if not expression:
                raise Refused(Problem("rule-file-entry", Where(row=entry.start_mark.line + 1)))
            if len(expression) > LONGEST_RULE:
                raise Refused(Problem("rule-too-long", params={"most": LONGEST_RULE}))
            rule = parse_with(_parser(), expression)
        except Refused as refused:
            # Named by the line of the file on which the rule begins.
            position = Where(row=entry.start_mark.line + 1)
            for problem in refused.problems:
                code, params = problem.code, problem.params
                if "character" in params:
                    code, params = "rule-file-untranslated", {"rule": name, **params}
                problems.append(Problem(code, position, params))
        else:
            description = texts.get("description") or texts.get("label") or ""
            rules.append(NamedRule(rule, name, description.strip()))
    if problems:
        raise Refused(*problems)
    return tuple(rules)


def _read_root(path: Path) -> yaml.Node | None:
    """Read the root of a YAML file's nodes, of which none becomes an object of Python.

    Returns
    -------
    yaml.Node or None
        ``None`` if the file is empty.

    Raises
    ------
    Refused
        If the file is too large, is not UTF-8 or YAML, is nested too deeply, or has references,
        with which a short file unfolds to a huge one.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST_RULE_FILE + 1)
    if len(content) > LARGEST_RULE_FILE:
        megabytes = LARGEST_RULE_FILE >> 20
        raise Refused(Problem("rule-file-too-large", params={"file": path.name, "most": megabytes}))
    try:
        text = content.decode("utf-8-sig")
        depth = 0
        for event in yaml.parse(text, yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                position = Where(row=event.start_mark.line + 1)
                raise Refused(Problem("rule-file-alias", position, {"file": path.name}))
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > _DEEPEST:
                raise Refused(Problem("rule-file-form", params={"file": path.name}))
        return yaml.compose(text, yaml.SafeLoader)
    except UnicodeDecodeError:
        raise Refused(Problem("rule-file-encoding", params={"file": path.name})) from None
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        raise Refused(Problem("rule-file-yaml", Where(row=line), {"file": path.name})) from None
    except yaml.YAMLError:
        raise Refused(Problem("rule-file-yaml", params={"file": path.name})) from None


def _entries(root: yaml.Node | None, file: str) -> Iterator[yaml.MappingNode]:
    """Yield the entries under ``rules``."""
    top = _children(root) if isinstance(root, yaml.MappingNode) else {}
    if "include" in top:
        position = Where(row=top["include"].start_mark.line + 1)
        raise Refused(Problem("rule-file-include", position, {"file": file}))
    rules = top.get("rules")
    if not isinstance(rules, yaml.SequenceNode) or not rules.value:
        raise Refused(Problem("rule-file-form", params={"file": file}))
    if len(rules.value) > MOST_RULES:
        raise Refused(Problem("rule-file-too-many", params={"file": file, "most": MOST_RULES}))
    for entry in rules.value:
        if not isinstance(entry, yaml.MappingNode):
            raise Refused(Problem("rule-file-entry", Where(row=entry.start_mark.line + 1)))
        yield entry


def _children(node: yaml.MappingNode) -> Mapping[str, yaml.Node]:
    """Index the values of a mapping by key; refuse a key that occurs twice."""
    children: dict[str, yaml.Node] = {}
    for key, value in node.value:
        name = str(key.value) if isinstance(key, yaml.ScalarNode) else ""
        if name in children:
            raise Refused(Problem("rule-file-key-twice", Where(row=key.start_mark.line + 1)))
        children[name] = value
    return children


class _BuilderOfR(RuleBuilder):
    """Builds rules from R's expressions."""

    def opposite_of(self, children: list[Condition]) -> Condition:
        """Build the negation of a condition."""
        return negate(children[0])

    def state(self, children: list[Any]) -> StateTest:
        """Build ``is.na(column)``."""
        function, terms = children
        return StateTest(self.single_column(terms, function), CellState.MISSING)

    def membership(self, children: list[Any]) -> Condition:
        """Build a test whether a column has one of some values.

        Of a missing value ``%in%`` says that it is not among them; ``%vin%`` says nothing.
        """
        column_terms, among, *members = children
        test = self.one_of([column_terms, *members])
        if among == "%vin%":
            return test
        return AllOf((test, StateTest(test.column, CellState.MISSING, negated=True)))

    def column(self, children: list[Token]) -> Terms:
        """Read a column as a sum of one term; R's constants are none."""
        if children[0] in _CONSTANTS:
            raise mistake_at("rule-file-untranslated", children[0])
        return super().column(children)

    def signed(self, children: list[Token]) -> tuple[Fraction, Token]:
        """Read a number of a list with its token."""
        *sign, value = children
        return (-1 if sign else 1) * _number(value), value

    def number(self, children: list[Token]) -> Terms:
        """Build a number as a sum of one term."""
        return (Term(_number(children[0])),)

    def remove_quotes(self, token: Token) -> str:
        """Remove a token's quotes and resolve R's escapes."""

        def resolved(escape: re.Match[str]) -> str:
            if escape[1].isalnum() and escape[1] not in _SIMPLE_ESCAPES:
                raise mistake_at("rule-file-untranslated", token)
            return _SIMPLE_ESCAPES.get(escape[1], escape[1])

        return re.sub(r"\\(.)", resolved, token[1:-1], flags=re.S)


def _number(token: Token) -> Fraction:
    return Fraction(token.rstrip("Ll").removesuffix("."))


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR_OF_R, parser="lalr", lexer="basic", transformer=_BuilderOfR())
