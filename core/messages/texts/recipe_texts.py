"""Problems with a recipe, by itself or with the data."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # The file itself.
    "json-encoding": Template("{file} is not UTF-8 text."),
    "json-broken": Template("{file} is not valid JSON from here on."),
    "json-too-deep": Template("{file} is nested too deeply to be a recipe or an audit log."),
    "json-key-twice": Template("The key “{key}” occurs twice in the same object."),
    "json-not-a-number": Template("“{constant}” is not a number that a recipe may hold."),
    "json-number-too-long": Template("{file} has a number of more than {most} digits here."),
    "json-number-beyond": Template(
        "{file} has a number here that is too large or too small to compute with."
    ),
    "json-half-sign": Template(
        "{file} has a text with an invalid Unicode escape: half of a surrogate pair."
    ),
    "document-too-large": Template(
        "{file} is larger than {most} MB, so it is not a recipe, a project, an audit log or a "
        "ledger."
    ),
    "project-damaged": Template(
        "{file} is damaged or not a Statveil project; nothing of it was opened. Open a copy that "
        "was saved earlier."
    ),
    "project-newer": Template(
        "A newer version of Statveil saved {file}, and this one does not know all that it holds. "
        "Open it with that version, or a later one."
    ),
    "recipe-format": Template("This is not a recipe: “format” must be “{format}”."),
    "recipe-old-format": Template(
        "This recipe has the format of Statveil 0.1 or 0.2. Write “{format}” in its line “format”, "
        "remove “public_report” and “project” if they are there, and check it."
    ),
    "recipe-expects-taxonomy": Template("“{field}” is not a taxonomy."),
    "recipe-missing": Template("“{field}” is missing."),
    "recipe-expects-object": Template("“{field}” must be an object in braces."),
    "recipe-expects-list": Template("“{field}” must be a list in brackets."),
    "recipe-expects-period": Template("“{field}” must be a month such as 2024-06, or a day."),
    "population-columns": Template(
        "{file} must have columns of the data by their names, and one column of numbers: how many "
        "people or units there are."
    ),
    "population-people": Template("{file}: {name} must be a number from 0 in each row."),
    "recipe-expects-fraction": Template("“{field}” must be a number above 0 and up to 1."),
    "recipe-expects-share": Template("“{field}” must be a number from 0 to 1."),
    "recipe-accept-leave-out": Template(
        "“{field}” applies to the policy “leave-out” only; the other one leaves out no record."
    ),
    "recipe-expects-number": Template("“{field}” must be a number."),
    "recipe-expects-text": Template("“{field}” must be a text."),
    "recipe-expects-path": Template("“{field}” must be the path of a file."),
    "recipe-expects-texts": Template("“{field}” must be a list of texts."),
    "recipe-expects-text-or-texts": Template("“{field}” must be a text or a list of texts."),
    "recipe-expects-flag": Template("“{field}” must be true or false."),
    "recipe-expects-choice": Template("“{field}” must be one of: {choices}."),
    "recipe-skip": Template("“{field}” must be a whole number from 0 to 10,000."),
    "recipe-expects-importance": Template("“{field}” must be a number from 0.01 to 100."),
    "recipe-expects-place": Template("“{field}” must be a whole number from 1 on."),
    "recipe-expects-domain": Template("“{field}” must be two numbers, the smaller one first."),
    "recipe-expects-mapping": Template(
        "“{field}” must be an object that names for each cell the category it means."
    ),
    "recipe-unknown-key": Template("“{field}” is not a key that a recipe may have."),
    "recipe-column-twice": Template("Column {column} is described twice (“{field}”)."),
    "recipe-release-number": Template(
        "“{field}” must be the number of a release, as “statveil releases” lists it."
    ),
    "recipe-delimiter": Template("“{field}” must be a single sign, and not a quotation mark."),
    "recipe-decimal": Template(
        "“{field}” must be a point or a comma, and differ from the delimiter."
    ),
    "recipe-output-part": Template(
        "“{field}” divides the protected file into parts, which is only possible with the kind "
        "“parquet”."
    ),
    "recipe-output-name": Template(
        '“{field}” must be a plain file name: no folder, no suffix, none of < > : " / \\ | ? *.'
    ),
    "recipe-tree-too-many": Template(
        "“{field}” has a taxonomy of {count} categories; at most {most} can be used."
    ),
    "recipe-tree-too-deep": Template(
        "“{field}” has a taxonomy in which categories have more than {most} others above them."
    ),
    "input-changed-since-saved": Template(
        "{file} has changed since the project was saved. The release is that of the file as it "
        "is now; check that it is the one you mean."
    ),
    # With the data.
    "no-column-in-file": Template(
        "{file} has none of the columns that the recipe describes. Check “header”, “skip” and "
        "“delimiter”, or choose the right file."
    ),
    "column-not-in-file": Template("This column is described, but the file has none of this name."),
    "column-not-described": Template(
        "The file has this column, but the recipe does not describe it. Give it a role."
    ),
    "no-quasi-identifier": Template(
        "No column is a quasi-identifier, so there is nothing to protect. Give at least one "
        "column that role."
    ),
    "no-confidential": Template(
        "This method needs a confidential column, and no column has that role."
    ),
    "scale-missing": Template("The scale of its values is not chosen yet ({@column_scale})."),
    "scale-needs-numbers": Template(
        "{count} cells are not numbers; the first are in rows {rows}. Correct them, add their "
        "code to the missing codes ({@missing_codes}), or make the column one of categories "
        "({@column_scale}).",
        one="One cell is not a number; it is in row {rows}. Correct it, add its code to the "
        "missing codes ({@missing_codes}), or make the column one of categories "
        "({@column_scale}).",
    ),
    "scale-needs-whole-numbers": Template(
        "{count} cells are not whole numbers; the first are in rows {rows}. Make the column "
        "continuous.",
        one="One cell is not a whole number; it is in row {rows}. Make the column continuous.",
    ),
    "numbers-too-large": Template(
        "{count} numbers are beyond 1e70 and cannot be computed with; the first are in rows "
        "{rows}. Correct them, or give the column in a larger unit.",
        one="One number is beyond 1e70 and cannot be computed with; it is in row {rows}. Correct "
        "it, or give the column in a larger unit.",
    ),
    "numbers-too-close": Template(
        "All its numbers are within 1e-70 of each other, which is too close to compute with. Give "
        "the column in a smaller unit."
    ),
    "scale-needs-dates": Template(
        "The column’s cells are not all dates written in the same way, so its scale cannot be date."
    ),
    "scale-dates-only": Template(
        "The column holds dates. Make its scale one of dates or of categories ({@column_scale})."
    ),
    "ordinal-needs-order": Template(
        "Its categories are ordered, and their order is not known yet. Put them in order, lowest "
        "first ({@column_order})."
    ),
    "ordinal-order-twice": Template("The order of categories names a category twice."),
    "ordinal-not-in-order": Template(
        "{count} cells hold a category that the order does not list; the first are in rows "
        "{rows}. Add it to the order or to the missing codes.",
        one="One cell holds a category that the order does not list; it is in row {rows}. Add it "
        "to the order or to the missing codes.",
    ),
    "order-of-labels": Template(
        "The column holds codes with labels, and the order lists labels. List the codes instead: "
        "{count} cells, the first in rows {rows}, are not in the order.",
    ),
    "taxonomy-of-labels": Template(
        "The column holds codes with labels, and the taxonomy has the labels. Take a taxonomy of "
        "the codes, or say which category each code means ({@mapping}): {count} cells, the first "
        "in rows {rows}, are not in the taxonomy."
    ),
    "method-needs-order": Template(
        "This method needs numbers or an order, and the column holds categories without one. "
        "Choose another method, such as MDAV, or put the categories in order ({@order})."
    ),
    "distance-needs-amounts": Template(
        "It holds no amounts, so it is compared as it is. Remove its scale of distance "
        "({@distance})."
    ),
    "distance-of-unmasked": Template(
        "It is not masked, so its importance and its scale of distance have no effect."
    ),
    "distance-unused": Template(
        "This method forms no clusters by distance, so the importance and the scale of distance "
        "of {columns} hardly matter."
    ),
    "closeness-of-graph": Template(
        "In its taxonomy some categories have several parents, so t is measured by total "
        "variation, which is never smaller than the distance along a tree."
    ),
    "search-without-taxonomy": Template(
        "This method cannot keep t for a column with a taxonomy while it searches. Choose "
        "t-closeness-first, k-anonymity-first or t by merging, or set t to 1."
    ),
    "refine-needs-order": Template(
        "Refinement needs numbers or an order, and a quasi-identifier holds categories. Set the "
        "number of moves to 0 ({@refine})."
    ),
    "taxonomy-needs-nominal": Template(
        "Only a quasi-identifier or confidential column of categories can have a taxonomy. Change "
        "the scale of the column ({@categorical}), or remove its taxonomy and the meanings of its "
        "texts ({@taxonomy})."
    ),
    "mapping-needs-taxonomy": Template(
        "Texts were given meanings ({@mapping}), but no taxonomy is chosen. Choose one "
        "({@taxonomy}), or remove the meanings."
    ),
    "mapping-not-in-taxonomy": Template(
        "{count} texts were given a meaning ({@mapping}) that is no category of the taxonomy; "
        "counted from the top, the first are {entries}. Correct the meanings, or add them to the "
        "taxonomy.",
        one="One text was given a meaning ({@mapping}) that is no category of the taxonomy; "
        "counted from the top, it is number {entries}. Correct the meaning, or add it to the "
        "taxonomy.",
    ),
    "taxonomy-lacks": Template(
        "{count} cells hold a text that is no category of the taxonomy; the first are in rows "
        "{rows}. Say which categories they mean ({@mapping}), add them to the taxonomy, or "
        "declare them missing ({@missing_codes}).",
        one="One cell holds a text that is no category of the taxonomy; it is in row {rows}. Say "
        "which category it means ({@mapping}), add it to the taxonomy, or declare it missing "
        "({@missing_codes}).",
    ),
    "taxonomy-not-shipped": Template(
        "No taxonomy of this name comes with the program. Those that do: {choices}."
    ),
    "taxonomy-too-wide": Template(
        "The taxonomy has {count} categories; at most {most} can be used. Leave out branches "
        "that the column does not need."
    ),
    "category-is-root": Template(
        "The category “*” stands for all categories together and cannot be one of them. Rename "
        "it, or declare it as a missing code."
    ),
    "column-all-missing": Template("The column holds no value at all, so it cannot be protected."),
    "missing-in-closeness": Template(
        "{count} confidential values are missing; the first are in rows {rows}. t-closeness needs "
        "every value: leave records without one out of the release ({@missing_left_out}). If the "
        "question was not asked of all, leave out the column instead, or give it another role "
        "({@role}).",
        one="One confidential value is missing; it is in row {rows}. t-closeness needs every "
        "value: leave the record out of the release ({@missing_left_out}). If the question "
        "was not asked of all, leave out the column instead, or give it another role "
        "({@role}).",
    ),
    "column-constant": Template(
        "All its values are the same, so it neither identifies nor adds to any distance."
    ),
    "column-unprotected-unique": Template(
        "It is published as it is, and its value differs in every record, so it identifies. "
        "Should it be an identifier?"
    ),
    "missing-undecided": Template(
        "{count} records ({share} %) would be left out because of missing values. Say whether they "
        "are left out or kept ({@missing_left_out}).",
        one="One record ({share} %) would be left out because of a missing value. Say whether it "
        "is left out or kept ({@missing_left_out}).",
    ),
    "records-left-out": Template(
        "{count} records lack a value in a quasi-identifier, or in a confidential column on which "
        "the method works, and are left out.",
        one="One record lacks a value in a quasi-identifier, or in a confidential column on which "
        "the method works, and is left out.",
    ),
    "records-left-out-by-column": Template(
        "{count} records are left out because they lack a value: {columns}. The method may keep "
        "them ({@missing_kept}).",
        one="One record is left out because it lacks a value: {columns}. The method may keep it "
        "({@missing_kept}).",
    ),
    "k-of-blocks": Template(
        "k holds for each block of quasi-identifiers, not for all of them together. The results "
        "say which k the release really has."
    ),
    "blocks-not-lists": Template("“{parameter}” must be a list of lists of column names."),
    "blocks-not-a-partition": Template(
        "Each quasi-identifier must stand in exactly one block ({@blocks}); see {columns}."
    ),
    "blocks-name-strata": Template(
        "A column that splits the file into strata is released as it is and stands in no block: "
        "take {columns} out of the blocks ({@blocks}) or out of the strata ({@strata})."
    ),
    "strata-unknown": Template(
        "{column} is among the strata ({@strata}), but is no column of the file, or a step of "
        "{@prepare} leaves it out."
    ),
    "strata-confidential": Template(
        "A confidential column cannot split the file into strata: its values would disclose which "
        "stratum a record is in."
    ),
    "strata-cover-all": Template(
        "Every quasi-identifier is a stratum, so there is nothing left to mask. Take at least one "
        "out of the strata ({@strata})."
    ),
    "stratum-too-small": Template(
        "{count} strata (by {columns}) have fewer records than the {k} that the method needs with "
        "these settings; the record in this row is in the first of them ({size}). Merge them "
        "with neighbouring ones, choose fewer strata, or change the settings.",
        one="The stratum (by {columns}) of the record in this row has fewer records ({size}) "
        "than the {k} that the method needs with these settings. Merge it with a neighbouring one, "
        "choose fewer strata, or change the settings.",
    ),
    "weight-unknown": Template(
        "{column} is the survey weight ({@weight}), but is no column of the file, or a step of "
        "{@prepare} leaves it out."
    ),
    "weight-not-numbers": Template("The survey weight must be a column of numbers."),
    "column-name-nul": Template(
        "The name of this column contains a NUL character, after which most programs read "
        "nothing. Rename it in the file, or leave it out."
    ),
    "numbers-rounded": Template(
        "{count} numbers have more digits than Statveil computes with (15 to 17). Masks, ranks and "
        "measures take the nearest number that a float64 holds; a confidential column is published "
        "to the letter all the same.",
        one="A number has more digits than Statveil computes with (15 to 17). Masks, ranks and "
        "measures take the nearest number that a float64 holds; a confidential column is published "
        "to the letter all the same.",
    ),
    "weight-masked-apart": Template(
        "The survey weight is masked apart from the columns that it weights, so weighted "
        "totals would not be kept. Mask all columns in the same groups, or give the weight another "
        "role."
    ),
    "weight-masked-whole": Template(
        "A masked survey weight must be continuous: means rounded to whole numbers would not keep "
        "weighted totals. Change its scale, or give it another role."
    ),
    "weight-masked-median": Template(
        "A survey weight that is masked by medians does not keep weighted totals. Choose the mean, "
        "or give the weight another role."
    ),
    "weight-not-positive": Template(
        "{count} survey weights are missing or not above 0; the first are in rows {rows}.",
        one="One survey weight is missing or not above 0; it is in row {rows}.",
    ),
    "method-unknown": Template("There is no method “{method}”. Choose one of: {methods}."),
    "parameter-unknown": Template("The method {method} has no parameter “{parameter}”."),
    "parameter-missing": Template("The method {method} needs the parameter “{parameter}”."),
    "parameter-not-integer": Template("“{parameter}” must be a whole number."),
    "parameter-not-number": Template("“{parameter}” must be a number."),
    "parameter-too-small": Template("“{parameter}” must be at least {minimum}."),
    "parameter-too-large": Template("“{parameter}” must be at most {maximum}."),
    "parameter-not-secret": Template(
        "“{parameter}” must be 32 of the digits 0 to 9 and a to f; leave it out to have it drawn."
    ),
    "parameter-not-choice": Template("“{parameter}” must be one of: {choices}."),
    "parameter-not-confidential": Template("“{parameter}” must name a confidential column."),
    "one-quasi-identifier": Template(
        "This method protects a single quasi-identifier, and {count} columns have that role. "
        "Choose another method, or give the other columns another role."
    ),
    "lambda-needs-confidential": Template(
        "A weight λ above 0 keeps the relation to confidential columns, and no column has that "
        "role. Set λ to 0 ({@lambda}), or give a column that role ({@role})."
    ),
    "lambda-nominal-later": Template(
        "A confidential column holds categories, to which no relation can be kept. Set λ to 0 "
        "({@lambda}), or put its categories in order ({@order})."
    ),
    "domain-from-data": Template(
        "Its domain is not declared, so the file’s smallest and largest values are used; the "
        "order of the records, and so the clusters, then depends on the data."
    ),
    "too-few-records": Template(
        "With these settings the method needs {k} records, but only {count} can be released. "
        "Change the settings, or choose another method.",
        one="With these settings the method needs {k} records, but only one can be released.",
    ),
    "k-exceeds-records": Template(
        "k is {k}, but only {count} records can be released. Choose a smaller k.",
        one="k is {k}, but only one record can be released. There is nothing to protect it among.",
    ),
    "no-records": Template(
        "Every record has a missing value in a column that the method works on, so none is left."
    ),
}
