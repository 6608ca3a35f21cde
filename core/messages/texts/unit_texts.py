"""Units of several records: households, firms, trajectories."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # What is wrong with the settings.
    "unit-unknown": Template(
        "The unit of protection names {column}, which is not a column of the file. Name another "
        "column, or remove it ({@unit})."
    ),
    "unit-dropped": Template(
        "The unit of protection names {column}, which step {step} of {@prepare} leaves out. Name "
        "another column, or remove it ({@unit})."
    ),
    "members-by-dropped": Template(
        "Members are sorted by {column}, which step {step} of {@prepare} leaves out. Sort them by "
        "another column, such as an age, or by none ({@unit})."
    ),
    "unit-id-role": Template(
        "This column numbers the units, so it cannot be released as it is: make it an identifier, "
        "which is dropped, or a link, which is released with new numbers."
    ),
    "links-twice": Template(
        "Only one column can hold the new numbers of the units. Make this one an identifier."
    ),
    "link-without-unit": Template(
        "Only the column that numbers the units of protection can be a link. Declare the unit of "
        "protection, or choose another role."
    ),
    "link-of-members": Template(
        "The numbers of units cannot be released if only their members are protected: the members "
        "of a unit together would identify it. Make this column an identifier, or protect whole "
        "units."
    ),
    "unit-column-is-id": Template(
        "This column numbers the units, so it cannot be one of their columns as well."
    ),
    "unit-members-by": Template(
        "Members cannot be sorted by this column: it has one value in each unit. Name columns of "
        "the members."
    ),
    "unit-largest": Template("The largest number of records of a unit must be at least 1."),
    "unit-waves-role": Template(
        "The column of waves must differ between the records of a unit and be released as it is: "
        "give it the role “other”, or let it define strata."
    ),
    "members-have-no-order": Template(
        "An order of the members has no effect if only members are protected. Remove it, or "
        "protect whole units."
    ),
    "members-have-no-waves": Template(
        "Waves are compared only if whole units are protected. Remove the column of waves, or "
        "protect whole units."
    ),
    "unit-needs-groups": Template(
        "This method changes each record by itself and cannot protect units of several records. "
        "Choose a method of microaggregation."
    ),
    "unit-closeness": Template(
        "This method forms groups by confidential values (t or λ), which is not possible for units "
        "of several records. Choose t-merge, which keeps t by merging, or a method without t, and "
        "a λ of 0."
    ),
    "members-closeness": Template(
        "It belongs to the unit, and t cannot be kept over units if only their members are "
        "protected. Protect whole units, or choose a method without t."
    ),
    "unit-blocks": Template(
        "This method masks columns separately, so no two units would share a whole profile. "
        "Choose a method that masks all quasi-identifiers together, without blocks ({@blocks})."
    ),
    "unit-weight-masked": Template(
        "The survey weight cannot be masked where several records form a unit. Publish it, rounded "
        "if its values are telling ({@prepare}), or leave it out."
    ),
    # What is wrong with the file.
    "unit-unnumbered": Template(
        "{count} records have no number of their unit (rows {rows}). Complete the column, or "
        "remove these records.",
        one="One record has no number of its unit (row {rows}). Complete the column, or remove "
        "this record.",
    ),
    "unit-column-differs": Template(
        "It differs within {count} units (first rows that differ: {rows}). Correct it, or do not "
        "declare it as a column of the unit.",
        one="It differs within one unit (first rows that differ: {rows}). Correct it, or do not "
        "declare it as a column of the unit.",
    ),
    "unit-too-large": Template(
        "A unit has {count} records, and units of more than {most} cannot be protected whole. "
        "Check the column that numbers the units, set a largest number of records, or protect "
        "members only."
    ),
    "unit-sizes": Template(
        "Some numbers of records occur in fewer than k = {k} units; records (units): {sizes}. "
        "Units share a profile only with others of the same size. Choose a smaller k, or protect "
        "members only."
    ),
    "unit-sizes-largest": Template(
        "Some numbers of records occur in fewer than k = {k} units; records (units): {sizes}. "
        "Units share a profile only with others of the same size. Set the largest number of "
        "records to {largest}, which leaves out larger units, choose a smaller k, or protect "
        "members only."
    ),
    "units-lost": Template(
        "{count} records lack a value in it, and their units are left out whole, which leaves "
        "fewer than k = {k} units with some numbers of records. If the question was not asked "
        "there, declare that it does not apply ({@not_applicable}). Otherwise keep the records "
        "({@missing_kept}), or leave the column out.",
        one="One record lacks a value in it, and its unit is left out whole, which leaves fewer "
        "than k = {k} units with this number of records. If the question was not asked there, "
        "declare that it does not apply ({@not_applicable}). Otherwise keep the record "
        "({@missing_kept}), or leave the column out.",
    ),
    "units-lost-confidential": Template(
        "{count} records lack a value in it, and their units are left out whole, which leaves "
        "fewer than k = {k} units with some numbers of records. The method works with every "
        "confidential value. Leave the column out, give it another role ({@role}), or choose a "
        "method that does not look at confidential columns.",
        one="One record lacks a value in it, and its unit is left out whole, which leaves fewer "
        "than k = {k} units with this number of records. The method works with every "
        "confidential value. Leave the column out, give it another role ({@role}), or choose "
        "a method that does not look at confidential columns.",
    ),
    "unit-patterns": Template(
        "The records of {count} units are spread over strata or waves in a way that fewer than "
        "k = {k} units share (the first of them begins in this row; such ways: {patterns}). "
        "Choose fewer strata, a smaller k or a smaller largest number of records, or protect "
        "members only.",
        one="The records of one unit are spread over strata or waves in a way that fewer than "
        "k = {k} units share (it begins in this row). Choose fewer strata or a smaller largest "
        "number of records, or protect members only.",
    ),
    "units-dominated": Template(
        "The {count} units with {size} records violate the dominance rule even as a single group, "
        "so no grouping can satisfy it. Leave larger units out (“largest”), choose a weaker rule, "
        "or remove a column from it.",
        one="The only unit with {size} records violates the dominance rule. Leave larger units out "
        "(“largest”), choose a weaker rule, or remove a column from it.",
    ),
    "units-too-close": Template(
        "The {count} units with {size} records are farther than t = {t} from the whole file even "
        "as a single group, so no grouping can keep t. Choose a larger t, or leave larger units "
        "out (“largest”).",
        one="The only unit with {size} records is farther than t = {t} from the whole file. Choose "
        "a larger t, or leave larger units out (“largest”).",
    ),
    "units-too-close-lost": Template(
        "Of the {count} units with {size} records, {lost} are left out whole because a value is "
        "missing, in most records in this column. Those that remain are therefore not spread like "
        "the file. If its values cannot exist in part of the file, leave the column out or make "
        "its role “other”, or choose a method without t."
    ),
    "members-too-close": Template(
        "{count} parts of the file (by strata) are farther than t = {t} from the whole file, so no "
        "grouping can keep t; the record in this row is in the first of them. Choose a larger t or "
        "fewer strata.",
        one="The part of the file with the record in this row (by strata, or the whole file) is "
        "farther than t = {t} from the whole file, so no grouping can keep t. Choose a larger t or "
        "fewer strata.",
    ),
    "units-too-uniform": Template(
        "The {count} units with {size} records have too few different values of a column, even "
        "as a single group: the members that are put together need l = {l}. Choose a smaller l or "
        "fewer columns, or leave larger units out (“largest”).",
        one="The only unit with {size} records cannot have l = {l} different values of a column. "
        "Leave larger units out (“largest”), or choose a smaller l.",
    ),
    "members-too-uniform": Template(
        "{count} parts of the file (by strata) have fewer than l = {l} different values of a "
        "column; the record in this row is in the first of them. Choose a smaller l, fewer columns "
        "or fewer strata.",
        one="The part of the file with the record in this row (by strata, or the whole file) has "
        "fewer than l = {l} different values of a column. Choose a smaller l, fewer columns or "
        "fewer strata.",
    ),
    "units-beyond-limits": Template(
        "The {count} units with {size} records do not keep t, l or the dominance rule even as a "
        "single group. Choose weaker limits, or leave larger units out (“largest”).",
        one="The only unit with {size} records does not keep t, l or the dominance rule. Choose "
        "weaker limits, or leave larger units out (“largest”).",
    ),
    "members-beyond-limits": Template(
        "{count} parts of the file (by strata) do not keep t, l or the dominance rule as a whole; "
        "the record in this row is in the first of them. Choose weaker limits or fewer strata.",
        one="The part of the file with the record in this row (by strata, or the whole file) does "
        "not keep t, l or the dominance rule as a whole. Choose weaker limits or fewer strata.",
    ),
    "members-dominated": Template(
        "{count} parts of the file (by strata) violate the dominance rule as a whole, so no "
        "grouping can satisfy it; the record in this row is in the first of them. Choose a weaker "
        "rule or fewer strata, or remove a column from the rule.",
        one="The part of the file with the record in this row (by strata, or the whole file) "
        "violates the dominance rule as a whole, so no grouping can satisfy it. Choose a weaker "
        "rule or fewer strata, or remove a column from the rule.",
    ),
    "unit-patterns-joined": Template(
        "{count} patterns of units (of zeros and of questions that do not apply) cannot stand "
        "alone (units in them: {units}). They join the nearest pattern of the same size, so cells "
        "may change there from or to zero or “does not apply” in {columns}.",
        one="One pattern of units (of zeros and of questions that do not apply) cannot stand alone "
        "(units in it: {units}). It joins the nearest pattern of the same size, so cells may "
        "change there from or to zero or “does not apply” in {columns}.",
    ),
    "unit-patterns-joined-zeros": Template(
        "{count} patterns of zeros of units cannot stand alone (units in them: {units}). They join "
        "the nearest pattern of the same size, so cells may change there from or to zero in "
        "{columns}.",
        one="One pattern of zeros of units cannot stand alone (units in it: {units}). It joins the "
        "nearest pattern of the same size, so cells may change there from or to zero in {columns}.",
    ),
    "unit-patterns-joined-unasked": Template(
        "{count} patterns of questions that do not apply to units cannot stand alone (units in "
        "them: {units}). They join the nearest pattern of the same size, so cells may change there "
        "from or to “does not apply” in {columns}.",
        one="One pattern of questions that do not apply to units cannot stand alone (units in it: "
        "{units}). It joins the nearest pattern of the same size, so cells may change there from "
        "or to “does not apply” in {columns}.",
    ),
    "units-too-few": Template("The file has {count} units, fewer than k = {k}."),
    "units-too-few-in-stratum": Template(
        "{count} strata (by {columns}) have records of fewer than k = {k} units; the record in "
        "this row is in the first of them (units: {size}). Merge them with neighbouring ones, "
        "choose a smaller k or fewer strata.",
        one="The stratum (by {columns}) of the record in this row has records of fewer than k = "
        "{k} units (units: {size}). Merge it with a neighbouring one, choose a smaller k or fewer "
        "strata.",
    ),
    "no-units": Template(
        "No unit can be released: each is larger than allowed or has a record with missing values."
    ),
    # What is asked.
    "unit-alone": Template(
        "{count} of {units} units share what others may know of all their records ({columns}) "
        "with fewer than {others} other units; {alone} are the only ones with theirs. Protect "
        "whole units ({@unit}), or mask or recode these columns.",
        one="One of {units} units shares what others may know of all its records ({columns}) with "
        "fewer than {others} other units. Protect whole units ({@unit}), or mask or recode these "
        "columns.",
    ),
    "panel": Template(
        "{count} of {units} units have a course over {waves}, in what others may know ({columns}), "
        "that fewer than {others} other units share; {alone} are the only ones with theirs. "
        "Protect whole units ({@unit}), or mask or recode these columns.",
        one="One of {units} units has a course over {waves}, in what others may know ({columns}), "
        "that fewer than {others} other units share. Protect whole units ({@unit}), or mask or "
        "recode these columns.",
    ),
    "unit-undeclared": Template(
        "Several records have the same {columns}. If it numbers households, firms or other units, "
        "the records of {count} of {all} groups ({records} of {rows} records) come from fewer than "
        "{k} units: declare the units. If not, state that every record is a unit of its own "
        "({@unit_declared}).",
    ),
    "unit-rebuilt": Template(
        "{count} of {units} units can be put together again from their records: they are the only "
        "ones with their {columns}, published as they are (of fewer than {k} alike: {below}). "
        "Round or mask these columns, or leave one out.",
        one="One of {units} units can be put together again from its records: it is the only one "
        "with its {columns}, published as they are (of fewer than {k} alike: {below}). Round or "
        "mask these columns, or leave one out.",
    ),
    "member-order": Template(
        "The release keeps the order of the file, in which {count} of {rows} records are next to "
        "another record of their unit. The order therefore shows which members belong together, "
        "but each member is protected by itself. Shuffle the records ({@keep_order}), or protect "
        "whole units ({@unit})."
    ),
    # What is left out.
    "units-incomplete": Template(
        "{count} units are left out whole because one of their records has missing values "
        "(further records left out: {records}).",
        one="One unit is left out whole because one of its records has missing values (further "
        "records left out: {records}).",
    ),
    "units-left-out": Template(
        "{count} units of more than {largest} records are left out (records: {records}).",
        one="One unit of more than {largest} records is left out (records: {records}).",
    ),
    "step-units": Template("Grouped {units} units, by number of records and strata."),
    # What is not kept.
    "promise-units": Template(
        "{failing} units share their whole profile with too few others (smallest group: {k} "
        "units). This is not a release.",
        one="One unit shares its whole profile with too few others (smallest group: {k} units). "
        "This is not a release.",
    ),
    "promise-members": Template(
        "{failing} groups of equal records come from too few units (smallest number: {k} units). "
        "This is not a release.",
        one="One group of equal records comes from too few units (smallest number: {k} units). "
        "This is not a release.",
    ),
    "promise-unit-columns": Template(
        "It differs between the records of {count} units, which was not to happen. This is not a "
        "release.",
        one="It differs between the records of one unit, which was not to happen. This is not a "
        "release.",
    ),
    "promise-unit-closeness": Template(
        "{failing} groups of units with the same profile are farther from the file than t allows. "
        "This is not a release.",
        one="One group of units with the same profile is farther from the file than t allows. This "
        "is not a release.",
    ),
    "link-original": Template(
        "{count} units have their original number, far more than by chance. This is not a release."
    ),
    "link-order": Template(
        "The new numbers of the units follow their original ones or their order, far more than by "
        "chance. This is not a release."
    ),
    # The claim.
    "claim-units": Template(
        "Every unit (all records with the same {columns}) shares its whole released profile with "
        "at least {others} other units."
    ),
    "claim-members": Template(
        "The records of every group with the same quasi-identifiers belong to at least {k} units "
        "(by {columns}). This holds for every record, not for whole units."
    ),
    "claim-unit-closeness": Template(
        "Among the units with the same released profile, the values of {columns} are within an "
        "earth mover’s distance of {t} from those of the whole file; in columns of the unit each "
        "unit counts once."
    ),
    # The report.
    "report-brief-units": Template(
        "Each unit (all records with the same {column}) has the same released profile as at least "
        "{others} other units; {promised} were promised."
    ),
    "report-brief-members": Template(
        "The records in each such group belong to at least {k} units (by {column}). Units as a "
        "whole are not protected."
    ),
    "report-risk-units-alone": Template("Units with a unique profile"),
    "report-risk-units-alone-means": Template(
        "Units, such as households or firms, whose whole profile no other unit has: the "
        "quasi-identifiers of all of its records together."
    ),
    "report-risk-units": Template("Average risk of a unit"),
    "report-risk-units-means": Template(
        "The probability that at least one record of a unit is re-identified, if each of its "
        "records counts as independent of the others. This overstates the risk where whole units "
        "share their profile: there it is at most one over k."
    ),
    "report-condition-units": Template("Units by {column}"),
    "report-condition-units-means": Template(
        "A unit consists of all records with the same value. Its profile is what is released of it "
        "in the quasi-identifiers: its own columns and those of all of its members."
    ),
    "report-condition-units-promised": Template(
        "every profile is shared by at least {wanted} units"
    ),
    "report-condition-units-counted": Template("{units} units, smallest group: {k} units"),
    "report-condition-members": Template("Units by {column}"),
    "report-condition-members-means": Template(
        "A unit consists of all records with the same value. Records that resemble each other "
        "protect nobody if they all belong to the same unit."
    ),
    "report-condition-members-promised": Template(
        "every group of equal records has records of at least {wanted} units"
    ),
    "report-condition-members-counted": Template("{groups} groups, fewest units: {k}"),
    "report-condition-unit-columns": Template("Column of the unit: {column}"),
    "report-condition-unit-columns-means": Template(
        "All records of a unit have the same value in it."
    ),
    "report-condition-unit-columns-promised": Template("one value in each unit"),
    "report-condition-unit-columns-counted": Template(
        "differs within {differing} of {units} units"
    ),
    "report-condition-unit-closeness": Template("t over units in {column}"),
    "report-condition-unit-closeness-means": Template(
        "How far the values of the units that share a profile may be from those of the whole file: "
        "the smaller t, the less the profile of a unit gives away. In columns of the unit each "
        "unit counts once, in columns of members each record."
    ),
    "report-condition-unit-closeness-promised": Template("every group of units is within t"),
    "report-condition-unit-closeness-counted": Template("{failing} of {groups} groups exceed t"),
    "report-outcome-link": Template("released with new numbers"),
    "report-reason-link": Template(
        "Shows which records belong together. The numbers were drawn at random for this release "
        "and say nothing about the original ones."
    ),
}
