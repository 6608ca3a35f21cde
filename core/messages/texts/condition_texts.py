"""Conditions of a release besides k and t: zeros, dominance, questions not asked, edit rules."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # What is wrong with the settings.
    "conditions-need-groups": Template(
        "This method forms no groups of records, so it can neither keep zeros nor questions that "
        "do not apply, and cannot keep a dominance rule, an l or edit rules. Choose a method of "
        "microaggregation, or remove these settings."
    ),
    "blank-needs-categories": Template(
        "Only categories of a quasi-identifier that defines no strata can be left blank. Change "
        "its role or scale, or let categories be replaced ({@change})."
    ),
    "blank-too-many": Template(
        "In at most {most} columns false categories can be left blank, because each may double the "
        "patterns of blanks that are compared; these are {count}. Let others be replaced."
    ),
    "blank-needs-groups": Template(
        "This method forms no groups of records, so false categories cannot be left blank. Choose "
        "a method of microaggregation, or let categories be replaced ({@change})."
    ),
    "blank-and-t": Template(
        "t is promised for groups of equal records, which blanks leave none of. Choose a method "
        "without t, or let categories be replaced."
    ),
    "blank-and-blocks": Template(
        "A blank can be left only where all quasi-identifiers are masked together. Choose another "
        "method or no blocks, or let categories be replaced."
    ),
    "blank-and-moments": Template(
        "Means of groups that are moved by a map cannot stand beside blanks. Choose plain means, "
        "or let categories be replaced."
    ),
    "blank-and-spread": Template(
        "Records are either drawn from groups or have blanks. Choose plain means, or let "
        "categories be replaced."
    ),
    "blank-and-mixed": Template(
        "Values either change hands in groups or are left blank. Choose plain means and typical "
        "categories, or let categories be replaced."
    ),
    "blank-and-calibrated": Template(
        "Categories are either calibrated or left blank. Remove one of the two settings."
    ),
    "blank-and-unit": Template(
        "Units cannot be protected where false categories are left blank, because no two of them "
        "would be counted as alike. Let categories be replaced, or protect single records."
    ),
    "blank-and-dominance": Template(
        "A dominance rule holds for groups of equal records, which blanks leave none of. Remove "
        "it, or let categories be replaced."
    ),
    "blank-and-diversity": Template(
        "l is promised for groups of equal records, which blanks leave none of. Remove it, or let "
        "categories be replaced."
    ),
    "blank-and-rules": Template(
        "Edit rules are not checked where a cell is blank. Remove them, or let categories be "
        "replaced."
    ),
    "blank-and-totals": Template(
        "Totals by domain cannot be calibrated beside blanks. Remove them, or let categories be "
        "replaced."
    ),
    "blank-and-merges": Template(
        "Groups of an earlier release are merged as equal records, which blanks leave none of. "
        "Remove “merges”, or let categories be replaced."
    ),
    "blank-and-scenarios": Template(
        "The k of a scenario is promised for equal records, which blanks leave none of. Remove "
        "that k, or let categories be replaced."
    ),
    "blank-and-attributes": Template(
        "Zeros and questions that do not apply are kept in groups of equal records, which blanks "
        "leave none of. Do not keep them, or let categories be replaced."
    ),
    "zeros-need-numbers": Template(
        "Zeros can be kept only in a column of continuous or whole numbers."
    ),
    "not-applicable-twice": Template("A code that means “does not apply” is listed twice."),
    "not-applicable-needs-empty": Template(
        "In a column of dates, only the empty cell can mean “does not apply”."
    ),
    "not-applicable-needs-number": Template(
        "In a column of numbers, a code that means “does not apply” must be the empty cell or a "
        "number (for whole numbers: a whole number)."
    ),
    "not-applicable-is-zero": Template(
        "Zero cannot mean both “none” and “does not apply”. Remove one of the two settings."
    ),
    "not-applicable-is-missing": Template(
        "The file is read with {codes} as a missing value, so it cannot also mean “does not "
        "apply”. Remove it from the missing codes; if the file itself declares it as missing, "
        "recode it."
    ),
    "not-applicable-and-missing": Template(
        "The empty cell means “does not apply”, but {count} other cells are missing, and a masked "
        "column is written with empty cells for both. Leave out records with missing values.",
        one="The empty cell means “does not apply”, but one other cell is missing, and a masked "
        "column is written with empty cells for both. Leave out records with missing values.",
    ),
    "closeness-not-applicable": Template(
        "t compares the values of all records, but in this column {count} cells mean “does not "
        "apply” (first rows: {rows}). Choose a method without t, or give the column another role.",
        one="t compares the values of all records, but in this column one cell means “does not "
        "apply” (row {rows}). Choose a method without t, or give the column another role.",
    ),
    "dominance-p": Template("The p of the dominance rule must be more than 0 and at most 100."),
    "dominance-n": Template("The n of the dominance rule must be a whole number from 1 to 10."),
    "dominance-share": Template("The share of the dominance rule must be between 0 and 100."),
    "dominance-no-column": Template("The dominance rule names no column."),
    "dominance-column-twice": Template("The dominance rule names this column twice."),
    "dominance-unknown": Template(
        "The dominance rule names {column}, which is not a column of the file."
    ),
    "dominance-not-masked": Template(
        "The dominance rule applies to groups of masked values. This column is not masked: make it "
        "a quasi-identifier, or remove it from the rule."
    ),
    "dominance-not-amounts": Template(
        "The dominance rule needs a column of amounts: continuous or whole numbers."
    ),
    "dominance-of-file": Template(
        "The file as a whole violates the dominance rule, so no grouping can satisfy it. Remove "
        "the column that one record dominates, or leave that record out."
    ),
    "dominance-of-stratum": Template(
        "{count} strata (by {columns}) violate the dominance rule as a whole; the record in this "
        "row is in the first of them. Merge them with neighbouring ones, or choose fewer strata.",
        one="The stratum (by {columns}) of the record in this row violates the dominance rule as a "
        "whole. Merge it with a neighbouring one, or choose fewer strata.",
    ),
    "diversity-l": Template("The l of “diversity” must be a whole number from 2 to 100."),
    "diversity-no-column": Template(
        "“diversity” names no column, and no published column is sensitive. Name the columns, or "
        "remove it."
    ),
    "diversity-unknown": Template("“diversity” names {column}, which is not a column of the file."),
    "diversity-column-twice": Template("“diversity” names this column twice."),
    "diversity-not-published": Template(
        "“diversity” names this column, but values can be counted only in a column that is "
        "published as it is and defines no strata. Remove it there, or change its role."
    ),
    "diversity-of-file": Template(
        "This column has fewer than l = {l} different values, so no group can have as many. Choose "
        "a smaller l, or remove the column from “diversity”."
    ),
    "diversity-of-stratum": Template(
        "In the stratum (by {columns}) of the record in this row, {column} has fewer than l = {l} "
        "different values, so no group can have as many. Choose a smaller l or fewer strata, or "
        "remove the column from “diversity”."
    ),
    "totals-need-groups": Template(
        "This method forms no groups of records, whose values could be calibrated to totals by "
        "domain. Choose a method of microaggregation, or remove “totals”."
    ),
    "totals-column-by-column": Template(
        "This method masks each column over groups of its own, so totals by domain cannot be "
        "calibrated. Choose a method that masks several columns together, or remove “totals”."
    ),
    "totals-weight-not-released": Template(
        "This column holds the weights, but it is not released, so nobody could compute weighted "
        "totals. Release it, or remove “totals”."
    ),
    "totals-no-column": Template("“{field}” names no column."),
    "totals-no-domain": Template("“{field}” names no column whose values are the domains."),
    "totals-within": Template("“{field}” must be more than 0 and at most 1."),
    "totals-factor": Template("“{field}” must be more than 1 and at most 100."),
    "totals-unknown": Template("“{field}” names {column}, which is not a column of the file."),
    "totals-twice": Template("“{field}” names this column twice with the same domains."),
    "totals-not-masked": Template(
        "“{field}” names this column, but it is not masked, so its totals cannot be calibrated. "
        "Make it a quasi-identifier, or remove it there."
    ),
    "totals-not-amounts": Template(
        "“{field}” names this column, but totals need continuous or whole numbers."
    ),
    "totals-of-weight": Template(
        "“{field}” names this column, but it holds the weights, with which totals are computed. "
        "Remove it there."
    ),
    "totals-domain-not-released": Template(
        "“{field}” names this column, but it is not released, so nobody could compute totals by "
        "it. Change its role, or remove it there."
    ),
    "totals-domain-of-amounts": Template(
        "The values of this column are measurements and no domains, so there are no totals by it. "
        "Remove it from “totals”."
    ),
    "totals-missing": Template(
        "Totals by domain need a value in every record, but {count} cells are missing. Leave out "
        "records with missing values, or remove the column from “totals”.",
        one="Totals by domain need a value in every record, but one cell is missing. Leave out "
        "records with missing values, or remove the column from “totals”.",
    ),
    "totals-moments": Template(
        "Calibrated totals would undo restored moments. Remove “totals”, or choose the mean."
    ),
    "totals-equation": Template(
        "Rule {number} is an equation with this column, which calibrated totals would break. "
        "Remove the rule, or remove the column from “totals”."
    ),
    # What the conditions imply.
    "patterns-joined": Template(
        "{count} of {patterns} patterns (of zeros and of questions that do not apply) cannot stand "
        "alone (records in them: {records}). They join the nearest pattern, so cells may change "
        "there from or to zero or “does not apply” in {columns}.",
        one="One of {patterns} patterns (of zeros and of questions that do not apply) cannot stand "
        "alone (records in it: {records}). It joins the nearest pattern, so cells may change there "
        "from or to zero or “does not apply” in {columns}.",
    ),
    # For those who see the settings; a log has the sentences above, which hold for any file.
    "patterns-joined-zeros": Template(
        "{count} of {patterns} patterns of zeros cannot stand alone (records in them: {records}). "
        "They join the nearest pattern, so cells may change there from or to zero in {columns}.",
        one="One of {patterns} patterns of zeros cannot stand alone (records in it: {records}). It "
        "joins the nearest pattern, so cells may change there from or to zero in {columns}.",
    ),
    "patterns-joined-unasked": Template(
        "{count} of {patterns} patterns of questions that do not apply cannot stand alone (records "
        "in them: {records}). They join the nearest pattern, so cells may change there from or to "
        "“does not apply” in {columns}.",
        one="One of {patterns} patterns of questions that do not apply cannot stand alone (records "
        "in it: {records}). It joins the nearest pattern, so cells may change there from or to "
        "“does not apply” in {columns}.",
    ),
    # What is not kept.
    "patterns-too-far": Template(
        "t cannot be kept within the patterns of zeros and of questions that do not apply: "
        "{count} clusters would contain records of several patterns. Choose a larger t, or keep "
        "zeros or “does not apply” in fewer columns.",
        one="t cannot be kept within the patterns of zeros and of questions that do not apply: one "
        "cluster would contain records of several patterns. Choose a larger t, or keep zeros or "
        "“does not apply” in fewer columns.",
    ),
    "promise-blanks": Template(
        "Every category was to be true or blank, but {failing} cells are neither. This is not a "
        "release.",
        one="Every category was to be true or blank, but one cell is neither. This is not a "
        "release.",
    ),
    "promise-zeros": Template(
        "Zeros were to stay zeros, but {changed} cells changed. This is not a release.",
        one="Zeros were to stay zeros, but one cell changed. This is not a release.",
    ),
    "promise-not-applicable": Template(
        "Cells of questions that do not apply were to stay such cells, but {changed} cells "
        "changed. This is not a release.",
        one="Cells of questions that do not apply were to stay such cells, but one cell changed. "
        "This is not a release.",
    ),
    "promise-dominance": Template(
        "{failing} of {groups} groups violate the dominance rule, as may happen where amounts have "
        "both signs. Choose a larger k, or another rule. This is not a release.",
        one="One of {groups} groups violates the dominance rule, as may happen where amounts have "
        "both signs. Choose a larger k, or another rule. This is not a release.",
    ),
    "promise-diversity": Template(
        "{failing} of {groups} groups have fewer than {wanted} different values, one of them "
        "{least}. This is not a release.",
        one="One of {groups} groups has fewer than {wanted} different values ({least}). This is "
        "not a release.",
    ),
    "promise-rules": Template(
        "The rule {rule} is violated by {after} released records, but only by {before} original "
        "ones. Drop the rule, or choose other settings. This is not a release."
    ),
    "promise-totals": Template(
        "{failing} of {domains} totals ({total}) are farther from the original’s than “totals” "
        "allows; the largest deviation is {largest} in 10,000. Allow a larger deviation or a "
        "larger factor, or remove the column or the domains. This is not a release.",
        one="One of {domains} totals ({total}) is farther from the original’s than “totals” "
        "allows; the deviation is {largest} in 10,000. Allow a larger deviation or a larger "
        "factor, or remove the column or the domains. This is not a release.",
    ),
    "promise-scenarios": Template(
        "{failing} of {groups} combinations of {scenario} are shared by fewer than {wanted} in the "
        "release, one of them by {k}. Choose a larger k of the method or a smaller one of the "
        "scenario, or mask its columns together. This is not a release.",
        one="One of {groups} combinations of {scenario} is shared by fewer than {wanted} in the "
        "release (by {k}). Choose a larger k of the method or a smaller one of the scenario, or "
        "mask its columns together. This is not a release.",
    ),
    # The claim.
    "claim-blanks": Template(
        "No category in {columns} is false: a record has its own category, or a blank."
    ),
    "claim-k-blanks": Template(
        "Every record agrees in its quasi-identifiers with at least {others} others wherever "
        "neither is blank (k = {k}); blanks of {columns} agree with every value. Whoever knows the "
        "value behind a blank may find fewer."
    ),
    "done-k-of-values": Template(
        "A blank agrees with every value there; as a value of its own it gives k = {k}."
    ),
    "claim-zeros": Template(
        "Zeros stay zeros in {columns}, except in groups with a pattern of zeros too rare to be "
        "kept apart."
    ),
    "claim-not-applicable": Template(
        "Cells of questions that do not apply stay such cells in {columns}, and no other cell "
        "becomes one, except in groups with a pattern too rare to be kept apart."
    ),
    "claim-p-percent": Template(
        "In every group of equal records, no unit that subtracts its own amount from the total "
        "obtains another unit’s amount above zero in {columns} to within {p} % (p% rule)."
    ),
    "claim-n-k": Template(
        "In every group of equal records, the {n} largest amounts in {columns} are at most "
        "{share} % of the total."
    ),
    "claim-dominance": Template(
        "In every group of equal records, the amounts in {columns} satisfy a dominance rule, "
        "whose parameters are not published."
    ),
    "claim-diversity": Template(
        "In every group of records that share the values of columns masked together, each of these "
        "columns has at least {l} different values, or none: {columns}."
    ),
    "claim-rules": Template(
        "Each of the {count} edit rules is violated by no more records than in the original file.",
        one="The edit rule is violated by no more records than in the original file.",
    ),
    "claim-totals": Template(
        "Totals ({columns}) are those of the original to within {percent} %, except in domains so "
        "small or dominated that their total could disclose an amount."
    ),
    "claim-scenarios": Template(
        "Each combination of values in these columns is shared by at least that many records: "
        "{sets}."
    ),
    "claim-scenarios-units": Template(
        "At least that many units share the values of their records in these columns: {sets}."
    ),
    "claim-scenarios-members": Template(
        "Each combination of values in these columns occurs in records of at least that many "
        "units: {sets}."
    ),
    # The report.
    "report-condition-blanks": Template("Blanks of {column}"),
    "report-condition-blanks-means": Template(
        "A category that masking would change is left blank. Missing values of the original are "
        "blank, too, so that nobody sees which is which."
    ),
    "report-condition-blanks-promised": Template("no false category"),
    "report-condition-blanks-released": Template("{after} blanks, {failing} false categories"),
    "report-condition-zeros": Template("Zeros of {column}"),
    "report-condition-zeros-means": Template(
        "A zero means that there is nothing, such as no exports. It stays a zero, and no other "
        "value becomes one, except in groups with a pattern too rare to be kept apart."
    ),
    "report-condition-zeros-promised": Template("zeros stay zeros, except in rare patterns"),
    "report-condition-zeros-released": Template("{after} zeros"),
    "report-condition-zeros-counted": Template(
        "{after} zeros, {changed} cells changed", one="{after} zeros, one cell changed"
    ),
    "report-condition-not-applicable": Template("Does not apply in {column}"),
    "report-condition-not-applicable-means": Template(
        "Some records were not asked the question, such as children the hours they work. Their "
        "cells keep the code for that, and no other cell gets it."
    ),
    "report-condition-not-applicable-promised": Template("“does not apply” stays"),
    "report-condition-not-applicable-released": Template("{after} cells do not apply"),
    "report-condition-not-applicable-counted": Template(
        "{after} cells do not apply, {changed} cells changed",
        one="{after} cells do not apply, one cell changed",
    ),
    "report-condition-dominance": Template("Dominance in {column}"),
    "report-condition-dominance-means": Template(
        "A reader knows the total of each group: its size times its mean. The dominance rule "
        "prevents that the total discloses the amount of a single record."
    ),
    "report-condition-dominance-promised": Template("every group satisfies the rule"),
    "report-condition-dominance-counted": Template("{failing} of {groups} groups violate it"),
    "report-condition-diversity": Template("Different values of {column}"),
    "report-condition-diversity-means": Template(
        "A group with several values does not disclose which of them a person has. A missing value "
        "is none, and groups without any value are not counted."
    ),
    "report-condition-diversity-promised": Template("at least {wanted} in every group"),
    "report-condition-diversity-counted": Template("at least {least} in each of {groups} groups"),
    "report-condition-rules": Template("Edit rule {column}"),
    "report-condition-rules-means": Template(
        "What must hold between the columns of a record. No more records violate it than before."
    ),
    "report-condition-rules-promised": Template("no more violations than in the original"),
    "report-condition-rules-released": Template(
        "{after} records violate it", one="one record violates it"
    ),
    "report-condition-totals": Template("Totals of {column}"),
    "report-condition-totals-means": Template(
        "The total of each domain, computed from the release with its weights, is compared with "
        "that of the original. Domains whose total could disclose an amount are left as they are."
    ),
    "report-condition-totals-promised": Template("every total near the original’s"),
    "report-condition-totals-released": Template("{failing} of {domains} totals are too far"),
    "report-condition-totals-counted": Template(
        "{failing} of {domains} totals are too far, largest deviation {largest} in 10,000; "
        "{apart} domains left as they are",
    ),
    "report-condition-scenarios": Template("Scenario {column}"),
    "report-condition-scenarios-means": Template(
        "Somebody who knows only these columns finds at least that many records, or units, with "
        "the released values."
    ),
    "report-condition-scenarios-promised": Template("at least {wanted} share each combination"),
    "report-condition-scenarios-released": Template("no combination is shared by fewer"),
    "report-condition-scenarios-counted": Template(
        "at least {k} share each of {groups} combinations", one="all share one combination"
    ),
    "report-unit-condition": Template("–"),
}
