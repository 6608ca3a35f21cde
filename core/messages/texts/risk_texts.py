"""Disclosure risk: scenarios, ``assess`` and its page, rows on how somebody is found."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "scenario-k": Template(
        "“{field}” must be a whole number of at least 2, or be left out if the scenario promises "
        "nothing."
    ),
    "scenario-k-twice": Template(
        "“{field}” names the same columns as an earlier scenario with a k. Remove one of the two."
    ),
    "scenario-k-needs-groups": Template(
        "This method forms no groups of records, so it cannot keep the k of a "
        "scenario. Choose a method of microaggregation, or remove the k."
    ),
    "scenario-k-of-columns": Template(
        "“{field}” is {k}, but masking does not change the values of {columns}, and fewer than {k} "
        "share {count} of their combinations. Prepare the columns so that they have fewer values, "
        "make them quasi-identifiers, or choose a smaller k.",
        one="“{field}” is {k}, but masking does not change the values of {columns}, and fewer than "
        "{k} share one of their combinations. Prepare the columns so that they have fewer values, "
        "make them quasi-identifiers, or choose a smaller k.",
    ),
    "scenario-k-of-file": Template(
        "“{field}” is {k}, but only {count} can be released. Choose a smaller k.",
        one="“{field}” is {k}, but only one can be released. Choose a smaller k.",
    ),
    "scenario-k-of-sizes": Template(
        "“{field}” is {k}, but masking does not change the number of records of a unit, and "
        "{count} sizes have fewer than {k} units. Choose a smaller k.",
        one="“{field}” is {k}, but masking does not change the number of records of a unit, and "
        "one size has fewer than {k} units. Choose a smaller k.",
    ),
    "scenario-unnamed": Template("“{field}”: a scenario needs a name, such as “neighbour”."),
    "scenario-name-twice": Template("“{field}”: two scenarios have this name. Give each its own."),
    "scenario-empty": Template("“{field}”: a scenario needs at least one key column."),
    "scenario-unknown": Template(
        "“{field}”: the scenario names {column}, which is not a column of the file."
    ),
    "scenario-column-twice": Template("“{field}” names this column twice."),
    "scenario-not-released": Template(
        "This column is not released, so nobody can look for a record by it. Remove it from "
        "“{field}”, or change its role."
    ),
    "assess-no-keys": Template(
        "No column is a quasi-identifier, so there is nothing by which a record could be found. "
        "Give at least one column that role."
    ),
    "assess-length": Template("--length is {value}. It must be at least 1."),
    "assess-fraction": Template(
        "--fraction is {value}. A sampling fraction is above 0 and at most 1."
    ),
    "assess-too-many": Template(
        "{columns} key columns have more than {most} combinations of up to {length} columns. "
        "Choose fewer key columns or a smaller --length."
    ),
    "assess-done": Template("The risk of {records} records is assessed in {folder}: {files}."),
    "assess-counted": Template(
        "{name}: {uniques} unique records; {two}, {three} and {five} violate 2-, 3- and "
        "5-anonymity; expected re-identifications {expected} ({rate} %)."
    ),
    "assess-all-keys-name": Template("All quasi-identifiers"),
    "phase-frequencies": Template("Counting equal records"),
    "phase-uniques": Template("Finding unique combinations"),
    # The page
    "report-assess-kind": Template("Disclosure risk of a file"),
    "report-assess-title": Template("Disclosure risk of {file}"),
    "report-assess-file": Template("{count} records.", one="One record."),
    "report-assess-file-units": Template(
        "{count} records of {units} units.", one="One record of one unit."
    ),
    "report-assess-banner": Template(
        "Internal. This page holds exact figures of the original file, but no value of a record. "
        "Do not pass it on."
    ),
    "report-assess-all-keys": Template("If all quasi-identifiers are known"),
    "report-assess-scenario": Template("Scenario “{name}”"),
    "report-assess-columns": Template("Key columns: {columns}."),
    "report-assess-fact-uniques": Template("records are unique in these columns"),
    "report-assess-fact-expected": Template("records are expected to be re-identified"),
    "report-assess-fact-rate": Template("of all records are expected to be re-identified"),
    "report-assess-fact-largest": Template("is the largest risk of a record"),
    "report-assess-violations": Template("Rare combinations in the file"),
    "report-assess-violations-purpose": Template(
        "A record violates k-anonymity if fewer than k records have its values of the key "
        "columns. A unit violates it if one of its records does."
    ),
    "report-assess-threshold": Template("Violate"),
    "report-assess-records": Template("Records"),
    "report-assess-share": Template("Share"),
    "report-assess-units": Template("Units"),
    "report-assess-k": Template("{k}-anonymity"),
    "report-assess-risk": Template("Individual risk"),
    "report-assess-risk-weights": Template(
        "Somebody who matches every record with the population by these columns is expected to "
        "re-identify {expected} records ({rate} of the file) by the approximation, and {exact} "
        "by the exact formula."
    ),
    "report-assess-risk-file": Template(
        "If the file holds the whole population, somebody who matches every record by these "
        "columns is expected to re-identify {expected} records ({rate} of the file). Of a sample "
        "it is fewer; name the column of weights to estimate how many."
    ),
    "report-assess-risk-units": Template(
        "{expected} records ({rate} of the file) are expected to lie in a unit of which at least "
        "one record is re-identified."
    ),
    "report-assess-distribution": Template("Records by individual risk"),
    "report-assess-up-to": Template("up to {high}"),
    "report-assess-between": Template("{low} to {high}"),
    "report-assess-suda": Template("Which columns make records unique"),
    "report-assess-suda-purpose": Template(
        "A minimal sample unique is a combination of columns in which a record is unique, while "
        "it is not unique in any part of the combination. The fewer columns it has, the higher "
        "its score: such a record remains unique whatever other columns are removed."
    ),
    "report-assess-suda-none": Template(
        "No record is unique in a combination of up to {length} of these columns.",
    ),
    "report-assess-suda-found": Template(
        "{count} records have a minimal sample unique of up to {length} columns; their scores "
        "add up to {total}.",
        one="One record has a minimal sample unique of up to {length} columns; its score is "
        "{total}.",
    ),
    "report-assess-dis": Template(
        "A match with a unique record of the file is correct with an estimated probability of "
        "{rate} (DIS)."
    ),
    "report-assess-dis-largest": Template(
        "For the record with the highest score the probability is {rate} (DIS-SUDA)."
    ),
    "report-assess-contributions": Template("Columns by their share of the total score"),
    "report-assess-combinations": Template("Risky combinations of columns"),
    "report-assess-combinations-purpose": Template(
        "The combinations with most minimal sample uniques. Values are not shown; the list of all "
        "combinations is in the JSON file."
    ),
    "report-assess-combination": Template("Columns"),
    "report-assess-uniques": Template("Unique records"),
    "report-assess-minimal": Template("Minimal sample uniques"),
    "report-assess-rules": Template("How it was counted"),
    "report-assess-rule-missing": Template(
        "A missing value is a category of its own: it equals only another missing value. Programs "
        "in which it equals every value count fewer rare records."
    ),
    "report-assess-rule-weights": Template(
        "Individual risk: for a group of f records whose weights in {column} add up to F, "
        "p = f/F, the risk is p/(1 − p) · log(1/p) for f = 1, p/(1 − p) − (p/(1 − p))² · log(1/p) "
        "for f = 2 and p/(f − (1 − p)) above (Franconi and Polettini 2004); where F is at most f "
        "it is 1/f. The exact formula is the expectation of 1/F in the model of "
        "Benedetti and Franconi (1998)."
    ),
    "report-assess-rule-file": Template(
        "The recipe names no column of weights, so the file is taken as the whole population: the "
        "risk of a record is 1/f, where f records have its values of the key columns."
    ),
    "report-assess-rule-independent": Template(
        "The risk of a unit is 1 − Π(1 − r) over its records: re-identifications are taken as "
        "independent of each other."
    ),
    "report-assess-rule-suda": Template(
        "Scores are those of SUDA2 (Elliot et al. 2002); a column’s share is that of "
        "the combinations that contain it, so the shares add up to more than 100 %."
    ),
    "report-assess-rule-dis": Template(
        "DIS and DIS-SUDA are computed with a sampling fraction of {fraction}."
    ),
    "report-assess-rule-no-dis": Template(
        "DIS and DIS-SUDA need the sampling fraction, which neither the recipe nor --fraction give."
    ),
    "report-assess-rule-masked": Template(
        "These figures hold for columns that are released as they are or recoded. Of masked "
        "columns they overstate what an intruder can do; linkage, interval disclosure and "
        "dominance are measured for those."
    ),
    # Rows of the checklist on how somebody is found, and what comes back.
    "scenario-few": Template(
        "Anyone who knows {columns} ({scenario}) can narrow {count} records down to fewer than {k} "
        "({combinations} combinations of values). Recode these columns, or give the scenario a k. "
        "Other scenarios with such records: {rest}.",
        one="Anyone who knows {columns} ({scenario}) can narrow one record down to fewer than {k}. "
        "Recode these columns, or give the scenario a k. Other scenarios with such records: "
        "{rest}.",
    ),
    "scenario-none": Template(
        "No scenario says what an intruder knows. Name at least one, such as “neighbour”, or say "
        "why there is none."
    ),
    "population-unique": Template(
        "For {count} records the estimated probability that a match by {columns} is right exceeds "
        "{risk}; about {expected} matches must be expected to be right ({share} % of the records). "
        "Recode these columns, leave one out, or publish a smaller sample.",
        one="For one record the estimated probability that a match by {columns} is right exceeds "
        "{risk}; about {expected} matches must be expected to be right ({share} % of the records). "
        "Recode these columns, leave one out, or publish a smaller sample.",
    ),
    "special-unique": Template(
        "{count} of {rows} records can be singled out by one or two columns alone, most of them by "
        "{columns}; chance explains {expected}. Recode the first of these columns, or leave it "
        "out.",
        one="One of {rows} records can be singled out by one or two columns alone, by {columns}; "
        "chance explains {expected}. Recode one of these columns, or leave it out.",
    ),
    "linked": Template(
        "By comparing {columns}, an intruder who knows them exactly, or three of them to within "
        "10 % ({three} %), would link up to {share} % of the {what} to the right original. Choose "
        "a larger k, or mask all columns together."
    ),
    "outlier-found": Template(
        "The largest released values of {columns} are at least {limit} times as large as the next "
        "ones ({ratios}). Anyone who knows who is largest recognises them: up to {units} {what}, "
        "{largest} of the ten largest originals among them. Top-code these columns, choose larger "
        "groups, or leave the largest out."
    ),
    "whole-population": Template(
        "The file covers {share} % of the population ({what}), and {alone} of {rows} records stand "
        "only for themselves. Whoever is looked for is probably in it. Publish a sample."
    ),
    "rare-in-population": Template(
        "{count} categories or combinations of categories of {columns} stand for fewer than "
        "{people} people in the population, or are those of fewer than three records (records "
        "concerned: {records}). Combine them with others.",
        one="One category or combination of categories of {columns} stands for fewer than {people} "
        "people in the population, or is that of fewer than three records (records concerned: "
        "{records}). Combine it with others.",
    ),
    "small-area": Template(
        "{count} areas that {columns} tell apart have fewer than {inhabitants} inhabitants "
        "(records concerned: {records}). Combine them with others, or leave one of these columns "
        "out.",
        one="One area that {columns} tell apart has fewer than {inhabitants} inhabitants (records "
        "concerned: {records}). Combine it with another, or leave one of these columns out.",
    ),
    "file-scope": Template(
        "The file has {identifying} columns that others may know and {sensitive} sensitive ones: "
        "{count} too many. Leave columns out.",
        one="The file has {identifying} columns that others may know and {sensitive} sensitive "
        "ones: one too many. Leave a column out.",
    ),
    "recent-data": Template(
        "The data are {age} months old, and {months} are wanted. Release the file later."
    ),
    "period-unstated": Template(
        "Nobody says to which month the data refer; {months} months must have passed since then. "
        "State it."
    ),
    "word-weights": Template("by its weights"),
    "word-fraction": Template("by the fraction that the recipe states"),
    "word-neither": Template("neither weights nor a fraction say otherwise"),
    "exact-value": Template(
        "{count} of {cells} released values are the exact value of a unit in the group; {own} are "
        "the record’s own, and {near} % lie within 10 % of it. Choose the mean instead.",
        one="One of {cells} released values is the exact value of a unit in the group. Choose the "
        "mean instead.",
    ),
    "digits": Template(
        "Its means have {digits} significant digits, or finer steps than its amounts ({step}), "
        "enough to work out single amounts. Leave the column out."
    ),
    "few-values": Template(
        "In {count} groups ({records} records) there are fewer than {different} different values. "
        "Choose l ({@diversity}), t or a larger k, or recode the column.",
        one="In one group ({records} records) there are fewer than {different} different values. "
        "Choose l ({@diversity}), t or a larger k, or recode the column.",
    ),
    "skewed": Template(
        "In one group its distribution is at a distance of {emd} from that of the whole file, "
        "above {t}. Choose t or a larger k."
    ),
    "scenario-few-public": Template(
        "Some records can be narrowed down to few by what somebody may know."
    ),
    "population-unique-public": Template(
        "Some records may be the only ones of their kind in the population."
    ),
    "special-unique-public": Template("Some records stand out by one or two columns."),
    "linked-public": Template(
        "Some records may still be linked to the right original, although their values are masked."
    ),
    "outlier-found-public": Template(
        "Very large or unusual units may still be recognised, although their values are masked."
    ),
    "whole-population-public": Template("The file covers a large part of the population."),
    "rare-in-population-public": Template("Some categories are rare in the population."),
    "small-area-public": Template("Some areas have few inhabitants."),
    "exact-value-public": Template("Some released values are exact values of a unit in the group."),
    "few-values-public": Template("In some groups there are few different values."),
    "skewed-public": Template("Some groups differ much from the whole file in this column."),
    "counted-scenario-few": Template("Records with too few alike in what one scenario knows"),
    "counted-scenario-none": Template("Scenarios that are still to be named"),
    "counted-population-unique": Template("Records of which a match is probably right"),
    "counted-special-unique": Template("Records singled out by one or two columns"),
    "counted-linked": Template("Linked to the right original by the masked columns (%)"),
    "counted-outlier-found": Template("Largest released value of an amount, times the next one"),
    "counted-whole-population": Template("Share of the population in the file (%)"),
    "counted-rare-in-population": Template("Categories and combinations of few people"),
    "counted-small-area": Template("Areas of few inhabitants"),
    "counted-file-scope": Template("Columns too many: known to others, or sensitive"),
    "counted-recent-data": Template("Months by which the data are too young"),
    "counted-period-unstated": Template("Periods that are still to be stated"),
    "counted-exact-value": Template("Released values that are those of a unit in the group"),
    "counted-digits": Template("Significant digits of representatives"),
    "counted-few-values": Template("Records in groups of few different values"),
    "counted-skewed": Template("Largest distance of a group from the file (EMD)"),
    "limit-scenarios": Template("scenarios that must be named"),
    "limit-risk": Template("probability that a match is right"),
    "limit-expected": Template("share of records of which a match is right"),
    "limit-special": Template("singled out by two columns, times chance"),
    "limit-linked": Template("share linked to the right original"),
    "limit-outlier": Template("times the next value"),
    "limit-sample": Template("share of the population in the file"),
    "limit-certain": Template("records that stand only for themselves"),
    "limit-category_people": Template("people of a category"),
    "limit-pair_people": Template("people of a pair of categories"),
    "limit-triple_people": Template("people of three categories"),
    "limit-category_share": Template("share of the population of a category"),
    "limit-combination_share": Template("share of the population of a combination"),
    "limit-area": Template("inhabitants of an area"),
    "limit-identifying": Template("columns that others may know"),
    "limit-sensitive_columns": Template("sensitive columns"),
    "limit-months": Template("months from the period of the data to the release"),
    "limit-different": Template("different sensitive values in a group"),
    "limit-t": Template("distance of a group from the file"),
    "limit-exact": Template("share of exact values of a unit"),
    # What one answer accepts besides its own question, by the row that counts it.
    "included-rare-value": Template("This includes rare values ({counts})."),
    "included-rare-combination": Template(
        "This includes {count} {what} that are the only ones with their values of the "
        "published columns that others may know.",
        one="This includes one of the {what}, which is the only one with its values of "
        "the published columns that others may know.",
    ),
    "included-special-unique": Template(
        "This includes {count} records that one or two columns single out.",
        one="This includes one record that one or two columns single out.",
    ),
    "included-plain-amount": Template(
        "This includes amounts and dates that only one of the {what} has ({counts})."
    ),
}
