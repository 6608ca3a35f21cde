"""Edit rules: mistakes in a rule's text, and rules that do not fit the file."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Mistakes at a place of the rule's text
    "rule-expected-value": Template(
        "Line {line}, character {character}: a column or a number is expected here. Names that "
        "are also words of the language need double quotes."
    ),
    "rule-expected-value-or-text": Template(
        "Line {line}, character {character}: a column, a number or a text in single quotes is "
        "expected here."
    ),
    "rule-expected-comparison": Template(
        "Line {line}, character {character}: a comparison is expected here: =, !=, <, <=, >, >=, "
        "“in (...)”, “is missing” or “is not applicable”. A name with spaces needs double quotes."
    ),
    "rule-expected-member": Template(
        "Line {line}, character {character}: a number or a text in single quotes is expected here."
    ),
    "rule-expected-state": Template(
        "Line {line}, character {character}: “missing” or “applicable”, or “not” before one of "
        "them, is expected here."
    ),
    "rule-expected-in": Template(
        "Line {line}, character {character}: “in” is expected after “not”."
    ),
    "rule-expected-comma": Template(
        "Line {line}, character {character}: a comma or the closing parenthesis of the list is "
        "expected here."
    ),
    "rule-expected-list": Template(
        "Line {line}, character {character}: a list in parentheses is expected here, such as "
        "(1, 2)."
    ),
    "rule-expected-then": Template(
        "Line {line}, character {character}: “then” is expected here, or “and” or “or” with a "
        "further condition."
    ),
    "rule-expected-end": Template(
        "Line {line}, character {character}: the rule should end here, or go on with “and” or “or”."
    ),
    "rule-expected-parenthesis": Template(
        "Line {line}, character {character}: a closing parenthesis is expected here."
    ),
    "rule-unexpected": Template(
        "Line {line}, character {character}: the rule cannot go on like this."
    ),
    "rule-character": Template(
        "Line {line}, character {character}: this character has no meaning in a rule. Names with "
        "special characters need double quotes."
    ),
    "rule-quote-open": Template(
        "Line {line}, character {character}: the quote that opens here is never closed."
    ),
    "rule-text-order": Template(
        "Line {line}, character {character}: texts have no order; compare them with = or !=."
    ),
    "rule-single-column": Template(
        "Line {line}, character {character}: a single column must come before texts, lists, "
        "“is missing” and “is not applicable”, not a calculation."
    ),
    "rule-mixed-list": Template(
        "Line {line}, character {character}: a list holds either numbers or texts, not both."
    ),
    "rule-negative-date": Template(
        "Line {line}, character {character}: a date has no minus before it."
    ),
    "rule-date": Template(
        "Line {line}, character {character}: the calendar has no such day. If this is a "
        "subtraction, put spaces around the minus."
    ),
    "rule-product": Template(
        "Line {line}, character {character}: columns and dates can only be multiplied by numbers, "
        "not by each other."
    ),
    "rule-division": Template(
        "Line {line}, character {character}: only a number can divide, not a column or a date."
    ),
    "rule-division-by-zero": Template("Line {line}, character {character}: this divides by zero."),
    "rule-too-long": Template("The rule is longer than {most} characters; split it up."),
    # Rules that do not fit the file
    "rule-column-unknown": Template("The rule uses this column, but the file does not have it."),
    "rule-without-column": Template("The rule compares numbers only; name at least one column."),
    "rule-number-too-large": Template(
        "A number of the rule is too large or has too many decimals."
    ),
    "rule-text-in-sum": Template(
        "The rule calculates with this column, which holds texts. Compare it with a text in "
        "single quotes."
    ),
    "rule-text-for-number": Template(
        "The rule compares this column with a text, but it holds numbers or dates. Write them "
        "without quotes."
    ),
    "rule-number-for-text": Template(
        "The rule compares this column with a number or a date, but it holds texts. Put the "
        "value into single quotes."
    ),
    "rule-never-inapplicable": Template(
        "The rule asks whether this column is applicable, but the column has no codes for “does "
        "not apply”. Declare them, or write “is missing”."
    ),
    "rule-value-unknown": Template(
        "{count} texts of the rule do not occur in this column; check their spelling.",
        one="A text of the rule does not occur in this column; check its spelling.",
    ),
}
