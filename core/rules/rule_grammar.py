"""The grammar of edit rules.

Keywords may be written in capitals. A column's name is written plainly if it consists of letters,
digits, underscores and single points inside; otherwise, or if it is a keyword, in double quotes or
backticks. Texts are in single quotes. Inside quotes the same quote is written twice; there is no
other escape. A date is written as year-month-day with two digits for month and day
(2020-01-31) and counts as its days since 1970-01-01; a subtraction that looks the same needs
spaces. ``and`` binds closer than ``or``.
"""

from __future__ import annotations

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
