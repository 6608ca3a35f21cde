"""Problems whose sentence in the catalogue speaks of a recipe's keys, in the window's words.

The window has no keys: what is to be done is a control, or a step on the left.
"""

from __future__ import annotations

from core.messages.template import Template
from desktop_app.text.preparing_problems import PREPARING

SENTENCES: dict[str, Template] = {
    **PREPARING,
    # Large files
    "table-needs-scratch": Template(
        "{file} needs about {needed} of memory, more than half of the {memory} of this computer. "
        "It is only read with a folder for scratch files."
    ),
    "scratch-not-folder": Template("There is no folder {folder} for scratch files."),
    "scratch-unwritable": Template(
        "The folder {folder} for scratch files cannot be written or read."
    ),
    "scratch-full": Template(
        "The disk of the folder {folder} for scratch files is full. Free some space, or choose a "
        "folder on another disk in Preferences, and try again."
    ),
    # Methods
    "takes-a-confidential-column": Template(
        "Needs a confidential column; no column has that role. Give it to one on the step Columns."
    ),
    "scale-method": Template(
        "This method cannot protect a file in blocks. Untick the blocks of a large file, or choose "
        "a method that forms groups by distances."
    ),
    "scale-block": Template(
        "A block must have at least {least} records, so that it holds {groups} groups of k records."
    ),
    # Categories and taxonomies
    "ordinal-needs-order": Template(
        "Its categories are ordered, and their order is not known yet. Put them in order, lowest "
        "first."
    ),
    "taxonomy-lacks": Template(
        "{count} cells hold a text that is no category of the taxonomy; the first are in rows "
        "{rows}. Say under “Not found” what they mean, add them to the taxonomy, or declare them "
        "missing on the step Data.",
        one="One cell holds a text that is no category of the taxonomy; it is in row {rows}. "
        "Say under “Not found” what it means, add it to the taxonomy, or declare it missing on "
        "the step Data.",
    ),
    "taxonomy-of-labels": Template(
        "The column holds codes with labels, and the taxonomy has the labels. Take a taxonomy of "
        "the codes, or say under “Not found” which category each code means: {count} cells, the "
        "first in rows {rows}, are not in the taxonomy.",
    ),
    "mapping-not-in-taxonomy": Template(
        "{count} texts were given a meaning that is no category of this taxonomy. Choose another "
        "one for each under “Not found”.",
        one="One text was given a meaning that is no category of this taxonomy. Choose another "
        "one under “Not found”.",
    ),
    "mapping-needs-taxonomy": Template(
        "Texts were given meanings, but no taxonomy is chosen. Choose one on the step Taxonomies."
    ),
    "taxonomy-needs-nominal": Template(
        "Only categories can have a taxonomy. Set the column's scale to Categories on the step "
        "Columns, or choose another relation on the step Taxonomies."
    ),
    "categories-not-in-taxonomy": Template(
        "Some of the categories that were declared are not in its taxonomy. Declare others, or "
        "choose another taxonomy."
    ),
    # Records
    "records-left-out": Template(
        "{count} records are left out because they lack a value: {columns}. “Missing values” on "
        "the step Method says whether they can be kept.",
        one="One record is left out because it lacks a value: {columns}. “Missing values” on the "
        "step Method says whether it can be kept.",
    ),
    # Methods
    "method-needs-order": Template(
        "This method needs numbers or an order, and the column holds categories without one. "
        "Choose another method, such as MDAV, or put the categories in order on the step "
        "Taxonomies."
    ),
    "missing-in-closeness": Template(
        "{count} confidential values are missing; the first are in rows {rows}. t-closeness needs "
        "every value: under “Missing values”, leave records without one out of the release. If "
        "the question was not asked of all, leave out the column instead, or give it the role "
        "Other, on the step Columns.",
        one="One confidential value is missing; it is in row {rows}. t-closeness needs every "
        "value: under “Missing values”, leave the record out of the release. If the question was "
        "not asked of all, leave out the column instead, or give it the role Other, on the step "
        "Columns.",
    ),
    "search-without-taxonomy": Template(
        "This method cannot keep t for a column with a taxonomy while it searches. Choose "
        "t-closeness-first, k-anonymity-first or t by merging, or set the largest distance t "
        "to 1."
    ),
    "refine-needs-order": Template(
        "Refinement needs numbers or an order, and a quasi-identifier holds categories. Set "
        "the refinement moves to 0."
    ),
    "lambda-needs-confidential": Template(
        "A weight λ above 0 keeps the relation to confidential columns, and no column has that "
        "role. Set λ to 0, or give a column the role Confidential on the step Columns."
    ),
    "lambda-nominal-later": Template(
        "A confidential column holds categories, to which no relation can be kept. Set λ to 0, "
        "or put its categories in order on the step Taxonomies."
    ),
    "blocks-not-a-partition": Template(
        "Each quasi-identifier must stand in exactly one block; see {columns}."
    ),
    "blocks-name-strata": Template(
        "What splits the file into strata is released as it is and stands in no block: take "
        "{columns} out of the blocks or out of the strata."
    ),
    "strata-unknown": Template(
        "{column} is among the strata, but is no column of the file, or a step on Prepare leaves "
        "it out."
    ),
    "strata-cover-all": Template(
        "Every quasi-identifier is a stratum, so there is nothing left to mask. Take at least "
        "one out of the strata."
    ),
    "weight-unknown": Template(
        "{column} is the survey weight, but is no column of the file, or a step on Prepare leaves "
        "it out."
    ),
    "figure-not-released": Template(
        "A figure that users compute names this column, but it is not released, so nobody could "
        "compute it. Choose this line to leave the figure out, or release the column."
    ),
    "column-not-in-file": Template("The project describes this column, but the file has none."),
    # Units
    "units-lost": Template(
        "{count} records lack a value in it, and their units are left out whole, which leaves "
        "fewer than k = {k} units with some numbers of records. If the question was not asked "
        "there, tick “Does not apply” for this column first. Otherwise keep the records under "
        "“Missing values” on the step Method, or leave the column out.",
        one="One record lacks a value in it, and its unit is left out whole, which leaves fewer "
        "than k = {k} units with this number of records. If the question was not asked there, "
        "tick “Does not apply” for this column first. Otherwise keep the record under “Missing "
        "values” on the step Method, or leave the column out.",
    ),
    "units-lost-confidential": Template(
        "{count} records lack a value in it, and their units are left out whole, which leaves "
        "fewer than k = {k} units with some numbers of records. The method works with every "
        "confidential value. If the question was not asked there, leave the column out, give it "
        "the role Other, or choose a method that does not look at confidential columns.",
        one="One record lacks a value in it, and its unit is left out whole, which leaves fewer "
        "than k = {k} units with this number of records. The method works with every confidential "
        "value. Leave the column out, give it the role Other, or choose a method that does not "
        "look at confidential columns.",
    ),
    "unit-unknown": Template(
        "The answer on units names {column}, which is no column of the file. Press “Change…” "
        "beside the answer on the step Columns, and untick it or choose another column."
    ),
    "unit-dropped": Template(
        "The answer on units names {column}, but step {step} on Prepare leaves this column out. "
        "Press “Change…” beside the answer on the step Columns, and untick it or choose another "
        "column."
    ),
    "members-by-dropped": Template(
        "Members of units are sorted by {column}, but step {step} on Prepare leaves this column "
        "out. On the step Columns, sort them by another column, such as an age, or by none."
    ),
    "caution-unit": Template(
        "Several records seem to belong to one household, firm or school: {count} different values "
        "occur in {rows} records (largest unit: {largest} records), and these units are not "
        "protected. Answer on the step Columns whether they do."
    ),
    "caution-member-order": Template(
        "The release keeps the order of the input, in which {count} of {rows} records are next to "
        "another record of their unit. The order therefore shows which members belong together, "
        "but each member is protected by itself. Under “Order of the records”, choose to shuffle "
        "them, or protect whole units on the step Columns."
    ),
    # Files
    "file-is-zip": Template(
        "{file} is a workbook or another zipped file, no text. Open it anew as what it is, or "
        "unpack it first."
    ),
    "file-of-other-kind": Template(
        "{file} is no file of the kind {kind}, whatever its name says. Open it anew as what it is."
    ),
    # Differential privacy
    "rows-ragged": Template(
        "{count} rows have more or fewer cells than the first row, which has {columns}; the first "
        "are rows {rows}. Choose another delimiter, or leave a title out under “Rows to skip”.",
        one="This row has more or fewer cells than the first row, which has {columns}. Choose "
        "another delimiter, or leave a title out under “Rows to skip”.",
    ),
    "dp-categories-many": Template(
        "{count} categories are declared, and at most {most} can be chosen among with noise. "
        "Declare fewer, or take a coarser taxonomy."
    ),
    "dp-dates-undeclared": Template(
        "Declare the layout of its dates on the step Data, under “Change layout…”. A layout found "
        "by comparing all cells would let one record decide how all others are read."
    ),
    "dp-keep-order": Template(
        "The input’s order cannot be kept: it would reveal who is in which group. Under “Order "
        "of the records”, choose to shuffle them."
    ),
    "dp-missing": Template(
        "Values are missing in {columns}, and leaving out those records would reveal that they "
        "lack one. Under “Missing values”, keep them (a missing value is taken as the middle of "
        "the domain), or complete the data first."
    ),
    "dp-nothing-for-columns": Template(
        "The parts of the budget for relations and for finding them leave nothing for the "
        "columns. Make them add up to less than 1."
    ),
    "dp-strata": Template(
        "Strata cannot be used with differential privacy: their sizes would tell of single "
        "records. Untick them under “Strata and survey weight”."
    ),
    "dp-weight": Template(
        "Survey weights cannot be used with differential privacy. Choose None under “Strata and "
        "survey weight”."
    ),
    "shares-other-columns": Template(
        "The budget must be split over each masked column and no other; see {columns}."
    ),
    "tree-not-spanning": Template(
        "The related columns must be {count} pairs that join all masked columns without a "
        "circle: {columns}.",
        one="The related columns must be one pair, of the masked columns {columns}.",
    ),
    # Scales, which the window calls by what their values are
    "scale-missing": Template("Choose its scale on the step Columns."),
    "scale-needs-numbers": Template(
        "{count} cells are not numbers; the first are in rows {rows}. Correct them, add their "
        "code to the missing codes, or set the column's scale to Categories.",
        one="One cell is not a number; it is in row {rows}. Correct it, add its code to the "
        "missing codes, or set the column's scale to Categories.",
    ),
    "scale-dates-only": Template(
        "The column holds dates. Set its scale to Dates, Ordered categories or Categories."
    ),
    "takes-no-nominal": Template(
        "Needs numbers or an order; these hold categories without one: {columns}. If their "
        "categories rise, choose “In this order” on the step Taxonomies.",
        one="Needs numbers or an order; {columns} holds categories without one. If these rise, "
        "choose “In this order” on the step Taxonomies.",
    ),
    "figure-not-numbers-regression": Template(
        "“{field}” needs the numbers of this column, but it does not hold numbers. Name a column "
        "of numbers."
    ),
    "figure-not-categories": Template(
        "“{field}” needs the categories of this column, but it holds measurements. Name a column "
        "of categories, whole numbers or dates."
    ),
    "unit-blocks": Template(
        "This method masks columns separately, so no two units would share a whole profile. "
        "Choose a method that masks all quasi-identifiers together, without blocks."
    ),
    "rule-sum-blocks": Template(
        "The blocks break the sum. Put {columns} into one block, or drop the rule."
    ),
    "release-measure-differs": Template(
        "The file read back from disk does not say what kind of values the column holds. This is "
        "not a release."
    ),
    # The release's folder
    "folder-not-empty": Template(
        "The folder {folder} already holds files. Choose an empty folder or a new one."
    ),
}
