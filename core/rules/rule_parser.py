"""Reads the text of a rule, and says where and why it cannot be read.

Keywords may be written in capitals. A column's name is written plainly if it consists of letters,
digits, underscores and single points inside; otherwise, or if it is a keyword, in double quotes or
backticks. Texts are in single quotes. Inside quotes the same quote is written twice; there is no
other escape. A date is written as year-month-day with two digits for month and day
(2020-01-31) and counts as its days since 1970-01-01; a subtraction that looks the same needs
spaces. ``and`` binds closer than ``or``.
"""

from __future__ import annotations

from functools import cache

from lark import Lark, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from core.errors import Problem, Refused
from core.rules.rule import Rule
from core.rules.rule_builder import RuleBuilder, mistake
from core.rules.rule_text import PLAIN_NAME

GRAMMAR = rf"""
?start: implication | any_of
implication: _IF any_of _THEN any_of
?any_of: all_of (_OR all_of)*
?all_of: test (_AND test)*
?test: relation | text_relation | membership | state | _OPEN any_of _CLOSE

relation: sum COMPARED sum
text_relation: sum COMPARED TEXT
membership: sum NOT? _IN _OPEN member (_COMMA member)* _CLOSE
?member: text | signed
text: TEXT
signed: MINUS? (NUMBER | DATE)
state: sum _IS NOT? (MISSING | APPLICABLE)

sum: product ((PLUS | MINUS) product)*
product: factor ((TIMES | OVER) factor)*
?factor: number | day | column | opposite | _OPEN sum _CLOSE
opposite: MINUS factor
number: NUMBER
day: DATE
column: NAME | QUOTED

_IF: "if"i
_THEN: "then"i
_AND: "and"i
_OR: "or"i
_IN: "in"i
_IS: "is"i
NOT: "not"i
MISSING: "missing"i
APPLICABLE: "applicable"i
COMPARED: "<=" | ">=" | "!=" | "==" | "<" | ">" | "=" | "≤" | "≥" | "≠"
_OPEN: "("
_CLOSE: ")"
_COMMA: ","
PLUS: "+"
MINUS: "-" | "−"
TIMES: "*"
OVER: "/"
DATE.2: /[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?![0-9])/
NUMBER: /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[+-]?[0-9]{{1,2}}(?![0-9]))?/i
NAME: /{PLAIN_NAME}/i
QUOTED: /"(?:[^"]|"")*"|`(?:[^`]|``)*`/
TEXT: /'(?:[^']|'')*'/
%ignore /\s+/
"""


LONGEST_RULE = 2_000
"""Characters that a rule may have."""

_EXPECTED: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"NAME", "TEXT"}), "rule-expected-value-or-text"),
    (frozenset({"NAME"}), "rule-expected-value"),
    (frozenset({"COMPARED"}), "rule-expected-comparison"),
    (frozenset({"NUMBER"}), "rule-expected-member"),
    (frozenset({"MISSING"}), "rule-expected-state"),
    (frozenset({"_IN"}), "rule-expected-in"),
    (frozenset({"_COMMA"}), "rule-expected-comma"),
    (frozenset({"_OPEN"}), "rule-expected-list"),
    (frozenset({"_THEN"}), "rule-expected-then"),
    (frozenset({"$END"}), "rule-expected-end"),
    (frozenset({"_CLOSE"}), "rule-expected-parenthesis"),
)
"""What a grammar's state accepts, most telling first, and the sentence that says so."""


def parse_rule(text: str) -> Rule:
    """Parse the rule that a text says.

    Parameters
    ----------
    text : str
        At most `LONGEST_RULE` characters, in the language of `core.rules.rule_parser`.

    Raises
    ------
    Refused
        With one problem that has the place of the mistake (``line`` and ``character``, counted
        from 1) and says what is expected there. It shows nothing of the text.
    """
    if len(text) > LONGEST_RULE:
        raise Refused(Problem("rule-too-long", params={"most": LONGEST_RULE}))
    return parse_with(_parser(), text)


def parse_with(parser: Lark, text: str) -> Rule:
    """Parse `text` with `parser`; raise `Refused` with the position of a mistake."""
    try:
        rule: Rule = parser.parse(text)  # type: ignore[assignment]
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise mistake(_code_of_expected(error), *_end_of(text)) from None
        raise mistake(_code_of_expected(error), error.line, error.column) from None
    except UnexpectedCharacters as error:
        quote = error.char in "\"'`"
        code = "rule-quote-open" if quote else "rule-character"
        raise mistake(code, error.line, error.column) from None
    except UnexpectedInput:
        raise mistake("rule-expected-value", *_end_of(text)) from None
    except VisitError as error:
        raise error.orig_exc from None
    return rule


def _code_of_expected(error: UnexpectedToken) -> str:
    """Find the code of the sentence on what could follow instead."""
    state = error.interactive_parser
    accepted = set() if state is None else state.accepts()  # type: ignore[no-untyped-call]
    return next((code for terminals, code in _EXPECTED if terminals <= accepted), "rule-unexpected")


def _end_of(text: str) -> tuple[int, int]:
    """Find line and character just behind the last one that is no space."""
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer="basic", transformer=RuleBuilder())
