"""The part of R's language that rules of the package validate are translated from.

It has R's order of operators: ``!`` binds closer than ``&``, which binds closer than ``|``, and
comparisons bind closer than all of them. Names may have points anywhere but in front of a digit.
"""

from __future__ import annotations

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
