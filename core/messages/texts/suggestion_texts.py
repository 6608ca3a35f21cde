"""Why a role is suggested for a column."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "suggest-empty": Template("It holds no values."),
    "suggest-constant": Template("It holds the same value in every record."),
    "suggest-weight": Template("It looks like a survey weight."),
    "suggest-replicate": Template(
        "It looks like a replicate weight; together these show which records were drawn together."
    ),
    "suggest-design": Template(
        "It describes how the sample was drawn and shows which records come from one place."
    ),
    "suggest-fieldwork": Template(
        "It describes the interview, not the person; users of the file rarely need it."
    ),
    "suggest-location": Template("Coordinates point to a single dwelling or site."),
    "suggest-member": Template("It numbers the members of a household or another unit."),
    "suggest-identifier-name": Template(
        "Its name is that of an identifier, and it has {count} distinct values in {rows} records."
    ),
    "suggest-identifier-numbered": Template(
        "Its values number the records without a gap, so each points to one record."
    ),
    "suggest-identifier-numbers": Template(
        "All {count} whole numbers differ, so each points to one record."
    ),
    "suggest-identifier-distinct": Template(
        "Every record has its own text ({count}), so each points to one record."
    ),
    "suggest-free-text": Template(
        "Most of its {count} texts occur only once; such texts may name somebody."
    ),
    "suggest-remarks": Template(
        "The name suggests remarks in somebody’s own words; such texts may name a person or firm."
    ),
    "suggest-money": Template(
        "The name suggests an amount of money: sensitive, and needed for analysis."
    ),
    "suggest-sensitive": Template("The name suggests something that people keep to themselves."),
    "suggest-quasi": Template("The name suggests something other people may know."),
    "suggest-firm": Template(
        "The file is about firms; others may know or estimate this figure of a large one."
    ),
    "suggest-date": Template("Others may know dates, and few records share one."),
    "suggest-categories": Template(
        "{count} categories; the name gives no clue, so masking is the safe choice."
    ),
    "suggest-codes": Template(
        "{count} different whole numbers, probably codes; the name gives no clue, so masking is "
        "the safe choice."
    ),
    "suggest-unknown": Template("The name gives no clue, so masking is the safe choice."),
}
