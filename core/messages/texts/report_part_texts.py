"""The parts of a report, above all its first half page, and the units of its figures."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # The parts and their readers
    "report-kind-public": Template("Report on a protected file"),
    "report-readers": Template("Who may read this report"),
    "report-part-public": Template("Part A: for everybody who gets the file"),
    "report-part-internal": Template("Part B: for the office that holds the original"),
    "report-readers-public": Template(
        "Says what the file promises, what was done to it and what it is good for. It holds "
        "figures of the protected file and whole per cents of what was kept, and may be handed "
        "out with it."
    ),
    "report-readers-internal": Template(
        "Compares the protected file with the original: the risk that is left, every setting, "
        "and how to repeat the run. It would help somebody who wants to find persons or firms in "
        "the file, so it stays in the office and with its inspectors."
    ),
    "report-readers-public-only": Template(
        "This is the part for everybody who gets the file; it may be handed out with it."
    ),
    "report-internal-banner": Template(
        "Internal. Do not pass this report on, nor the other files in the folder internal/: they "
        "hold exact figures of the original. What may be handed out is in the folder public/."
    ),
    # What is promised
    "report-claims": Template("What you may rely on"),
    "report-claims-none": Template("The program promises nothing about this file."),
    "report-claims-not": Template("It is not promised:"),
    "report-limit-masked": Template(
        "that a masked value is the true one of any single record: it stands for a whole group;"
    ),
    "report-limit-blanks": Template(
        "that somebody who knows the value behind a blank finds several records: what is blank is "
        "rare in its group;"
    ),
    "report-limit-known": Template(
        "anything against somebody who already knows the value of {columns} for a person or "
        "firm, which is published as it is;"
    ),
    "report-limit-alike": Template(
        "that the records of a group differ in the confidential columns: where they all have "
        "the same value, whoever finds the group learns it;"
    ),
    "report-limit-single": Template(
        "that a result computed from this file is near the one that the original gives. How much "
        "each column keeps is stated below; relations between columns can change more than that."
    ),
    "report-protection": Template("How it was protected"),
    "report-columns-caption": Template("Every column of the original and what became of it"),
    "report-columns-count": Template("{count} columns", one="{count} column"),
    "report-promises-caption": Template("What was promised, and what was counted in the file"),
    # What the file is good for
    "report-useful": Template("What the file is good for"),
    "report-useful-purpose": Template(
        "For each released column the distribution of its released values, and how much of the "
        "original it keeps. The figures compare the released records with what they were, each "
        "counted once: they take no account of weights, nor of records that are left out. They "
        "are rounded to whole per cents."
    ),
    "report-useful-caption": Template("Each released column, and what it keeps of the original"),
    "report-useful-picture": Template("Released values"),
    "report-useful-all-rare": Template("{count} different values, each of them rare"),
    "report-useful-picture-title": Template("How the released values of {column} are distributed"),
    "report-useful-kept": Template("Information kept"),
    "report-useful-kept-means": Template(
        "% of the differences between records that are still there; higher is better"
    ),
    "report-useful-mean": Template("Mean moved by"),
    "report-useful-mean-means": Template(
        "% of the original standard deviation, over the released records without weights; lower is "
        "better"
    ),
    "report-useful-spread": Template("Spread changed by"),
    "report-useful-spread-means": Template("% of the original variance; lower is better"),
    "report-useful-low": Template("low"),
    "report-useful-high": Template("high"),
    "report-useful-unchanged": Template("unchanged: every value is the original one"),
    "report-useful-prepared": Template("prepared as stated above, then not masked"),
    "report-useful-not-stated": Template(
        "not stated: from these figures the largest or smallest original value of the column "
        "could be estimated closely"
    ),
    "report-useful-whole-not-stated": Template(
        "The figure over all masked columns is not stated either, since the missing figure "
        "would follow from it."
    ),
    # A reader's copy
    "report-your-copy": Template("Is your copy the one?"),
    "report-your-copy-purpose": Template(
        "This report is about one file, {name}. If a single byte of a copy differs, so does its "
        "SHA-256."
    ),
    "report-your-copy-parts": Template(
        "This report is about one table, the folder {name} with {count} parts. If a single byte "
        "of a part differs, or its name, so does the SHA-256 of the list of all parts. The audit "
        "log lists the SHA-256 of each part."
    ),
    "report-your-copy-listing": Template(
        "Where sha256sum is available, it prints that of the list:"
    ),
    "report-your-copy-command": Template("Where sha256sum is available, it prints it:"),
    "report-your-copy-windows": Template("On Windows this does:"),
    "report-your-copy-verify": Template(
        "Statveil checks it against the audit log, which is in the same folder, and counts again "
        "what was promised:"
    ),
    "report-files-caption": Template("Files with their size and their SHA-256"),
    # Risk
    "report-risk": Template("Risk before and after"),
    "report-risk-purpose": Template(
        "How well somebody who knows all masked columns of a person or firm could find its "
        "record, in the original and in the release. Only the records that are released are "
        "counted."
    ),
    "report-risk-caption": Template("Risk in the original and in the release"),
    "claim-spread": Template(
        "Made from a k-anonymous file (k = {k}), the published columns, and covariances of at "
        "least 50 records each. The released records are computed from groups of at least {k}; "
        "they do not share their quasi-identifiers. All that is promised is counted in the file of "
        "groups, the core."
    ),
    "claim-spread-t": Template(
        "Made from a k-anonymous file (k = {k}) and covariances of at least 50 records each. The "
        "released records are computed from groups of at least {k}; they do not share their "
        "quasi-identifiers. All that is promised is counted in the file of groups, the core: in "
        "every group the distribution of {columns} is within t = {t} of the whole file’s (earth "
        "mover’s distance)."
    ),
    "claim-mixed": Template(
        "A link to a record is right with a probability of at most 1 in {k}: inside groups of at "
        "least {least} records values changed hands by chance, and the records do not share their "
        "quasi-identifiers. All that is promised is counted in the file of groups, the core."
    ),
    "claim-mixed-t": Template(
        "A link to a record is right with a probability of at most 1 in {k}: inside groups of at "
        "least {least} records values changed hands by chance, and the records do not share their "
        "quasi-identifiers. All that is promised is counted in the file of groups, the core: in "
        "every group the distribution of {columns} is within t = {t} of the whole file’s (earth "
        "mover’s distance)."
    ),
    "done-figures-core": Template(
        "Counted in the core from which {rows} records were drawn: k = {k}. The released file "
        "itself is not k-anonymous."
    ),
    "done-figures-t-core": Template(
        "Counted in the core from which {rows} records were drawn: k = {k}, largest earth mover’s "
        "distance: {t}. The released file itself is not k-anonymous."
    ),
    "report-risk-before": Template("Original"),
    "report-risk-after": Template("Release"),
    "report-risk-smallest": Template("Smallest group (k)"),
    "report-risk-smallest-means": Template(
        "The least number of records that share one combination of the masked columns; of drawn "
        "records it is counted in their core."
    ),
    "report-risk-alone": Template("Unique records"),
    "report-risk-alone-means": Template(
        "Records whose combination of the masked columns no other record has; of drawn records "
        "they are counted in their core."
    ),
    "report-risk-highest": Template("Highest re-identification risk"),
    "report-risk-highest-means": Template(
        "The chance to pick the right record among those that fit, for the record that is found "
        "most easily (100 divided by the smallest group). Only the masked columns are considered: "
        "anyone who also knows a published value may find more."
    ),
    "report-risk-average": Template("Average re-identification risk"),
    "report-risk-average-means": Template(
        "The same chance, averaged over all records (groups divided by records)."
    ),
    "report-risk-p": Template("Least number of different values of {column} in a group (p)"),
    "report-risk-p-means": Template(
        "1 means that all known values of some group are equal, so that whoever finds the group "
        "learns the value; 0 means that the value is missing in every record of some group."
    ),
    "report-risk-t": Template("Largest distance of {column} from the whole file (t)"),
    "report-risk-t-means": Template(
        "Earth mover’s distance of the group that is most unlike the file: 0 reveals nothing "
        "about its members, 1 the most possible."
    ),
    # Settings
    "report-settings": Template("All settings"),
    "report-missing-rule-leave-out": Template(
        "Records with a missing value in a masked column: left out"
    ),
    "report-missing-rule-use-observed": Template(
        "Records with a missing value in a masked column: kept, and masked by what is there"
    ),
    "report-strata": Template("Records that differ in {columns} are never in one group"),
    "report-distance-log": Template("Compared by logarithms: {columns}"),
    "report-distance-root": Template("Compared by square roots: {columns}"),
    "report-importance": Template("Importance of columns in distances: {columns}"),
    "report-weight": Template(
        "Means are weighted by {column}: weighted totals are kept but for rounding, and unweighted "
        "means can change"
    ),
    "report-weight-observed": Template(
        "Means are weighted by {column}: weighted totals of columns that lacked no value are kept "
        "but for rounding, and unweighted means can change"
    ),
    "report-order-kept": Template("Order of the records: that of the original"),
    "report-order-shuffled": Template("Order of the records: random"),
    # Tables
    "report-unit": Template("Unit"),
    "report-better-is": Template("{way} is better"),
    "report-measures-caption": Template("Measures of the whole file"),
    "report-by-column-caption": Template("Measures, column by column"),
    "report-other-categories": Template("{count} others", one="{count} other"),
    "report-hashes": Template("Files and hashes"),
    "report-hashes-purpose": Template(
        "The SHA-256 of a file changes if a single byte does. The internal log holds them "
        "too; the public log does so for the files in public/ only."
    ),
    "report-check-window": Template(
        "The same in the window: menu Release, Verify a release and Repeat a release."
    ),
    # Units of pure numbers
    "report-unit-none": Template("number"),
    "report-unit-k": Template("records"),
    "report-unit-t": Template("distance, 0 to 1"),
    "report-unit-p": Template("different values"),
    "report-unit-emd-largest": Template("distance, 0 to 1"),
    "report-unit-emd-mean": Template("distance, 0 to 1"),
    "report-unit-sse": Template("squared standard deviations"),
    "report-unit-normalised-sse": Template("squared share of the range"),
    "report-unit-quasi-distortion": Template("share, 0 to 1"),
    "report-unit-confidential-distortion": Template("share, 0 to 1"),
    "report-unit-correlation-change": Template("correlation, 0 to 2"),
    "report-unit-covariance-change": Template("product of standard deviations"),
    "report-unit-il1s": Template("standard deviations over √2"),
    "report-unit-relative-error": Template("share of the value"),
    "report-unit-average-diversity": Template("different values"),
    "report-unit-jsd": Template("bits, 0 to 1"),
    "report-unit-hellinger": Template("distance, 0 to 1"),
    "report-unit-propensity-error": Template("squared error, 0 to 0.25"),
    # The introductory half page, for readers who read nothing else.
    "report-brief": Template("In brief"),
    # What was released
    "report-brief-released": Template("What was released"),
    "report-brief-records": Template(
        "{rows} records with {count} columns.", one="{rows} records with one column."
    ),
    "report-brief-masked": Template(
        "{count} columns are masked: similar records were given the same values in them.",
        one="One column is masked: similar records were given the same value in it.",
    ),
    "report-brief-masked-blanks": Template(
        "{count} columns are masked: similar records were given the same values in them, and "
        "categories that would have become false were left blank.",
        one="One column is masked: a category that would have become false was left blank.",
    ),
    "report-brief-noise": Template(
        "The values of {count} columns were made with random noise.",
        one="The values of one column were made with random noise.",
    ),
    "report-brief-unchanged": Template(
        "{count} columns are published as they are.", one="One column is published as it is."
    ),
    "report-brief-links": Template(
        "{count} columns have new numbers, drawn at random for this release.",
        one="One column has new numbers, drawn at random for this release.",
    ),
    "report-brief-dropped": Template(
        "{count} columns of the original are not in the file.",
        one="One column of the original is not in the file.",
    ),
    # What is promised
    "report-brief-promised": Template("What is promised, and was counted"),
    "report-brief-k": Template(
        "Each record has the same masked values as at least {others} others; {promised} were "
        "promised."
    ),
    "report-brief-k-spread": Template(
        "The records of the file are drawn from groups in which each shares its values with at "
        "least {others} others; {promised} were promised. In the file itself they differ."
    ),
    "report-brief-k-mixed": Template(
        "Values of the file changed hands by chance inside groups, each of a record and at least "
        "{others} others. The records differ; a link to one of them is right with a probability "
        "of at most 1 in {promised}."
    ),
    "report-brief-k-blanks": Template(
        "Each record agrees in the masked columns with at least {others} others wherever neither "
        "is blank; {promised} were promised."
    ),
    "report-brief-k-block": Template(
        "Each record has the same values in {columns} as at least {others} others; {promised} "
        "were promised."
    ),
    "report-brief-t": Template(
        "On a scale from 0 to 1, the values of {column} in any group differ from those of the "
        "whole file by at most {t}; at most {promised} was promised."
    ),
    "report-brief-counted": Template(
        "These figures were counted in the finished file, read back from the disk."
    ),
    "report-brief-dp": Template(
        "In the columns with noise, a privacy budget of ε = {epsilon} limits what the file reveals "
        "about any single record. The smaller ε is, the tighter the limit."
    ),
    "report-brief-dp-counted": Template(
        "Noise cannot be counted in a file. What was checked is that claim and budget follow from "
        "the recipe, and that every cell is the one that was computed."
    ),
    "report-brief-dp-none": Template("Differential privacy is not claimed for this file."),
    # What follows from the file
    "report-brief-may": Template("What you may conclude"),
    "report-brief-may-masked": Template(
        "Means and distributions of masked columns are as close to the original values of the "
        "released records as the section “What the file is good for” states."
    ),
    "report-brief-dp-may": Template(
        "Results about many records hold within the error that the noise adds."
    ),
    "report-brief-may-unchanged": Template(
        "Columns published as they are hold the original values of the released records."
    ),
    "report-brief-may-prepared": Template(
        "Columns published as they are hold the values of the released records as they were "
        "prepared; columns that were not prepared hold the original ones."
    ),
    "report-brief-may-not": Template("What you may not conclude"),
    "report-brief-not-single": Template(
        "That a masked value is the true value of a single person or unit: it stands for a group."
    ),
    "report-brief-not-single-mixed": Template(
        "That a masked value is the true value of the person or unit in its record: it may be that "
        "of any other of its group."
    ),
    "report-brief-not-single-blanks": Template(
        "That a masked number is the true value of a single person or unit, or that blanks are "
        "spread by chance: what is blank is rare in its group."
    ),
    "report-brief-dp-not-single": Template(
        "That a value with noise is the true value of a single person or unit."
    ),
    "report-brief-not-relations": Template(
        "That relations between columns are as strong as in the original."
    ),
    "report-brief-not-alike": Template(
        "That a group reveals nothing: its records may all have the same confidential value."
    ),
    # How to check it
    "report-brief-check": Template("How to check it"),
    "report-brief-check-copy": Template(
        "Compare the SHA-256 of your copy with the one under “Is your copy the one?”."
    ),
    "report-brief-check-again": Template(
        "With Statveil, anybody can count again what was promised, without the original."
    ),
    "report-brief-dp-check": Template(
        "With Statveil, anybody can compute claim and budget again, without the original."
    ),
    "report-sources": Template("The method, and what it promises, are published in:"),
}
