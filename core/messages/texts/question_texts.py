"""Questions, which must be answered before a release is called ready, and sign-off."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "many-left-out": Template(
        "{count} of {rows} records ({share} %) are left out because values are missing. Results "
        "describe the remaining records only."
    ),
    "many-left-out-public": Template("Some records are left out because values are missing."),
    "nothing-promised": Template(
        "This method promises nothing: records are not grouped, and {share} % of them can be "
        "linked to their originals by the masked columns alone (smallest group counted: k = {k}). "
        "Say why that is acceptable, or choose a method that promises k.",
    ),
    "weight-total": Template(
        "The survey weights add up to {after} instead of {before} ({change} %), so weighted totals "
        "are wrong. Calibrate the weights, or have the users of the file do so."
    ),
    "figures-lost": Template(
        "{count} of the {of} figures that users will probably compute ({share} %) lie outside the "
        "original’s 95 % interval; of the others {close} lie within 5 % as well. Farthest off: "
        "{figures}.",
        one="One of the {of} figures that users will probably compute ({share} %) lies outside the "
        "original’s 95 % interval: {figures}. Of the others {close} lie within 5 % as well.",
    ),
    "categories-lost": Template(
        "{columns} lose more than half of their information ({shares} %): categories of many "
        "records change.",
        one="{columns} loses more than half of its information ({shares} %): categories of many "
        "records change.",
    ),
    "values-filled": Template(
        "In {count} of {rows} records ({share} %) its value was missing and is now that of their "
        "group. Totals count it, too, and differ from the original ones."
    ),
    "totals-distort": Template(
        "Keeping totals by domain distorts {columns}: more than 5 % of the values are multiplied "
        "or divided by more than 2, or the median lies outside the original’s 95 % interval. Allow "
        "larger deviations, or name fewer domains."
    ),
    "class-moved": Template(
        "In the original it follows from {number}, but {count} of {rows} released records "
        "contradict that. Make it a stratum, or leave it out: users can derive it from {number}.",
        one="In the original it follows from {number}, but one of {rows} released records "
        "contradicts that. Make it a stratum, or leave it out: users can derive it from {number}.",
    ),
    "dominated": Template(
        "In {count} cases, the size of a group times its mean discloses the amount of one record "
        "to within {p} %. Groups by column: {groups}. Choose a dominance rule for these columns, "
        "or a larger k.",
        one="In one group, its size times its mean discloses the amount of one record to within "
        "{p} % ({groups}). Choose a dominance rule for the column, or a larger k.",
    ),
    "undone": Template(
        "{published} are published as they are, and {share} % of the variance of the masked "
        "{masked} follows from them, or of a sum, ratio or product of these columns. Mask them as "
        "well, or leave one of them out.",
        one="{published} is published as it is, and {share} % of the variance of the masked "
        "{masked} follows from it, or of a sum, ratio or product of these columns. Mask it as "
        "well, or leave it out.",
    ),
    "undone-part": Template(
        "{published} is published as it is, and in {count} records the masked {masked} can be "
        "computed from it. Mask it as well, or leave it out."
    ),
    "undone-unit": Template(
        "{published} is published as it is and is the sum or mean of the masked {masked} over each "
        "unit, so that it gives away the exact value of each unit with a single record. Mask it as "
        "a column of the unit, or leave it out."
    ),
    "few-alike": Template(
        "{count} of {rows} records share their values of {columns} with fewer than {others} other "
        "{what}, {alone} of them with none. Recode, mask or leave out a column. Records that "
        "remain without it: {without}.",
        one="One of {rows} records shares its values of {columns} with fewer than {others} other "
        "{what}. Recode, mask or leave out a column. Records that remain without it: {without}.",
    ),
    "few-candidates": Template(
        "Whoever knows the true values of {columns} finds fewer than {k} records that may be the "
        "right one for {count} of {rows} records, and a single one for {alone}: what is blank is "
        "rare. Recode, or let categories be replaced.",
        one="Whoever knows the true values of {columns} finds fewer than {k} records that may be "
        "the right one for one of {rows} records: what is blank is rare. Recode, or let "
        "categories be replaced.",
    ),
    "rare-combination": Template(
        "{columns} are published as they are, and {count} of {rows} {what} are the only ones with "
        "their values of these columns, which others may know. Mask, recode or leave out: "
        "{drivers}.",
        one="{columns} are published as they are, and one of {rows} {what} is the only one with "
        "its values of these columns, which others may know. Mask, recode or leave out: {drivers}.",
    ),
    "rare-pair": Template(
        "{count} of {rows} {what} are the only ones with their values of two columns that are "
        "published as they are. Recode these columns or leave them out, starting with the first: "
        "{columns}.",
        one="One of {rows} {what} is the only one with its values of two columns that are "
        "published as they are. Recode or leave out: {columns}.",
    ),
    "rare-record": Template(
        "{count} of {rows} {what} are unique on their published values, mostly because of "
        "{drivers}. Another file with these columns could be linked. Round, band or mask these "
        "columns.",
        one="One of {rows} {what} is unique on its published values, because of {drivers}. "
        "Another file with these columns could be linked. Round, band or mask these columns.",
    ),
    "plain-amount": Template(
        "{count} of {rows} {what} have a value that no other has, published to {digits} digits. "
        "Round it, band it or mask the column.",
        one="One of {rows} {what} has a value that no other has, published to {digits} digits. "
        "Round it, band it or mask the column.",
    ),
    "tail-of-few": Template(
        "Only {count} {what} lie beyond a code for its large or small values. Move the code until "
        "at least {fewest} do.",
        one="Only one of the {what} lies beyond a code for its large or small values. Move the "
        "code until at least {fewest} do.",
    ),
    "high-age": Template(
        "{count} {what} are older than {age}, and the column says how old. Top-code it at {age}.",
        one="One of the {what} is older than {age}, and the column says how old. Top-code it at "
        "{age}.",
    ),
    "exact-date": Template(
        "It gives exact days, and {alone} {what} are the only ones with theirs. Give the {span} "
        "or an age instead.",
    ),
    "public-source": Template(
        "Published tables divide {count} classes of {columns} so that one or two units are left "
        "between their bounds and those of the file. Use the bounds of the tables.",
        one="Published tables divide one class of {columns} so that one or two units are left "
        "between their bounds and those of the file. Use the bounds of the tables.",
    ),
    "declared-by": Template(
        "Two people should have looked at the roles, at what others may know and at what must not "
        "be learned. Say who they are, and who signs for the release."
    ),
    "source-none": Template(
        "Registers and tables that others have may count the same units in classes with other "
        "bounds. Name such tables ({@sources}), or say that there are none."
    ),
    "nested-file": Template(
        "{count} records can be matched one to one with records of {file} by {columns}. Round or "
        "band these columns, or publish another sample.",
        one="One record can be matched one to one with a record of {file} by {columns}. Round or "
        "band these columns, or publish another sample.",
    ),
    "other-release": Template(
        "Anyone who also has the release of {date} can narrow {count} records down to fewer than "
        "{k}, and {alone} of them to one. The columns published in both files match {linked} of "
        "them. Merge the groups of that release instead ({@merges}: {name}).",
        one="Anyone who also has the release of {date} can narrow one record down to fewer than "
        "{k}. Merge the groups of that release instead ({@merges}: {name}).",
    ),
    "same-value": Template(
        "In {count} cases everyone in a group has the same value of a column ({records} records), "
        "and in {more} all but one have it. Groups by column: {groups}. Choose l ({@diversity}), t "
        "or a larger k, or recode these columns.",
        one="In one case everyone in a group has the same value of a column ({records} records), "
        "and in {more} all but one have it. Groups by column: {groups}. Choose l ({@diversity}), t "
        "or a larger k, or recode this column.",
    ),
    "near-value": Template(
        "In {count} groups ({records} records) all values of a column lie within {p} % of one "
        "another: {columns}. Choose t or a larger k.",
        one="In one group ({records} records) all values of {columns} lie within {p} % of one "
        "another. Choose t or a larger k.",
    ),
    "order-kept": Template(
        "The records are still in an order that follows {column}, which is masked or left out "
        "({r}; 1 is the same order). Do not keep the order of the records.",
    ),
    "number-kept": Template(
        "It numbers the records and follows their original order or numbers ({r}; 1: exactly). "
        "Leave it out, or number the records in random order."
    ),
    "identifier-content": Template(
        "{count} cells contain what look like {what}. Leave the column out.",
        one="One cell contains what looks like {what}. Leave the column out.",
    ),
    "free-text": Template(
        "{count} cells hold answers in people’s own words. Have two people read them all, or leave "
        "the column out.",
    ),
    "answer-pattern": Template(
        "{count} of {rows} {what} are the only ones with their pattern of missing values. Set "
        "values to missing, or leave out columns that few answered.",
        one="One of {rows} {what} is the only one with its pattern of missing values. Set "
        "values to missing, or leave out columns that few answered.",
    ),
    "field-data": Template(
        "{columns} describe the sample or the interview, not the respondents. Leave them out; for "
        "variances, give strata and sampling units new numbers.",
        one="{columns} describes the sample or the interview, not the respondents. Leave it out; "
        "for variances, give strata and sampling units new numbers.",
    ),
    "word-email": Template("e-mail addresses"),
    "word-web": Template("web addresses"),
    "word-ip": Template("IP addresses"),
    "word-iban": Template("account numbers"),
    "word-telephone": Template("telephone numbers"),
    "word-place": Template("coordinates of places"),
    "word-records": Template("records"),
    "word-units": Template("units"),
    "word-year": Template("year"),
    "word-quarter": Template("quarter"),
    "word-month": Template("month"),
    "rare-value": Template(
        "{count} of its values occur in fewer than {limit} {what} each ({records} records) and are "
        "published as they are. Combine rare categories, or mask the column.",
        one="One of its values occurs in fewer than {limit} {what} ({records} records) and is "
        "published as it is. Combine it with another, or mask the column.",
    ),
    # Answered questions in the public log and report, without figures.
    "nothing-promised-public": Template(
        "Records are not grouped, and no level of protection is promised."
    ),
    "dominated-public": Template(
        "In {columns}, the size of a group times its mean can be near the amount of one record."
    ),
    "class-moved-public": Template(
        "It is derived from another column; both were masked and contradict each other in some "
        "records."
    ),
    "few-alike-public": Template("Some records share what outsiders may know with few others."),
    "few-candidates-public": Template(
        "Whoever knows the value behind a blank may find few records that fit."
    ),
    "rare-combination-public": Template(
        "Several columns that others may know are published as they are, rare combinations of "
        "their values included."
    ),
    "rare-pair-public": Template(
        "Pairs of columns are published as they are, rare combinations of their values included."
    ),
    "rare-record-public": Template(
        "Most combinations of the unmasked values occur only once. Files must not be linked by "
        "these columns."
    ),
    "plain-amount-public": Template(
        "It is published as it is, including values that a single unit has."
    ),
    "tail-of-few-public": Template("Few units lie beyond a code for its large or small values."),
    "high-age-public": Template("It gives the ages of very old people."),
    "free-text-public": Template("It holds answers in people’s own words."),
    "answer-pattern-public": Template("Some patterns of missing values occur once."),
    "exact-date-public": Template("It is published to the day."),
    "public-source-public": Template(
        "Published tables count the same units in classes with other bounds."
    ),
    "nested-file-public": Template(
        "Other files from the same data exist; used together, they say more than each alone."
    ),
    "other-release-public": Template(
        "Other files from the same data exist; used together, they say more than each alone."
    ),
    "same-value-public": Template("In some groups everyone has the same value."),
    "near-value-public": Template("In some groups all values are close together."),
    "order-kept-public": Template("The records are in their original order."),
    "values-filled-public": Template(
        "In many records its value was missing in the original and is now that of their group; "
        "totals count it, too."
    ),
    "totals-distort-public": Template(
        "To keep totals by domain, some values were changed greatly: medians and quantiles of "
        "these columns are not those of the original."
    ),
    "means-left-public": Template(
        "Variances and correlations of {columns} are those of the means of groups."
    ),
    "moments-apart-public": Template(
        "Correlations of restored columns with published columns are those of the means of groups."
    ),
    "rare-value-public": Template("It is published as it is, rare values included."),
    "undone-public": Template(
        "It is published as it is, although it is related to masked columns."
    ),
    "undone-part-public": Template(
        "It is published as it is, although in some records it is related to masked columns."
    ),
    "undone-unit-public": Template(
        "It is published as it is, although it is related to masked columns of each unit’s records."
    ),
    "unit-alone-public": Template(
        "Some units of several records, such as households, may be recognised as a whole, although "
        "single records are protected."
    ),
    "panel-public": Template(
        "Some units may be recognised by how their records change from wave to wave."
    ),
    "unit-undeclared-public": Template(
        "Records are protected one by one; several may belong to one household or firm."
    ),
    "unit-rebuilt-public": Template(
        "It may be seen which records belong to one unit, such as a household; units as a whole "
        "may then be recognised."
    ),
    "member-order-public": Template(
        "The records are in their original order, in which members of a unit may be next to each "
        "other."
    ),
    "weight-few-values-public": Template(
        "This survey weight may reveal from which part of the population (stratum) a record was "
        "drawn."
    ),
    "weight-reveals-public": Template(
        "This survey weight may reveal from which part of the population (stratum) a record was "
        "drawn."
    ),
    "figures-lost-public": Template(
        "Some figures that users will probably compute lie outside the original’s 95 % interval. "
        "Variances and relations found in this file may not hold in the original."
    ),
    "categories-lost-public": Template(
        "{columns} lose more than half of their information.",
        one="{columns} loses more than half of its information.",
    ),
    "categories-lost-public-some": Template(
        "Some columns lose more than half of their information."
    ),
    "one-group-public": Template(
        "All records are in one group: each masked column has a single value."
    ),
    "one-group-merged-public": Template(
        "All records are in one group: each masked column has a single value."
    ),
    "groups-merged-public": Template(
        "Few groups are left, or one holds most records: the masked columns say little of these."
    ),
    "groups-merged-scenarios-public": Template(
        "Few groups are left: the masked columns say little of the records in them."
    ),
    # In whole per cents.
    "weight-total-less": Template(
        "The weights of the released records add up to about {share} % less than those of the "
        "original; calibrate them before use."
    ),
    "weight-total-more": Template(
        "The weights of the released records add up to about {share} % more than those of the "
        "original; calibrate them before use."
    ),
    "weight-total-near": Template(
        "The total of the released weights differs from that of the original by less than 1 %. "
        "Calibrate them before use."
    ),
    "weight-total-off": Template(
        "The weights of the released records do not add up to those of the original; calibrate "
        "them before use."
    ),
    # The checklist as a table: what each row counts.
    "counted-few-alike": Template("Records with too few alike in what others may know"),
    "counted-few-candidates": Template("Records that few others could be, by their true values"),
    "counted-rare-value": Template("Rare values of a published column"),
    "counted-rare-combination": Template("Unique on published columns that others may know"),
    "counted-rare-pair": Template("Unique on two published columns"),
    "counted-rare-record": Template("Unique on all published values"),
    "counted-tail-of-few": Template("Units lacking beyond a code for its large or small values"),
    "counted-high-age": Template("Units with an age of very old people"),
    "counted-plain-amount": Template("Unique by a published amount or date"),
    "counted-exact-date": Template("Exact days"),
    "counted-identifier-content": Template("Cells that look like addresses or numbers of persons"),
    "counted-free-text": Template("Cells in people’s own words"),
    "counted-number-kept": Template("How far numbers follow the original ones (1: exactly)"),
    "counted-answer-pattern": Template("Unique by the pattern of missing values"),
    "counted-field-data": Template("Columns on the sample or the interview"),
    "counted-public-source": Template("Classes that published tables divide into too few units"),
    "counted-declared-by": Template("Recipes of which nobody says who looked at them"),
    "counted-source-none": Template("Sources that are still to be named"),
    "counted-nested-file": Template("Records matched one to one with an earlier file"),
    "counted-other-release": Template("Records that few resemble in this and earlier releases"),
    "counted-same-value": Template("Records in groups in which everyone has the same value"),
    "counted-near-value": Template("Records in groups of nearly equal amounts"),
    "counted-dominated": Template("Groups that disclose the amount of one record"),
    "counted-undone": Template("Variance of masked columns that follows from it (%)"),
    "counted-undone-part": Template("Records in which a masked value follows from it"),
    "counted-undone-unit": Template("Variance of a unit’s total that follows from it (%)"),
    "counted-unit-alone": Template("Units with too few alike in what others may know"),
    "counted-panel": Template("Units with too few alike over all waves"),
    "counted-unit-undeclared": Template("Groups with records of too few likely units"),
    "counted-unit-rebuilt": Template("Units unique by what all their records share"),
    "counted-order-kept": Template("How far the order follows a hidden column (1: exactly)"),
    "counted-member-order": Template("Records next to others of their unit"),
    "counted-weight-reveals": Template("Records whose survey weight reveals a hidden column"),
    "counted-weight-few-values": Template("Records whose survey weight may reveal their stratum"),
    "counted-nothing-promised": Template("Records that can be linked to the original (%)"),
    "counted-many-left-out": Template("Records left out"),
    "counted-weight-total": Template("Change of the total of the survey weights"),
    "counted-figures-lost": Template("Figures outside the original’s interval (%)"),
    "counted-categories-lost": Template("Information lost (%)"),
    "counted-values-filled": Template("Missing values filled from their group"),
    "counted-totals-distort": Template("Columns that totals by domain distort"),
    "counted-means-left": Template("Columns that keep the means of groups"),
    "counted-moments-apart": Template("Columns not restored with published ones"),
    "counted-class-moved": Template("Records in which a class contradicts its number"),
    "counted-one-group": Template("All records in one group"),
    "counted-one-group-merged": Template("All records in one group"),
    "counted-groups-merged": Template("Too few groups after merging"),
    "counted-groups-merged-scenarios": Template("Too few groups after merging"),
    "outcome-held": Template("Within its limit"),
    "outcome-answered": Template("Accepted: {said}"),
    "outcome-included": Template("Answered with: {what}"),
    "outcome-open": Template("Open"),
    "outcome-never": Template("No reason is accepted"),
    "profile-public": Template("Public"),
    "profile-public-meaning": Template("Anybody gets the file, without a contract."),
    "profile-scientific": Template("Scientific"),
    "profile-scientific-meaning": Template("Named researchers get the file under a contract."),
    "profile-teaching": Template("Teaching"),
    "profile-teaching-meaning": Template(
        "Anybody gets the file for practice; no conclusions are drawn from it."
    ),
    "limit-k": Template("units alike"),
    "limit-least": Template("units alike below which no reason is accepted"),
    "limit-rare": Template("units with a published value"),
    "limit-combinations": Template("units unique on what others may know"),
    "limit-pairs": Template("units unique on two published columns"),
    "limit-alone": Template("share of units unique on all published values"),
    "limit-units": Template("units with too few alike in what others may know"),
    "limit-groups": Template("groups with records of too few likely units"),
    "limit-rebuilt": Template("units unique by what their records share"),
    "limit-same": Template("records in groups of one value"),
    "limit-near": Template("nearness of amounts in a group (%)"),
    "limit-p": Template("p of the p% rule in groups"),
    "limit-tail": Template("share of units beyond a code for large or small values"),
    "limit-outside": Template("share of usual figures outside the original’s interval"),
    "limit-tail_amounts": Template("share of amounts beyond a code for large or small values"),
    "limit-age": Template("highest age released as it is"),
    "limit-plain": Template("share of units with a unique amount"),
    "limit-digits": Template("digits of an amount"),
    "limit-days": Template("exact days"),
    "limit-undeclared": Template("recipes of which nobody says who looked at them"),
    "limit-sources": Template("published sources that must be named"),
    "limit-pattern": Template("share of units unique by missing values"),
    "limit-field": Template("columns on the sample or the interview"),
    "limit-order": Template("order that follows a hidden column"),
    "limits-changed": Template("Changed limits: {said}."),
    "limit-changed": Template("{what}: {limit} instead of {usual}"),
    "report-checklist": Template("Checklist"),
    "report-checklist-purpose": Template(
        "Everything that was counted before the release, within its limit or not. Profile: "
        "{name}. {meaning}"
    ),
    "report-checklist-number": Template("No."),
    "report-checklist-counted": Template("What is counted"),
    "report-checklist-columns": Template("Columns"),
    "report-checklist-figure": Template("Figure"),
    "report-checklist-limit": Template("Limit"),
    "report-checklist-outcome": Template("Outcome"),
    # Where they are shown.
    "not-ready-questions": Template(
        "Verified, but not ready: {count} questions are open. {file} is in {folder}.",
        one="Verified, but not ready: one question is open. {file} is in {folder}.",
    ),
    "question-open": Template("Open: {said}"),
    "question-accepted": Template("Accepted: {said}"),
    "question-refused": Template("Not acceptable: {said}"),
    "question-why": Template("Reason: {said}"),
    "question-how": Template(
        "Change the settings, or add these answers to the recipe, each with your reason:",
        one="Change the settings, or add this answer to the recipe, with your reason:",
    ),
    "question-never": Template(
        "No reason is accepted in this profile for {questions}: the settings must change."
    ),
    "recipe-answer": Template(
        "“{field}” must be an object with “answer”: “accepted” and “why”, a text."
    ),
    "report-not-ready-questions": Template("Verified, but not ready for release"),
    "report-not-ready-questions-because": Template(
        "Every promise was counted again in the finished file, and it holds; but {count} questions "
        "are open.",
        one="Every promise was counted again in the finished file, and it holds; but one question "
        "is open.",
    ),
    "report-questions-internal": Template(
        "Questions that compare with the original are in the internal report."
    ),
    "report-foot-internal": Template("INTERNAL – not for publication"),
    "report-undrawn": Template(
        "{file} could not be made into a PDF. It is no report of Statveil, it was changed, or the "
        "log and the protected file of its release are not beside it."
    ),
    "report-signed": Template("Signed off"),
    "report-sign-name": Template("Responsible"),
    "report-sign-office": Template("Office"),
    "report-sign-title": Template("Survey or file"),
    "report-sign-contact": Template("Contact"),
    "report-sign-purpose": Template("Purpose"),
    "report-sign-remark": Template("Remark"),
    "report-sign-date": Template("Date"),
}
