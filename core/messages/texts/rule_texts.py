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
    "rule-column-dropped": Template(
        "The rule uses this column, which is not released, or only with new numbers. Drop the "
        "rule, or give the column another role."
    ),
    "rules-too-many": Template("The recipe has more than {most} rules; drop some."),
    "rule-twice": Template("The rule says the same as rule {first}; drop one of them."),
    "rule-never-holds": Template(
        "No record of the file keeps the rule. Check how it is written, or drop it."
    ),
    "rule-never-checked": Template(
        "The rule can be checked in no record, because a value is missing in each. Drop it."
    ),
    "rule-violated": Template(
        "{count} records violate the rule. No more may do so in the released file.",
        one="One record violates the rule. No more may do so in the released file.",
    ),
    "rule-without-column": Template("The rule compares numbers only; name at least one column."),
    "rule-number-too-large": Template(
        "A number of the rule is too large or has too many decimals."
    ),
    "rule-text-in-sum": Template(
        "The rule calculates with this column, whose values are categories. Compare it with a "
        "category in single quotes."
    ),
    "rule-text-for-number": Template(
        "The rule compares this column with a text, but it holds numbers or dates. Write them "
        "without quotes."
    ),
    "rule-number-for-text": Template(
        "The rule compares this column with a number or a date, but its values are categories. "
        "Put the value into single quotes."
    ),
    "rule-never-inapplicable": Template(
        "The rule asks whether this column is applicable, but the column has no codes for “does "
        "not apply”. Declare them, or write “is missing”."
    ),
    "rule-value-unknown": Template(
        "{count} texts of the rule do not occur in this column; check their spelling.",
        one="A text of the rule does not occur in this column; check its spelling.",
    ),
    # Whether masking keeps a rule
    "rule-kept-untouched": Template(
        "None of its columns is masked: it holds where it held before."
    ),
    "rule-kept-by-means": Template(
        "Kept: its columns are averaged over the same groups, and after rounding one of them "
        "follows from the others."
    ),
    "rule-kept-by-order": Template(
        "Kept: the released values of the groups are in the same order as those of their records."
    ),
    "rule-kept-by-sharing": Template(
        "Kept: the total is masked, and each group’s total is shared out among the parts in their "
        "original proportions."
    ),
    "rule-counted": Template(
        "Counted after the run: {count} records violate it; in the file, {before} did.",
        one="Counted after the run: one record violates it; in the file, {before} did.",
    ),
    "rule-counted-none": Template("Counted after the run: no record violates it."),
    "rule-not-kept-broken": Template(
        "Not kept for certain: some records violate it already, and masking could spread that "
        "over their groups."
    ),
    "rule-not-kept-partitions": Template(
        "Not kept for certain: its columns are masked over different groups of records."
    ),
    "rule-not-kept-aggregates": Template(
        "Not kept for certain: its columns are masked in different ways, or not by means or "
        "medians."
    ),
    "rule-not-kept-published": Template(
        "Not kept for certain: one of its columns is published as it is, while others are masked."
    ),
    "rule-not-kept-empty-cells": Template(
        "Not kept for certain: its columns have empty cells in different records, so their means "
        "are those of different records."
    ),
    "rule-not-kept-medians": Template("Not kept for certain: medians do not add up. Means do."),
    "rule-not-kept-rounded": Template(
        "Not kept for certain: its columns are rounded, and rounded numbers need not fulfil it."
    ),
    "rule-not-kept-strict": Template(
        "Not kept for certain: masking can make the two sides equal. With <= or >= it would be "
        "kept."
    ),
    "rule-not-kept-signs": Template(
        "Not kept for certain: several of its columns have positive and negative values, whose "
        "means are rounded visibly."
    ),
    "rule-not-kept-unequal": Template(
        "Not kept for certain: masking can make the two sides equal."
    ),
    "rule-not-kept-values": Template(
        "Not kept for certain: a masked column gets values that are not in the list."
    ),
    "rule-not-kept-states": Template("Not kept for certain: masking can fill empty cells."),
    "rule-not-kept-condition": Template(
        "Not kept for certain: its condition differs between records of a group. It is kept if "
        "the columns of the condition are strata."
    ),
    "rule-not-kept-alternatives": Template(
        "Not kept for certain: records of a group may fulfil different alternatives."
    ),
    # Sums whose parts are shared out again
    "rule-sum-not-masked": Template(
        "These settings break the sum, because {columns} are published as they are while other "
        "columns of it are masked. Make them quasi-identifiers that define no strata, or drop the "
        "rule."
    ),
    "rule-sum-weight": Template(
        "These settings break the sum, and its parts cannot be shared out again because {columns} "
        "is the survey weight. Drop the rule."
    ),
    "rule-sum-scales": Template(
        "These settings break the sum, and its parts cannot be shared out again because of the "
        "scale of {columns}. Give the total and all parts the scale of continuous numbers, or all "
        "that of whole numbers, or drop the rule."
    ),
    "rule-sum-conditions": Template(
        "A method that masks each column by itself breaks the sum. Its parts can be shared out "
        "again, but then the zeros or the dominance rule of {columns} would not be kept. Choose "
        "another method, remove that setting, or drop the rule."
    ),
    "rule-sum-units": Template(
        "Masking breaks this sum, and its parts cannot be shared out again, because {columns} "
        "belong partly to the unit and partly to its members. Drop the rule, or a column of it."
    ),
    "rule-sum-blocks": Template(
        "The blocks ({@blocks}) break the sum. Put {columns} into one block, or drop the rule."
    ),
    "rule-equation-not-kept": Template(
        "These settings break the equation. They would keep it if its columns were continuous "
        "quasi-identifiers masked together by means; a total with its parts could be shared out "
        "again. Change the settings, or drop the rule."
    ),
    "rule-nothing-to-share": Template(
        "In {count} groups of records all parts of a sum are 0, but the masked total is not, so "
        "it cannot be shared out among them. Leave out records with missing values, correct those "
        "that violate the sum, or drop the rule.",
        one="In 1 group of records all parts of a sum are 0, but the masked total is not, so it "
        "cannot be shared out among them. Leave out records with missing values, correct those "
        "that violate the sum, or drop the rule.",
    ),
    "rule-part-of-two-sums": Template(
        "The column is a part of two sums, which cannot both decide its values; drop one of the "
        "rules."
    ),
    "rule-sums-in-a-circle": Template(
        "The sums of {columns} depend on each other in a circle; drop one of the rules."
    ),
    # Files of rules for the R package validate
    "rule-file-too-large": Template("{file} is larger than {most} MB; split it up."),
    "rule-file-encoding": Template("{file} is not UTF-8; save it as UTF-8."),
    "rule-file-yaml": Template("{file} is not valid YAML here; export the rules again."),
    "rule-file-alias": Template(
        "{file} has a reference (&name, *name) to another place, which is not followed; write "
        "the rule out."
    ),
    "rule-file-form": Template(
        "{file} holds no rules: a list under “rules:” is expected, each entry with an “expr:”."
    ),
    "rule-file-include": Template(
        "{file} includes other files, which are not read; read each of them by itself."
    ),
    "rule-file-too-many": Template("{file} has more than {most} rules; split it up."),
    "rule-file-entry": Template("This entry has no expression under “expr:”."),
    "rule-file-key-twice": Template("This key occurs twice in the same entry; remove one."),
    "rule-file-untranslated": Template(
        "Rule {rule}: the expression cannot be translated from line {line}, character "
        "{character} on. Sums of columns with ==, !=, <, <=, > and >=, %in% c(...), is.na(), !, "
        "&, | and if (...) can be."
    ),
}
