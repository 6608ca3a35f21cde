"""What the columns of a file have to do with each other, and which roles they suggest."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Several records of one household, firm, school or person.
    "likely-unit-name": Template(
        "Several records belong to one unit, such as a household, firm or school: its name "
        "indicates it, and {count} different values occur in {rows} records (largest unit: "
        "{largest} records). Columns with one value in each unit: {constant}."
    ),
    "likely-unit-constant": Template(
        "Several records probably belong to one unit: within its {count} different values, of at "
        "most {largest} records, {constant} other columns are constant."
    ),
    "likely-unit-joint": Template(
        "Several records probably belong to one unit. Its numbers start again in each cluster: "
        "together these columns have {count} different values in {rows} records (largest unit: "
        "{largest} records)."
    ),
    "likely-unit-values": Template(
        "Several records probably belong to one unit: its {count} different values number blocks "
        "of at most {largest} records, within which {constant} other columns are constant."
    ),
    "likely-unit-panel": Template(
        "The same units occur in several waves: {count} different values occur in {rows} records, "
        "each at most once for each value of {waves}."
    ),
    # Questions that were not asked.
    "skipped-empty": Template(
        "The question was probably asked of {asked} records only: the cells are empty exactly in "
        "the {explained} records that a condition on {by} selects."
    ),
    "skipped-empty-refused": Template(
        "The question was probably asked of {asked} records only: all {explained} records that a "
        "condition on {by} selects are empty, and so are {count} others, which are probably not "
        "answered.",
        one="The question was probably asked of {asked} records only: all {explained} records that "
        "a condition on {by} selects are empty, and so is one other, which is probably not "
        "answered.",
    ),
    "skipped-code": Template(
        "The question was probably asked of {asked} records only: the same code is in exactly the "
        "{explained} records that a condition on {by} selects."
    ),
    "skipped-code-refused": Template(
        "The question was probably asked of {asked} records only: all {explained} records that a "
        "condition on {by} selects are missing, and so are {count} others, which are probably not "
        "answered.",
        one="The question was probably asked of {asked} records only: all {explained} records that "
        "a condition on {by} selects are missing, and so is one other, which is probably not "
        "answered.",
    ),
    # Survey weights.
    "weight-reveals": Template(
        "The weight reveals the category of {columns} in {shown} of {rows} records: each of these "
        "weights occurs in one category only. "
        "Round it so that categories share values; where every record is a unit of its own, it "
        "can be masked instead. Leave it out only if nobody estimates totals of the population."
    ),
    "weight-few-values": Template(
        "The weight probably reveals the stratum, the part of the population from which a record "
        "was drawn: it has only {count} different values in {rows} records, so that records with "
        "the same weight come from one stratum. Round it so that strata share values; where every "
        "record is a unit of its own, it can be masked instead. Leave it out only if nobody "
        "estimates totals of the population."
    ),
    # Published columns that undo a mask.
    "undo-copy": Template("{published} is published as it is and equals the masked {masked}."),
    "undo-recode": Template(
        "{published} is published as it is, and each of its values belongs to one value of the "
        "masked {masked}."
    ),
    "undo-rescaled": Template(
        "{published} is published as it is, and the masked {masked} can be computed from it: one "
        "is the other in different units."
    ),
    "undo-order": Template(
        "{published} is published as it is and orders the records as the masked {masked} does, so "
        "that anybody can compute one from the other."
    ),
    "undo-sum": Template(
        "The published {published} and the masked {masked} add up, so that the sum or difference "
        "of the masked values is known."
    ),
    "undo-linear": Template(
        "A linear function connects the published {published} with the masked {masked}, so that "
        "its value is known for the masked ones."
    ),
    "undo-ratio": Template(
        "A ratio connects the published {published} with the masked {masked}, so that its value is "
        "known for the masked ones."
    ),
    "undo-product": Template(
        "A product connects the published {published} with the masked {masked}, so that its value "
        "is known for the masked ones."
    ),
    "undo-part": Template(
        "{published} is published as it is, and in {count} records the masked {masked} can be "
        "computed from it."
    ),
    "undo-unit-sum": Template(
        "{published} is published as it is and is the sum or mean of the masked {masked} over each "
        "unit, so that the value of every unit of one record is known."
    ),
    # Edit rules.
    "rule-sum": Template(
        "The total equals the sum of its parts in all {count} records that have the values."
    ),
    "rule-order": Template("It holds in all {count} records that have the values."),
    # The command suggest.
    "suggest-columns": Template(
        "{count} columns, {rows} records. Suggested roles and scales:",
        one="One column, {rows} records. Suggested role and scale:",
    ),
    "suggest-found": Template(
        "Found in the file, each with the recipe entry that takes it over:",
    ),
    "suggest-nothing": Template("No relations between columns were found."),
    # Order.
    "order-unknown": Template(
        "Its name is that of ordered categories, but their names do not show the order, so the "
        "recipe takes them as unordered. Declare their order, lowest first."
    ),
    "order-open": Template(
        "Its categories are ordered, but {count} of them have no place in the order, so the recipe "
        "takes them as unordered. Declare what means “no answer” as a missing code, or check the "
        "order in which they come last.",
        one="Its categories are ordered, but one of them has no place in the order, so the recipe "
        "takes them as unordered. Declare it as a missing code if it means “no answer”, or check "
        "the order in which it comes last.",
    ),
    # Zero.
    "keep-zeros": Template(
        "Zero probably means “none”: {count} of {rows} values are 0 ({share} %), and no other "
        "value is as frequent. Zeros should stay zeros."
    ),
    "compare-logarithms": Template(
        "Many amounts are small and few are large (skewness {skewness}). Compared by their "
        "logarithms, small ones come together with others of their size."
    ),
    # What is suggested for the checklist.
    "suggest-place": Template("It says where somebody lives or works (“place”)."),
    # Why a role is suggested for a column.
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
    "rows-below-table": Template(
        "The last {count} rows look like totals or notes, not like records. If they are, skip "
        "them ({@skip_end}).",
        one="The last row looks like a total or a note, not like a record. If it is, skip it "
        "({@skip_end}).",
    ),
    "evidence-grouped": Template(
        "{count} of {distinct} distinct values look like numbers with a sign between thousands, as "
        "in 1,000: say in the layout of the file which sign it is ({@thousands}).",
        one="One of {distinct} distinct values looks like a number with a sign between thousands, "
        "as in 1,000: say in the layout of the file which sign it is ({@thousands}).",
    ),
    "suggest-grouped": Template(
        "Most of its values look like numbers, some with a sign between thousands. Until the "
        "layout of the file says which sign it is ({@thousands}), each is a category."
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
    "suggest-classified": Template(
        "All values are codes of occupations or economic activities, which others may know."
    ),
    "suggest-unknown": Template("The name gives no clue, so masking is the safe choice."),
}
