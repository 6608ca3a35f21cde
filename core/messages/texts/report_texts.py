"""The report of a release, for readers who have never seen the program."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Cover
    "report-kind": Template("Internal report on a protected file: do not pass it on"),
    "report-ready": Template("Ready for release"),
    "report-ready-because": Template(
        "What was promised was counted again in the finished file, and it holds."
    ),
    "report-quasi-identifiers": Template(
        "Quasi-identifiers are the masked columns: what an outsider could know of a person or firm."
    ),
    "report-fact-records": Template("records released"),
    "report-fact-records-note": Template("of {rows} in the input"),
    "report-fact-k": Template("or more records share each profile"),
    "report-fact-k-spread": Template("or more records in each group from which records are drawn"),
    "report-fact-k-mixed": Template("or more records in each group in which values changed hands"),
    "report-fact-k-blanks": Template("or more records agree with each one, a blank with any"),
    "report-fact-k-note": Template("promised: {k}"),
    "report-fact-t": Template("largest distance t"),
    "report-fact-t-note": Template("promised: at most {t}"),
    "report-fact-kept": Template("of the information kept"),
    "report-fact-kept-note": Template("in the masked columns"),
    "report-made-by": Template("Made by {program} {version}, {finished} (UTC)"),
    # What was done
    "report-done": Template("What was done"),
    "report-method": Template("Method: {method}"),
    "report-parameter": Template("{name}: {value}"),
    "report-step-read": Template("Read {rows} records with {columns} columns."),
    "report-step-settings-searched": Template(
        "Chose the settings among {trials} that were tried, by how many figures held: the original "
        "values were looked at."
    ),
    "report-step-left-out": Template(
        "Left out {rows} records, because values were missing.",
        one="Left out {rows} record, because values were missing.",
    ),
    "report-step-left-out-none": Template("Left out no record."),
    "report-step-identifiers-dropped": Template(
        "Dropped {columns} columns.", one="Dropped {columns} column."
    ),
    "report-step-identifiers-dropped-none": Template("Dropped no column."),
    "report-step-mdav": Template(
        "Put the records into {clusters} groups of at least {k}, alike in the masked columns, and "
        "gave all records of a group the same values there."
    ),
    "report-step-t-closeness-first": Template(
        "Put the records into {clusters} groups of {cluster_size} or a little more, alike in the "
        "masked columns and spread over the confidential one, and gave all records of a group the "
        "same masked values."
    ),
    "report-step-merging": Template(
        "Merged groups {merges} times, until all kept t, l or a dominance rule; {clusters} are "
        "left.",
        one="Merged two groups, because one did not keep t, l or a dominance rule; {clusters} are "
        "left.",
    ),
    "report-step-merging-none": Template(
        "Checked that every group keeps t, l or a dominance rule; no groups needed merging."
    ),
    "report-step-key-sets": Template(
        "Merged groups {merges} times, until the k of each scenario was held; {clusters} are left.",
        one="Merged two groups to hold the k of each scenario; {clusters} are left.",
    ),
    "report-step-key-sets-none": Template(
        "Counted the records that share the values of each scenario; no groups needed merging."
    ),
    "report-step-sums-shared": Template(
        "Shared out the masked totals of {sums} sums among {parts} parts, in the proportions of "
        "each group.",
        one="Shared out the masked total of one sum among {parts} parts, in the proportions of "
        "each group.",
    ),
    "report-step-calibrated-categories": Template(
        "Chose the categories of {clusters} groups together, so that shares, two-way tables and "
        "totals come near those of the original."
    ),
    "report-step-left-blank": Template(
        "Left false categories blank in {columns} columns, which have {cells} blanks.",
        one="Left false categories blank in {columns} columns, which have one blank.",
    ),
    "report-step-moments": Template(
        "Moved the values of groups so that means, variances and correlations of {names} are those "
        "of the original."
    ),
    "report-step-moments-logarithms": Template(
        "Moved the values of groups so that means, variances and correlations of {names} are those "
        "of the original; the variances and correlations are of the logarithms of {logarithms}."
    ),
    "report-step-moments-none": Template(
        "Restored no variances or correlations: all columns keep the means of their groups."
    ),
    "report-step-spread": Template(
        "Drew {names} of each record from its group in the core, with the spread of pools of at "
        "least {fewest} records."
    ),
    "report-step-spread-given": Template(
        "Drew {names} of each record from its group in the core, given its published {given}, with "
        "the spread of pools of at least {fewest} records."
    ),
    "report-step-hybrid": Template(
        "Rotated {names} of the records of each group about their mean by chance, so that means "
        "and covariances of the group stay."
    ),
    "report-step-hybrid-none": Template("Rotated no column: all keep the means of their groups."),
    "report-step-swap": Template(
        "Let the categories of {names} change hands by chance inside each group, column by column."
    ),
    "report-step-spread-none": Template("Drew no column: all keep the values of the core."),
    "report-step-totals": Template(
        "Calibrated {totals} sets of totals by domain: multiplied the values of each group by a "
        "factor.",
        one="Calibrated a set of totals by domain: multiplied the values of each group by a "
        "factor.",
    ),
    "report-step-other": Template("Step {name}."),
    "report-step-written": Template("Wrote {rows} records with {columns} columns."),
    "report-step-order-kept": Template("Kept the order of the records."),
    "report-step-order-shuffled": Template(
        "Put the records in a random order, so that positions reveal nothing."
    ),
    "report-step-read-back": Template(
        "Read the finished file back from the disk and counted everything again."
    ),
    "report-columns": Template("What happened to each column"),
    "report-columns-purpose": Template(
        "A column is dropped when it identifies by itself, masked when an outsider could know its "
        "values and find a record by them, and published when neither is so."
    ),
    "report-column": Template("Column"),
    "report-columns-list": Template("Columns"),
    "report-outcome": Template("In the release"),
    "report-reason": Template("Why"),
    "report-scale-continuous": Template("number"),
    "report-scale-integer": Template("whole number"),
    "report-scale-date": Template("date"),
    "report-scale-ordinal": Template("ordered categories"),
    "report-scale-nominal": Template("categories"),
    "report-scale-taxonomy": Template("categories, spelled as in their taxonomy"),
    "report-column-computed": Template("computed from {column}"),
    "report-column-prepared": Template("prepared as stated above"),
    "report-column-used": Template("{columns} was computed from it"),
    "report-outcome-identifier": Template("dropped"),
    "report-outcome-drop": Template("left out"),
    "report-outcome-quasi-identifier": Template("masked"),
    "report-outcome-confidential": Template("unchanged"),
    "report-outcome-other": Template("unchanged"),
    "report-outcome-stratum": Template("unchanged"),
    "report-outcome-weight": Template("unchanged"),
    "report-outcome-prepared": Template("prepared, not masked"),
    "report-reason-prepared": Template(
        "Left out when the columns were prepared: not needed by users, or replaced by another "
        "column."
    ),
    "report-reason-drop": Template("Not needed by users of the release, or too revealing."),
    "report-reason-identifier": Template(
        "A direct identifier, or left out by the office’s decision."
    ),
    "report-reason-quasi-identifier": Template(
        "An outsider could know it and find a record by it, together with others "
        "(quasi-identifier)."
    ),
    "report-reason-confidential": Template(
        "A sensitive value that users of the file analyse (confidential)."
    ),
    "report-reason-stratum": Template(
        "Stratum: no group contains records of two strata, so the column is released as it is."
    ),
    "report-reason-weight": Template(
        "Survey weight: how many units of the population a record represents."
    ),
    "report-reason-other": Template(
        "Declared as not helping to find the record of a person or firm."
    ),
    "report-missing-codes": Template(
        "In columns that are not masked, these codes mean that a value is missing: {codes}.",
        one="In columns that are not masked, the code {codes} means that a value is missing.",
    ),
    "report-missing-leave-out": Template(
        "Records with a missing value in a masked column were left out."
    ),
    "report-missing-use-observed-blanks": Template(
        "Records with missing values were kept. A missing value stays blank in a column with "
        "blanks; in other masked columns the record has that of its group, if the group has one, "
        "and totals count it."
    ),
    "report-missing-use-observed": Template(
        "Records with missing values were kept. Where a value of a masked column was missing, the "
        "record has that of its group, if the group has one, and totals count it."
    ),
    # Promises
    "report-promises": Template("Protection: promised and reached"),
    "report-promises-purpose": Template(
        "The figures under “counted” come from the finished file, read back from the disk, not "
        "from the run that made it."
    ),
    "report-promise": Template("Promise"),
    "report-promised": Template("Promised"),
    "report-counted": Template("Counted"),
    "report-held": Template("Held"),
    "report-yes": Template("yes"),
    "report-no": Template("NO"),
    "report-k": Template("k-anonymity"),
    "report-k-block": Template("k of {columns}"),
    "report-k-block-means": Template(
        "The least number of records that share their values of these columns. In other columns "
        "they may differ."
    ),
    "report-k-together": Template("k of all masked columns together"),
    "report-k-together-means": Template(
        "Whoever knows all masked columns of a person or firm finds at least that many records. "
        "The method does not promise it; with 1, a record is certain to be found."
    ),
    "report-k-means": Template(
        "The least number of records that share one combination of masked values. Whoever knows "
        "all masked columns of a person or firm finds at least that many records."
    ),
    "report-k-means-spread": Template(
        "The least number of records that share one combination of masked values in the core. The "
        "released records are drawn from its groups and do not share their values."
    ),
    "report-k-means-mixed": Template(
        "The least number of records that share one combination of masked values in the core. "
        "Inside its groups values changed hands, and the released records do not share them."
    ),
    "report-k-of-blanks": Template("k where a blank agrees with every value"),
    "report-k-of-blanks-means": Template(
        "The least number of records that agree with one in all masked columns wherever neither "
        "is blank. Whoever knows the value behind a blank may find fewer."
    ),
    "report-k-of-values": Template("k with a blank as a value of its own"),
    "report-k-of-values-means": Template(
        "The least number of records that are equal in all masked columns, blanks included. It is "
        "not promised."
    ),
    "report-t": Template("t-closeness of {column}"),
    "report-t-means": Template(
        "How far the values in a group may lie from those of the whole file: 0 is the same "
        "spread, 1 the farthest possible. Near 0, knowing the group of a record reveals little "
        "about this column."
    ),
    "report-same-table": Template("Written as computed"),
    "report-same-table-means": Template(
        "Every cell of the file on the disk is the one that was computed."
    ),
    "report-at-least": Template("at least {value}"),
    "report-at-most": Template("at most {value}"),
    "report-not-promised": Template("nothing"),
    "report-every-cell": Template("every cell"),
    "report-groups": Template(
        "{clusters} groups of records share their masked values; the smallest has {least} "
        "records, the largest {most}, on average {mean}."
    ),
    "report-groups-spread": Template(
        "Records are drawn from {clusters} groups; the smallest has {least} records, the largest "
        "{most}, on average {mean}."
    ),
    "report-groups-mixed": Template(
        "Values changed hands inside {clusters} groups; the smallest has {least} records, the "
        "largest {most}, on average {mean}."
    ),
    "report-groups-blanks": Template(
        "{clusters} groups of records agree in their masked values wherever none is blank; the "
        "smallest has {least} records, the largest {most}, on average {mean}."
    ),
    "report-merged-in-file": Template(
        "Groups with the same masked values count as one in the file."
    ),
    # Measures
    "report-measures": Template("What it cost and what risk is left"),
    "report-measures-purpose": Template(
        "Masking loses information, which makes the file safer. These figures say how much of each."
    ),
    "report-measure": Template("Measure"),
    "report-value": Template("Value"),
    "report-direction": Template("Better is"),
    "report-better-lower": Template("lower"),
    "report-better-higher": Template("higher"),
    "report-by-column": Template("The same, column by column"),
    # Pictures
    "report-pictures": Template("Each masked column before and after"),
    "report-pictures-purpose": Template(
        "The height of a bar is the number of records whose value lies in its interval. To "
        "protect people, intervals with only 1 to {few} records of the original file are shown "
        "together with their neighbours, at their average height, and the ends are open."
    ),
    "report-before": Template("before"),
    "report-after": Template("after"),
    "report-records": Template("records"),
    "report-lower": Template("lower"),
    "report-higher": Template("higher"),
    "report-missing-before": Template(
        "{count} values were missing.", one="{count} value was missing."
    ),
    "report-missing-few": Template("Fewer than {k} values were missing."),
    "report-picture-title": Template("Records by {column}, before and after"),
    "report-no-picture": Template("Too few records have a value to draw a picture that is safe."),
    # Warnings
    "report-warnings": Template("What you must know"),
    "report-no-warnings": Template("There were no warnings."),
    # Checking
    "report-checking": Template("How to check and repeat this"),
    "report-checking-purpose": Template(
        "Anyone who has Statveil and the folder public/ can check what was promised. The internal "
        "log and the original file also allow every figure to be checked. The commands are for "
        "the folder of the release."
    ),
    "report-check-files": Template("Check that no file was changed and count k and t again:"),
    "report-check-input": Template("The same, and compute the measures again from the original:"),
    "report-check-replay": Template("Repeat the whole run:"),
    "report-file": Template("File"),
    "report-size": Template("Size"),
    "report-hash": Template("SHA-256"),
    "report-bytes": Template("{count} bytes", one="{count} byte"),
    "report-original": Template("{name} (original, not in the folder)"),
    "report-program": Template("{name} {version} on {platform}; {libraries}."),
    "report-run": Template("Run from {started} to {finished} (UTC)."),
    "report-network-scheduler": Template(
        "A Dask cluster computed the blocks, over encrypted connections."
    ),
    "report-run-on": Template("Run on {finished} (UTC)."),
    "report-rule": Template(
        "Only the folder public/ is meant for those who get the file. The folder internal/ is "
        "meant for the office and for those who inspect the release. The original data and the "
        "cluster labels must not leave the office."
    ),
}
