"""Measures, figures that users of a file compute, and the comparison of methods by them."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "measure-information-loss": Template("Information loss"),
    "measure-information-loss-meaning": Template(
        "How much of the differences between records was averaged away: 0 % leaves the data as "
        "it was, 100 % leaves only the means."
    ),
    "measure-sse": Template("Sum of squared errors"),
    "measure-sse-meaning": Template(
        "The squared distances between original and released values, in standard deviations, "
        "added up over all records and quasi-identifiers."
    ),
    "measure-normalised-sse": Template("Normalised squared error"),
    "measure-normalised-sse-meaning": Template(
        "The mean squared difference between original and released values, each in units of "
        "its column’s range; it does not depend on the size of the file."
    ),
    "measure-sse-share": Template("Share of the squared error"),
    "measure-sse-share-meaning": Template(
        "How much of the file’s whole squared error comes from this column."
    ),
    "measure-mean-change": Template("Change of the mean"),
    "measure-mean-change-meaning": Template(
        "How far the column’s mean moved, in per cent of its original standard deviation. "
        "Compared are the released records with what they were, each counted once; users’ figures "
        "compare all records, with weights."
    ),
    "measure-variance-change": Template("Change of the variance"),
    "measure-variance-change-meaning": Template(
        "How much the column’s variance changed, in per cent of the original variance."
    ),
    "measure-correlation-change": Template("Largest change of a correlation"),
    "measure-correlation-change-meaning": Template(
        "The largest difference between a correlation of two columns before and after; 0 keeps "
        "all relations. Of a column: with any other one."
    ),
    "measure-covariance-change": Template("Largest change of a covariance"),
    "measure-covariance-change-meaning": Template(
        "The largest difference between a covariance of two columns before and after, in units "
        "of their original standard deviations. Of a column: with any other one."
    ),
    "measure-quasi-distortion": Template("Distortion of the quasi-identifiers D_X"),
    "measure-quasi-distortion-meaning": Template(
        "The share of the quasi-identifiers’ variance that masking took away: 0 leaves all, 1 "
        "leaves only the means."
    ),
    "measure-confidential-distortion": Template("Unexplained confidential variance D_Y"),
    "measure-confidential-distortion-meaning": Template(
        "The share of the confidential columns’ variance that lies within groups, which the "
        "released quasi-identifiers do not explain: 0 keeps the relation between the two, 1 loses "
        "it."
    ),
    "measure-average-diversity": Template("Average diversity of a group"),
    "measure-average-diversity-meaning": Template(
        "How many clearly different values a group has, on average, in the confidential column "
        "in which it has fewest; values less than 0.02 standard deviations apart mostly count "
        "as one."
    ),
    "measure-relative-error": Template("Mean relative error"),
    "measure-relative-error-meaning": Template(
        "The mean difference between an original and its released value, as a share of the "
        "original (of at least a hundredth of the column’s domain): 0.1 means 10 % on average."
    ),
    "measure-il1s": Template("Scaled absolute loss (IL1s)"),
    "measure-il1s-meaning": Template(
        "The mean absolute difference between original and released values, in standard "
        "deviations over the square root of two; less drawn along by outliers than squares."
    ),
    "measure-interval-disclosure": Template("Records disclosed within 5 %"),
    "measure-interval-disclosure-meaning": Template(
        "The share of records whose original value lies within 5 % of the released one; for the "
        "whole file, in all quasi-identifiers at once. Who finds such a record has learnt its "
        "value closely."
    ),
    "measure-jsd": Template("Divergence of the distributions (Jensen-Shannon)"),
    "measure-jsd-meaning": Template(
        "How much the distribution of the released values differs from that of the original "
        "ones, in bits: 0 means not at all, 1 that they have no value in common."
    ),
    "measure-hellinger": Template("Distance of the distributions (Hellinger)"),
    "measure-hellinger-meaning": Template(
        "How far the distribution of the released values is from that of the original ones: 0 "
        "means they are the same, 1 that they have no value in common."
    ),
    "measure-propensity-error": Template("Told apart by a model (pMSE)"),
    "measure-propensity-error-meaning": Template(
        "How well a model tells released records from original ones: 0 means not at all, 0.25 "
        "always. A low figure means that analyses of both will agree."
    ),
    "measure-k": Template("k-anonymity reached (k)"),
    "measure-k-meaning": Template(
        "The least number of records that share the same quasi-identifiers in the release, or in "
        "the core from which it was drawn."
    ),
    "measure-groups": Template("Groups"),
    "measure-groups-meaning": Template(
        "How many different combinations of quasi-identifiers the release has, or the core from "
        "which it was drawn."
    ),
    "measure-largest-group": Template("Largest group"),
    "measure-largest-group-meaning": Template(
        "The largest number of records that share the same quasi-identifiers in the release, or in "
        "the core from which it was drawn."
    ),
    "measure-uniques-before": Template("Unique records before"),
    "measure-uniques-before-meaning": Template(
        "Records whose quasi-identifiers no other record of the original file shares."
    ),
    "measure-uniques-after": Template("Unique records after"),
    "measure-uniques-after-meaning": Template(
        "Records whose quasi-identifiers no other record of the release shares, or of the core "
        "from which it was drawn."
    ),
    "measure-unit-uniques-before": Template("Units with a unique profile before"),
    "measure-unit-uniques-before-meaning": Template(
        "Units, such as households or firms, whose whole profile no other unit of the original "
        "file has: the quasi-identifiers of all of its records together."
    ),
    "measure-unit-uniques-after": Template("Units with a unique profile after"),
    "measure-unit-uniques-after-meaning": Template(
        "Units whose whole profile no other released unit has. An intruder can only see a profile "
        "if it is known which released records belong together."
    ),
    "measure-unit-risk-before": Template("Mean risk of a unit before"),
    "measure-unit-risk-before-meaning": Template(
        "The probability that at least one record of a unit is re-identified in the original "
        "file, on average over the units. Each record counts with one over the number of records "
        "that share its quasi-identifiers, and as independent of the others."
    ),
    "measure-unit-risk-after": Template("Mean risk of a unit after"),
    "measure-unit-risk-after-meaning": Template(
        "The same in the release. The records of a unit count as independent: three with a risk of "
        "1 in 5 each give 48.8 %. Where whole units are protected, whoever looks for one finds at "
        "least k with its profile, so that risk is at most 1 in k."
    ),
    "measure-p": Template("p-sensitivity reached (p)"),
    "measure-p-meaning": Template(
        "The least number of different confidential values in a group. 1 means that all known "
        "values of some group are equal, so that membership gives the value away; 0 means that "
        "the value is missing in every record of some group."
    ),
    "measure-t": Template("t-closeness reached (t)"),
    "measure-t-meaning": Template(
        "The largest distance between the confidential values of a group and those of the "
        "whole file, over all confidential columns."
    ),
    "measure-emd-largest": Template("Largest distance from the file (EMD)"),
    "measure-emd-largest-meaning": Template(
        "How far the group that is most unlike the whole file is from it in this confidential "
        "column: 0 is identical, 1 the farthest possible."
    ),
    "measure-emd-mean": Template("Mean distance from the file (EMD)"),
    "measure-emd-mean-meaning": Template(
        "How far a group is from the whole file in this confidential column, on average over "
        "the groups."
    ),
    "measure-linkage": Template("Records linked by distance"),
    "measure-linkage-meaning": Template(
        "How many released records an intruder who holds the original quasi-identifiers would "
        "link to the right record by taking the nearest; of units whose numbers are released, how "
        "many units, member by member."
    ),
    "measure-linkage-three": Template("Records linked by three columns"),
    "measure-linkage-three-meaning": Template(
        "How many records an intruder would link who knows three masked columns, amounts among "
        "them to within 10 %, at most; counted for 2,000 records of a larger file."
    ),
    # Figures that users of a file compute: refusals, names, reports and the command line.
    # Refusals
    "figure-weight-not-released": Template(
        "This column holds the weights, but it is not released, so nobody could compute the "
        "figures of the recipe. Release it, or remove “figures”."
    ),
    "figure-of": Template("“{field}”: this figure is of one column. Name it."),
    "figure-ratio-of": Template(
        "“{field}”: a ratio is of two columns, [NUMERATOR, DENOMINATOR]. Name both."
    ),
    "figure-correlation-of": Template("“{field}”: a correlation is of two columns. Name both."),
    "figure-table-of": Template("“{field}”: a table is of two to {most} columns. Name them."),
    "figure-on": Template("“{field}”: a regression needs at least one regressor. Name it."),
    "figure-q": Template("“{field}” must be a number above 0 and below 1."),
    "figure-unknown": Template("“{field}” names {column}, which is not a column of the file."),
    "figure-log": Template(
        "“{field}” names {column}. Only a regression has logarithms; name a column."
    ),
    "figure-not-released": Template(
        "A figure that users compute (“{field}”) names this column, but it is not released, so "
        "nobody could compute it. Leave the figure out, or release the column."
    ),
    "figure-link": Template(
        "“{field}” names this column, but its numbers are drawn for the release and mean nothing. "
        "Change the figure."
    ),
    "figure-column-twice": Template("“{field}” names this column twice."),
    "figure-not-numbers-total": Template(
        "“{field}” asks for the total of this column, which does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-numbers-mean": Template(
        "“{field}” asks for the mean of this column, which does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-numbers-deviation": Template(
        "“{field}” asks for the standard deviation of this column, which does not hold numbers. "
        "Name a continuous or integer column."
    ),
    "figure-not-numbers-correlation": Template(
        "“{field}” asks for a correlation with this column, which does not hold numbers. Name "
        "continuous or integer columns."
    ),
    "figure-not-numbers-quantile": Template(
        "“{field}” asks for a quantile of this column, which does not hold numbers. Name a "
        "continuous or integer column."
    ),
    "figure-not-numbers-gini": Template(
        "“{field}” asks for the Gini coefficient of this column, which does not hold numbers. Name "
        "a continuous or integer column."
    ),
    "figure-not-numbers-ratio": Template(
        "“{field}” asks for a ratio with this column, which does not hold numbers. Name continuous "
        "or integer columns."
    ),
    "figure-not-numbers-regression": Template(
        "“{field}” needs the numbers of this column, but it does not hold numbers. Name a column "
        "of numbers."
    ),
    "figure-not-categories": Template(
        "“{field}” needs the categories of this column, but it holds measurements. Name a column "
        "of categories, whole numbers or dates."
    ),
    "figure-too-many": Template(
        "“{field}” has more than {most} categories or domains. Name columns with fewer."
    ),
    "figure-no-records": Template(
        "“{field}”: no record has a value in every column of this figure."
    ),
    "figure-log-of": Template(
        "“{field}” needs the logarithm of this column, but {count} of its values are not above 0.",
        one="“{field}” needs the logarithm of this column, but one of its values is not above 0.",
    ),
    "figure-few": Template(
        "“{field}”: the regression has {terms} coefficients, but only {count} records have all of "
        "its values.",
        one="“{field}”: the regression has {terms} coefficients, but only one record has all of "
        "its values.",
    ),
    "figure-collinear": Template(
        "“{field}”: the regressors {columns} are collinear: one of them follows from the others. "
        "Remove one."
    ),
    # Names
    "figure-total": Template("Total of {of}"),
    "figure-mean": Template("Mean of {of}"),
    "figure-deviation": Template("Standard deviation of {of}"),
    "figure-share": Template("Shares of the categories of {of}"),
    "figure-quantile": Template("Quantile {q} of {of}"),
    "figure-median": Template("Median of {of}"),
    "figure-gini": Template("Gini coefficient of {of}"),
    "figure-ratio": Template("Ratio of {of} to {to}"),
    "figure-correlation": Template("Correlation of {of} with {to}"),
    "figure-regression": Template("Regression of {of} on {on}"),
    "figure-table": Template("Shares in the table {of}"),
    "figure-by": Template("{figure}, by {by}"),
    # Command line and progress
    "phase-figures": Template("Comparing the figures that users compute"),
    "suggest-figures": Template(
        "{count} figures that users of the file will probably compute. If the recipe has them, "
        "each run compares them with the original:",
        one="One figure that users of the file will probably compute. If the recipe has it, each "
        "run compares it with the original:",
    ),
    "usual-kept": Template(
        "Of the {count} figures that users will probably compute, {inside} lie inside the "
        "original’s 95 % interval, {close} of them within 5 % as well.",
        one="The one figure that users will probably compute: {inside} inside the original’s 95 % "
        "interval, {close} within 5 % as well.",
    ),
    "usual-kept-sample": Template(
        "Of the {count} figures that users will probably compute, {inside} lie inside the "
        "original’s 95 % interval, {close} of them within 5 % as well (from a sample of the "
        "records).",
        one="The one figure that users will probably compute: {inside} inside the original’s 95 % "
        "interval, {close} within 5 % as well (from a sample of the records).",
    ),
    "usual-shares": Template(
        "About {inside} % of the figures that users will probably compute lie inside the "
        "original’s 95 % interval, about {close} % within 5 % as well."
    ),
    "usual-shares-sample": Template(
        "About {inside} % of the figures that users will probably compute lie inside the "
        "original’s 95 % interval, about {close} % within 5 % as well (from a sample of the "
        "records)."
    ),
    "usual-name": Template("{figure}: {value}"),
    "done-figures-of-users": Template(
        "Of the {count} figures that the recipe names, {inside} lie inside the original’s 95 % "
        "interval.",
        one="The one figure that the recipe names: {inside} inside the original’s 95 % interval.",
    ),
    # Reports
    "report-figures": Template("Figures that users of the file compute"),
    "report-figures-purpose": Template(
        "Each figure was computed from all records of the original that have its values, and from "
        "the release, each with its own weights where there are any. It has its 95 % interval "
        "beneath; differences are in per cent of the original figure. A released figure inside the "
        "original’s interval leads to the same conclusion."
    ),
    "report-usual": Template("Figures that users will probably compute"),
    "report-usual-purpose": Template(
        "They were chosen by roles and scales alone, those of the recipe first. Listed are those "
        "that are farthest off, measured in halves of the original’s interval."
    ),
    "report-usual-none": Template("All of them are kept."),
    "report-brief-usual": Template("How far figures hold"),
    "report-brief-usual-stated": Template(
        "The shares are rounded to tens of per cent. Figures that rest largely on one unit, and "
        "those of columns of which nothing is stated, do not count."
    ),
    "report-figures-value": Template("Figure"),
    "report-figures-original": Template("Original"),
    "report-figures-released": Template("Release"),
    "report-figures-difference": Template("Difference"),
    "report-figures-overlap": Template("Overlap of the intervals"),
    "report-figures-verdict": Template("Released figure"),
    "report-figures-inside": Template("inside"),
    "report-figures-outside": Template("outside"),
    "report-figures-whole": Template("All records"),
    "report-figures-intercept": Template("Intercept"),
    "report-figures-interval": Template("{low} to {high}"),
    "report-figures-counted": Template(
        "It rests on {before} records of the original and {after} of the release."
    ),
    "report-figures-points": Template("Differences are in percentage points."),
    "report-figures-missing": Template(
        "Left out for missing values: {before} of the original, {after} of the release."
    ),
    "report-figures-not-applicable": Template(
        "Outside, because the question does not apply: {before} of the original, {after} of the "
        "release."
    ),
    "report-figures-small": Template(
        "{count} values are not listed, because they rest on fewer than {least} records or, being "
        "quantiles, would show one of the outermost values. They cover {records} records of the "
        "original.",
        one="One value is not listed, because it rests on fewer than {least} records or, being a "
        "quantile, would show one of the outermost values. It covers {records} records of the "
        "original.",
    ),
    "report-figures-lacks-log": Template(
        "The release has values that are not above 0, so that it has no such regression."
    ),
    "report-figures-lacks-few": Template("The release has too few records for this regression."),
    "report-figures-lacks-collinear": Template(
        "In the release one regressor follows from the others, so that it has no such regression."
    ),
    "report-figures-public-purpose": Template(
        "For each figure, how far its 95 % interval in the original and its interval in this file "
        "overlap: 100 % for equal intervals, 0 % for disjoint ones. A figure of several domains or "
        "categories has the mean over them. Values of which one unit makes up more than 3 % "
        "of the variance are left out: their overlap could disclose it."
    ),
    "report-figures-public-values": Template("Values counted"),
    "report-figures-of": Template("{counted} of {values}"),
    "report-figures-not-stated": Template("not stated"),
    "report-per-cent": Template("{value} %"),
    # The comparison of methods: why one cannot take part, and the table.
    "takes-one-quasi-identifier": Template(
        "Takes a single quasi-identifier; {count} columns have that role."
    ),
    "takes-no-nominal": Template(
        "Needs numbers or an order; these hold categories without one: {columns}. If their "
        "categories rise, put them in order ({@order}).",
        one="Needs numbers or an order; {columns} holds categories without one. If these rise, "
        "put them in order ({@order}).",
    ),
    "takes-a-confidential-column": Template(
        "Needs a confidential column; no column has that role ({@role})."
    ),
    "keeps-no-t-along-a-taxonomy": Template(
        "Cannot keep a t along a taxonomy, which {columns} has."
    ),
    "compared-private": Template("Spends a privacy budget with each run, so it is not tried out."),
    "compared-not-varied": Template("Has no {symbol} to vary."),
    "compare-method": Template("Method"),
    "compare-k": Template("k"),
    "compare-t": Template("t"),
    "compare-loss": Template("Loss %"),
    "compare-linkage": Template("Linked %"),
    "compare-records": Template("Records"),
    "compare-seconds": Template("Seconds"),
    "compare-failed": Template("{method}: {said}"),
    "compare-nothing": Template("No method can protect this file with these settings."),
    "compare-sample": Template(
        "Compared on {count} of {records} records, drawn at random. On all records a method may "
        "reach another t and lose more or less."
    ),
    # The search for better settings.
    "improve-private": Template(
        "Settings of a differentially private release cannot be chosen by its figures: each trial "
        "would spend a privacy budget, and the choice would tell of the originals."
    ),
    "improve-merges": Template(
        "The recipe merges the groups of an earlier release, so that how they are formed cannot be "
        "searched."
    ),
    "improve-no-groups": Template(
        "The method of the recipe forms no groups, so there is nothing to search."
    ),
    "improve-too-few-trials": Template("--trials is {value}. Try at least {least} settings."),
    "improve-nothing": Template(
        "No figure that users will probably compute can be judged on these records."
    ),
    "improve-tried": Template(
        "Tried {count} settings on {records} of {of} records. The original values were looked at."
    ),
    "improve-kept": Template(
        "Of {count} figures that users will probably compute, {inside_found} instead of {inside} "
        "lie inside the original’s 95 % interval, {close_found} instead of {close} within 5 % as "
        "well."
    ),
    "improve-none": Template(
        "No settings keep more figures: of {count}, {inside} lie inside the original’s 95 % "
        "interval, {close} within 5 % as well."
    ),
    "improve-settings": Template("Settings found:"),
    "improve-curve": Template(
        "What the best settings so far keep after so many trials, on {records} records:"
    ),
    "improve-trials": Template("Trials"),
    "improve-inside": Template("Inside"),
    "improve-share": Template("Share"),
    "improve-close": Template("Within 5 % as well"),
    "improve-worst-today": Template("Farthest off today:"),
    "improve-worst-found": Template("Farthest off with the settings found:"),
    "improve-figure": Template("Figure"),
    "improve-today": Template("Today"),
    "improve-found": Template("Found"),
    "improve-interval": Template("Original’s 95 % interval"),
    "improve-costs": Template(
        "What each column costs: figures of the other columns that lie inside, on {records} "
        "records, with the column and without it:"
    ),
    "improve-column": Template("Column"),
    "improve-figures": Template("Figures"),
    "improve-with": Template("With"),
    "improve-without": Template("Without"),
    "improve-question": Template("A new question: {said}"),
    "improve-no-change": Template("The recipe stays as it is."),
    "improve-nothing-written": Template("The recipe stays as it is; nothing was written."),
    "improve-not-written": Template("Nothing was written; --output writes the settings found."),
    "improve-written": Template(
        "Wrote {file}. It lists the trials, and so will the internal log of its release."
    ),
    "sample-too-small": Template("--sample is {value}. Compare at least {least} records."),
}
