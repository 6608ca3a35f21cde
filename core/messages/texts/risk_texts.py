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
        "DIS and DIS-SUDA need the sampling fraction, which neither weights nor --fraction give."
    ),
    "report-assess-rule-masked": Template(
        "These figures hold for columns that are released as they are or recoded. Of masked "
        "columns they overstate what an intruder can do; linkage, interval disclosure and "
        "dominance are measured for those."
    ),
    # Rows of the checklist on how somebody is found.
    "linked": Template(
        "By comparing {columns}, an intruder who knows them exactly, or three of them to within "
        "10 % ({three} %), would link up to {share} % of the {what} to the right original. Choose "
        "a larger k, or mask all columns together."
    ),
    "linked-public": Template(
        "Very large or unusual units may still be recognised, although their values are masked."
    ),
    "counted-linked": Template("Linked to the right original by the masked columns (%)"),
    "limit-linked": Template("share linked to the right original"),
}
